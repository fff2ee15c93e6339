"""Balanced openings, for swap2: three even stones, then a choice of sides, by the evaluation.

The side with the choice takes the colour that is ahead. Where the search sees nobody ahead, two
more stones, as even as can be found, leave the choice to the opponent.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from random import Random

from tengen.engine.analysis import DEFAULT_SECONDS, Limits
from tengen.engine.cancel_token import CancelToken
from tengen.engine.engine import Engine
from tengen.rules.board import Board
from tengen.rules.geometry import symmetries
from tengen.rules.notation import parse_moves
from tengen.rules.point import Point
from tengen.rules.rules import Rules, WinRule

BALANCED_OPENINGS = {
    WinRule.FREESTYLE: (
        "f7 h11 i10",
        "g9 i6 c8",
        "g9 f11 i13",
        "e7 g11 f10",
        "f8 g8 d12",
        "g13 i10 j13",
        "k5 k7 k10",
        "c10 d5 h7",
        "f8 j12 g12",
        "g8 h9 h13",
        "e10 f13 k9",
        "c11 e13 f7",
        "g13 f11 j10",
        "c9 f9 f12",
        "j5 h8 i10",
        "b8 g9 d9",
    ),
    WinRule.STANDARD: (
        "a11 e14 g12",
        "k9 k7 h5",
        "f11 g12 g7",
        "i10 e8 e7",
        "i10 h9 f7",
        "g5 e9 f8",
        "e5 e8 d9",
        "e9 i11 h10",
        "i7 k9 l10",
        "e11 h11 d7",
        "f6 h5 g10",
        "i6 h10 e6",
        "a12 d14 d9",
        "i10 f7 h6",
        "e8 e4 i8",
        "e8 i12 h12",
    ),
}
"""Even openings on 15x15, found by `tools/openings.py`."""
BALANCED_RULES = Rules(15, 15, 5)
THREE = 3
EVEN_MARGIN = 60
"""Up to this score, nobody is ahead."""
CANDIDATES = 24
"""How many openings are compared where none is known."""
NEAR = 4
"""How far from the stones on the board two more may be."""
MIN_LOOK_SECONDS = 0.01
"""Seconds without which it is not worth while to look at a position."""
FIRST_LOOK_SHARE = 0.5
"""The part of the time that goes into the position as it is."""


def score_position(
    engine: Engine, board: Board, limits: Limits, cancel: CancelToken | None = None
) -> tuple[float, Point]:
    """The score for the side to move, as the last two depths see it, and its move."""
    *before, last = engine.analyse(board, limits, cancel=cancel)
    if last.plies or not before:
        return last.score, last.move
    return (before[-1].score + last.score) / 2, last.move


class OpeningChooser:
    """Makes one choice for an engine; the same random numbers give the same openings."""

    def __init__(self, engine: Engine, random: Random | None = None) -> None:
        self._engine = engine
        self._random = random or Random()  # noqa: S311 - an opening is no secret
        self._cancel = CancelToken()
        self._limits = Limits()

    def choose(
        self, board: Board, limits: Limits, cancel: CancelToken | None = None
    ) -> tuple[Point, ...]:
        """The stones to add to none, three or five; none of them is to swap.

        The seconds are for all of it, nodes and depth for each position that is looked at. Once
        it is cancelled, what is known then decides.
        """
        self._limits, self._cancel = limits, cancel or CancelToken()
        deadline = _deadline(limits)
        return self._answer(board, deadline) if board.moves else self._place(board, THREE, deadline)

    def place(
        self, board: Board, count: int, limits: Limits, cancel: CancelToken | None = None
    ) -> tuple[Point, ...]:
        """So many stones to add, of both colours in turn, after which nobody is ahead."""
        self._limits, self._cancel = limits, cancel or CancelToken()
        return self._place(board, count, _deadline(limits))

    def _place(self, board: Board, count: int, deadline: float) -> tuple[Point, ...]:
        known = _known_openings(board.rules) if count == THREE and not board.stones else ()
        if known:
            return self._turned(
                parse_moves(self._random.choice(known), BALANCED_RULES), board.rules
            )
        near = [point for point in board.empty_points() if _is_near(point, board)]
        points = near if len(near) >= count else board.empty_points()
        return self._most_even(board, self._samples(points, count), deadline)

    def _answer(self, board: Board, deadline: float) -> tuple[Point, ...]:
        may_add = len(board.moves) == THREE
        left = deadline - time.monotonic()
        score, move = self._look(board, left * FIRST_LOOK_SHARE if may_add else left)
        if may_add and abs(score) <= EVEN_MARGIN and not self._is_late(deadline, CANDIDATES):
            return self._place(board, 2, deadline)
        return (move,) if score >= 0 else ()

    def _most_even(
        self, board: Board, candidates: Iterable[tuple[Point, ...]], deadline: float
    ) -> tuple[Point, ...]:
        """The stones after which nobody is ahead, as far as there is time to see."""
        each = (deadline - time.monotonic()) / CANDIDATES
        best: tuple[Point, ...] = ()
        least = float("inf")
        for points in islice(candidates, CANDIDATES):
            if self._is_late(deadline, 1):
                return best or points
            after = _board_after(board, points)
            score = float("inf") if after is None else abs(self._look(after, each)[0])
            if score < least or not best:
                best, least = points, score
        return best

    def _is_late(self, deadline: float, looks: int) -> bool:
        """Whether there is no time to look at so many positions."""
        return self._cancel.is_cancelled or time.monotonic() + looks * MIN_LOOK_SECONDS >= deadline

    def _look(self, board: Board, seconds: float) -> tuple[float, Point]:
        limits = replace(self._limits, seconds=max(0.0, seconds))
        return score_position(self._engine, board, limits, self._cancel)

    def _samples(self, points: list[Point], count: int) -> Iterator[tuple[Point, ...]]:
        while True:
            yield tuple(self._random.sample(points, count))

    def _turned(self, points: list[Point], rules: Rules) -> tuple[Point, ...]:
        """Turned or flipped by chance; on a larger board, as far from the corner as in the book."""
        symmetry = self._random.choice(symmetries(rules))
        return tuple([symmetry.apply(point, rules) for point in points])


def _deadline(limits: Limits) -> float:
    return time.monotonic() + (DEFAULT_SECONDS if limits.seconds is None else limits.seconds)


def _known_openings(rules: Rules) -> tuple[str, ...]:
    """The openings of the book that can stand on a board."""
    is_large = min(rules.width, rules.height) >= BALANCED_RULES.width
    return BALANCED_OPENINGS.get(rules.win, ()) if is_large and rules.k == BALANCED_RULES.k else ()


def _board_after(board: Board, points: tuple[Point, ...]) -> Board | None:
    """The board with these stones on it; None if they end the game."""
    after = board.copy()
    for point in points:
        if not after.is_legal(point):
            return None
        after.play_unchecked(point)
    return None if after.outcome.is_over else after


def _is_near(point: Point, board: Board) -> bool:
    return any(
        max(abs(point.row - stone.row), abs(point.col - stone.col)) <= NEAR
        for stone in board.stones
    )
