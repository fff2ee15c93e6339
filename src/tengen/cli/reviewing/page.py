"""Standard output for texts with names in them, which may have any letters."""

from __future__ import annotations

import os

from tengen.cli.terminal import write

WIDEST, USUAL = 100, 80
"""Columns of a text, at most and where no terminal tells."""


class Page:
    """Where a summary is written; letters that cannot be shown are spelt out."""

    def __init__(self, *, ascii_only: bool) -> None:
        self._encoding = "ascii" if ascii_only else "utf-8"

    def write(self, text: str) -> None:
        """Show a text. Raises OSError."""
        write(text, self._encoding)

    @staticmethod
    def width() -> int:
        """How many columns a text may take."""
        try:
            columns = os.get_terminal_size(1).columns
        except OSError:
            columns = 0
        return min(columns or USUAL, WIDEST)
