"""Ten levels of play, from a beginner to the full strength of the engine.

The lower levels choose a move at a glance and overlook things. The upper levels search with the
engine, but sometimes play in haste, at a glance too.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TypeVar

from tengen.engine.analysis import Analysis, Limits
from tengen.engine.cancel_token import CancelToken
from tengen.engine.engine import Engine
from tengen.engine.humanlike import HumanlikeChooser, Perception
from tengen.errors import RuleError
from tengen.rules import Board, Point, Rules

LARGE_AREA = 100

Number = TypeVar("Number", int, float)


@dataclass(frozen=True, slots=True)
class Level:
    """How a level plays.

    `perception` is what it sees at a glance, `limits` are those of its search (None for no
    search), and `haste` is how often it plays without searching. `remembers` says whether it keeps
    its hash table between moves.
    """

    perception: Perception
    limits: Limits | None = None
    haste: float = 0.0
    megabytes: float = 1.0
    remembers: bool = False


LEVELS = {
    1: Level(Perception(0.32, 1.0, 0.3, 1.3)),
    2: Level(Perception(0.2, 1.85, 0.45, 1.0)),
    3: Level(Perception(0.09, 2.45, 0.6, 0.7)),
    4: Level(Perception(0.045, 2.9, 0.65, 0.55)),
    5: Level(Perception(0.035, 3.0, 0.7, 0.45), Limits(nodes=150), 0.72),
    6: Level(Perception(0.02, 3.0, 0.7, 0.35), Limits(nodes=700), 0.25),
    7: Level(Perception(0.01, 3.0, 0.7, 0.3), Limits(nodes=4000), 0.1),
    8: Level(Perception(0.01, 3.0, 0.7, 0.3), Limits(nodes=20_000), 0.06, 2.0),
    9: Level(Perception(0.0, 3.0, 0.7, 0.2), Limits(nodes=150_000), 0.02, 8.0),
    10: Level(Perception(0.0, 3.0, 0.7, 0.1), Limits(seconds=2.0), 0.0, 64.0, remembers=True),
}
"""All levels, by number."""


class Opponent:
    """A computer player of one level. With a seed, it always gives the same answer to a board."""

    def __init__(self, level: int, seed: int | None = None) -> None:
        if level not in LEVELS:
            raise RuleError(f"there is no level {level}: levels are 1 to {len(LEVELS)}")
        self._level = LEVELS[level]
        self._seed = seed
        self._megabytes = self._level.megabytes
        self._engine: Engine | None = None
        self.analysis: Analysis | None = None
        """The search for the move that was chosen last; None if it took none."""

    def limit_memory(self, megabytes: float) -> None:
        """Limit the size of the hash table from now on."""
        allowed = min(self._level.megabytes, megabytes)
        if allowed != self._megabytes:
            self._engine = None
        self._megabytes = allowed

    def choose(
        self, board: Board, limits: Limits | None = None, cancel: CancelToken | None = None
    ) -> Point:
        """Return the move to play, within the limits of the level and those given."""
        if board.outcome.is_over:
            raise RuleError(f"the game is over: {board}")
        self.analysis = None
        random = seeded_random(self._seed, board)
        opening = _first_stone_points(board)
        if opening:
            return random.choice(opening)
        move = None
        if self._level.limits and random.random() >= self._haste(board):
            move = self._search(
                board, _tighter_limits(self._level.limits, limits or Limits()), cancel
            )
        return move or HumanlikeChooser(board, self._level.perception, random).choose()

    def _haste(self, board: Board) -> float:
        """Return the chance to play without a search; it is lower on small boards."""
        return self._level.haste * min(1, board.rules.area / LARGE_AREA)

    def _search(self, board: Board, limits: Limits, cancel: CancelToken | None) -> Point | None:
        """Return the engine's move, or None if the engine does not play this game."""
        engine = self._engine = self._get_engine()
        try:
            move = engine.choose(board, limits, cancel)
        except RuleError:
            return None
        self.analysis = engine.analysis
        return move

    def _get_engine(self) -> Engine:
        """Return the engine so far if the level remembers, else a new one."""
        if self._engine is not None and self._level.remembers:
            return self._engine
        return Engine(self._megabytes)


def seeded_random(seed: int | None, board: Board) -> Random:
    """Return a random generator; with a seed, always the same for the same board."""
    return Random(None if seed is None else f"{seed} {board.key}")  # noqa: S311 - a game


def _tighter_limits(one: Limits, other: Limits) -> Limits:
    """Return the tighter of each pair of limits."""
    return Limits(
        _least_given(one.seconds, other.seconds),
        _least_given(one.nodes, other.nodes),
        _least_given(one.depth, other.depth),
        _least_given(one.soft, other.soft),
    )


def _least_given(*values: Number | None) -> Number | None:
    return min((value for value in values if value is not None), default=None)


def _first_stone_points(board: Board) -> list[Point]:
    """Return good points for the first stone of each player, if the board is large enough."""
    rules = board.rules
    if len(board.stones) > 1 or min(rules.width, rules.height) < 2 * rules.k - 1:
        return []
    middle = Point((rules.height - 1) // 2, (rules.width - 1) // 2)
    around = next((point for point in board.stones if _has_room(point, rules)), middle)
    near = [
        Point(around.row + down, around.col + right) for down in (-1, 0, 1) for right in (-1, 0, 1)
    ]
    return [point for point in near if board.is_legal(point)]


def _has_room(point: Point, rules: Rules) -> bool:
    """Whether rows through a point fit on the board in all directions."""
    down, right = rules.height - 1 - point.row, rules.width - 1 - point.col
    return min(point.row, point.col, down, right) >= rules.k - 1
