"""Proofs by threats on one board: what wins for the attacker, who is to move."""

from __future__ import annotations

import array

from tengen.rules.board import Board
from tengen.rules.point import Point
from tengen.rules.rules import Player, Rules
from tengen.search.start import make_position
from tengen.search.threats import Threats
from tengen.search.ways import make_ways
from tengen.solver.listener import Cells, Listener
from tengen.solver.weave import Weave

PLACES = 1 << 20


class Memory:
    """What proofs of one game have found so far, for those to come."""

    def __init__(self, places: int = PLACES) -> None:
        self._nothing = array.array("Q", bytes(8 * places))
        self.wins = self._nothing[:]
        self.chains = self._nothing[:]
        self.ways = make_ways(places)

    def clear(self) -> None:
        """Forget all, for provers to come."""
        self.wins[:] = self._nothing
        self.chains[:] = self._nothing
        self.ways = make_ways(len(self._nothing))


class Prover:
    """Proves positions that come from a board by a pass or an answer of the defender.

    `extra` is a stone of the defender that may not matter: what has won without it is tried first.
    """

    def __init__(
        self, rules: Rules, attacker: Cells, defender: Cells, memory: Memory, extra: int | None
    ) -> None:
        self._width = rules.width
        self._position = make_position(make_board(rules, attacker, defender))
        self._position.blind = 1
        self._threats = Threats(self._position, memory.wins, memory.chains, memory.ways)
        self._weave = Weave(self._position, self._threats)
        self._extra = 0 if extra is None else self._cell(extra)

    def prove(self, limit: int) -> int:
        """The number of a proof that the attacker wins the board as it is, or -1."""
        self._threats.leave_out(self._extra)
        node: int = self._weave.prove(limit)
        return node

    def prove_after(self, reply: int, limit: int) -> int:
        """The number of a proof that the attacker wins after an answer, or -1."""
        self._threats.hand_over()
        self._threats.play(self._cell(reply))
        node = self.prove(limit)
        self._threats.undo()
        self._threats.hand_over()
        return node

    def fives(self) -> list[int]:
        """Where the attacker makes five."""
        return [self._weave.index(cell) for cell in self._threats.fives(self._position.turn)]

    def zone(self, node: int, which: int = 1) -> list[int]:
        """The cells where a stone of the defender might disturb a proof, ascending."""
        return [self._weave.index(cell) for cell in self._weave.zone(node, which)]

    def plies(self, node: int) -> int:
        """The most plies until the attacker has won."""
        length: int = self._weave.length(node)
        return length

    def tell(self, node: int, listener: Listener) -> None:
        """Hand a proof on; what was told to this listener before is named, not told again."""
        self._weave.tell(node, listener)

    def forget(self) -> None:
        """Start anew: the next proof is for another listener."""
        self._weave.clear()

    @property
    def nodes(self) -> int:
        """How many positions were looked at so far."""
        count: int = self._threats.nodes()
        return count

    def _cell(self, index: int) -> int:
        cell: int = self._position.cell(*divmod(index, self._width))
        return cell


def make_board(rules: Rules, attacker: Cells, defender: Cells) -> Board:
    """A board on which the attacker is the first player, and to move."""
    setup = {Point(*divmod(cell, rules.width)): Player.FIRST for cell in attacker}
    setup |= {Point(*divmod(cell, rules.width)): Player.SECOND for cell in defender}
    return Board(rules, setup, Player.FIRST)
