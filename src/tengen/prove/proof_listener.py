"""The events of a proof, move by move: what a listener is told, and one that ignores it all.

Cells are `row * width + col`, row 0 at the top.
"""

from __future__ import annotations

from typing import Protocol

from tengen.prove.windows import Pair

Cells = frozenset[int]
Stones = tuple[Cells, Cells]
"""The attacker's and the defender's."""


class ProofListener(Protocol):
    """Hears of a tree in this order.

    A tree is `again`, `use`, `less` and a tree, `keep` and a tree, or `move` and what follows it:
    nothing, if that makes five or cannot be stopped from doing so; a tree, if there is one way to
    stop it; else a tree for a defender who passes, or `every`, then each `reply` with its tree,
    then `end`.
    """

    def move(self, cell: int) -> None:
        """The attacker plays here."""

    def reply(self, cell: int) -> None:
        """The defender answers here."""

    def end(self) -> None:
        """There are no more answers."""

    def every(self) -> None:
        """Answers on all cells follow, up to symmetry."""

    def keep(self) -> None:
        """The tree that follows gets the next number, from 0, when it is complete."""

    def again(self, number: int) -> None:
        """The same position as that of a numbered tree."""

    def use(self, attacker: Cells, defender: Cells) -> None:
        """Somebody else proves this position."""

    def less(self, cell: int) -> None:
        """The tree that follows is for the position without this stone of the defender."""


class NullListener:
    """Is told proofs of wins and of draws, and keeps nothing of them."""

    def move(self, cell: int) -> None:
        """Ignore a move."""

    def reply(self, cell: int) -> None:
        """Ignore an answer."""

    def end(self) -> None:
        """Ignore the end of the answers."""

    def every(self) -> None:
        """Ignore that all answers follow."""

    def keep(self) -> None:
        """Ignore that a tree gets a number."""

    def again(self, number: int, symmetry: int = 0) -> None:
        """Ignore a tree that was told before."""

    def use(self, attacker: Cells, defender: Cells) -> None:
        """Ignore a position that is proved elsewhere."""

    def less(self, cell: int) -> None:
        """Ignore a stone that does not matter."""

    def pairs(self, pairs: list[Pair]) -> None:
        """Ignore cells that belong together."""
