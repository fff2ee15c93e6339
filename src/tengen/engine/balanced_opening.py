"""Balanced openings for swap2: place three even stones, and choose a side.

The player with the choice takes the side that is ahead. If neither is, two more stones, as even as
possible, leave the choice to the opponent.
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
from tengen.rules import Board, Point, Rules, WinRule, parse_moves, symmetries

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
"""Even openings on 15x15, such as `tengen openings --stones 3` finds."""
BALANCED_RULES = Rules(15, 15, 5)
OPENING_STONES = 3
"""The number of stones that the first player places."""
EVEN_MARGIN = 60
"""Up to this score, neither side is ahead."""
CANDIDATES = 24
"""The number of openings to compare if none is known."""
NEAR = 4
"""The greatest distance of added stones from those on the board."""
MIN_SEARCH_SECONDS = 0.01
"""The fewest seconds that are worth a search."""
FIRST_SEARCH_SHARE = 0.5
"""The part of the time for the position before any stones are added."""


def score_position(
    engine: Engine, board: Board, limits: Limits, cancel: CancelToken | None = None
) -> tuple[float, Point]:
    """Return the mean score of the last two depths for the side to move, and its move."""
    *before, last = engine.analyse(board, limits, cancel=cancel)
    if last.plies or not before:
        return last.score, last.move
    return (before[-1].score + last.score) / 2, last.move


class OpeningChooser:
    """Makes the choices of an opening; the same random generator gives the same openings."""

    def __init__(self, engine: Engine, random: Random | None = None) -> None:
        self._engine = engine
        self._random = random or Random()  # noqa: S311 - an opening is not secret
        self._cancel = CancelToken()
        self._limits = Limits()

    def choose(
        self, board: Board, limits: Limits, cancel: CancelToken | None = None
    ) -> tuple[Point, ...]:
        """Return the stones to add to a board of none, three or five; no stones mean swap.

        The seconds of the limits are for the whole choice, nodes and depth for each search. When it
        is cancelled, the results so far decide.
        """
        self._limits, self._cancel = limits, cancel or CancelToken()
        deadline = _deadline(limits)
        if board.moves:
            return self._answer(board, deadline)
        return self._place(board, OPENING_STONES, deadline)

    def place(
        self, board: Board, count: int, limits: Limits, cancel: CancelToken | None = None
    ) -> tuple[Point, ...]:
        """Return `count` stones to add, of both colours in turn, so that neither side is ahead."""
        self._limits, self._cancel = limits, cancel or CancelToken()
        return self._place(board, count, _deadline(limits))

    def _place(self, board: Board, count: int, deadline: float) -> tuple[Point, ...]:
        is_start = count == OPENING_STONES and not board.stones
        known = _known_openings(board.rules) if is_start else ()
        if known:
            stones = parse_moves(self._random.choice(known), BALANCED_RULES)
            return self._randomly_turned(stones, board.rules)
        near = [point for point in board.empty_points() if _is_near(point, board)]
        points = near if len(near) >= count else board.empty_points()
        return self._most_even(board, self._samples(points, count), deadline)

    def _answer(self, board: Board, deadline: float) -> tuple[Point, ...]:
        may_add = len(board.moves) == OPENING_STONES
        left = deadline - time.monotonic()
        score, move = self._score(board, left * FIRST_SEARCH_SHARE if may_add else left)
        if may_add and abs(score) <= EVEN_MARGIN and not self._is_late(deadline, CANDIDATES):
            return self._place(board, 2, deadline)
        return (move,) if score >= 0 else ()

    def _most_even(
        self, board: Board, candidates: Iterable[tuple[Point, ...]], deadline: float
    ) -> tuple[Point, ...]:
        """Return the most even of the candidates that there is time to search."""
        each = (deadline - time.monotonic()) / CANDIDATES
        best: tuple[Point, ...] = ()
        least = float("inf")
        for points in islice(candidates, CANDIDATES):
            if self._is_late(deadline, 1):
                return best or points
            after = _board_after(board, points)
            score = float("inf") if after is None else abs(self._score(after, each)[0])
            if score < least or not best:
                best, least = points, score
        return best

    def _is_late(self, deadline: float, searches: int) -> bool:
        """Whether there is no time for this many searches."""
        needed = searches * MIN_SEARCH_SECONDS
        return self._cancel.is_cancelled or time.monotonic() + needed >= deadline

    def _score(self, board: Board, seconds: float) -> tuple[float, Point]:
        limits = replace(self._limits, seconds=max(0.0, seconds))
        return score_position(self._engine, board, limits, self._cancel)

    def _samples(self, points: list[Point], count: int) -> Iterator[tuple[Point, ...]]:
        while True:
            yield tuple(self._random.sample(points, count))

    def _randomly_turned(self, points: list[Point], rules: Rules) -> tuple[Point, ...]:
        """Return the points in a random symmetry, as far from a corner as in the list."""
        symmetry = self._random.choice(symmetries(rules))
        return tuple([symmetry.apply(point, rules) for point in points])


def _deadline(limits: Limits) -> float:
    return time.monotonic() + (DEFAULT_SECONDS if limits.seconds is None else limits.seconds)


def _known_openings(rules: Rules) -> tuple[str, ...]:
    """Return the known openings that fit on a board."""
    is_large = min(rules.width, rules.height) >= BALANCED_RULES.width
    return BALANCED_OPENINGS.get(rules.win, ()) if is_large and rules.k == BALANCED_RULES.k else ()


def _board_after(board: Board, points: tuple[Point, ...]) -> Board | None:
    """Return the board with these stones; None if one is illegal or they end the game."""
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
