"""Checking what a program shows before the first board."""

from __future__ import annotations

from tengen.classic.judge.conventions import Conventions
from tengen.classic.judge.faults import Fault, Part
from tengen.classic.judge.phrases import squeeze
from tengen.classic.judge.requirements import EXACT, INTRODUCTION
from tengen.errors import quote


def introduction_fault(
    conventions: Conventions, strictness: str, text: str, start: int
) -> Fault | None:
    """What is missing before `start`, where play begins; None if nothing is."""
    missing = _missing_line(conventions, strictness, text[:start])
    if missing is not None:
        words = f"The introduction lacks the line {missing!r}, or it is not in its place"
        wanted = "\n".join(conventions.introduction.lines)
        return _fault(words, wanted, text[:start])
    said = squeeze(text[:start])
    for mention in conventions.introduction.mentions:
        if squeeze(mention) not in said:
            return _fault(
                f"The introduction does not mention {quote(mention)}", mention, text[:start]
            )
    return None


def _missing_line(conventions: Conventions, strictness: str, text: str) -> str | None:
    """The first line that does not follow those before it."""
    shown = [_normal(line, strictness) for line in text.split("\n")]
    at = 0
    for line in conventions.introduction.lines:
        try:
            at = shown.index(_normal(line, strictness), at) + 1
        except ValueError:
            return line
    return None


def _normal(line: str, strictness: str) -> str:
    return line if strictness == EXACT else squeeze(line)


def _fault(words: str, expected: str, got: str) -> Fault:
    wanted: tuple[Part, ...] = (("text", expected),)
    return Fault(INTRODUCTION, words, 0, wanted, (("text", got[:2000]),))
