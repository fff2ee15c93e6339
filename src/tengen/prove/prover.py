"""Prove wins by threats on one board, and quiet moves, which threaten to win by threats.

After a quiet move the defender may pass, or answer in the zone of the threatened win. A four is not
a quiet move, but is treated as one with a single answer.

A position is *known* if it is proved elsewhere. An answer that threats do not meet and that leads
to no known position is a *gap*: the caller must find a move there.
"""

from __future__ import annotations

import array
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from tengen.engine.pattern_tables import make_position
from tengen.engine.vct import VctSearch
from tengen.engine.winning_move_cache import make_winning_move_cache
from tengen.prove.proof_graph import ProofGraph
from tengen.prove.proof_listener import Cells, ProofListener, Stones
from tengen.rules import Board, Player, Rules, point_of

MEMORY_ENTRIES = 1 << 20


class ThreatMemory:
    """Transposition tables and winning moves that the proofs of one game share."""

    def __init__(self, places: int = MEMORY_ENTRIES) -> None:
        self._empty = array.array("Q", bytes(8 * places))
        self.wins = self._empty[:]
        self.chains = self._empty[:]
        self.winning_moves = make_winning_move_cache(places)

    def clear(self) -> None:
        """Forget everything, for provers that are made afterwards."""
        self.wins[:] = self._empty
        self.chains[:] = self._empty
        self.winning_moves = make_winning_move_cache(len(self._empty))


class ThreatProver:
    """Proves the position of a board, and positions after one answer of the defender.

    `extra` is a stone of the defender that may not matter: moves that won without it come first.
    """

    def __init__(
        self,
        rules: Rules,
        attacker: Cells,
        defender: Cells,
        memory: ThreatMemory,
        extra: int | None,
    ) -> None:
        self._width = rules.width
        self._position = make_position(make_board(rules, attacker, defender))
        self._threats = VctSearch(self._position, memory.wins, memory.chains, memory.winning_moves)
        self._graph = ProofGraph(self._position, self._threats)
        self._extra = 0 if extra is None else self._cell(extra)

    def prove(self, limit: int) -> int:
        """Return the node of a proof that the attacker, to move, wins the board; -1 if none."""
        self._threats.leave_out(self._extra)
        node: int = self._graph.prove(limit)
        return node

    def prove_after(self, reply: int, limit: int) -> int:
        """Return the node of a proof that the attacker wins after an answer; -1 if none."""
        self._threats.hand_over()
        self._threats.play(self._cell(reply))
        node = self.prove(limit)
        self._threats.undo()
        self._threats.hand_over()
        return node

    def fives(self) -> list[int]:
        """Return the cells where the attacker makes five."""
        return [self._graph.index(cell) for cell in self._threats.fives(self._position.turn)]

    def zone(self, node: int, which: int = 1) -> list[int]:
        """Return the cells where a stone of the defender could disturb a proof, ascending."""
        return [self._graph.index(cell) for cell in self._graph.zone(node, which)]

    def plies(self, node: int) -> int:
        """Return the most plies to the win."""
        length: int = self._graph.length(node)
        return length

    def emit(self, node: int, listener: ProofListener) -> None:
        """Send a proof to a listener; nodes that it has kept already are only repeated."""
        self._graph.tell(node, listener)

    def forget(self) -> None:
        """Clear the graph, so that the next proof can go to another listener."""
        self._graph.clear()

    @property
    def nodes(self) -> int:
        """The number of positions searched so far."""
        count: int = self._threats.nodes()
        return count

    def _cell(self, index: int) -> int:
        cell: int = self._position.cell(*divmod(index, self._width))
        return cell


def make_board(rules: Rules, attacker: Cells, defender: Cells) -> Board:
    """Return a board on which the attacker is the first player and to move."""
    setup = {point_of(cell, rules): Player.FIRST for cell in attacker}
    setup |= {point_of(cell, rules): Player.SECOND for cell in defender}
    return Board(rules, setup, Player.FIRST)


NODE_LIMIT = 30_000_000
SHARED_NODE_LIMIT = 500_000
"""The limit of a search without a stone that may not matter."""
EXPENSIVE_NODES = 80_000
"""An answer that takes more positions to prove is listed as expensive."""
MIN_TO_SHARE = 3
"""The fewest positions differing in one stone for which proofs without that stone are tried."""


@dataclass(frozen=True, slots=True)
class QuietMove:
    """A quiet move in positions that differ in one stone of the defender.

    `extras` are these stones. If there are none, the move is for the position itself.
    """

    attacker: Cells
    defender: Cells
    move: int
    extras: tuple[int, ...] = ()


@dataclass(slots=True)
class QuietPart:
    """A proof of a position with the attacker to move, in its own listener.

    `plies` is the most plies to the win where no known position is reached. A shared part is used
    by others. A part with gaps proves nothing. `expensive` are answers whose proof took long.
    """

    attacker: Cells
    defender: Cells
    listener: ProofListener
    plies: int = 0
    is_shared: bool = False
    known: list[Stones] = field(default_factory=list)
    gaps: list[Stones] = field(default_factory=list)
    expensive: list[int] = field(default_factory=list)


