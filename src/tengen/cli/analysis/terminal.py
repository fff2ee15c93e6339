"""A picture that is drawn again in place, in as much of a terminal as there is now."""

from __future__ import annotations

import os

from tengen.classic.screen import Screen
from tengen.render.text import Row, paint_row, row_text

USUAL_SIZE = (80, 24)
UP = "\r\x1b[{}A"
CLEAR_BELOW = "\x1b[J"


class Terminal:
    """The rows that were shown last are replaced by the next; the cursor stays below them."""

    def __init__(self, screen: Screen, *, colour: bool) -> None:
        self._screen = screen
        self._colour = colour
        self._shown: list[int] = []

    def size(self) -> tuple[int, int]:
        """How many columns and rows may be used: one less of each, so that nothing scrolls."""
        try:
            columns, rows = os.get_terminal_size(1)
        except OSError:
            columns, rows = USUAL_SIZE
        return max(1, (columns or USUAL_SIZE[0]) - 1), max(1, (rows or USUAL_SIZE[1]) - 1)

    def show(self, rows: list[Row]) -> None:
        """Draw over what was shown before."""
        texts = [paint_row(row) if self._colour else row_text(row).rstrip() for row in rows]
        self._screen.write(self._back() + "".join(f"{text}\n" for text in texts))
        self._shown = [len(row_text(row).rstrip()) for row in rows]

    def _back(self) -> str:
        """The way to where the last picture begins, whose rows a narrower terminal has broken."""
        columns, _ = self.size()
        height = sum(max(1, -(-length // (columns + 1))) for length in self._shown)
        return (UP.format(height) if height else "") + CLEAR_BELOW
