"""Quick evaluation of positions at a level of skill, for openings and draw offers."""

from __future__ import annotations

import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from random import Random

from tengen.engine import CancelToken, Engine, Limits
from tengen.engine.balanced_opening import EVEN_MARGIN, MIN_SEARCH_SECONDS, score_position
from tengen.engine.constants import WIN
from tengen.engine.engine import HashTable, make_searcher
from tengen.engine.levels import LEVELS, seeded_random
from tengen.errors import RuleError
from tengen.game.events import Offer
from tengen.game.opening_rules import symmetric_points
from tengen.game.state import GameState
from tengen.rules import Board, Point, Rules

HASH_MEGABYTES = 4.0
NEAR_DISTANCE = 4
"""The greatest distance of an opening stone from other stones."""
NOISE_SCALE = 2 * EVEN_MARGIN
"""The standard deviation of scores with a noise of 1."""
MIN_NODES = 100
MAX_NODES = 2000
"""Nodes for a position at levels that do not search, and the most at other limited levels."""


@dataclass(frozen=True, slots=True)
class EvaluationSkill:
    """How well positions are evaluated: nodes for each, and the noise added to scores."""

    nodes: int | None
    noise: float


FULL_SKILL = EvaluationSkill(None, 0.0)


def skill_of_level(level: int) -> EvaluationSkill:
    """Return the skill of a level."""
    limits, noise = LEVELS[level].limits, LEVELS[level].perception.whim
    if limits is None:
        return EvaluationSkill(MIN_NODES, noise)
    return (
        FULL_SKILL if limits.nodes is None else EvaluationSkill(min(limits.nodes, MAX_NODES), noise)
    )


def prepare_tables(rules: Rules) -> None:
    """Make the tables that a search needs for these rules; this takes a second or two, once."""
    with suppress(RuleError):
        make_searcher(Board(rules), HashTable(0))


class QuickEvaluator:
    """Evaluates positions at a level of skill, with a limit of seconds in total."""

    def __init__(
        self, skill: EvaluationSkill, random: Random, seconds: float, cancel: CancelToken
    ) -> None:
        self._skill = skill
        self._random = random
        self._deadline = time.monotonic() + seconds
        self._cancel = cancel
        self._engine = Engine(HASH_MEGABYTES)

    def score(self, board: Board, count: int = 1) -> float:
        """Return the score for the side to move, if `count` positions share the time left."""
        if board.outcome.is_over:
            winner = board.outcome.winner
            return 0.0 if winner is None else WIN if winner is board.turn else -WIN
        seconds = self._seconds_left() / count
        if seconds < MIN_SEARCH_SECONDS:
            return self._noise()
        limits = Limits(seconds, self._skill.nodes)
        try:
            score, _ = score_position(self._engine, board, limits, self._cancel)
        except RuleError:
            return self._noise()
        return score + self._noise()

    def score_moves(self, board: Board, points: Iterable[Point]) -> dict[Point, float]:
        """Return the score of each move for the side that makes it."""
        scores = {}
        left = list(points)
        while left:
            after = board.copy()
            after.play(left[-1])
            scores[left[-1]] = -self.score(after, len(left))
            left.pop()
        return scores

    def rank_moves(self, board: Board, count: int) -> list[tuple[Point, float]]:
        """Return up to `count` best moves with their scores; no two are symmetric."""
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
        nodes = self._skill.nodes
        limits = Limits(self._seconds_left(), None if nodes is None else nodes * lines)
        try:
            *_, last = self._engine.analyse(board, limits, lines, cancel=self._cancel)
        except RuleError:
            return {}
        return {line.moves[0]: line.score + self._noise() for line in last.lines}

    def _seconds_left(self) -> float:
        return 0.0 if self._cancel.is_cancelled else max(0.0, self._deadline - time.monotonic())

    def _noise(self) -> float:
        return NOISE_SCALE * self._skill.noise * self._random.gauss()


def near_points(board: Board) -> list[Point]:
    """Return the empty points near stones, nearest first; on an empty board, near the centre."""
    rules = board.rules
    stones = list(board.stones) or [Point(rules.height // 2, rules.width // 2)]
    distances = {point: _distance(point, stones) for point in board.empty_points()}
    near = [point for point, distance in distances.items() if distance <= NEAR_DISTANCE]
    return sorted(near, key=distances.__getitem__)


def _distance(point: Point, stones: list[Point]) -> int:
    return min(max(abs(point.row - other.row), abs(point.col - other.col)) for other in stones)


def _count_symmetries(board: Board) -> int:
    """Return how many symmetries leave the position the same."""
    return max(
        [len(symmetric_points(board, point)) for point in board.empty_points()[:NEAR_DISTANCE]],
        default=1,
    )


DRAW_SECONDS = 0.2
LOSING_SCORE = 2000
"""A side that is behind by more than this accepts a draw. Moving second costs less."""


def accepts_draw(state: GameState, skill: EvaluationSkill, seed: int | None) -> bool:
    """Whether the side that was offered a draw is losing, or not ahead on a half-full board."""
    offering = [seat for seat, offer in state.offers.items() if offer is Offer.DRAW]
    if not offering or state.task is None:
        return False
    colour = state.colour_of(offering[0].other)
    if colour is None:
        return False
    score = QuickEvaluator(
        skill, seeded_random(seed, state.board), DRAW_SECONDS, CancelToken()
    ).score(state.board)
    own_score = score if state.board.turn is colour else -score
    is_half_full = 2 * len(state.board.stones) >= state.board.rules.area
    return own_score < -LOSING_SCORE or (is_half_full and own_score <= EVEN_MARGIN)
