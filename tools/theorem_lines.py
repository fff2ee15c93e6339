"""Write the lines of the theorem that an expansion needs, with the length of each win.

Usage: theorem_lines.py LINES WORK OUT, where WORK is the `.work` file of `tengen theorem expand`.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from pathlib import Path

from tengen.prove.expansion import Journal
from tengen.prove.proof_parts import Assembly, points_of
from tengen.prove.theorem_book import THEOREM_RULES, BookEntry, read_entries, write_entries
from tengen.rules.point import point_of


def main(lines: str, work: str, out: str) -> None:
    """Write the lines, and print how many there are."""
    entries = list(read_entries(lines))
    journal = Journal(work, hashlib.sha256(Path(lines).read_bytes()).hexdigest())
    assembly = Assembly(journal.read())
    journal.close()
    assembly.add_openings(entries)
    proved = list(proved_entries(assembly))
    write_entries(out, proved)
    print(f"{len(proved):,} lines of {len(entries):,}, {Path(out).stat().st_size:,} bytes")


def proved_entries(assembly: Assembly) -> Iterator[BookEntry]:
    """Yield the lines that the theorem needs, with the length of the win."""
    for placed in assembly.in_order():
        part = placed.part
        if part.is_line:
            plies = assembly.plies(part.stones)
            yield BookEntry(points_of(part.stones), point_of(part.tree[0], THEOREM_RULES), plies)


if __name__ == "__main__":
    main(*sys.argv[1:])
