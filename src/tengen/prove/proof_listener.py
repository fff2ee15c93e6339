"""The events of a proof, move by move, and a listener that ignores them.

A cell is `row * width + col` with row 0 at the top.
"""

from __future__ import annotations

from typing import Protocol

from tengen.prove.windows import Pair

Cells = frozenset[int]
Stones = tuple[Cells, Cells]
"""The attacker's stones and the defender's."""


class ProofListener(Protocol):
    """Receives the events of a tree, in order.

    A tree is `again`, `use`, `less` and a tree, `keep` and a tree, or `move` and its continuation:
    nothing, if the move makes five or a four that cannot be stopped; a tree, if one cell stops the
    four; otherwise a tree for a pass of the defender, or `every`; then each `reply` with its tree,
    then `end`.
    """

    def move(self, cell: int) -> None:
        """The attacker plays a cell."""

    def reply(self, cell: int) -> None:
        """The defender answers on a cell."""

    def end(self) -> None:
        """There are no more answers."""

    def every(self) -> None:
        """Answers on all cells follow, up to symmetry."""

    def keep(self) -> None:
        """The next tree is kept. When it is complete, it gets the next number, from 0."""

    def again(self, number: int) -> None:
        """The kept tree of this number is repeated; the position is the same."""

    def use(self, attacker: Cells, defender: Cells) -> None:
        """Another part proves this position."""

    def less(self, cell: int) -> None:
        """The next tree is for the position without this stone of the defender."""


class NullListener:
    """Ignores proofs of wins and of draws."""

    def move(self, cell: int) -> None:
        """Ignore a move."""

    def reply(self, cell: int) -> None:
        """Ignore an answer."""

    def end(self) -> None:
        """Ignore the end of the answers."""

    def every(self) -> None:
        """Ignore that answers on all cells follow."""

    def keep(self) -> None:
        """Ignore that a tree is kept."""

    def again(self, number: int, symmetry: int = 0) -> None:
        """Ignore a repeated tree."""

    def use(self, attacker: Cells, defender: Cells) -> None:
        """Ignore a position that is proved elsewhere."""

    def less(self, cell: int) -> None:
        """Ignore a removed stone."""

    def pairs(self, pairs: list[Pair]) -> None:
        """Ignore pairs of cells."""
