from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from tengen.arena import opening_search
from tengen.arena.executor import SerialExecutor
from tengen.arena.opening_search import (
    OpeningFile,
    OpeningWishes,
    format_header,
    format_opening,
    is_balanced,
    last_candidate,
    same_for_symmetry,
    search_openings,
)
from tengen.arena.schedule import OpeningMoves, read_openings
from tengen.errors import RecordError, RuleError, TaskKilled, WorkerDied
from tengen.rules.board import Board
from tengen.rules.geometry import symmetries
from tengen.rules.notation import parse_moves
from tengen.rules.point import Point
from tengen.rules.rules import FIVE_IN_A_ROW, RENJU, TIC_TAC_TOE, Rules, WinRule

NO_ENGINE = Rules(30, 30, 5, WinRule.RENJU)
SMALL = OpeningWishes(TIC_TAC_TOE, stones=2, nodes=500)


def board_of(text: str, rules: Rules = FIVE_IN_A_ROW) -> Board:
    board = Board(rules)
    for point in parse_moves(text, rules):
        board.play(point)
    return board


def find(
    wishes: OpeningWishes, tested: int, known: tuple[OpeningMoves, ...] = (), start: int = 0
) -> list[OpeningMoves]:
    candidates = islice(search_openings(wishes, SerialExecutor(), known, start), tested)
    return [candidate.moves for candidate in candidates if candidate.moves is not None]


def test_a_candidate_depends_on_its_number_and_the_seed_alone() -> None:
    wishes = OpeningWishes(RENJU)
    assert wishes.candidate(3) == OpeningWishes(RENJU, nodes=7).candidate(3)
    assert wishes.candidate(3) != wishes.candidate(4)
    assert wishes.candidate(3) != OpeningWishes(RENJU, seed=1).candidate(3)


@pytest.mark.parametrize("rules", [FIVE_IN_A_ROW, TIC_TAC_TOE, Rules(52, 3, 3)])
def test_candidates_are_legal_openings_with_the_stones_asked_for(rules: Rules) -> None:
    wishes = OpeningWishes(rules, stones=4)
    found = [board for board in map(wishes.candidate, range(50)) if board]
    assert found
    assert all(len(board.moves) == 4 and not board.outcome.is_over for board in found)


def test_found_openings_differ_even_after_rotation_and_reflection() -> None:
    found = find(SMALL, 60)
    keys = {same_for_symmetry(moves, TIC_TAC_TOE) for moves in found}
    assert len(keys) == len(found) > 2


def test_a_position_has_one_key_in_all_symmetries_and_orders_of_moves() -> None:
    moves = board_of("h8 i9 j9").moves
    images = [
        tuple(symmetry.apply(point, FIVE_IN_A_ROW) for point in moves)
        for symmetry in symmetries(FIVE_IN_A_ROW)
    ]
    keys = {same_for_symmetry(image, FIVE_IN_A_ROW) for image in images}
    assert keys == {same_for_symmetry(board_of("j9 i9 h8").moves, FIVE_IN_A_ROW)}
    assert same_for_symmetry(board_of("h8 j9 i9").moves, FIVE_IN_A_ROW) not in keys


def test_a_search_that_goes_on_finds_what_an_unbroken_one_finds() -> None:
    whole = find(SMALL, 60)
    last = last_candidate(whole[1], SMALL, 60)
    assert last is not None
    assert whole[:2] + find(SMALL, 60 - last - 1, tuple(whole[:2]), last + 1) == whole
    assert last_candidate(board_of("a1 a2 a3", TIC_TAC_TOE).moves, SMALL, 60) is None


def test_an_opening_that_wins_at_once_is_not_balanced() -> None:
    assert not is_balanced(board_of("h8 a1 i8 a3 j8"), OpeningWishes(FIVE_IN_A_ROW, nodes=200))


def test_an_opening_whose_games_end_early_is_not_balanced(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opening = board_of("b2 a1", TIC_TAC_TOE)
    assert is_balanced(opening, SMALL)
    monkeypatch.setattr(opening_search, "_play_out", lambda board, _nodes: board)
    assert not is_balanced(opening, SMALL)


def test_an_opening_from_which_one_side_wins_every_game_is_not_balanced(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    won = board_of("b2 a1 c2 a3 a2", TIC_TAC_TOE)
    monkeypatch.setattr(opening_search, "_play_out", lambda _board, _nodes: won)
    wishes = OpeningWishes(TIC_TAC_TOE, stones=2, nodes=500, least_moves=0)
    assert not is_balanced(board_of("b2 a1", TIC_TAC_TOE), wishes)


def test_the_search_gives_up_when_nothing_new_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening_search, "MAX_FRUITLESS", 8)
    monkeypatch.setattr(opening_search, "is_balanced", lambda _board, _wishes: False)
    assert len(list(search_openings(SMALL, SerialExecutor()))) == 9


def test_candidates_that_kill_their_workers_end_the_search(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def die(*_: object) -> bool:
        raise WorkerDied("a worker died")

    monkeypatch.setattr(opening_search, "is_balanced", die)
    with pytest.raises(TaskKilled, match="given up after 3 workers died"):
        find(SMALL, 60)


@pytest.mark.parametrize("stones", [0, 5])
def test_a_number_of_stones_that_does_not_fit_is_refused(stones: int) -> None:
    with pytest.raises(ValueError, match="an opening on 3x3 has 1 to 4 stones"):
        OpeningWishes(TIC_TAC_TOE, stones=stones)


def test_rules_without_an_engine_are_refused() -> None:
    with pytest.raises(RuleError):
        is_balanced(Board(NO_ENGINE), OpeningWishes(NO_ENGINE, nodes=50))


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
