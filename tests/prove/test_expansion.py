from collections.abc import Iterable
from functools import partial
from pathlib import Path

import msgspec
import pytest
from kit.expansions import START, expand, ignore, prove_here

from tengen.errors import TengenError
from tengen.prove import check, quick_check
from tengen.prove.expansion import Expansion, ExpansionProgress, Journal
from tengen.prove.proof_parts import (
    Assembly,
    FinishedPiece,
    ProofPart,
    canonical_form,
    make_plan,
    stones_of,
    write_parts,
)
from tengen.prove.prover import QuietMove
from tengen.prove.theorem_book import BOOK_FILE, parse_stones, read_entries, write_entries


def test_a_part_of_the_theorem_is_proved_and_both_checkers_agree(tmp_path: Path) -> None:
    expansion = expand(tmp_path)
    assembly = Assembly(expansion.pieces)
    path = str(tmp_path / "certificate.xz")
    write_parts(path, assembly.in_order(START))
    plain, swift = check.check(path), quick_check.check(path)
    assert (plain.attacker, plain.defender) == START
    assert tuple(plain) == tuple(swift)
    assert plain.plies == assembly.plies(START)
    assert expansion.progress.done == plain.counts.parts == 4


def test_a_rotated_position_is_proved_in_its_own_orientation(tmp_path: Path) -> None:
    turned = stones_of(parse_stones("h8 g15 g7 h9", ""))
    journal = Journal(str(tmp_path / "work"), "mark")
    expansion = Expansion(read_entries(BOOK_FILE), journal, ignore)
    expansion.run(turned, prove_here(BOOK_FILE))
    journal.close()
    assert canonical_form(turned) == canonical_form(START)
    assert Assembly(expansion.pieces).in_order(turned)[-1].part.stones == turned


def test_an_interrupted_expansion_resumes(tmp_path: Path) -> None:
    expand(tmp_path)
    work = tmp_path / "work"
    lines = work.read_bytes().splitlines(keepends=True)
    work.write_bytes(b"".join(lines[:2]) + lines[2][:40])
    expansion = expand(tmp_path)
    again = work.read_bytes().splitlines(keepends=True)
    assert again[:2] == lines[:2]
    assert len(again) == len(lines)
    assert len(Assembly(expansion.pieces).in_order(START)) == 4


def test_a_missing_line_is_a_gap(tmp_path: Path) -> None:
    needed = {
        canonical_form(part.stones) for piece in expand(tmp_path).pieces for part in piece.parts
    }
    (tmp_path / "work").unlink()
    form = canonical_form(START)
    few = [
        entry
        for entry in read_entries(BOOK_FILE)
        if canonical_form(stones_of(entry.stones)) == form
    ]
    write_entries(str(tmp_path / "few.txt"), few)
    expansion = expand(tmp_path, str(tmp_path / "few.txt"))
    gaps = {
        canonical_form(stones)
        for piece in expansion.pieces
        for part in piece.parts
        for stones in part.gaps
    }
    assert gaps < needed
    assert 0 < expansion.progress.gaps < 4


@pytest.mark.parametrize("count", [1, 2, 40])
def test_a_plan_contains_every_line_once(count: int) -> None:
    entries = [entry for entry in read_entries(BOOK_FILE) if len(entry.stones) >= 4][::count]
    planned = [
        (quiet.attacker, quiet.defender | {extra}, quiet.move)
        for quiet in make_plan(entries)
        for extra in quiet.extras
    ]
    wanted = {(*stones_of(e.stones), e.move.row * 15 + e.move.col) for e in entries}
    assert len(planned) == len(entries)
    assert set(planned) == wanted


def in_steps(path: str, step: int, plan: list[QuietMove]) -> Iterable[bytes]:
    return prove_here(path)(plan[::step])


def test_the_proof_depends_only_on_the_lines(tmp_path: Path) -> None:
    entries = [entry for entry in read_entries(BOOK_FILE) if len(entry.stones) >= 22]
    path = str(tmp_path / "few.txt")
    write_entries(path, entries)
    proved = []
    for step in (1, -1):
        journal = Journal(str(tmp_path / f"work{step}"), "mark")
        expansion = Expansion(entries, journal, ignore)
        expansion.run(None, partial(in_steps, path, step))
        journal.close()
        parts = [part for piece in expansion.pieces for part in piece.parts]
        proved.append({canonical_form(part.stones): part for part in parts})
    assert len(proved[0]) == len(entries)
    assert proved[0] == proved[1]


