"""A listener for searches of which only the result is wanted."""

from __future__ import annotations

from tengen.solver.listener import Cells
from tengen.solver.small_pairs import Pair


class Silence:
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
