"""What is asked of the engine and what it answers: limits, lines of play, an analysis."""

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
