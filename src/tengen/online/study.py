"""What the engine tells those who analyse, look back at a game, or solve puzzles.

Points are cells: row times width plus column, from the top left. Chances and scores are Black's;
1 is Black and 2 is White.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from tengen.online.asks import Cell
from tengen.rules.rules import Rules

Colour = Annotated[int, msgspec.Meta(ge=1, le=2)]


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Moves, from an empty board or from stones that were set up before the first of them."""

    rules: Rules
    moves: Annotated[tuple[Cell, ...], msgspec.Meta(max_length=52 * 52)] = ()
    stones: Annotated[tuple[tuple[Cell, Colour], ...], msgspec.Meta(max_length=52 * 52)] = ()
    turn: Colour | None = None
    """Who moves first; if left open, whoever has fewer stones, or else Black."""


class LineView(msgspec.Struct, frozen=True):
    """A way to go on, the move to make first, and what comes of it."""

    moves: tuple[int, ...]
    score: int
    chance: float
    winner: int | None
    """Who wins for certain, if anybody does,"""
    plies: int
    """and in how many moves of either side."""


class Thought(msgspec.Struct, frozen=True, tag="thought"):
    """What the engine thinks of a position after a depth: the best lines first."""

    depth: int
    """Grows from one thought to the next; 0 where a win was found by threats alone."""
    nodes: int
    seconds: float
    lines: tuple[LineView, ...]


class LookDone(msgspec.Struct, frozen=True, tag="look-done"):
    """No more thoughts will come: time is up, or there is nothing more to know."""

    is_settled: bool


class ZoneFound(msgspec.Struct, frozen=True, tag="zone"):
    """Where an answer of White changes anything, as long as it is known that Black wins."""

    cells: tuple[int, ...] | None
    """Wherever else White answers, the same plan wins; none where no plan is known."""
    empty: int
    """How many points are empty."""
    is_possible: bool
    """Whether there can be a zone at all: White is to move, on 15x15, five or more in a row."""


class MoveView(msgspec.Struct, frozen=True):
    """A move of a game as it is judged."""

    number: int
    point: int
    player: int
    judgement: str
    """`forced`, `best`, `fine`, `inaccuracy`, `mistake`, `blunder` or `missed win`."""
    is_mistake: bool
    loss: float
    """How much of the player's winning chance it cost."""
    better: tuple[int, ...]
    says: str


class Judged(msgspec.Struct, frozen=True, tag="judged"):
    """One position of a game, after `ply` moves, and the move that was played in it, if any."""

    ply: int
    chance: float
    certainty: str
    """`open`, `likely` or `proven`."""
    winner: int | None
    """Who wins, proven or likely."""
    plies: int
    """In how many moves, if that is proven."""
    line: tuple[int, ...]
    """What is expected from here."""
    move: MoveView | None


class Count(msgspec.Struct, frozen=True):
    """How many moves of somebody were less than good."""

    inaccuracies: int
    mistakes: int
    blunders: int
    missed_wins: int


class ReviewDone(msgspec.Struct, frozen=True, tag="review-done"):
    """A whole game, now that every position of it is judged."""

    says: str
    turning_point: int | None
    """The number of the last move with which the loser could still have held."""
    chances: tuple[float, ...]
    """After every number of moves, from none on."""
    counts: tuple[Count, Count]
    """Black's and White's."""


class HintView(msgspec.Struct, frozen=True):
    """Something to go by: words, and points to be marked."""

    says: str
    points: tuple[int, ...]


class Tried(msgspec.Struct, frozen=True, tag="tried"):
    """How a puzzle stands after what was tried.

    `moves` are those of both sides that lie on the board now; a move that was not right is not
    among them. So a move is right, and should be kept, if the verdict is `right` or `solved`.
    """

    goal: str
    """As in `Black to move and win with fours`."""
    moves: tuple[int, ...]
    left: int
    """How many moves are left to find."""
    is_solved: bool
    verdict: str | None = None
    """`refused`, `wrong`, `longer`, `right` or `solved`; none if nothing was tried."""
    says: str = ""
    reply: int | None = None
    """The defender's answer to a right move."""
    refutation: int | None = None
    """What spoils a wrong one."""
    hint: HintView | None = None
    solution: tuple[int, ...] = ()
    """How it goes on, if that was asked for."""


class Failed(msgspec.Struct, frozen=True, tag="failed"):
    """Nothing came of it, or nothing more will, and why."""

    says: str


StudyNews = Thought | LookDone | ZoneFound | Judged | ReviewDone | Tried | Failed
