"""Proofs told in order, event by event, to whoever writes them down."""

from __future__ import annotations

from collections import Counter
from typing import Protocol

from tengen.solver.listener import Listener
from tengen.solver.small_attack import Attack, Rest
from tengen.solver.small_holds import Hold
from tengen.solver.small_pairs import Pair


class HoldListener(Protocol):
    """Hears the events of a proof that somebody does not win; docs/solve.md has it all."""

    def move(self, cell: int) -> None:
        """The holder plays here."""

    def reply(self, cell: int) -> None:
        """The opponent plays here; what follows it comes next."""

    def end(self) -> None:
        """There are no more replies."""

    def pairs(self, pairs: list[Pair]) -> None:
        """The holder has but to answer in pairs from now on."""

    def keep(self) -> None:
        """What comes next gets a number when it is complete: 0, 1, 2 and so on."""

    def again(self, number: int, symmetry: int) -> None:
        """What was kept under this number, put through a symmetry."""


def tell_attack(attack: Attack, listener: Listener) -> None:
    """Tell a win from its root."""
    _AttackTeller(attack, listener).tell(attack)


def tell_hold(hold: Hold, listener: HoldListener) -> None:
    """Tell from its root how somebody holds."""
    _HoldTeller(hold, listener).tell(hold, 0)


class _AttackTeller:
    def __init__(self, root: Attack, listener: Listener) -> None:
        self._listener = listener
        self._uses = _count_uses(root)
        self._numbers: dict[int, int] = {}

    def tell(self, attack: Attack) -> None:
        if id(attack) in self._numbers:
            self._listener.again(self._numbers[id(attack)])
            return
        is_kept = self._uses[id(attack)] > 1 and attack.rest is not Rest.NOTHING
        if is_kept:
            self._listener.keep()
        if attack.move is not None:
            self._listener.move(attack.move)
        self._rest(attack)
        if is_kept:
            self._numbers[id(attack)] = len(self._numbers)

    def _rest(self, attack: Attack) -> None:
        if attack.rest is Rest.FORCED:
            self.tell(attack.replies[0][1])
        if attack.rest not in {Rest.ZONE, Rest.EVERY}:
            return
        if attack.otherwise is not None:
            self.tell(attack.otherwise)
        else:
            self._listener.every()
        for cell, after in attack.replies:
            self._listener.reply(cell)
            self.tell(after)
        self._listener.end()


class _HoldTeller:
    def __init__(self, root: Hold, listener: HoldListener) -> None:
        self._listener = listener
        self._uses = _count_uses(root)
        self._numbers: dict[int, int] = {}

    def tell(self, hold: Hold, symmetry: int) -> None:
        if id(hold) in self._numbers:
            self._listener.again(self._numbers[id(hold)], symmetry)
            return
        is_kept = self._uses[id(hold)] > 1
        if is_kept:
            self._listener.keep()
        if hold.move is not None:
            self._listener.move(hold.move)
        self._rest(hold)
        if is_kept:
            self._numbers[id(hold)] = len(self._numbers)

    def _rest(self, hold: Hold) -> None:
        if hold.pairs is not None:
            self._listener.pairs(hold.pairs)
        elif hold.is_forced:
            self.tell(*hold.replies[0][1:])
        elif hold.replies:
            for cell, after, symmetry in hold.replies:
                self._listener.reply(cell)
                self.tell(after, symmetry)
            self._listener.end()


def _count_uses(root: Attack | Hold) -> Counter[int]:
    """How often each subtree is used, by identity."""
    uses: Counter[int] = Counter()
    left = [root]
    while left:
        tree = left.pop()
        uses[id(tree)] += 1
        if uses[id(tree)] == 1:
            left += tree.children()
    return uses
