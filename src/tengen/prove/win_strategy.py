"""Prove that a player wins a position on a small board, by threats or move by move.

A win is a tree: the attacker's move, its continuation, and its supports. The terms are those of
docs/design/proof.md: the supports S1, S2 ... are the cells where an extra stone of the defender
(the newest, the second newest and so on) could disturb the win.

A quiet move is tried if the attacker wins after a pass of the defender. The replies that could
disturb that win are its first support. Passes may be nested: a win that must hold with `need` extra
stones on the board needs that many supports.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, field

from tengen.prove.oracle import Oracle
from tengen.prove.solver_state import Meter
from tengen.prove.windows import Windows, bits

Supports = tuple[int, ...]


class Continuation(enum.Enum):
    """What follows the attacker's move."""

    NOTHING = "the row is complete, or cannot be stopped"
    FORCED = "the only move that stops a row"
    ZONE = "a win after a pass, and the replies in its zone"
    EVERY = "all replies, up to symmetry"


@dataclass(slots=True, eq=False)
class AttackTree:
    """A win of the attacker, who plays `move`; if it is None, the defender is to move.

    `otherwise` is the win if the defender passes. Equal subtrees may be the same object.
    """

    move: int | None
    rest: Continuation
    replies: list[tuple[int, AttackTree]] = field(default_factory=list)
    otherwise: AttackTree | None = None
    supports: Supports = ()
    plies: int = 1

    def children(self) -> list[AttackTree]:
        """Return the subtrees, in the order in which they are emitted."""
        first = [] if self.otherwise is None else [self.otherwise]
        return first + [attack for _, attack in self.replies]


class AttackBuilder:
    """Makes attack trees with their supports. A position is two sets of cells."""

    def __init__(self, windows: Windows) -> None:
        self._windows = windows
        self._orders = max(0, windows.k - 2)

    def complete(self, move: int) -> AttackTree:
        """Return an attack whose move completes a row."""
        return AttackTree(move, Continuation.NOTHING, supports=(1 << move,) * self._orders)

    def double(self, ends: int) -> AttackTree:
        """Return an attack with the defender to move and several cells that complete a row."""
        return AttackTree(None, Continuation.NOTHING, supports=(ends,) * self._orders, plies=2)

    def forced(self, end: int, after: AttackTree) -> AttackTree:
        """Return an attack with the defender to move and one cell that stops a row."""
        supports = tuple([cells | 1 << end for cells in after.supports])
        return AttackTree(
            None, Continuation.FORCED, [(end, after)], None, supports, after.plies + 1
        )

    def zone(self, otherwise: AttackTree, replies: list[tuple[int, AttackTree]]) -> AttackTree:
        """Return an attack after a pass and after the replies in its first support."""
        rows = [otherwise.supports[1:], *(attack.supports for _, attack in replies)]
        supports = tuple([_union(cells) for cells in zip(*rows, strict=False)])
        plies = 1 + max(otherwise.plies, *(attack.plies for _, attack in replies), 0)
        return AttackTree(None, Continuation.ZONE, replies, otherwise, supports, plies)

    def every(self, replies: list[tuple[int, AttackTree]]) -> AttackTree:
        """Return an attack after all replies."""
        plies = 1 + max(attack.plies for _, attack in replies)
        return AttackTree(None, Continuation.EVERY, replies, plies=plies)

    def play(self, move: int, after: AttackTree, mine: int, theirs: int) -> AttackTree:
        """Return the attack that plays a move in this position and continues with `after`."""
        by_stones = self._windows.by_stones(theirs, mine)
        supports = tuple(
            [
                1 << move | by_stones[self._orders - at] | cells
                for at, cells in enumerate(after.supports)
            ]
        )
        plies = after.plies + 1
        return AttackTree(move, after.rest, after.replies, after.otherwise, supports, plies)


def _union(sets: tuple[int, ...]) -> int:
    found = 0
    for cells in sets:
        found |= cells
    return found


KnownAttack = AttackTree | int
"""A win, or the depth up to which there is none."""


class OutOfBudget(Exception):
    """The budget of one search is used up."""


