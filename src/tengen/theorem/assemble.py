"""From proved parts to a certificate: the openings on top, every part after those that it uses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from tengen.errors import ProofError
from tengen.proofs.writer import CertificateWriter, Turn
from tengen.rules.point import format_algebraic
from tengen.solver.listener import Stones
from tengen.theorem.entry import RULES, Entry
from tengen.theorem.plan import Form, answers, form_of, make_openings, point_of, points_of
from tengen.theorem.told import Done, Told, make_prover, tell

START: Stones = (frozenset(), frozenset())


@dataclass(frozen=True, slots=True)
class Placed:
    """A part in its place, with what it uses: a line of the theorem, or the part of a number."""

    part: Told
    uses: list[Stones | int]


class Assembly:
    """The pieces of a theorem that were proved, and its openings.

    A line is known by its position. What lines share is theirs alone: another piece may have
    proved the same position in another way, which leaves no room for the same stones.
    """

    def __init__(self, pieces: Iterable[Done]) -> None:
        self._lines: dict[Form, Told] = {}
        self._shared: dict[Form, dict[Stones, Told]] = {}
        self._plies: dict[Form, int] = {}
        for piece in pieces:
            shared = {part.stones: part for part in piece.parts}
            for part in piece.parts:
                if part.is_line and not part.gaps:
                    self._lines[form_of(part.stones)] = part
                    self._shared[form_of(part.stones)] = shared

    def add_openings(self, entries: Iterable[Entry]) -> None:
        """Prove the first moves, after which every answer is gone through."""
        prover = make_prover(self._lines)
        for quiet in make_openings(entries):
            after = quiet.attacker | {quiet.move}
            part = tell(prover.prove_every(quiet, answers((after, quiet.defender))))
            if part.gaps:
                raise ProofError(f"no line of the theorem is for {_name(part.gaps[0])}")
            self._lines[form_of(part.stones)] = part
            self._shared[form_of(part.stones)] = {}

    def in_order(self, start: Stones = START) -> list[Placed]:
        """All parts that the proof of a position needs, each after those that it uses."""
        order = _Order(self._lines, self._shared)
        order.visit(start)
        return order.placed

    def plies(self, stones: Stones) -> int:
        """The most plies until the win of a position that has a line."""
        form = form_of(stones)
        if form not in self._plies:
            part = self._lines[form]
            after = (2 + self.plies(known) for known in part.known)
            self._plies[form] = max([part.plies, *after])
        return self._plies[form]


class _Order:
    """Puts parts in order, from the deepest on."""

    def __init__(self, lines: dict[Form, Told], shared: dict[Form, dict[Stones, Told]]) -> None:
        self.placed: list[Placed] = []
        self._lines = lines
        self._shared = shared
        self._found: set[Form] = set()
        self._numbers: dict[int, int] = {}

    def visit(self, stones: Stones) -> None:
        """Place a line after all that it uses."""
        form = form_of(stones)
        if form in self._found:
            return
        if form not in self._lines:
            raise ProofError(f"nothing proves {_name(stones)}")
        self._found.add(form)
        part = self._lines[form]
        lines, shared = set(part.known), self._shared[form]
        for line in part.known:
            self.visit(line)
        uses = [use if use in lines else self._number(shared[use]) for use in part.uses]
        self.placed.append(Placed(part, uses))

    def _number(self, part: Told) -> int:
        """Where a shared part is; it uses no other."""
        if id(part) not in self._numbers:
            self._numbers[id(part)] = len(self.placed)
            self.placed.append(Placed(part, []))
        return self._numbers[id(part)]


def write_certificate(
    path: str, parts: list[Placed], report: Callable[[int, int], None] = lambda _done, _all: None
) -> None:
    """Write parts that are in order."""
    with CertificateWriter(path, RULES.width, RULES.height, RULES.k) as out:
        for number, placed in enumerate(parts, start=1):
            part = placed.part
            out.add(Turn.ATTACKER, *part.stones, part.tree, placed.uses)
            report(number, len(parts))


def proved_entries(assembly: Assembly) -> Iterator[Entry]:
    """The lines that the theorem needs, with how long the win takes."""
    for placed in assembly.in_order():
        part = placed.part
        if part.is_line:
            plies = assembly.plies(part.stones)
            yield Entry(points_of(part.stones), point_of(part.tree[0]), plies)


def _name(stones: Stones) -> str:
    own, other = (
        " ".join(format_algebraic(point_of(cell), RULES) for cell in sorted(cells))
        for cells in stones
    )
    return f"Player 1 on {own}, Player 2 on {other}"
