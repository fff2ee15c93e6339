"""Proofs that a player wins a small position: by threats where they do, move by move elsewhere."""

from __future__ import annotations

from tengen.solver.small_attack import Attack, Builder
from tengen.solver.small_meter import Meter
from tengen.solver.small_oracle import Oracle
from tengen.solver.small_threats import ThreatFinder
from tengen.solver.small_windows import Windows, bits

DEPTH = 2
BUDGET = 400
"""How long to look for a win by threats before going on move by move."""
STAGE = "the winning moves"


class NotWon(Exception):
    """The attacker does not win."""


class Winner:
    """Makes such proofs for one player, the attacker; knows more every time.

    The oracle stands at the position and is played along.
    """

    def __init__(self, windows: Windows, oracle: Oracle, meter: Meter, attacker: int) -> None:
        self._windows = windows
        self._oracle = oracle
        self._meter = meter
        self._attacker = attacker
        self._builder = Builder(windows)
        self._threats = ThreatFinder(windows, meter)
        self._made: dict[tuple[int, int], Attack] = {}
        self._depth = 0

    def win(self, mine: int, theirs: int) -> Attack | None:
        """How the attacker, to move, wins; None if not. Raises Stopped."""
        try:
            return self._attack(mine, theirs)
        except NotWon:
            return None

    def win_after(self, mine: int, theirs: int) -> Attack | None:
        """How the attacker wins with the defender to move; None if not. Raises Stopped."""
        try:
            return self._rest(mine, theirs)
        except NotWon:
            return None

    def _attack(self, mine: int, theirs: int) -> Attack:
        if (mine, theirs) not in self._made:
            found = self._threats.look(mine, theirs, 0, DEPTH, BUDGET)
            self._made[mine, theirs] = found or self._by_oracle(mine, theirs)
        return self._made[mine, theirs]

    def _by_oracle(self, mine: int, theirs: int) -> Attack:
        self._meter.count()
        move = self._oracle.winning(self._attacker)
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

    def _rest(self, mine: int, theirs: int) -> Attack:
        """What follows with the defender to move."""
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
        otherwise = self._threats.look(mine, theirs, 1, DEPTH, BUDGET)
        if otherwise is not None and otherwise.supports:
            replies = self._replies(otherwise.supports[0], mine, theirs)
            return self._builder.zone(otherwise, replies)
        cells = sum(1 << cell for cell in self._windows.representatives(empty, mine, theirs))
        return self._builder.every(self._replies(cells, mine, theirs))

    def _replies(self, cells: int, mine: int, theirs: int) -> list[tuple[int, Attack]]:
        found = []
        self._depth += 1
        for number, cell in enumerate(bits(cells)):
            if self._depth == 1:
                self._meter.enter(STAGE, number, cells.bit_count())
            self._oracle.put(1 - self._attacker, cell)
            try:
                found.append((cell, self._attack(mine, theirs | 1 << cell)))
            finally:
                self._oracle.take()
        self._depth -= 1
        return found
