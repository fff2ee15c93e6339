"""Proofs by threats on one board, and of quiet moves, which threaten to win by threats.

After a quiet move the defender may pass, or answer where that changes anything. A four is no quiet
move, but treated as one with a single answer.

A position is *known* if somebody else proves it. An answer that neither is met by threats nor leads
to a known position is a gap: the caller must find a move there.
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
from tengen.rules.board import Board
from tengen.rules.point import point_of
from tengen.rules.rules import Player, Rules

MEMORY_ENTRIES = 1 << 20


class ThreatMemory:
    """What proofs of one game have found so far, for those to come."""

    def __init__(self, places: int = MEMORY_ENTRIES) -> None:
        self._nothing = array.array("Q", bytes(8 * places))
        self.wins = self._nothing[:]
        self.chains = self._nothing[:]
        self.ways = make_winning_move_cache(places)

    def clear(self) -> None:
        """Forget all, for provers to come."""
        self.wins[:] = self._nothing
        self.chains[:] = self._nothing
        self.ways = make_winning_move_cache(len(self._nothing))


class ThreatProver:
    """Proves positions that come from a board by a pass or an answer of the defender.

    `extra` is a stone of the defender that may not matter: what has won without it is tried first.
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
        self._position.blind = 1
        self._threats = VctSearch(self._position, memory.wins, memory.chains, memory.ways)
        self._weave = ProofGraph(self._position, self._threats)
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

    def tell(self, node: int, listener: ProofListener) -> None:
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
    setup = {point_of(cell, rules): Player.FIRST for cell in attacker}
    setup |= {point_of(cell, rules): Player.SECOND for cell in defender}
    return Board(rules, setup, Player.FIRST)


NODE_LIMIT = 30_000_000
SHARED_NODE_LIMIT = 500_000
"""Positions to look at for a proof without a stone that may not matter."""
EXPENSIVE_NODES = 80_000
"""An answer that takes more positions is told to be dear."""
MIN_TO_SHARE = 3
"""For so many positions that differ in one stone, proofs without that stone are looked for."""


@dataclass(frozen=True, slots=True)
class QuietMove:
    """A move in positions that are the same but for one stone of the defender, each another.

    `extras` are these stones; if there are none, the move is for the position as it is.
    """

    attacker: Cells
    defender: Cells
    move: int
    extras: tuple[int, ...] = ()


@dataclass(slots=True)
class QuietPart:
    """A proof of a position with the attacker to move, told to a listener of its own.

    `plies` is how long the win takes at most, where no known position is reached. A shared part
    is for others to use. A part with gaps proves nothing. `dear` are answers whose proof took long.
    """

    attacker: Cells
    defender: Cells
    story: ProofListener
    plies: int = 0
    is_shared: bool = False
    known: list[Stones] = field(default_factory=list)
    gaps: list[Stones] = field(default_factory=list)
    dear: list[int] = field(default_factory=list)


class QuietProver:
    """Proves quiet moves, those of a `QuietMove` one after another.

    It remembers what may help with the next, but nothing from one `QuietMove` to another: what it
    tells depends on that alone, and on what is known.
    """

    def __init__(
        self, rules: Rules, is_known: Callable[[Stones], bool], listen: Callable[[], ProofListener]
    ) -> None:
        self.rules = rules
        self.is_known = is_known
        self.listen = listen
        self.memory = ThreatMemory()

    def prove(self, quiet: QuietMove) -> Iterator[QuietPart]:
        """A part for each position, and before it those that it uses."""
        self.memory.clear()
        after = quiet.attacker | {quiet.move}
        without = _SharedProofs(self, after, quiet.defender)
        is_shared = len(quiet.extras) >= MIN_TO_SHARE
        for extra in quiet.extras:
            line = _QuietProof(self, quiet, quiet.defender | {extra}, extra)
            part = line.prove(without if is_shared else None)
            yield from without.take_new()
            yield part
        if not quiet.extras:
            yield _QuietProof(self, quiet, quiet.defender, None).prove(None)

    def prove_every(self, quiet: QuietMove, replies: Iterable[int]) -> QuietPart:
        """A part in which all answers are gone through: these are all, up to symmetry."""
        return _QuietProof(self, quiet, quiet.defender, None).prove_every(replies)


