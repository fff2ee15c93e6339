"""A part of the theorem, small enough to be expanded again and again."""

from __future__ import annotations

from pathlib import Path

from tengen.theorem.book import SHIPPED, read_entries
from tengen.theorem.entry import parse_stones
from tengen.theorem.expand import Expansion
from tengen.theorem.journal import Journal
from tengen.theorem.plan import stones_of
from tengen.theorem.progress import Progress

SHORT = "h8 i15 i7 h9"
"""A position with three more lines below it."""
START = stones_of(parse_stones(SHORT, SHORT))


def ignore(_progress: Progress) -> None:
    """Tell nobody."""


def expand(place: Path, path: str = SHIPPED) -> Expansion:
    """Prove the lines of a file that the position needs, and keep what is done in a folder."""
    journal = Journal(str(place / "work"), "mark")
    expansion = Expansion(path, read_entries(path), journal, ignore)
    try:
        expansion.run(START, 1)
    finally:
        journal.close()
    return expansion
