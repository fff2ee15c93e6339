"""From proved parts to a certificate: the openings on top, every part after those that it uses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from tengen.core.point import Point
from tengen.errors import ProofError
from tengen.notation.points import format_algebraic
from tengen.proofs.writer import CertificateWriter, TreeWriter, Turn
from tengen.solver.quiet import QuietProver, Stones
from tengen.theorem.entry import RULES, Entry
from tengen.theorem.plan import Form, answers, form_of, make_openings, stones_of
from tengen.theorem.told import Told, tell

START: Stones = (frozenset(), frozenset())


class Assembly:
    """The parts of a theorem that were proved, and its openings."""

    def __init__(self, told: Iterable[Told]) -> None:
        self._parts = {form_of(part.stones): part for part in told if not part.gaps}
        self._plies: dict[Form, int] = {}

    def add_openings(self, entries: Iterable[Entry]) -> None:
        """Prove the first moves, after which every answer is gone through."""
        prover = QuietProver(
            RULES,
            lambda stones: form_of(stones) in self._parts,
            lambda: TreeWriter(RULES.width, RULES.height),
        )
        for quiet in make_openings(entries):
            after = quiet.attacker | {quiet.move}
            part = tell(prover.prove_every(quiet, answers((after, quiet.defender))))
            if part.gaps:
                raise ProofError(f"no line of the theorem is for {_name(part.gaps[0])}")
            self._parts[form_of(part.stones)] = part

    def in_order(self, start: Stones = START) -> list[Told]:
        """All parts that the proof of a position needs, each after those that it uses."""
        found: dict[Form, Told] = {}
        self._visit(start, found)
        return list(found.values())

    def _visit(self, stones: Stones, found: dict[Form, Told]) -> None:
        form = form_of(stones)
        if form in found:
            return
        if form not in self._parts:
            raise ProofError(f"nothing proves {_name(stones)}")
        for use in self._parts[form].uses:
            self._visit(use, found)
        found[form] = self._parts[form]

    def plies(self, stones: Stones) -> int:
        """The most plies until the win of a position that has a part."""
        form = form_of(stones)
        if form not in self._plies:
            part = self._parts[form]
            after = (2 + self.plies(known) for known in part.known)
            self._plies[form] = max([part.plies, *after])
        return self._plies[form]


def write_certificate(
    path: str, parts: list[Told], report: Callable[[int, int], None] = lambda _done, _all: None
) -> None:
    """Write parts that are in order."""
    with CertificateWriter(path, RULES.width, RULES.height, RULES.k) as out:
        for number, part in enumerate(parts, start=1):
            out.add(Turn.ATTACKER, *part.stones, part.tree, part.uses)
            report(number, len(parts))


def proved_entries(assembly: Assembly, entries: Iterable[Entry]) -> Iterator[Entry]:
    """The lines that the theorem needs, with how long the win takes."""
    needed = {form_of(part.stones) for part in assembly.in_order()}
    for entry in entries:
        stones = stones_of(entry.stones)
        if form_of(stones) in needed:
            yield Entry(entry.stones, entry.move, assembly.plies(stones))


def _name(stones: Stones) -> str:
    own, other = (
        " ".join(
            format_algebraic(Point(*divmod(cell, RULES.width)), RULES) for cell in sorted(cells)
        )
        for cells in stones
    )
    return f"Player 1 on {own}, Player 2 on {other}"
