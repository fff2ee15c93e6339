"""Reading as much of a file as is needed, with a bar for those who wait."""

from __future__ import annotations

import os

from tengen.cli.complain import tell
from tengen.cli.progress import Bar
from tengen.records.record import Record
from tengen.terminal.record_browser import RecordFile

LARGE = 1 << 23
"""Bytes of a file that may take a while before its first game is known."""


def open_game(games: RecordFile, index: int) -> Record | None:
    """The game with this index, if there is one. Raises RecordError."""
    size = os.path.getsize(games.path) if os.path.isfile(games.path) else 0
    bar = Bar(size, "item")
    games.on_progress = bar.update
    if size > LARGE and os.isatty(2):
        tell(f"reading {size:,} bytes ...")
    try:
        return games.at(index)
    finally:
        bar.clear()
        games.on_progress = lambda _bytes, _count: None
