"""What an SGF node says beside moves and stones: comments, marks, signs, times."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from tengen.core.rules import Rules
from tengen.errors import quote
from tengen.notation.points import LETTERS
from tengen.records.grid import grid
from tengen.records.node import Mark, MarkKind, Node, Sign
from tengen.records.sgf_facts import Properties
from tengen.records.sgf_points import OPENED, PLAYED, point_number, rectangle
from tengen.records.sgf_source import Source
from tengen.records.sgf_text import read_simple, read_text

MARKS = {
    "CR": MarkKind.CIRCLE,
    "MA": MarkKind.CROSS,
    "SQ": MarkKind.SQUARE,
    "TR": MarkKind.TRIANGLE,
    "M": MarkKind.CROSS,
}
LABELS, LETTERED = "LB", "L"
"""Labels with a text, and the letters a, b, c of older files."""
COMMENTS = ("GC", "N", "C")
"""A comment on the game, the name of a node, a comment: what there is, becomes the comment."""
NOTED, SIGN, TIME = "HO", "TNSIGN", "TNMS"
UNDERSTOOD = {
    *MARKS,
    LABELS,
    LETTERED,
    *COMMENTS,
    NOTED,
    SIGN,
    TIME,
    OPENED,
    PLAYED,
    "AB",
    "AW",
    "AE",
}
IDLE = {"AP", "CA", "DD", "FF", "FG", "GM", "KO", "MN", "PM", "SL", "ST", "SZ", "VW"}
"""Properties that may be left out without a word: they say nothing of the game."""
KNOWN = UNDERSTOOD | IDLE
COMMENTED_TIME = re.compile(r"(\d{1,12})(?:ms)?", re.ASCII)
NUMBER = re.compile(r"\d{1,15}", re.ASCII)


class Details:
    """Puts them into nodes."""

    def __init__(self, source: Source, rules: Rules, facts: Properties) -> None:
        self._source = source
        self._size = (rules.width, rules.height)
        self._grid = grid(*self._size)
        by_cli = "c-gomoku-cli" in "".join(facts.get("AP", ()))
        self._comments_are_times = by_cli or "TE" in facts

    def add(self, node: Node, properties: Properties, at: int) -> None:
        """Add all that properties say to a node that begins at a character."""
        for name in properties.keys() - KNOWN:
            self._source.unknown[name] += 1
        node.comment = "\n".join(
            read_text(value) for name in COMMENTS for value in properties.get(name, ())
        )
        for value in properties.get(TIME, ()):
            node.time = int(value) if NUMBER.fullmatch(value) else None
        if self._comments_are_times and node.is_move:
            _comment_to_time(node)
        node.signs = tuple(_signs(properties))
        node.marks = tuple(self._marks(properties, at))

    def points(self, value: str) -> Iterable[int] | None:
        """The points that a value names, or None if they are not on the board."""
        point = point_number(value, *self._size)
        if point is not None:
            return (point,)
        points = rectangle(value, *self._size)
        if points is None:
            return None
        found = list(points)
        self._source.spare -= len(found)
        return found if self._source.spare >= 0 else None

    def _marks(self, properties: Properties, at: int) -> Iterator[Mark]:
        for name, values in properties.items():
            if name in MARKS:
                for value in values:
                    yield from self._mark(MARKS[name], value, "", at)
            elif name == LABELS:
                for value in values:
                    point, _, text = value.partition(":")
                    yield from self._mark(MarkKind.LABEL, point, read_simple(text), at)
            elif name == LETTERED:
                for letter, value in zip(LETTERS, values, strict=False):
                    yield from self._mark(MarkKind.LABEL, value, letter, at)

    def _mark(self, kind: MarkKind, value: str, text: str, at: int) -> Iterator[Mark]:
        points = self.points(value)
        if points is None:
            self._source.note(at, f"a {kind.value} at {quote(value)} is on no point of the board")
            return
        for point in points:
            yield Mark(kind, self._grid[point], text)


def _comment_to_time(node: Node) -> None:
    """Take the comment that c-gomoku-cli makes of the time."""
    time = COMMENTED_TIME.fullmatch(node.comment)
    if time is not None:
        node.time, node.comment = int(time[1]), ""


def _signs(properties: Properties) -> Iterator[Sign]:
    if NOTED in properties:
        yield Sign.NOTED
    names = {read_simple(value) for value in properties.get(SIGN, ())}
    yield from (sign for sign in Sign if sign.value in names and sign is not Sign.NOTED)
