"""Explanations: every answer is accounted for, and what is said of it is true."""

from __future__ import annotations

from random import Random

import pytest

from tengen.engine.win_finder import find_win
from tengen.prove import theorem_explain
from tengen.prove.theorem_book import THEOREM_RULES, Book, format_entry, parse_entry, the_book
from tengen.prove.theorem_explain import (
    BookTree,
    Explainer,
    board_after,
    list_openings,
    zone_of,
)
from tengen.prove.theorem_zone import winning_point
from tengen.rules.board import Board
from tengen.rules.geometry import Symmetry
from tengen.rules.notation import format_moves, parse_moves

LINES = ("-> h8 35", "h8 h9 -> g9 33", "h8 h9 g9 i7 -> g10 31", "h8 i7 g9 h9 g10 a1 -> b1 3")
FORK = "h8 a1 h9 o1 f10 a15 g10 o15 h10"
"""Two open threes."""
FEW_NODES = 100_000
QUIET = "h8 h9 g9 i7 g10"


def board_of(moves: str) -> Board:
    board = Board(THEOREM_RULES)
    for point in parse_moves(moves, THEOREM_RULES):
        board.play(point)
    return board


def names(points: object) -> set[str]:
    return set(format_moves(points, THEOREM_RULES).split())  # type: ignore[arg-type]


def small_book() -> Book:
    return Book(format_entry(parse_entry(line)) for line in LINES)


def ignore(_done: int, _total: int) -> None:
    """Ignore progress."""


def test_a_line_has_the_number_of_moves_to_the_win() -> None:
    answer = Explainer(small_book()).line(board_of("h8 h9 g9 i7"))
    assert answer is not None
    assert (names([answer.move]), answer.moves, answer.win) == ({"g10"}, 16, None)
    assert Explainer(small_book()).line(board_of("h8 h9 g9 a1")) is None


@pytest.mark.parametrize("moves", ["h8 h9 g9", "g9 h9 h8", "h8 h9 i9", "h8 h7 g7", "h8 i8 i7"])
def test_a_move_of_the_theorem_is_recognised_in_any_order_and_orientation(moves: str) -> None:
    entry = Explainer(small_book()).line_before(board_of(moves))
    assert entry is not None
    assert entry.plies == 33


@pytest.mark.parametrize("moves", ["h9", "h8 h9 g10", "h8 h9 h7", "h8 a1 g9"])
def test_other_moves_are_not_recognised(moves: str) -> None:
    assert Explainer(small_book()).line_before(board_of(moves)) is None


def test_without_a_plan_every_point_is_in_the_zone_up_to_symmetry() -> None:
    explainer = Explainer(the_book())
    assert explainer.plan(board_of("h8")) is None
    found = explainer.replies(board_of("h8"), None, ignore)
    assert len(found.zone) == len(found.lines) == 35
    assert found.threats == {}
    assert found.unmet == []


def test_a_double_threat_wins_after_every_answer() -> None:
    board, explainer = board_of(FORK), Explainer(Book([]))
    plan = explainer.plan(board)
    assert plan is not None
    found = explainer.replies(board, plan, ignore, unlimited=True)
    assert found.unmet == []
    assert names(found.threats) >= {"h7", "h11"}
    for point, answer in found.threats.items():
        assert answer.win is not None
        assert answer.plies == answer.win.plies
        assert board_after(board, point).is_legal(answer.move)


def test_a_single_open_three_can_be_defended() -> None:
    board, explainer = board_of("h8 a1 h9 a3 h10"), Explainer(Book([]))
    found = explainer.replies(board, explainer.plan(board), ignore)
    assert names(found.unmet) >= {"h7", "h11"}
    assert found.lines == {}


def test_every_answer_is_accounted_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(theorem_explain, "NODES_FOR_ALL_ANSWERS", FEW_NODES)
    board, explainer = board_of(QUIET), Explainer(the_book())
    seen: list[tuple[int, int]] = []
    found = explainer.replies(board, explainer.plan(board), lambda *pair: seen.append(pair))
    answers = [*found.lines, *found.threats, *found.unmet]
    assert sorted(answers) == found.zone
    assert found.lines
    assert found.threats
    assert seen == [(at, len(seen)) for at in range(len(found.zone) - len(found.lines))]


def test_an_answer_outside_the_zone_changes_nothing() -> None:
    board, explainer = board_of(QUIET), Explainer(the_book())
    plan = explainer.plan(board)
    assert plan is not None
    outside = sorted(set(board.empty_points()) - set(zone_of(board, plan)))
    assert len(outside) > 100
    for point in Random(7).sample(outside, 4):
        win = find_win(board_after(board, point))
        assert win is not None


def test_a_winning_point_is_found() -> None:
    assert names([winning_point(board_of("h8 a1 h9 b1 g9 c1 i8 d1 a9"))]) == {"e1"}
    assert winning_point(board_of("h8 a1 h9")) is None


@pytest.mark.parametrize(
    "moves, before, move",
    [
        ("a1", "", "h8"),
        ("h8 h9 a1 a2", "h8 h9", "g9"),
        ("h8 h9 g9 i7 a1 a2 a3", "h8 h9 g9 i7", "g10"),
        ("h8 h9 h10 a1 h11 c3 a15", "h8 h9", "g9"),
    ],
)
def test_the_last_position_of_the_theorem_is_found(moves: str, before: str, move: str) -> None:
    known, answer = Explainer(small_book()).last_known(board_of(moves))
    assert format_moves(known.moves, THEOREM_RULES) == before
    assert names([answer.move]) == {move}


def test_the_tree_counts_lines_in_every_orientation() -> None:
    entries = [parse_entry(line) for line in LINES]
    for way in Symmetry:
        turned = [entry.turned(way) if len(entry.stones) > 2 else entry for entry in entries]
        tree = BookTree(turned)
        assert [tree.count_after(number) for number in range(4)] == [3, 2, 1, 0]


def test_a_line_after_two_orders_of_moves_is_counted_once() -> None:
    lines = ("-> h8 0", "h8 h9 -> g9 0", "h8 a1 -> g9 0", "h8 h9 g9 a1 -> g8 0", "h8 b2 -> c3 0")
    tree = BookTree([parse_entry(line) for line in lines])
    assert [tree.count_after(number) for number in range(5)] == [4, 1, 1, 0, 0]


def test_a_line_after_another_move_is_not_counted() -> None:
    lines = ("-> h8 0", "h8 h9 -> g9 0", "h8 h9 d4 a1 -> g8 0")
    tree = BookTree([parse_entry(line) for line in lines])
    assert [tree.count_after(number) for number in range(3)] == [1, 0, 0]


def test_the_openings_are_all_second_moves_up_to_symmetry_from_the_centre_outwards() -> None:
    found = list_openings(the_book())
    assert len(found) == 35
    assert names(opening.reply for opening in found[:2]) == {"h9", "i9"}
    assert names([found[-1].reply]) == {"o15"}
    assert all(0 < opening.lines < len(the_book()) for opening in found)
