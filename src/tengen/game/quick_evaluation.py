"""Quick evaluation of positions at a level of skill, for openings and draw offers."""

from __future__ import annotations

import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from random import Random

from tengen.engine.analysis import Limits
from tengen.engine.balanced_opening import EVEN_MARGIN, MIN_LOOK_SECONDS, score_position
from tengen.engine.cancel_token import CancelToken
from tengen.engine.constants import WIN
from tengen.engine.engine import Engine, HashTable, make_searcher
from tengen.engine.levels import LEVELS, seeded_random
from tengen.errors import RuleError
from tengen.game.events import Offer
from tengen.game.opening_rules import symmetric_points
from tengen.game.state import GameState
from tengen.rules.board import Board
from tengen.rules.point import Point
from tengen.rules.rules import Rules

HASH_MEGABYTES = 4.0
NEAR_DISTANCE = 4
"""How far from other stones a stone of an opening may be."""
ERROR_SCALE = 2 * EVEN_MARGIN
"""How far off a judgement is whose whim is 1, more or less."""
GLANCE_NODES = 100
MAX_NODES = 2000
"""How many nodes somebody looks at who never thinks ahead, and at most where they are counted."""


@dataclass(frozen=True, slots=True)
class EvaluationSkill:
    """How carefully somebody judges: nodes for a position, and how much chance has a say."""

    nodes: int | None
    whim: float


FULL_SKILL = EvaluationSkill(None, 0.0)


def skill_of_level(level: int) -> EvaluationSkill:
    """How carefully somebody of a level judges."""
    limits, whim = LEVELS[level].limits, LEVELS[level].eye.whim
    if limits is None:
        return EvaluationSkill(GLANCE_NODES, whim)
    return (
        FULL_SKILL if limits.nodes is None else EvaluationSkill(min(limits.nodes, MAX_NODES), whim)
    )


def prepare_tables(rules: Rules) -> None:
    """Have the tables that a search needs for a game; that takes a second or two, once."""
    with suppress(RuleError):
        make_searcher(Board(rules), HashTable(0))


class QuickEvaluator:
    """Somebody who looks at positions for so many seconds in all."""

    def __init__(
        self, care: EvaluationSkill, random: Random, seconds: float, cancel: CancelToken
    ) -> None:
        self._care = care
        self._random = random
        self._deadline = time.monotonic() + seconds
        self._cancel = cancel
        self._engine = Engine(HASH_MEGABYTES)

    def score(self, board: Board, looks: int = 1) -> float:
        """What a position is worth to the side to move, if it is one of so many to look at."""
        if board.outcome.is_over:
            winner = board.outcome.winner
            return 0.0 if winner is None else WIN if winner is board.turn else -WIN
        seconds = self._seconds_left() / looks
        if seconds < MIN_LOOK_SECONDS:
            return self._error()
        limits = Limits(seconds, self._care.nodes)
        try:
            score, _ = score_position(self._engine, board, limits, self._cancel)
        except RuleError:
            return self._error()
        return score + self._error()

    def score_moves(self, board: Board, points: Iterable[Point]) -> dict[Point, float]:
        """What each of these moves is worth to the side that makes it."""
        scores = {}
        left = list(points)
        while left:
            after = board.copy()
            after.play(left[-1])
            scores[left[-1]] = -self.score(after, len(left))
            left.pop()
        return scores

    def rank_moves(self, board: Board, count: int) -> list[tuple[Point, float]]:
        """The best moves and what they are worth; none mirrors another, as many as there are."""
        found = self._analyse(board, count * _count_symmetries(board))
        ranked = sorted(found.items(), key=lambda pair: -pair[1])
        worst = ranked[-1][1] if ranked else 0.0
        rest = [(point, worst) for point in near_points(board) if board.is_legal(point)]
        kept: list[tuple[Point, float]] = []
        seen: set[Point] = set()
        for point, score in ranked + rest:
            if len(kept) < count and point not in seen:
                kept.append((point, score))
                seen |= symmetric_points(board, point)
        return kept

    def _analyse(self, board: Board, lines: int) -> dict[Point, float]:
        nodes = self._care.nodes
        limits = Limits(self._seconds_left(), None if nodes is None else nodes * lines)
        try:
            *_, last = self._engine.analyse(board, limits, lines, cancel=self._cancel)
        except RuleError:
            return {}
        return {line.moves[0]: line.score + self._error() for line in last.lines}

    def _seconds_left(self) -> float:
        return 0.0 if self._cancel.is_cancelled else max(0.0, self._deadline - time.monotonic())

    def _error(self) -> float:
        return ERROR_SCALE * self._care.whim * self._random.gauss()


def near_points(board: Board) -> list[Point]:
    """The empty points near the stones, nearest first; without stones, near the middle."""
    rules = board.rules
    stones = list(board.stones) or [Point(rules.height // 2, rules.width // 2)]
    distances = {point: _distance(point, stones) for point in board.empty_points()}
    near = [point for point, distance in distances.items() if distance <= NEAR_DISTANCE]
    return sorted(near, key=distances.__getitem__)


def _distance(point: Point, stones: list[Point]) -> int:
    return min(max(abs(point.row - other.row), abs(point.col - other.col)) for other in stones)


def _count_symmetries(board: Board) -> int:
    """In how many ways a board can be turned or flipped and stay the same."""
    return max(
        [len(symmetric_points(board, point)) for point in board.empty_points()[:NEAR_DISTANCE]],
        default=1,
    )


DRAW_SECONDS = 0.2
LOSING_SCORE = 2000
"""Who is behind by this much is glad of a draw. To move second costs less."""


def accepts_draw(state: GameState, care: EvaluationSkill, seed: int | None) -> bool:
    """Whether who was offered a draw is losing, or not ahead on a board that is half full."""
    asking = [seat for seat, offer in state.offers.items() if offer is Offer.DRAW]
    if not asking or state.task is None:
        return False
    colour = state.colour_of(asking[0].other)
    if colour is None:
        return False
    score = QuickEvaluator(
        care, seeded_random(seed, state.board), DRAW_SECONDS, CancelToken()
    ).score(state.board)
    mine = score if state.board.turn is colour else -score
    is_late = 2 * len(state.board.stones) >= state.board.rules.area
    return mine < -LOSING_SCORE or (is_late and mine <= EVEN_MARGIN)
