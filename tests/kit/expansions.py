"""A part of the theorem that is small enough to be expanded in tests."""

from __future__ import annotations

from pathlib import Path

from tengen.prove.expansion import Expansion, ExpansionProgress, Journal, ProvePlan
from tengen.prove.proof_parts import stones_of
from tengen.prove.proof_tasks import ProofTask, lines_file, prove_quiet_move
from tengen.prove.theorem_book import BOOK_FILE, parse_stones, read_entries

SHORT = "h8 i15 i7 h9"
"""A position with three more lines below it."""
START = stones_of(parse_stones(SHORT, SHORT))


def ignore(_progress: ExpansionProgress) -> None:
    """Ignore the progress."""


def prove_here(path: str) -> ProvePlan:
    """Return a function that proves plans for the lines of a file in this process."""
    lines = lines_file(path)
    return lambda plan: (prove_quiet_move(ProofTask(lines, quiet)) for quiet in plan)


def expand(place: Path, path: str = BOOK_FILE) -> Expansion:
    """Prove the lines of a file that the position needs, and save the results in a folder."""
    journal = Journal(str(place / "work"), "mark")
    expansion = Expansion(read_entries(path), journal, ignore)
    try:
        expansion.run(START, prove_here(path))
    finally:
        journal.close()
    return expansion
