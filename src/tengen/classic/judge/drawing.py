"""Boards as an assignment draws them: drawn for a position, and found in what a program shows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from tengen.rules.rules import Player

Cells = str
"""One character a cell in reading order: `.` empty, `1` and `2` for the players."""
EMPTY = "."
BLANK = r"[ \t\r]*"
LINE_END = rf"{BLANK}\n\s*"


@dataclass(frozen=True, slots=True)
class Seen:
    """A board in a text: what is on it, and where it begins and ends."""

    cells: Cells
    start: int
    end: int


class Drawing:
    """The lines of a board, with one character that stands for a cell."""

    def __init__(self, lines: list[str], cell: str, empty: str, marks: dict[Player, str]) -> None:
        self.lines = lines
        self.width = max(map(len, lines))
        self._cell = cell
        self._parts = "".join(f"{line}\n" for line in lines).split(cell)
        self._symbols = {EMPTY: empty} | {str(who.number): mark for who, mark in marks.items()}
        self._meanings = {mark: code for code, mark in self._symbols.items()}
        self._pattern = self._make_pattern()

    def draw(self, cells: Cells) -> str:
        """The board with its last line end."""
        symbols = [self._symbols[code] for code in cells]
        return "".join(chain.from_iterable(zip(self._parts, [*symbols, ""], strict=True)))

    def symbol(self, code: str) -> str:
        """How a cell is drawn that holds nothing, or the mark of a player."""
        return self._symbols[code]

    def find(self, text: str) -> Iterator[Seen]:
        """All boards in a text, whatever white space is between their characters."""
        for match in self._pattern.finditer(text):
            found = [self._meanings.get(symbol, EMPTY) for symbol in match.groups("")]
            yield Seen("".join(found), *match.span())

    def _make_pattern(self) -> re.Pattern[str]:
        lines = [BLANK.join(map(self._one, "".join(line.split()))) for line in self.lines]
        edges = (r"(?<!\w)", r"(?!\w)") if self._symbols[EMPTY].isspace() else ("", "")
        return re.compile(LINE_END.join(lines).join(edges))

    def _one(self, character: str) -> str:
        """The pattern of a character of the drawing; a cell that may be blank may be missing."""
        if character != self._cell:
            return re.escape(character)
        symbols = "".join(map(re.escape, self._symbols.values()))
        return f"([{symbols}]?)" if self._symbols[EMPTY].isspace() else f"([{symbols}])"
