"""Proofs of quiet moves: the defender may pass, or answer where that changes anything.

A four is no quiet move, but taken for one with a single answer.

A position is *known* if somebody else proves it. An answer that neither is met by threats nor leads
to a known position is a gap: whoever has asked must find a move there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from tengen.rules.rules import Rules
from tengen.solver.listener import Cells, Listener, Stones
from tengen.solver.prover import Memory, Prover

LIMIT = 30_000_000
LIMIT_WITHOUT = 500_000
"""Positions to look at for a proof without a stone that may not matter."""
DEAR = 80_000
"""An answer that takes more positions is told to be dear."""
WORTH_SHARING = 3
"""For so many positions that differ in one stone, proofs without that stone are looked for."""


@dataclass(frozen=True, slots=True)
class Quiet:
    """A move in positions that are the same but for one stone of the defender, each another.

    `extras` are these stones; if there are none, the move is for the position as it is.
    """

    attacker: Cells
    defender: Cells
    move: int
    extras: tuple[int, ...] = ()


@dataclass(slots=True)
class Part:
    """A proof of a position with the attacker to move, told to a listener of its own.

    `plies` is how long the win takes at most, where no known position is reached. A shared part
    is for others to use. A part with gaps proves nothing. `dear` are answers whose proof took long.
    """

    attacker: Cells
    defender: Cells
    story: Listener
    plies: int = 0
    is_shared: bool = False
    known: list[Stones] = field(default_factory=list)
    gaps: list[Stones] = field(default_factory=list)
    dear: list[int] = field(default_factory=list)


class QuietProver:
    """Proves quiet moves, those of a `Quiet` one after another.

    It remembers what may help with the next, but nothing from one `Quiet` to another: what it
    tells depends on that alone, and on what is known.
    """

    def __init__(
        self, rules: Rules, is_known: Callable[[Stones], bool], listen: Callable[[], Listener]
    ) -> None:
        self.rules = rules
        self.is_known = is_known
        self.listen = listen
        self.memory = Memory()

    def prove(self, quiet: Quiet) -> Iterator[Part]:
        """A part for each position, and before it those that it uses."""
        self.memory.clear()
        after = quiet.attacker | {quiet.move}
        without = _Without(self, after, quiet.defender)
        is_shared = len(quiet.extras) >= WORTH_SHARING
        for extra in quiet.extras:
            line = _Line(self, quiet, quiet.defender | {extra}, extra)
            part = line.prove(without if is_shared else None)
            yield from without.take_new()
            yield part
        if not quiet.extras:
            yield _Line(self, quiet, quiet.defender, None).prove(None)

    def prove_every(self, quiet: Quiet, replies: Iterable[int]) -> Part:
        """A part in which all answers are gone through: these are all, up to symmetry."""
        return _Line(self, quiet, quiet.defender, None).prove_every(replies)


class _Line:
    """The proof of a quiet move in one position."""

    def __init__(
        self, whole: QuietProver, quiet: Quiet, defender: Cells, extra: int | None
    ) -> None:
        self._is_known = whole.is_known
        self._move = quiet.move
        self._extra = extra
        self._after = quiet.attacker | {quiet.move}
        self._prover = Prover(whole.rules, self._after, defender, whole.memory, extra)
        self._part = Part(quiet.attacker, defender, whole.listen())

    def prove(self, without: _Without | None) -> Part:
        """Tell what happens if the defender passes, and after every answer in the zone."""
        part, story = self._part, self._part.story
        fives = self._prover.fives()
        null = -1 if fives else self._prover.prove(LIMIT)
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

    def _tell_four(self, fives: list[int], without: _Without | None) -> None:
        """Tell of a move that is not quiet: it makes a four, and has one answer at most."""
        self._part.story.move(self._move)
        self._part.plies = 3
        if len(fives) == 1:
            self._meet(fives[0], without)

    def _meet(self, reply: int, without: _Without | None) -> None:
        """Tell what wins after an answer."""
        if not (self._recall(reply) or (without and self._share(reply, without))):
            self._answer(reply)

    def prove_every(self, replies: Iterable[int]) -> Part:
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

    def _share(self, reply: int, without: _Without) -> bool:
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
        node = self._prover.prove_after(reply, LIMIT)
        if self._prover.nodes - before > DEAR:
            self._part.dear.append(reply)
        if node < 0:
            self._part.gaps.append((self._after, self._part.defender | {reply}))
        else:
            self._tell(node)

    def _tell(self, node: int) -> None:
        self._prover.tell(node, self._part.story)
        self._part.plies = max(self._part.plies, 2 + self._prover.plies(node))


@dataclass(frozen=True, slots=True)
class _Proof:
    """A proof of a position without the stone that differs."""

    stones: Stones
    zone: Cells
    plies: int


class _Without:
    """Proofs of what follows answers in the position without the stone that differs."""

    def __init__(self, whole: QuietProver, after: Cells, defender: Cells) -> None:
        self._listen = whole.listen
        self._stones = after, defender
        self._prover = Prover(whole.rules, after, defender, whole.memory, None)
        self._proofs: dict[int, _Proof | None] = {}
        self._new: list[Part] = []

    def find(self, reply: int) -> _Proof | None:
        """The proof after an answer, if there is one."""
        if reply not in self._proofs:
            self._proofs[reply] = self._prove(reply)
        return self._proofs[reply]

    def take_new(self) -> list[Part]:
        """The parts that were made since this was asked last."""
        new, self._new = self._new, []
        return new

    def _prove(self, reply: int) -> _Proof | None:
        self._prover.forget()
        before = self._prover.nodes
        node = self._prover.prove_after(reply, LIMIT_WITHOUT)
        if node < 0:
            return None
        after, defender = self._stones
        plies = self._prover.plies(node)
        part = Part(after, defender | {reply}, self._listen(), plies, is_shared=True)
        if self._prover.nodes - before > DEAR:
            part.dear.append(reply)
        self._prover.tell(node, part.story)
        self._new.append(part)
        zone = frozenset(self._prover.zone(node))
        return _Proof((after, defender | {reply}), zone, part.plies)
