"""Limits of a search, its results, and how to divide the time of a game among its moves."""

from __future__ import annotations

from dataclasses import dataclass

from tengen.engine.constants import PROVEN, WIN
from tengen.rules import Point


@dataclass(frozen=True, slots=True)
class Limits:
    """When a search stops: at the first limit of seconds, nodes or depth that it reaches.

    After `soft` seconds it starts no new depth, but finishes the current one: a little earlier if
    its best move stays the same, and later if it has just changed.
    """

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None
    soft: float | None = None

    def __post_init__(self) -> None:
        """Raise ValueError for limits that are too small."""
        for name, least in (("seconds", 0), ("nodes", 1), ("depth", 1), ("soft", 0)):
            value = getattr(self, name)
            if value is not None and not value >= least:
                raise ValueError(f"{name} must be at least {least}, not {value}")


@dataclass(frozen=True, slots=True)
class Line:
    """An expected line of play, starting with the move to make, and its score.

    `score` is from the view of the side to move. `plies` is the number of plies to a proven win,
    negative for a proven loss, and 0 if nothing is proven.
    """

    moves: tuple[Point, ...]
    score: int
    plies: int


@dataclass(frozen=True, slots=True)
class Analysis:
    """The result of a search after a depth; `lines` has the best lines, the best first."""

    lines: tuple[Line, ...]
    depth: int
    nodes: int
    seconds: float

    @property
    def move(self) -> Point:
        """The move to play."""
        return self.lines[0].moves[0]

    @property
    def score(self) -> int:
        """The score of the move to play."""
        return self.lines[0].score

    @property
    def plies(self) -> int:
        """The plies to a proven win, negative for a proven loss; 0 if nothing is proven."""
        return self.lines[0].plies


def plies_of(score: int) -> int:
    """Return the plies to the proven end of the game by a score, or 0."""
    if abs(score) <= PROVEN:
        return 0
    return WIN - score if score > 0 else -WIN - score


DEFAULT_SECONDS = 5.0
"""Seconds for a move if no time is given."""
FASTEST = 0.02
"""Seconds for a move that should be as fast as possible."""
LONGEST = 86_400.0
"""The most seconds for a move: a day, because timers do not count much further."""
LAG = 0.03
"""Seconds per move that are lost between the decision and the opponent's clock."""
EXPECTED_MOVES = 25
"""The expected number of a player's moves in a game."""
MIN_MOVES_TO_COME = 10
"""However long the game, time is reserved for this many more moves."""
LARGEST_SHARE = 0.25
"""The largest part of the time left in a match that one move may take."""
STRETCH = 4
"""A hard move may take this many times an even share."""


@dataclass(frozen=True, slots=True)
class TimeGrant:
    """The time available, in seconds; None if there is no limit or it is not known.

    `turn` is for this move, where 0 means as fast as possible. `match` is for all moves of the
    game, and `left` is the rest of it, which may be negative. `moves` is the number of moves made.
    """

    turn: float | None = None
    match: float | None = None
    left: float | None = None
    moves: int = 0


@dataclass(frozen=True, slots=True)
class TimeAllowance:
    """The seconds for a move: start no new depth after `soft`, and stop at `hard`."""

    soft: float
    hard: float


def allot_time(grant: TimeGrant) -> TimeAllowance:
    """Return the seconds for a move: `0 <= soft <= hard`, and `hard` is within the grant."""
    match = _match_allowance(grant)
    turn = _turn_seconds(grant.turn, LONGEST if match else DEFAULT_SECONDS)
    if match is None:
        return TimeAllowance(turn, turn)
    hard = min(turn, match.hard)
    return TimeAllowance(min(match.soft, hard), hard)


def _turn_seconds(turn: float | None, default: float) -> float:
    if turn is None:
        return default
    if turn <= 0:
        return FASTEST
    return min(turn - min(LAG, turn / 2), LONGEST)


def _match_allowance(grant: TimeGrant) -> TimeAllowance | None:
    """Return a move's share of the time left in the match, known or estimated."""
    if grant.left is not None:
        left = max(0.0, grant.left)
        soft = _share(left, grant.moves)
        return TimeAllowance(soft, max(soft, min(STRETCH * soft, LARGEST_SHARE * left - LAG)))
    if grant.match is None:
        return None
    share = _share(max(0.0, grant.match) * _part_left(grant.moves), grant.moves)
    return TimeAllowance(share, share)


def _share(left: float, moves: int) -> float:
    """Return an even share of the time left, minus the lag or at most half of the share."""
    share = left / _moves_to_come(moves)
    return share - min(LAG, share / 2)


def _moves_to_come(moves: int) -> int:
    return max(MIN_MOVES_TO_COME, EXPECTED_MOVES - max(0, moves))


def _part_left(moves: int) -> float:
    """Return the part of a match that is left if every move so far took an even share."""
    late = max(0, moves - (EXPECTED_MOVES - MIN_MOVES_TO_COME))
    return _moves_to_come(moves) / EXPECTED_MOVES * (1 - 1 / MIN_MOVES_TO_COME) ** late
