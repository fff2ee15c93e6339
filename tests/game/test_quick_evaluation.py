"""What is thought of positions at a glance."""

from __future__ import annotations

from random import Random

import pytest
from kit.machines import begin, do

from tengen.engine.balanced_opening import EVEN_MARGIN
from tengen.engine.cancel_token import CancelToken
from tengen.engine.constants import PROVEN
from tengen.engine.levels import LEVELS
from tengen.game.commands import OfferDraw
from tengen.game.computer_player import make_player
from tengen.game.machine_player import MachinePlayer
from tengen.game.opening_rules import OpeningRule, symmetric_points
from tengen.game.quick_evaluation import (
    FULL_SKILL,
    EvaluationSkill,
    QuickEvaluator,
    near_points,
    skill_of_level,
)
from tengen.game.session import Session
from tengen.game.setup import Computer, ExternalEngine
from tengen.game.tasks import Seat
from tengen.rules.board import Board
from tengen.rules.notation import parse_moves
from tengen.rules.point import Point
from tengen.rules.rules import Rules, WinRule

FIVE = Rules(15, 15, 5)
FOUR = "h8 a1 i8 b1 j8 c1 k8"


def board_of(moves: str, rules: Rules = FIVE) -> Board:
    board = Board(rules)
    for point in parse_moves(moves, rules):
        board.play(point)
    return board


def judge(
    care: EvaluationSkill = FULL_SKILL, seconds: float = 5.0, seed: int = 1
) -> QuickEvaluator:
    return QuickEvaluator(care, Random(seed), seconds, CancelToken())


def test_who_will_win_or_has_won_is_ahead() -> None:
    assert judge().score(board_of(FOUR)) < -PROVEN
    assert judge().score(board_of(f"{FOUR} d1")) > PROVEN
    assert judge().score(board_of(f"{FOUR} d1 l8")) < -PROVEN
    assert judge().score(board_of("a1", Rules(1, 1, 2))) == 0


def test_moves_are_judged_from_the_view_of_who_makes_them() -> None:
    board = board_of(f"{FOUR} d1")
    scores = judge().score_moves(board, [Point(7, 11), Point(0, 0)])
    assert scores[Point(7, 11)] > PROVEN
    assert scores[Point(0, 0)] < scores[Point(7, 11)]
    assert board == board_of(f"{FOUR} d1")


@pytest.mark.parametrize("rules", [FIVE, Rules(23, 23, 5, WinRule.RENJU)], ids=str)
@pytest.mark.parametrize("seconds", [0.0, 0.1])
def test_as_many_moves_are_ranked_as_are_wanted(rules: Rules, seconds: float) -> None:
    board = board_of("h8 h9 h10 h7", rules)
    ranked = judge(EvaluationSkill(50, 1.0), seconds).rank_moves(board, 10)
    points = [point for point, _ in ranked]
    assert len({min(symmetric_points(board, point), key=str) for point in points}) == 10
    assert all(board.is_legal(point) for point in points)
    scores = [score for _, score in ranked]
    assert scores == sorted(scores, reverse=True)


def test_the_best_move_is_first() -> None:
    ranked = judge().rank_moves(board_of(f"{FOUR} d1"), 3)
    assert ranked[0][0] in {Point(7, 6), Point(7, 11)}
    assert ranked[0][1] > PROVEN


def test_who_judges_carelessly_errs() -> None:
    board = board_of("h8 i9 j8")
    careful = {judge(EvaluationSkill(100, 0.0), seed=seed).score(board) for seed in range(3)}
    careless = {judge(EvaluationSkill(100, 1.0), seed=seed).score(board) for seed in range(3)}
    assert len(careful) == 1
    assert len(careless) == 3


def test_when_all_is_to_end_nothing_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "tengen.game.quick_evaluation.score_position", lambda *_: pytest.fail("looked")
    )
    cancel = CancelToken()
    cancel.cancel()
    assert QuickEvaluator(FULL_SKILL, Random(1), 60.0, cancel).score(board_of("h8 i9 j8")) == 0


def test_higher_levels_are_more_careful() -> None:
    cares = [skill_of_level(level) for level in LEVELS]
    assert cares[-1] == FULL_SKILL
    nodes = [care.nodes or 10**9 for care in cares]
    assert nodes == sorted(nodes)
    assert [care.whim for care in cares] == sorted((care.whim for care in cares), reverse=True)


def test_points_near_stones_come_nearest_first() -> None:
    assert near_points(Board(FIVE))[0] == Point(7, 7)
    points = near_points(board_of("a1"))
    assert set(points[:3]) == {Point(13, 0), Point(13, 1), Point(14, 1)}
    assert len(points) == 24


PLAYERS = [make_player(Computer(8), 1), make_player(ExternalEngine(("no-such-engine",), "it"))]

Patch = pytest.MonkeyPatch


def offered(session: Session, seat: Seat) -> Session:
    """The same game with a draw offered by a seat."""
    session.handle(OfferDraw(seat), 0)
    return session


def five_after(moves: str) -> Session:
    return do(begin(FIVE), *parse_moves(moves, FIVE))


@pytest.mark.parametrize("player", PLAYERS, ids=lambda player: player.name)
def test_who_is_losing_agrees_and_who_is_winning_does_not(player: MachinePlayer) -> None:
    fours = "h8 a1 i8 b1 j8 c1"
    assert player.wants_draw(offered(five_after(fours), Seat.ONE).state)
    assert not player.wants_draw(offered(five_after(fours), Seat.TWO).state)
    assert player.wants_draw(offered(five_after(f"{fours} k8"), Seat.ONE).state)
    assert not player.wants_draw(offered(five_after(f"{fours} k8"), Seat.TWO).state)


@pytest.mark.parametrize("player", PLAYERS, ids=lambda player: player.name)
def test_early_in_a_game_an_even_position_is_played_on(player: MachinePlayer) -> None:
    assert not player.wants_draw(offered(five_after("h8 i9"), Seat.ONE).state)


@pytest.mark.parametrize(
    "score, agrees", [(EVEN_MARGIN + 1, False), (EVEN_MARGIN, True), (0, True)]
)
def test_on_a_board_that_is_half_full_who_is_not_ahead_agrees(
    monkeypatch: Patch, score: float, *, agrees: bool
) -> None:
    monkeypatch.setattr(QuickEvaluator, "score", lambda *_: -score)
    session = do(begin(Rules(3, 3, 3)), *[Point(1, 1), Point(0, 0), Point(0, 1), Point(2, 1)])
    assert not PLAYERS[0].wants_draw(offered(session, Seat.ONE).state)
    do(session, Point(1, 0))
    assert PLAYERS[0].wants_draw(offered(session, Seat.TWO).state) is agrees


def test_what_nobody_has_offered_is_not_wanted() -> None:
    assert not PLAYERS[0].wants_draw(five_after("h8 a1 i8 b1 j8 c1").state)
    opening = begin(FIVE, OpeningRule.SWAP)
    assert not PLAYERS[0].wants_draw(offered(opening, Seat.TWO).state)
