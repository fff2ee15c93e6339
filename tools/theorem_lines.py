"""Write the lines of the theorem that an expansion needed, with how long each win takes.

Usage: theorem_lines.py LINES WORK OUT, where WORK is what `tengen theorem expand` has left behind.
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

from tengen.prove.expansion import Journal
from tengen.prove.proof_parts import Assembly, proved_entries
from tengen.prove.theorem_book import read_entries, write_entries


def main(lines: str, work: str, out: str) -> None:
    """Count, and say how many lines there are."""
    entries = list(read_entries(lines))
    journal = Journal(work, hashlib.sha256(Path(lines).read_bytes()).hexdigest())
    assembly = Assembly(journal.read())
    journal.close()
    assembly.add_openings(entries)
    proved = list(proved_entries(assembly))
    write_entries(out, proved)
    print(f"{len(proved):,} lines of {len(entries):,}, {Path(out).stat().st_size:,} bytes")


if __name__ == "__main__":
    main(*sys.argv[1:])
