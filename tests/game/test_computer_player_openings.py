"""Decisions in openings, with given evaluations."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from kit.machines import begin, do

from tengen.engine.balanced_opening import EVEN_MARGIN
from tengen.engine.cancel_token import CancelToken
from tengen.game.commands import DeclareFifths, ProposeFifth
from tengen.game.computer_player import OpeningPlayer, is_plain_move
from tengen.game.opening_rules import OpeningRule
from tengen.game.quick_evaluation import FULL_SKILL, QuickEvaluator
from tengen.game.session import Session
from tengen.game.tasks import Choice, PickMove, ProposeMove, TaskAnswer
from tengen.rules.board import Board
from tengen.rules.point import Point
from tengen.rules.rules import Rules, WinRule

BOARD = Rules(15, 15, 5)
RENJU = Rules(15, 15, 5, WinRule.RENJU)
THREE = (Point(7, 7), Point(6, 6), Point(5, 7))
STAY, SWAP, TEN = Choice.STAY, Choice.SWAP, Choice.OFFER_TEN
AHEAD, BEHIND = EVEN_MARGIN + 1.0, -EVEN_MARGIN - 1.0

Patch = pytest.MonkeyPatch


def answer(session: Session) -> TaskAnswer:
    return OpeningPlayer(FULL_SKILL, 1).answer(session.state, 1.0, CancelToken())


def set_score(patch: Patch, score: Callable[[Board], float]) -> None:
    """Replace the evaluation of the side to move."""
    patch.setattr(QuickEvaluator, "score", lambda _self, board, _count=1: score(board))


def set_fifths(patch: Patch, *scores: float) -> None:
    """Replace the best fifth moves by points from the top left corner on, with these scores."""
    ranked = [(Point(0, number), score) for number, score in enumerate(scores)]
    patch.setattr(QuickEvaluator, "rank_moves", lambda _self, _board, count: ranked[:count])


@pytest.mark.parametrize("score, choice", [(1.0, Choice.WHITE), (-1.0, Choice.BLACK)])
def test_the_computer_takes_the_colour_that_is_ahead(
    monkeypatch: Patch, score: float, choice: Choice
) -> None:
    set_score(monkeypatch, lambda _: score)
    assert answer(do(begin(BOARD, OpeningRule.SWAP), *THREE)) is choice


@pytest.mark.parametrize(
    "score, choice",
    [(AHEAD, Choice.WHITE), (BEHIND, Choice.BLACK), (0.0, Choice.ADD_TWO)],
)
def test_the_computer_adds_two_stones_to_an_even_position(
    monkeypatch: Patch, score: float, choice: Choice
) -> None:
    set_score(monkeypatch, lambda _: score)
    assert answer(do(begin(BOARD, OpeningRule.SWAP2), *THREE)) is choice


@pytest.mark.parametrize("opening", [OpeningRule.SOOSYRV, OpeningRule.TARAGUCHI])
def test_the_computer_swaps_if_it_is_behind(monkeypatch: Patch, opening: OpeningRule) -> None:
    session = begin(RENJU, opening)
    if opening is OpeningRule.SOOSYRV:
        do(session, *THREE)
    else:
        do(session, THREE[0])
    for score, choice in ((AHEAD, STAY), (0.0, STAY), (BEHIND, SWAP)):
        set_score(monkeypatch, lambda _, score=score: score)  # type: ignore[misc]
        assert answer(session) is choice


def test_the_declared_number_of_fifths_leaves_nobody_ahead(monkeypatch: Patch) -> None:
    session = do(begin(RENJU, OpeningRule.SOOSYRV), *THREE, STAY, Point(8, 8))
    set_fifths(monkeypatch, 200, 90, -10, -70, -80, -90, -100, -200)
    assert answer(session) == 3


@pytest.mark.parametrize("count, choice", [(1, STAY), (4, SWAP)])
def test_the_worst_fifth_move_decides_about_a_swap(
    monkeypatch: Patch, count: int, choice: Choice
) -> None:
    session = do(begin(RENJU, OpeningRule.SOOSYRV), *THREE, STAY, Point(8, 8))
    assert session.state.actor is not None
    session.handle(DeclareFifths(session.state.actor, count), 0)
    set_fifths(monkeypatch, 200, 90, -10, -70, -80, -90, -100, -200)
    assert answer(session) is choice


@pytest.mark.parametrize(
    "first, last, choice", [(300, AHEAD, TEN), (300, 0, STAY), (BEHIND, BEHIND, SWAP)]
)
def test_ten_fifths_are_offered_if_even_the_worst_is_good(
    monkeypatch: Patch, first: float, last: float, choice: Choice
) -> None:
    session = do(begin(RENJU, OpeningRule.TARAGUCHI), THREE[0], STAY, THREE[1], STAY)
    do(session, THREE[2], STAY, Point(8, 8))
    set_fifths(monkeypatch, first, *[last] * 9)
    assert answer(session) is choice


def propose(session: Session, point: Point) -> None:
    assert session.state.actor is not None
    session.handle(ProposeFifth(session.state.actor, point), 0)


def test_the_best_fifths_are_offered_and_the_worst_is_picked(monkeypatch: Patch) -> None:
    session = do(begin(RENJU, OpeningRule.TARAGUCHI), THREE[0], STAY, THREE[1], STAY)
    do(session, THREE[2], STAY, Point(8, 8), TEN)
    set_fifths(monkeypatch, *range(100, 0, -10))
    offered = []
    while isinstance(session.state.task, ProposeMove):
        point = answer(session)
        assert isinstance(point, Point)
        offered.append(point)
        propose(session, point)
    assert offered == [Point(0, col) for col in range(10)]
    assert isinstance(session.state.task, PickMove)
    set_score(monkeypatch, lambda board: float(board.moves[-1] == Point(0, 6)))
    assert answer(session) == Point(0, 6)


def test_offers_do_not_mirror_those_of_another_player() -> None:
    session = do(begin(RENJU, OpeningRule.TARAGUCHI), THREE[0], STAY, Point(7, 8), STAY)
    do(session, Point(7, 9), STAY, Point(7, 10), TEN)
    propose(session, Point(6, 8))
    openings = OpeningPlayer(FULL_SKILL)
    for _ in range(9):
        point = openings.answer(session.state, 0.05, CancelToken())
        assert isinstance(point, Point)
        assert point != Point(8, 8)
        propose(session, point)


def test_opening_stones_are_placed_where_nobody_is_ahead(monkeypatch: Patch) -> None:
    session = do(begin(RENJU, OpeningRule.TARAGUCHI), THREE[0], STAY, THREE[1], STAY)
    even = Point(8, 9)
    set_score(monkeypatch, lambda board: 0.0 if board.moves[-1] == even else EVEN_MARGIN)
    assert answer(session) == even


def test_symmetric_stones_are_evaluated_once(
    monkeypatch: Patch,
) -> None:
    seen: list[Point] = []

    def score(board: Board) -> float:
        seen.append(board.moves[-1])
        return 0.0

    set_score(monkeypatch, score)
    answer(do(begin(RENJU, OpeningRule.TARAGUCHI), THREE[0], STAY))
    beside = [abs(point.row - 7) + abs(point.col - 7) for point in seen]
    assert sorted(beside) == [1, 2]


def test_the_best_stone_is_placed_if_colours_are_settled(monkeypatch: Patch) -> None:
    session = do(begin(Rules(9, 9, 5), OpeningRule.LONG_PRO), Point(4, 4), Point(4, 5))
    best = Point(0, 3)
    set_score(monkeypatch, lambda board: -EVEN_MARGIN if board.moves[-1] == best else EVEN_MARGIN)
    assert answer(session) in {best, Point(8, 3)}


def test_moves_in_the_players_own_interest_are_plain() -> None:
    pro = begin(BOARD, OpeningRule.PRO)
    soosyrv = do(begin(RENJU, OpeningRule.SOOSYRV), *THREE)
    assert not is_plain_move(pro.state)
    assert is_plain_move(do(pro, Point(7, 7)).state)
    assert not is_plain_move(do(pro, Point(7, 8)).state)
    assert is_plain_move(do(pro, Point(7, 2)).state)
    assert not is_plain_move(soosyrv.state)
    assert is_plain_move(do(soosyrv, STAY).state)
    assert is_plain_move(begin(BOARD).state)
    assert not is_plain_move(begin(BOARD, OpeningRule.SWAP).state)
