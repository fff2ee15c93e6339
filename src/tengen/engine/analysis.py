"""What a search is asked for and what it answers: limits, lines, analyses, and the use of time."""

from __future__ import annotations

from dataclasses import dataclass

from tengen.engine.constants import PROVEN, WIN
from tengen.rules.point import Point


@dataclass(frozen=True, slots=True)
class Limits:
    """When to stop: after so many seconds, at so many nodes, at a depth; whatever comes first.

    After `soft` seconds no new depth is begun; one that was begun goes on.
    """

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None
    soft: float | None = None

    def __post_init__(self) -> None:
        """Raise ValueError for limits that nothing can keep."""
        for name, least in (("seconds", 0), ("nodes", 1), ("depth", 1), ("soft", 0)):
            value = getattr(self, name)
            if value is not None and not value >= least:
                raise ValueError(f"{name} must be at least {least}, not {value}")


@dataclass(frozen=True, slots=True)
class Line:
    """What is expected to be played, the move to be made first, and what comes of it.

    `score` is from the view of the side to move; `plies` tells in how many moves of either side
    the game is proven to be won (positive) or lost (negative), and is 0 where nothing is proven.
    """

    moves: tuple[Point, ...]
    score: int
    plies: int


@dataclass(frozen=True, slots=True)
class Analysis:
    """What the search knows after a depth: the best lines first, as many as were asked for."""

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
        """What that move is worth."""
        return self.lines[0].score

    @property
    def plies(self) -> int:
        """In how many moves of either side it wins or loses, if that is proven; else 0."""
        return self.lines[0].plies


def plies_of(score: int) -> int:
    """The plies to the end of the game that a score claims, or 0."""
    if abs(score) <= PROVEN:
        return 0
    return WIN - score if score > 0 else -WIN - score


DEFAULT_SECONDS = 5.0
"""Seconds for a move where nobody has said anything."""
FASTEST = 0.02
"""Seconds for a move that is wanted as fast as possible."""
LONGEST = 86_400.0
"""No move takes longer than a day; timers do not count much further."""
LAG = 0.03
"""Seconds between our decision and the other side's clock, for every move."""
EXPECTED_MOVES = 25
"""How many moves of ours a game is expected to have."""
MIN_MOVES_TO_COME = 10
"""However long a game has lasted, time is kept for so many moves more."""
LARGEST_SHARE = 0.25
"""No move takes more than this of what is left of a match."""
STRETCH = 4
"""A hard move may take so many times what an even share would be."""


@dataclass(frozen=True, slots=True)
class TimeGrant:
    """What a move may take, in seconds; None where there is no limit or it is not known.

    `turn` is for this move, and 0 means as fast as possible; `match` is for all moves of the game,
    and `left` is what is left of that, which may be negative. `moves` is how many were made.
    """

    turn: float | None = None
    match: float | None = None
    left: float | None = None
    moves: int = 0


@dataclass(frozen=True, slots=True)
class TimeAllowance:
    """After `soft` seconds nothing new should be begun, and after `hard` seconds all must end."""

    soft: float
    hard: float


def allot_time(grant: TimeGrant) -> TimeAllowance:
    """The seconds for a move: `0 <= soft <= hard`, and `hard` keeps all that was granted."""
    match = _of_match(grant)
    turn = _of_turn(grant.turn, LONGEST if match else DEFAULT_SECONDS)
    if match is None:
        return TimeAllowance(turn, turn)
    hard = min(turn, match.hard)
    return TimeAllowance(min(match.soft, hard), hard)


def _of_turn(turn: float | None, otherwise: float) -> float:
    if turn is None:
        return otherwise
    if turn <= 0:
        return FASTEST
    return min(turn - min(LAG, turn / 2), LONGEST)


def _of_match(grant: TimeGrant) -> TimeAllowance | None:
    """A share of what is left, or is thought to be left, for all moves that may still come."""
    if grant.left is not None:
        left = max(0.0, grant.left)
        soft = _share(left, grant.moves)
        return TimeAllowance(soft, max(soft, min(STRETCH * soft, LARGEST_SHARE * left - LAG)))
    if grant.match is None:
        return None
    share = _share(max(0.0, grant.match) * _kept(grant.moves), grant.moves)
    return TimeAllowance(share, share)


def _share(left: float, moves: int) -> float:
    """An even share; where hardly anything is left, lag takes half of it."""
    share = left / _to_come(moves)
    return share - min(LAG, share / 2)


def _to_come(moves: int) -> int:
    return max(MIN_MOVES_TO_COME, EXPECTED_MOVES - max(0, moves))


def _kept(moves: int) -> float:
    """The part of a match that is left if every move so far took an even share."""
    late = max(0, moves - (EXPECTED_MOVES - MIN_MOVES_TO_COME))
    return _to_come(moves) / EXPECTED_MOVES * (1 - 1 / MIN_MOVES_TO_COME) ** late
