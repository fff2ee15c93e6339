from __future__ import annotations

from pathlib import Path

import pytest

from tengen.arena.balanced_openings import (
    OpeningFile,
    format_header,
    format_opening,
)
from tengen.arena.opening_search import OpeningWishes
from tengen.arena.schedule import read_openings
from tengen.errors import RecordError
from tengen.rules.point import Point
from tengen.rules.rules import FIVE_IN_A_ROW, RENJU

WISHES = OpeningWishes(FIVE_IN_A_ROW)
ONE, TWO = (Point(7, 7), Point(6, 8)), (Point(7, 7), Point(3, 3))


def write(path: Path, *openings: tuple[Point, ...]) -> None:
    file = OpeningFile(str(path), WISHES)
    for moves in openings:
        file.add(moves)
    file.close()


def test_a_file_has_one_opening_on_a_line_after_its_header(tmp_path: Path) -> None:
    path = tmp_path / "openings.txt"
    write(path, ONE)
    assert path.read_text() == (
        "# 15x15/5 freestyle, 5 stones, 20000 nodes, margin 60, 12 moves, seed 0\n"
        "15x15/5 freestyle h8 i9\n"
    )


def test_a_match_reads_the_file_without_options(tmp_path: Path) -> None:
    path = tmp_path / "openings.txt"
    write(path, ONE, TWO)
    assert read_openings(str(path), FIVE_IN_A_ROW).found == (ONE, TWO)


def test_a_file_that_is_opened_again_keeps_its_openings(tmp_path: Path) -> None:
    path = tmp_path / "openings.txt"
    write(path, ONE)
    again = OpeningFile(str(path), WISHES)
    again.add(TWO)
    again.close()
    assert again.found == [ONE]
    assert path.read_text().endswith("h8 i9\n15x15/5 freestyle h8 d12\n")


@pytest.mark.parametrize("lost", [3, 30])
def test_a_last_line_that_is_incomplete_is_removed(tmp_path: Path, lost: int) -> None:
    path = tmp_path / "openings.txt"
    write(path, ONE, TWO)
    path.write_bytes(path.read_bytes()[:-lost])
    write(path, TWO)
    kept = (ONE, TWO) if lost == 3 else (TWO,)
    assert read_openings(str(path), FIVE_IN_A_ROW).found == kept


def test_a_file_with_other_openings_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "openings.txt"
    write(path, ONE)
    before = path.read_bytes()
    with pytest.raises(RecordError, match="has other openings: name a new file"):
        OpeningFile(str(path), OpeningWishes(FIVE_IN_A_ROW, seed=1))
    assert path.read_bytes() == before


def test_every_wish_is_in_the_header() -> None:
    wishes = OpeningWishes(RENJU, 1, 2, 3, 4, 6)
    assert (
        format_header(wishes) == "# 15x15/5 renju, 2 stones, 3 nodes, margin 4, 6 moves, seed 1\n"
    )
    assert format_opening(ONE, RENJU) == "15x15/5 renju h8 i9\n"