STONES = (frozenset([1, 2]), frozenset([3, 4]))
DONE = FinishedPiece(1.5, [ProofPart(STONES, b"\x01\xff", [STONES], 9, [], [], is_line=True)])
LINE = msgspec.json.encode(DONE) + b"\n"


def test_added_pieces_are_read_again(tmp_path: Path) -> None:
    path = str(tmp_path / "work")
    for _ in range(2):
        journal = Journal(path, "mark")
        journal.add(LINE)
        journal.close()
    journal = Journal(path, "mark")
    assert list(journal.read()) == [DONE, DONE]
    journal.close()


@pytest.mark.parametrize("left", range(1, len(LINE)))
def test_a_truncated_last_line_is_cut_off(left: int, tmp_path: Path) -> None:
    path = tmp_path / "work"
    journal = Journal(str(path), "mark")
    journal.add(LINE)
    journal.close()
    with path.open("ab") as file:
        file.write(LINE[:left])
    journal = Journal(str(path), "mark")
    assert list(journal.read()) == [DONE]
    journal.add(LINE)
    assert list(journal.read()) == [DONE, DONE]
    journal.close()


@pytest.mark.parametrize("left", [0, 1, 20])
def test_a_truncated_first_line_is_written_again(left: int, tmp_path: Path) -> None:
    path = tmp_path / "work"
    path.write_bytes(b"tengen expansion 1 mark\n"[:left])
    journal = Journal(str(path), "mark")
    assert list(journal.read()) == []
    journal.close()
    assert path.read_bytes() == b"tengen expansion 1 mark\n"


@pytest.mark.parametrize("text", ["tengen expansion 1 other\n", "something else\n"])
def test_the_journal_of_another_theorem_is_left_alone(text: str, tmp_path: Path) -> None:
    path = tmp_path / "work"
    path.write_text(text)
    with pytest.raises(TengenError, match="belongs to another theorem"):
        Journal(str(path), "mark")
    assert path.read_text() == text


def make_part(stones: int, *, is_line: bool = True) -> ProofPart:
    cells = frozenset(range(stones // 2)), frozenset(range(100, 100 + stones // 2))
    return ProofPart(cells, b"", [], 1, [], [], is_line=is_line)


def test_there_is_no_estimate_before_the_first_line() -> None:
    progress = ExpansionProgress()
    progress.want([4, 4, 6])
    assert progress.seconds_left() is None
    assert (progress.lines, progress.done) == (3, 0)


def test_the_estimate_uses_lines_with_the_same_number_of_stones() -> None:
    progress = ExpansionProgress()
    progress.want([4] * 10 + [6] * 5)
    progress.count(FinishedPiece(2.0, [make_part(4), make_part(6, is_line=False), make_part(4)]))
    progress.count(FinishedPiece(5.0, [make_part(6)]))
    assert progress.seconds_left() == 8 * 1.0 + 4 * 5.0
    assert (progress.done, progress.parts, progress.seconds) == (3, 4, 7.0)


def test_lines_with_a_new_number_of_stones_are_estimated_by_the_mean() -> None:
    progress = ExpansionProgress()
    progress.want([4, 4, 8])
    progress.count(FinishedPiece(3.0, [make_part(4)]))
    assert progress.seconds_left() == 6.0


def test_the_estimate_is_zero_at_the_end() -> None:
    progress = ExpansionProgress()
    progress.want([4])
    progress.count(FinishedPiece(3.0, [make_part(4)]))
    assert progress.seconds_left() == 0


def test_lines_that_are_no_longer_wanted_are_not_counted() -> None:
    progress = ExpansionProgress()
    progress.count(FinishedPiece(3.0, [make_part(4), make_part(4), make_part(4)]))
    progress.want([4, 6])
    assert progress.done == 1
    assert progress.seconds_left() == 1.0
