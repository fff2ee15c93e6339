"""Quick evaluation of positions, and draw offers."""

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


def evaluator(
    skill: EvaluationSkill = FULL_SKILL, seconds: float = 5.0, seed: int = 1
) -> QuickEvaluator:
    return QuickEvaluator(skill, Random(seed), seconds, CancelToken())


def test_the_side_that_wins_is_ahead() -> None:
    assert evaluator().score(board_of(FOUR)) < -PROVEN
    assert evaluator().score(board_of(f"{FOUR} d1")) > PROVEN
    assert evaluator().score(board_of(f"{FOUR} d1 l8")) < -PROVEN
    assert evaluator().score(board_of("a1", Rules(1, 1, 2))) == 0


def test_moves_are_scored_for_the_side_that_makes_them() -> None:
    board = board_of(f"{FOUR} d1")
    scores = evaluator().score_moves(board, [Point(7, 11), Point(0, 0)])
    assert scores[Point(7, 11)] > PROVEN
    assert scores[Point(0, 0)] < scores[Point(7, 11)]
    assert board == board_of(f"{FOUR} d1")


@pytest.mark.parametrize("rules", [FIVE, Rules(23, 23, 5, WinRule.RENJU)], ids=str)
@pytest.mark.parametrize("seconds", [0.0, 0.1])
def test_the_requested_number_of_moves_is_ranked(rules: Rules, seconds: float) -> None:
    board = board_of("h8 h9 h10 h7", rules)
    ranked = evaluator(EvaluationSkill(50, 1.0), seconds).rank_moves(board, 10)
    points = [point for point, _ in ranked]
    assert len({min(symmetric_points(board, point), key=str) for point in points}) == 10
    assert all(board.is_legal(point) for point in points)
    scores = [score for _, score in ranked]
    assert scores == sorted(scores, reverse=True)


def test_the_best_move_is_ranked_first() -> None:
    ranked = evaluator().rank_moves(board_of(f"{FOUR} d1"), 3)
    assert ranked[0][0] in {Point(7, 6), Point(7, 11)}
    assert ranked[0][1] > PROVEN


def test_noise_makes_scores_vary() -> None:
    board = board_of("h8 i9 j8")
    exact = {evaluator(EvaluationSkill(100, 0.0), seed=seed).score(board) for seed in range(3)}
    noisy = {evaluator(EvaluationSkill(100, 1.0), seed=seed).score(board) for seed in range(3)}
    assert len(exact) == 1
    assert len(noisy) == 3


def test_nothing_is_searched_after_a_cancel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "tengen.game.quick_evaluation.score_position", lambda *_: pytest.fail("searched")
    )
    cancel = CancelToken()
    cancel.cancel()
    assert QuickEvaluator(FULL_SKILL, Random(1), 60.0, cancel).score(board_of("h8 i9 j8")) == 0


def test_higher_levels_are_more_skilled() -> None:
    skills = [skill_of_level(level) for level in LEVELS]
    assert skills[-1] == FULL_SKILL
    nodes = [skill.nodes or 10**9 for skill in skills]
    assert nodes == sorted(nodes)
    noises = [skill.noise for skill in skills]
    assert noises == sorted(noises, reverse=True)


def test_points_near_stones_come_nearest_first() -> None:
    assert near_points(Board(FIVE))[0] == Point(7, 7)
    points = near_points(board_of("a1"))
    assert set(points[:3]) == {Point(13, 0), Point(13, 1), Point(14, 1)}
    assert len(points) == 24


PLAYERS = [make_player(Computer(8), 1), make_player(ExternalEngine(("no-such-engine",), "it"))]

Patch = pytest.MonkeyPatch


def offered(session: Session, seat: Seat) -> Session:
    """Offer a draw; return the same game."""
    session.handle(OfferDraw(seat), 0)
    return session


def five_after(moves: str) -> Session:
    return do(begin(FIVE), *parse_moves(moves, FIVE))


@pytest.mark.parametrize("player", PLAYERS, ids=lambda player: player.name)
def test_the_losing_side_accepts_a_draw_and_the_winning_side_does_not(
    player: MachinePlayer,
) -> None:
    fours = "h8 a1 i8 b1 j8 c1"
    assert player.wants_draw(offered(five_after(fours), Seat.ONE).state)
    assert not player.wants_draw(offered(five_after(fours), Seat.TWO).state)
    assert player.wants_draw(offered(five_after(f"{fours} k8"), Seat.ONE).state)
    assert not player.wants_draw(offered(five_after(f"{fours} k8"), Seat.TWO).state)


@pytest.mark.parametrize("player", PLAYERS, ids=lambda player: player.name)
def test_an_early_draw_offer_in_an_even_position_is_declined(player: MachinePlayer) -> None:
    assert not player.wants_draw(offered(five_after("h8 i9"), Seat.ONE).state)


@pytest.mark.parametrize(
    "score, agrees", [(EVEN_MARGIN + 1, False), (EVEN_MARGIN, True), (0, True)]
)
def test_on_a_half_full_board_a_side_that_is_not_ahead_accepts_a_draw(
    monkeypatch: Patch, score: float, *, agrees: bool
) -> None:
    monkeypatch.setattr(QuickEvaluator, "score", lambda *_: -score)
    session = do(begin(Rules(3, 3, 3)), *[Point(1, 1), Point(0, 0), Point(0, 1), Point(2, 1)])
    assert not PLAYERS[0].wants_draw(offered(session, Seat.ONE).state)
    do(session, Point(1, 0))
    assert PLAYERS[0].wants_draw(offered(session, Seat.TWO).state) is agrees


def test_no_draw_is_wanted_without_an_offer_or_before_colours_are_settled() -> None:
    assert not PLAYERS[0].wants_draw(five_after("h8 a1 i8 b1 j8 c1").state)
    opening = begin(FIVE, OpeningRule.SWAP)
    assert not PLAYERS[0].wants_draw(offered(opening, Seat.TWO).state)
