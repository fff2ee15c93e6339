"""Opening a file of games: a bar for those who wait, and what was wrong with it."""

from __future__ import annotations

import os

from tengen.cli.complain import complain, tell
from tengen.cli.output import DONE, FAILED
from tengen.cli.progress import Bar
from tengen.records.problems import Problems
from tengen.records.record import Record
from tengen.tui.viewer_games import Games

LARGE = 1 << 23
"""Bytes of a file that may take a while before its first game is known."""
SHOWN = 20
"""How many problems of a file are told one by one."""


def read_game(games: Games, index: int) -> Record | None:
    """Read as far as needed, with a bar for those who wait."""
    size = os.path.getsize(games.path) if os.path.isfile(games.path) else 0
    bar = Bar(size, "read")
    games.on_progress = bar.update
    if size > LARGE and os.isatty(2):
        tell(f"reading {size:,} bytes ...")
    try:
        return games.at(index)
    finally:
        bar.clear()
        games.on_progress = lambda _bytes, _count: None


def tell_problems(path: str, problems: Problems) -> int:
    """Say what was wrong with a file; the exit status that this makes."""
    for problem in problems.kept[:SHOWN]:
        complain(f"{path}: {problem}")
    if problems.count > SHOWN:
        complain(f"{path}: and {problems.count - SHOWN:,} more")
    return FAILED if problems.count else DONE
