"""The tool that measures how long wins by the lines of the theorem take."""

from __future__ import annotations

from pathlib import Path

import theorem_promises as tool

from tengen.prove.proof_parts import canonical_form
from tengen.prove.theorem_book import BOOK_FILE, LONG_THREATS_FILE, parse_entry, write_entries

SLOWER = "h11 f10 g10 h9 h10 g8 i10 i7 g9 e6 h8 d5 -> f7 21"
"""A line after which the search finds a win two plies longer than the proved one."""


def test_a_line_takes_as_long_as_the_longest_answer_to_it(tmp_path: Path) -> None:
    path = str(tmp_path / "lines.txt")
    write_entries(path, [parse_entry(SLOWER)])
    (line,) = tool.read_lines(path)
    shipped = [known for book in (BOOK_FILE, LONG_THREATS_FILE) for known in tool.read_lines(book)]
    promised = {canonical_form(known.stones): known.entry.plies for known in shipped}
    assert tool.longest(line, promised) == 23


def test_an_interrupted_run_resumes_from_its_notes(tmp_path: Path) -> None:
    lines, notes = tmp_path / "lines.txt", tmp_path / "notes.txt"
    write_entries(str(lines), [parse_entry(SLOWER)])
    notes.write_text(SLOWER.replace(" 21", " 25") + "\nh11 f1")
    tool.main(str(notes), str(lines))
    assert lines.read_text() == SLOWER.replace(" 21", " 25") + "\n"
