"""Comparing bytes: the fixed words one by one, and the whole output."""

from __future__ import annotations

from dataclasses import dataclass

from tengen.classic.judge.expected import Expected, Kind, Step
from tengen.classic.judge.faults import Fault
from tengen.classic.judge.phrases import squeeze
from tengen.classic.judge.requirements import BOARD, PROMPT, SCREEN, VERDICT
from tengen.classic.judge.tokens import Token

WINDOW = 40
EXCERPT = 400
SHOWN = 16
WORDS = {
    Kind.SHOW_BOARD: (BOARD, "The board is not drawn byte for byte"),
    Kind.ASK: (PROMPT, "The prompt is not worded byte for byte"),
    Kind.ANNOUNCE: (VERDICT, "The result is not worded byte for byte"),
}


@dataclass(frozen=True, slots=True)
class Mismatch:
    """Where the output stops to be right: the place, and the text that is due there."""

    at: int
    due: str
    step: Step | None


def find_mismatch(expected: Expected, text: str) -> Mismatch | None:
    """The first place where the output differs; free words match any words on a line."""
    at = 0
    is_free = False
    for step in expected.steps:
        if step.text is None and step.kind is Kind.REFUSE and not is_free:
            end = text.find("\n", at)
            if end <= at:
                return Mismatch(at, "<a message: what is wrong>\n", step)
            at = end + 1
            continue
        if step.text is None or step.is_optional:
            is_free = True
            continue
        due = step.lead + step.text
        found = text.find(due, at) if is_free else (at if text.startswith(due, at) else -1)
        if found < 0:
            same = 0 if is_free else _common_length(due, text[at:])
            return Mismatch(at + same, due[same:], step)
        at, is_free = found + len(due), False
    tail = expected.last_text
    if not is_free and tail is not None and text[at:] != tail:
        return Mismatch(at, tail, None)
    return None


def wrong_words(pairs: list[tuple[Step, Token]], text: str) -> list[Fault]:
    """The first board, prompt and result that is recognised but not exact."""
    faults: dict[str, Fault] = {}
    for step, token in pairs:
        requirement, words = WORDS[step.kind]
        if step.text is None or requirement in faults:
            continue
        start = max(0, token.start - WINDOW)
        if step.text not in text[start : token.end + len(step.text) + WINDOW]:
            got = text[_line_start(text, token.start) : token.end + len(step.text)]
            if step.kind is not Kind.SHOW_BOARD:
                words = f"{words}: it should be {step.text!r}"
            faults[requirement] = Fault(
                requirement, words, step.typed, (("text", step.text),), (("text", got),)
            )
    return list(faults.values())


def whole_output(expected: Expected, text: str) -> list[Fault]:
    """The fault that the output as a whole differs, if it does."""
    mismatch = find_mismatch(expected, text)
    if mismatch is None:
        return []
    start = _line_start(text, mismatch.at)
    before = text[start : mismatch.at]
    line = text.count("\n", 0, mismatch.at) + 1
    hint = _hint(expected, text, mismatch)
    words = f"Line {line} of the output differs at column {len(before) + 1}{hint}"
    words += f". Expected {mismatch.due[:SHOWN]!r}, got {text[mismatch.at :][:SHOWN]!r}"
    typed = mismatch.step.typed if mismatch.step else len(expected.script.entries)
    due = (("text", before + mismatch.due[:EXCERPT]),)
    return [Fault(SCREEN, words, typed, due, (("text", text[start : mismatch.at + EXCERPT]),))]


def _hint(expected: Expected, text: str, mismatch: Mismatch) -> str:
    got, due = text[mismatch.at :], mismatch.due
    if "\r\n" in text:
        return ": lines end with CR LF instead of LF"
    if due and not got:
        return ": the output ends here"
    if not due:
        return ": nothing more is due"
    typed = mismatch.step.typed if mismatch.step else 0
    entry = expected.script.entries[typed - 1].shown if typed else ""
    if entry and got.startswith(entry):
        return f": the program repeats what was typed, {entry!r}"
    if squeeze(got).startswith(squeeze(due)):
        return ": only white space differs (spaces, tabs or line ends)"
    return ""


def _common_length(due: str, got: str) -> int:
    """How many characters agree before the first that does not."""
    pairs = enumerate(zip(due, got, strict=False))
    return next((index for index, (one, other) in pairs if one != other), min(len(due), len(got)))


def _line_start(text: str, at: int) -> int:
    return text.rfind("\n", 0, at) + 1
