"""Prove that a player does not win: an answer to every move, down to pairs."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from tengen.prove.oracle import Oracle
from tengen.prove.solver_state import Meter
from tengen.prove.windows import Pair, Windows, bits, find_pairs

MOVES_TO_TRY = 8
"""How many moves are tried to find one after which pairs hold."""
HOLDING_STAGE = "proving the draw"


class DrawRefuted(Exception):
    """The opponent wins."""


@dataclass(slots=True, eq=False)
class DrawStrategy:
    """How the holder, H, keeps the opponent, O, from a row.

    H plays `move`; if it is None, O is to move. Then H holds by `pairs`; or `replies` has, for each
    move of O, a strategy and the symmetry from the position it was made for to the position here.
    If `is_forced`, the only reply follows from the board. With neither, H has won.
    """

    move: int | None = None
    pairs: list[Pair] | None = None
    replies: list[tuple[int, DrawStrategy, int]] = field(default_factory=list)
    is_forced: bool = False

    def children(self) -> list[DrawStrategy]:
        """Return the strategies that follow."""
        return [hold for _, hold, _ in self.replies]


class DrawProver:
    """Proves that one player holds. Results are remembered from one proof to the next."""

    def __init__(self, windows: Windows, oracle: Oracle, meter: Meter, holder: int) -> None:
        self._windows = windows
        self._oracle = oracle
        self._meter = meter
        self._holder = holder
        self._depth = 0
        self._made: dict[tuple[int, int], tuple[DrawStrategy, int]] = {}

    def hold(self, mine: int, theirs: int) -> DrawStrategy | None:
        """Return how H, to move, holds; None if H does not. Raises SolverStopped."""
        try:
            return self._answer(mine, theirs)[0]
        except DrawRefuted:
            return None

    def hold_after(self, mine: int, theirs: int) -> DrawStrategy | None:
        """Return how H holds with O to move; None if H does not. Raises SolverStopped."""
        if self._windows.completions(theirs, mine):
            return None
        try:
            return self._rest(None, mine, theirs)
        except DrawRefuted:
            return None

    def _answer(self, mine: int, theirs: int) -> tuple[DrawStrategy, int]:
        """Return how H, to move, holds, and the symmetry to the position here."""
        first, second, number = self._windows.canonical(mine, theirs)
        if (first, second) in self._made:
            hold, made = self._made[first, second]
            return hold, self._windows.symmetry_between(made, number)
        self._meter.count()
        hold = self._make(mine, theirs)
        self._made[first, second] = hold, number
        return hold, 0

    def _make(self, mine: int, theirs: int) -> DrawStrategy:
        for cell in bits(self._windows.completions(mine, theirs)):
            return DrawStrategy(cell)
        pairs = self._pairs(mine, theirs)
        if pairs is not None:
            return DrawStrategy(pairs=pairs)
        move = self._pairing_move(mine, theirs)
        if move is None:
            move = self._oracle.holding_move(self._holder)
        if move is None:
            raise DrawRefuted
        self._oracle.put(self._holder, move)
        try:
            return self._rest(move, mine | 1 << move, theirs)
        finally:
            self._oracle.take()

    def _pairing_move(self, mine: int, theirs: int) -> int | None:
        """Return a forced move, or a good blocking move after which pairs hold, or None."""
        must = self._windows.completions(theirs, mine)
        if must:
            return must.bit_length() - 1
        cells = self._blocking_cells(mine, theirs)
        return next((cell for cell in cells if self._has_pairs_after(cell)), None)

    def _blocking_cells(self, mine: int, theirs: int) -> list[int]:
        """Return the cells in the windows that are worth most to O."""
        worth: Counter[int] = Counter()
        for window in self._windows.windows:
            if not window & mine:
                for cell in bits(window & ~theirs):
                    worth[cell] += 1 << 2 * (window & theirs).bit_count()
        return [cell for cell, _ in worth.most_common(MOVES_TO_TRY)]

    def _has_pairs_after(self, cell: int) -> bool:
        self._oracle.put(self._holder, cell)
        has_pairs = self._oracle.has_pairs(1 - self._holder)
        self._oracle.take()
        return has_pairs

    def _rest(self, move: int | None, mine: int, theirs: int) -> DrawStrategy:
        """Return the strategy with O to move."""
        if self._windows.completions(theirs, mine):
            raise DrawRefuted
        ends = self._windows.completions(mine, theirs)
        if ends.bit_count() > 1:
            return DrawStrategy(move)
        if ends:
            replies = self._replies([ends.bit_length() - 1], mine, theirs)
            return DrawStrategy(move, replies=replies, is_forced=True)
        pairs = self._pairs(mine, theirs)
        if pairs is not None:
            return DrawStrategy(move, pairs)
        live = self._windows.live(mine, theirs)
        cells = list(self._windows.representatives(live, mine, theirs))
        return DrawStrategy(move, replies=self._replies(cells, mine, theirs))

    def _replies(
        self, cells: list[int], mine: int, theirs: int
    ) -> list[tuple[int, DrawStrategy, int]]:
        found = []
        self._depth += 1
        for number, cell in enumerate(cells):
            if self._depth == 1:
                self._meter.enter(HOLDING_STAGE, number, len(cells))
            self._oracle.put(1 - self._holder, cell)
            try:
                found.append((cell, *self._answer(mine, theirs | 1 << cell)))
            finally:
                self._oracle.take()
        self._depth -= 1
        return found

    def _pairs(self, mine: int, theirs: int) -> list[Pair] | None:
        if self._oracle.has_pairs(1 - self._holder):
            return find_pairs(self._windows, mine, theirs)
        return None