class ThreatFinder:
    """Finds wins of one side. `depth` is the most quiet moves in a row."""

    def __init__(self, windows: Windows, meter: Meter) -> None:
        self._windows = windows
        self._meter = meter
        self._builder = AttackBuilder(windows)
        self._orders = max(0, windows.k - 2)
        self._known: dict[tuple[int, int, int], KnownAttack] = {}
        self._budget = 0

    def look(self, mine: int, theirs: int, need: int, depth: int, budget: int) -> AttackTree | None:
        """Return a win of the attacker, to move, deepening step by step; None if none is found."""
        self._budget = budget
        try:
            for limit in range(depth + 1):
                found = self.find(mine, theirs, need, limit)
                if found is not None:
                    return found
        except OutOfBudget:
            pass
        return None

    def find(self, mine: int, theirs: int, need: int, depth: int) -> AttackTree | None:
        """Return a win of the attacker, to move, with at least `need` supports, or None.

        Raises OutOfBudget and SolverStopped.
        """
        known = self._known.get((mine, theirs, need), -1)
        if isinstance(known, AttackTree):
            return known
        if known >= depth:
            return None
        self._meter.count()
        self._budget -= 1
        if self._budget < 0:
            raise OutOfBudget
        found = self._try_moves(mine, theirs, need, depth)
        self._known[mine, theirs, need] = depth if found is None else found
        return found

    def _try_moves(self, mine: int, theirs: int, need: int, depth: int) -> AttackTree | None:
        for move in bits(self._windows.completions(mine, theirs)):
            return self._builder.complete(move)
        must = self._windows.completions(theirs, mine)
        if must.bit_count() > 1:
            return None
        fours = self._windows.cells_lacking(mine, theirs, 2) & ~theirs
        for move in bits(must & fours if must else fours):
            after = self._after_threat(mine | 1 << move, theirs, need, depth)
            if after is not None:
                return self._builder.play(move, after, mine, theirs)
        if depth == 0 or need >= self._orders:
            return None
        for move in [must.bit_length() - 1] if must else self._quiet(mine, theirs, fours):
            after = self._after_quiet(mine | 1 << move, theirs, need, depth)
            if after is not None:
                return self._builder.play(move, after, mine, theirs)
        return None

    def _after_threat(self, mine: int, theirs: int, need: int, depth: int) -> AttackTree | None:
        ends = self._windows.completions(mine, theirs)
        if ends.bit_count() > 1:
            return self._builder.double(ends)
        after = self.find(mine, theirs | ends, need, depth)
        return None if after is None else self._builder.forced(ends.bit_length() - 1, after)

    def _after_quiet(self, mine: int, theirs: int, need: int, depth: int) -> AttackTree | None:
        if self._windows.completions(mine, theirs) or self._windows.completions(theirs, mine):
            return None
        otherwise = self.find(mine, theirs, need + 1, depth - 1)
        if otherwise is None:
            return None
        replies = []
        for cell in bits(otherwise.supports[0]):
            attack = self.find(mine, theirs | 1 << cell, need, depth - 1)
            if attack is None:
                return None
            replies.append((cell, attack))
        return self._builder.zone(otherwise, replies)

    def _quiet(self, mine: int, theirs: int, fours: int) -> list[int]:
        """Return quiet moves near the attacker's stones or in the defender's lines, best first."""
        empty = self._windows.full & ~mine & ~theirs & ~fours
        near = self._windows.cells_lacking(mine, theirs, self._windows.k - 1)
        near |= self._windows.cells_lacking(theirs, mine, max(2, self._windows.k - 3))
        worth = dict.fromkeys(bits(near & empty if mine else empty), 0)
        for window in self._windows.windows:
            if not window & theirs:
                for cell in bits(window & empty):
                    if cell in worth:
                        worth[cell] += 1 << 2 * (window & mine).bit_count()
        return sorted(worth, key=worth.__getitem__, reverse=True)


THREAT_DEPTH = 2
THREAT_BUDGET = 400
"""The positions to search for a win by threats before proving move by move."""
WINNING_STAGE = "proving the win"


class NotWon(Exception):
    """The attacker does not win."""


class WinProver:
    """Proves wins of one player, the attacker. Results are remembered from one proof to the next.

    The oracle must have the same position; moves are played on it too.
    """

    def __init__(self, windows: Windows, oracle: Oracle, meter: Meter, attacker: int) -> None:
        self._windows = windows
        self._oracle = oracle
        self._meter = meter
        self._attacker = attacker
        self._builder = AttackBuilder(windows)
        self._threats = ThreatFinder(windows, meter)
        self._made: dict[tuple[int, int], AttackTree] = {}
        self._depth = 0

    def win(self, mine: int, theirs: int) -> AttackTree | None:
        """Return a win with the attacker to move, or None. Raises SolverStopped."""
        try:
            return self._attack(mine, theirs)
        except NotWon:
            return None

    def win_after(self, mine: int, theirs: int) -> AttackTree | None:
        """Return a win with the defender to move, or None. Raises SolverStopped."""
        try:
            return self._rest(mine, theirs)
        except NotWon:
            return None

    def _attack(self, mine: int, theirs: int) -> AttackTree:
        if (mine, theirs) not in self._made:
            found = self._threats.look(mine, theirs, 0, THREAT_DEPTH, THREAT_BUDGET)
            self._made[mine, theirs] = found or self._by_oracle(mine, theirs)
        return self._made[mine, theirs]

    def _by_oracle(self, mine: int, theirs: int) -> AttackTree:
        self._meter.count()
        move = self._oracle.winning_move(self._attacker)
        if move is None:
            raise NotWon
        if self._windows.completes(mine, move):
            return self._builder.complete(move)
        self._oracle.put(self._attacker, move)
        try:
            after = self._rest(mine | 1 << move, theirs)
        finally:
            self._oracle.take()
        return self._builder.play(move, after, mine, theirs)

    def _rest(self, mine: int, theirs: int) -> AttackTree:
        """Return the attack with the defender to move."""
        if self._windows.completions(theirs, mine):
            raise NotWon
        ends = self._windows.completions(mine, theirs)
        if ends.bit_count() > 1:
            return self._builder.double(ends)
        if ends:
            replies = self._replies(ends, mine, theirs)
            return self._builder.forced(*replies[0])
        empty = self._windows.full & ~mine & ~theirs
        if not empty:
            raise NotWon
        otherwise = self._threats.look(mine, theirs, 1, THREAT_DEPTH, THREAT_BUDGET)
        if otherwise is not None and otherwise.supports:
            replies = self._replies(otherwise.supports[0], mine, theirs)
            return self._builder.zone(otherwise, replies)
        cells = sum(1 << cell for cell in self._windows.representatives(empty, mine, theirs))
        return self._builder.every(self._replies(cells, mine, theirs))

    def _replies(self, cells: int, mine: int, theirs: int) -> list[tuple[int, AttackTree]]:
        found = []
        self._depth += 1
        for number, cell in enumerate(bits(cells)):
            if self._depth == 1:
                self._meter.enter(WINNING_STAGE, number, cells.bit_count())
            self._oracle.put(1 - self._attacker, cell)
            try:
                found.append((cell, self._attack(mine, theirs | 1 << cell)))
            finally:
                self._oracle.take()
        self._depth -= 1
        return found
