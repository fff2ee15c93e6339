"""The tool that measures how long wins by the lines of the theorem take."""

from __future__ import annotations

from pathlib import Path

import pytest
import theorem_promises as tool

from tengen.prove.proof_parts import canonical_form
from tengen.prove.theorem_book import (
    BOOK_FILE,
    CELLS,
    LONG_THREATS_FILE,
    THEOREM_RULES,
    format_entry,
    parse_entry,
    write_entries,
)
from tengen.rules import parse_algebraic

SLOWER = "h11 f10 g10 h9 h10 g8 i10 i7 g9 e6 h8 d5 -> f7 21"
"""A line after which the search finds a win two plies longer than the proved one."""


SHIPPED = [line for book in (BOOK_FILE, LONG_THREATS_FILE) for line in tool.read_lines(book)]
PROMISED = {canonical_form(line.stones): line.entry.plies for line in SHIPPED}
LONGER_WHEN_PLAYED = [
    "f8 h10 h8 i9 g7 i8 i7 k7 -> j8 9",
    "j10 n14 g9 m13 i9 l12 h8 k11 -> o15 19",
    "h8 k14 i8 k13 i7 k12 -> k11 23",
]
"""Lines with the length of the proved win; a player who follows them may take longer."""
MANY_STONES = 6
"""Lines with this many stones of the first player are measured within a second."""


def cells(names: str) -> frozenset[int]:
    return frozenset(CELLS[parse_algebraic(name, THEOREM_RULES)] for name in names.split())


def test_a_line_takes_as_long_as_the_longest_answer_to_it(tmp_path: Path) -> None:
    path = str(tmp_path / "lines.txt")
    write_entries(path, [parse_entry(SLOWER)])
    (line,) = tool.read_lines(path)
    assert tool.longest(line, PROMISED) == 23


def test_shipped_lines_never_take_longer_than_they_say() -> None:
    quick = [line for line in SHIPPED if len(line.stones[0]) >= MANY_STONES]
    sample = quick[:: len(quick) // 12]
    late = [line.entry for line in sample if tool.longest(line, PROMISED) > line.entry.plies]
    assert late == []


@pytest.mark.parametrize("text", LONGER_WHEN_PLAYED)
def test_a_line_says_how_long_it_takes_when_it_is_played(text: str) -> None:
    line = next(at for at in SHIPPED if format_entry(at.entry).startswith(text.rpartition(" ")[0]))
    assert line.entry.plies > parse_entry(text).plies
    assert tool.longest(line, PROMISED) <= line.entry.plies


def test_a_win_is_not_longer_after_an_answer_than_before_it() -> None:
    said = PROMISED[canonical_form((cells("h8 g9"), cells("n12 i7")))]
    after = cells("h8 g9 g7"), cells("n12 i7 i9")
    assert (PROMISED.get(canonical_form(after)) or tool.found_plies(after)) <= said - 2


def test_an_interrupted_run_resumes_from_its_notes(tmp_path: Path) -> None:
    lines, notes = tmp_path / "lines.txt", tmp_path / "notes.txt"
    write_entries(str(lines), [parse_entry(SLOWER)])
    notes.write_text(SLOWER.replace(" 21", " 25") + "\nh11 f1")
    tool.main(str(notes), str(lines))
    assert lines.read_text() == SLOWER.replace(" 21", " 25") + "\n"