class _QuietProof:
    """The proof of a quiet move in one position."""

    def __init__(
        self, whole: QuietProver, quiet: QuietMove, defender: Cells, extra: int | None
    ) -> None:
        self._is_known = whole.is_known
        self._move = quiet.move
        self._extra = extra
        self._after = quiet.attacker | {quiet.move}
        self._prover = ThreatProver(whole.rules, self._after, defender, whole.memory, extra)
        self._part = QuietPart(quiet.attacker, defender, whole.listen())

    def prove(self, without: _SharedProofs | None) -> QuietPart:
        """Tell what happens if the defender passes, and after every answer in the zone."""
        part, story = self._part, self._part.story
        fives = self._prover.fives()
        null = -1 if fives else self._prover.prove(NODE_LIMIT)
        if fives:
            self._tell_four(fives, without)
        elif null < 0:
            part.gaps.append((part.attacker, part.defender))
        else:
            story.move(self._move)
            self._tell(null)
            for reply in self._prover.zone(null):
                story.reply(reply)
                self._meet(reply, without)
            story.end()
        return part

    def _tell_four(self, fives: list[int], without: _SharedProofs | None) -> None:
        """Tell of a move that is not quiet: it makes a four, and has one answer at most."""
        self._part.story.move(self._move)
        self._part.plies = 3
        if len(fives) == 1:
            self._meet(fives[0], without)

    def _meet(self, reply: int, without: _SharedProofs | None) -> None:
        """Tell what wins after an answer."""
        if not (self._recall(reply) or (without and self._share(reply, without))):
            self._answer(reply)

    def prove_every(self, replies: Iterable[int]) -> QuietPart:
        """Tell what happens after each of these answers."""
        story = self._part.story
        story.move(self._move)
        story.every()
        for reply in replies:
            story.reply(reply)
            self._meet(reply, None)
        story.end()
        return self._part

    def _recall(self, reply: int) -> bool:
        """Use a known position."""
        stones = self._after, self._part.defender | {reply}
        if not self._is_known(stones):
            return False
        self._part.known.append(stones)
        self._part.story.use(*stones)
        return True

    def _share(self, reply: int, without: _SharedProofs) -> bool:
        """Use a proof without the stone that differs, if that stone does not disturb it."""
        extra = self._extra
        proof = without.find(reply)
        if extra is None or proof is None or extra in proof.zone:
            return False
        self._part.story.less(extra)
        self._part.story.use(*proof.stones)
        self._part.plies = max(self._part.plies, 2 + proof.plies)
        return True

    def _answer(self, reply: int) -> None:
        """Prove an answer by threats."""
        before = self._prover.nodes
        node = self._prover.prove_after(reply, NODE_LIMIT)
        if self._prover.nodes - before > EXPENSIVE_NODES:
            self._part.dear.append(reply)
        if node < 0:
            self._part.gaps.append((self._after, self._part.defender | {reply}))
        else:
            self._tell(node)

    def _tell(self, node: int) -> None:
        self._prover.tell(node, self._part.story)
        self._part.plies = max(self._part.plies, 2 + self._prover.plies(node))


@dataclass(frozen=True, slots=True)
class _SharedProof:
    """A proof of a position without the stone that differs."""

    stones: Stones
    zone: Cells
    plies: int


class _SharedProofs:
    """Proofs of what follows answers in the position without the stone that differs."""

    def __init__(self, whole: QuietProver, after: Cells, defender: Cells) -> None:
        self._listen = whole.listen
        self._stones = after, defender
        self._prover = ThreatProver(whole.rules, after, defender, whole.memory, None)
        self._proofs: dict[int, _SharedProof | None] = {}
        self._new: list[QuietPart] = []

    def find(self, reply: int) -> _SharedProof | None:
        """The proof after an answer, if there is one."""
        if reply not in self._proofs:
            self._proofs[reply] = self._prove(reply)
        return self._proofs[reply]

    def take_new(self) -> list[QuietPart]:
        """The parts that were made since this was asked last."""
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
        part = QuietPart(after, defender | {reply}, self._listen(), plies, is_shared=True)
        if self._prover.nodes - before > EXPENSIVE_NODES:
            part.dear.append(reply)
        self._prover.tell(node, part.story)
        self._new.append(part)
        zone = frozenset(self._prover.zone(node))
        return _SharedProof((after, defender | {reply}), zone, part.plies)