class QuietProver:
    """Proves quiet moves, the positions of a `QuietMove` one after another.

    It remembers results within a `QuietMove`, but nothing from one to the next: the parts depend
    only on the `QuietMove` and on the known positions.
    """

    def __init__(
        self,
        rules: Rules,
        is_known: Callable[[Stones], bool],
        new_listener: Callable[[], ProofListener],
    ) -> None:
        self.rules = rules
        self.is_known = is_known
        self.new_listener = new_listener
        self.memory = ThreatMemory()

    def prove(self, quiet: QuietMove) -> Iterator[QuietPart]:
        """Yield a part for each position, after the parts that it uses."""
        self.memory.clear()
        after = quiet.attacker | {quiet.move}
        shared = _SharedProofs(self, after, quiet.defender)
        is_shared = len(quiet.extras) >= MIN_TO_SHARE
        for extra in quiet.extras:
            line = _QuietProof(self, quiet, quiet.defender | {extra}, extra)
            part = line.prove(shared if is_shared else None)
            yield from shared.take_new()
            yield part
        if not quiet.extras:
            yield _QuietProof(self, quiet, quiet.defender, None).prove(None)

    def prove_every(self, quiet: QuietMove, replies: Iterable[int]) -> QuietPart:
        """Return a part with a proof for each reply; they must be all replies, up to symmetry."""
        return _QuietProof(self, quiet, quiet.defender, None).prove_every(replies)


class _QuietProof:
    """The proof of a quiet move in one position."""

    def __init__(
        self, prover: QuietProver, quiet: QuietMove, defender: Cells, extra: int | None
    ) -> None:
        self._is_known = prover.is_known
        self._move = quiet.move
        self._extra = extra
        self._after = quiet.attacker | {quiet.move}
        self._prover = ThreatProver(prover.rules, self._after, defender, prover.memory, extra)
        self._part = QuietPart(quiet.attacker, defender, prover.new_listener())

    def prove(self, shared: _SharedProofs | None) -> QuietPart:
        """Emit the win after a pass, and after every answer in its zone."""
        part, listener = self._part, self._part.listener
        fives = self._prover.fives()
        null = -1 if fives else self._prover.prove(NODE_LIMIT)
        if fives:
            self._emit_four(fives, shared)
        elif null < 0:
            part.gaps.append((part.attacker, part.defender))
        else:
            listener.move(self._move)
            self._emit(null)
            for reply in self._prover.zone(null):
                listener.reply(reply)
                self._meet(reply, shared)
            listener.end()
        return part

    def _emit_four(self, fives: list[int], shared: _SharedProofs | None) -> None:
        """Emit a move that makes a four and has at most one answer."""
        self._part.listener.move(self._move)
        self._part.plies = 3
        if len(fives) == 1:
            self._meet(fives[0], shared)

    def _meet(self, reply: int, shared: _SharedProofs | None) -> None:
        """Emit the win after an answer."""
        if not (self._recall(reply) or (shared and self._share(reply, shared))):
            self._answer(reply)

    def prove_every(self, replies: Iterable[int]) -> QuietPart:
        """Emit the win after each of these answers."""
        listener = self._part.listener
        listener.move(self._move)
        listener.every()
        for reply in replies:
            listener.reply(reply)
            self._meet(reply, None)
        listener.end()
        return self._part

    def _recall(self, reply: int) -> bool:
        """Use a known position."""
        stones = self._after, self._part.defender | {reply}
        if not self._is_known(stones):
            return False
        self._part.known.append(stones)
        self._part.listener.use(*stones)
        return True

    def _share(self, reply: int, shared: _SharedProofs) -> bool:
        """Use a proof without the extra stone, if that stone does not disturb it."""
        extra = self._extra
        proof = shared.find(reply)
        if extra is None or proof is None or extra in proof.zone:
            return False
        self._part.listener.less(extra)
        self._part.listener.use(*proof.stones)
        self._part.plies = max(self._part.plies, 2 + proof.plies)
        return True

    def _answer(self, reply: int) -> None:
        """Prove an answer by threats."""
        before = self._prover.nodes
        node = self._prover.prove_after(reply, NODE_LIMIT)
        if self._prover.nodes - before > EXPENSIVE_NODES:
            self._part.expensive.append(reply)
        if node < 0:
            self._part.gaps.append((self._after, self._part.defender | {reply}))
        else:
            self._emit(node)

    def _emit(self, node: int) -> None:
        self._prover.emit(node, self._part.listener)
        self._part.plies = max(self._part.plies, 2 + self._prover.plies(node))


@dataclass(frozen=True, slots=True)
class _SharedProof:
    """A proof of a position without the extra stone."""

    stones: Stones
    zone: Cells
    plies: int


class _SharedProofs:
    """Proofs after answers in the position without the extra stone."""

    def __init__(self, prover: QuietProver, after: Cells, defender: Cells) -> None:
        self._new_listener = prover.new_listener
        self._stones = after, defender
        self._prover = ThreatProver(prover.rules, after, defender, prover.memory, None)
        self._proofs: dict[int, _SharedProof | None] = {}
        self._new: list[QuietPart] = []

    def find(self, reply: int) -> _SharedProof | None:
        """Return the proof after an answer, or None."""
        if reply not in self._proofs:
            self._proofs[reply] = self._prove(reply)
        return self._proofs[reply]

    def take_new(self) -> list[QuietPart]:
        """Return the parts that were made since the last call."""
        new, self._new = self._new, []
        return new

    def _prove(self, reply: int) -> _SharedProof | None:
        self._prover.forget()
        before = self._prover.nodes
        node = self._prover.prove_after(reply, SHARED_NODE_LIMIT)
        if node < 0:
            return None
        after, defender = self._stones
        plies = self._prover.plies(node)
        part = QuietPart(after, defender | {reply}, self._new_listener(), plies, is_shared=True)
        if self._prover.nodes - before > EXPENSIVE_NODES:
            part.expensive.append(reply)
        self._prover.emit(node, part.listener)
        self._new.append(part)
        zone = frozenset(self._prover.zone(node))
        return _SharedProof((after, defender | {reply}), zone, part.plies)
