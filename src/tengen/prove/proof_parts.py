"""The parts of the theorem's proof: planning, exchange between processes, order and writing.

Lines of the theorem that share much are proved together. A proved part is a line of text. In the
certificate every part comes after those that it uses, and the openings come last.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass
from functools import cache

import msgspec

from tengen.errors import ProofError
from tengen.prove import certificate_writer
from tengen.prove.proof_listener import Stones
from tengen.prove.prover import QuietMove, QuietPart, QuietProver
from tengen.prove.theorem_book import CELLS, THEOREM_RULES, BookEntry
from tengen.rules import Point, format_algebraic, point_of

CanonicalForm = tuple[int, int]
OPENING_STONES = 2
"""With fewer stones of each player, every answer is proved: threats do not yet win."""


def stones_of(points: Sequence[Point]) -> Stones:
    """Return the cells of each player, from points of both players in turn."""
    cells = [CELLS[point] for point in points]
    return frozenset(cells[::2]), frozenset(cells[1::2])


def points_of(stones: Stones) -> list[Point]:
    """Return the points of both players in turn."""
    own, other = (sorted(cells) for cells in stones)
    return [point_of(cell, THEOREM_RULES) for pair in zip(own, other, strict=True) for cell in pair]


@cache
def theorem_symmetries() -> list[list[int]]:
    """Return the images of all cells under each symmetry of the board."""
    return certificate_writer.cell_symmetries(THEOREM_RULES.width, THEOREM_RULES.height)


def canonical_form(stones: Stones) -> CanonicalForm:
    """Return a key that a position shares with its rotations and reflections only."""
    return min(
        certificate_writer.transform_stones(stones, images) for images in theorem_symmetries()
    )


def make_plan(entries: Iterable[BookEntry]) -> list[QuietMove]:
    """Group all lines after the openings that differ in one stone of the defender."""
    lines = [(*stones_of(entry.stones), CELLS[entry.move]) for entry in entries]
    lines = [line for line in lines if len(line[0]) >= OPENING_STONES]
    together = Counter((own, move, other - {left}) for own, other, move in lines for left in other)
    groups: dict[tuple[frozenset[int], int, frozenset[int]], list[int]] = {}
    for own, other, move in lines:
        left = max(sorted(other), key=lambda cell: together[own, move, other - {cell}])
        groups.setdefault((own, move, other - {left}), []).append(left)
    return [
        QuietMove(own, other, move, tuple(extras)) for (own, move, other), extras in groups.items()
    ]


def make_openings(entries: Iterable[BookEntry]) -> list[QuietMove]:
    """Return the lines of the openings, those with most stones first."""
    lines = [(*stones_of(entry.stones), CELLS[entry.move]) for entry in entries]
    lines.sort(key=lambda line: -len(line[0]))
    return [QuietMove(own, other, move) for own, other, move in lines if len(own) < OPENING_STONES]


def distinct_replies(stones: Stones) -> list[int]:
    """Return the empty cells up to symmetries of the position."""
    stabilizers = [
        images
        for images in theorem_symmetries()
        if certificate_writer.transform_stones(stones, images)
        == certificate_writer.transform_stones(stones, theorem_symmetries()[0])
    ]
    taken = stones[0] | stones[1]
    return [
        cell
        for cell in range(THEOREM_RULES.area)
        if cell not in taken and _is_representative(cell, stabilizers)
    ]


def _is_representative(cell: int, stabilizers: list[list[int]]) -> bool:
    return all(images[cell] >= cell for images in stabilizers)


class ProofPart(msgspec.Struct, array_like=True, frozen=True):
    """A part of a certificate, with facts about it that the certificate does not contain.

    `plies` is the most plies to the win where no other line of the theorem is reached; `known` are
    the lines that are reached. `gaps` are positions for which a line is missing. A part that is not
    a line is used by lines. `expensive` are answers whose proof took long.
    """

    stones: Stones
    tree: bytes
    uses: list[Stones]
    plies: int
    known: list[Stones]
    gaps: list[Stones]
    is_line: bool
    expensive: list[int] = []


class FinishedPiece(msgspec.Struct, array_like=True, frozen=True):
    """All parts of one piece of work, and the seconds of CPU time that it took."""

    seconds: float
    parts: list[ProofPart]


def make_theorem_prover(lines: Container[CanonicalForm]) -> QuietProver:
    """Return a prover that knows these lines and writes trees."""
    return QuietProver(
        THEOREM_RULES,
        lambda stones: canonical_form(stones) in lines,
        lambda: certificate_writer.TreeWriter(THEOREM_RULES.width, THEOREM_RULES.height),
    )


def to_proof_part(part: QuietPart) -> ProofPart:
    """Return a part whose listener was a `TreeWriter`."""
    writer = part.listener
    assert isinstance(writer, certificate_writer.TreeWriter)
    stones = part.attacker, part.defender
    return ProofPart(
        stones,
        writer.tree,
        writer.uses,
        part.plies,
        part.known,
        part.gaps,
        not part.is_shared,
        part.expensive,
    )


START: Stones = (frozenset(), frozenset())


@dataclass(frozen=True, slots=True)
class PlacedPart:
    """A part with its uses: positions of lines, or numbers of earlier parts."""

    part: ProofPart
    uses: list[Stones | int]


class Assembly:
    """The proved pieces of a theorem, and its openings.

    A line is identified by its position. Shared parts belong to their piece: another piece may have
    proved the same position in another way, with a zone that contains other stones.
    """

    def __init__(self, pieces: Iterable[FinishedPiece]) -> None:
        self._lines: dict[CanonicalForm, ProofPart] = {}
        self._shared: dict[CanonicalForm, dict[Stones, ProofPart]] = {}
        self._plies: dict[CanonicalForm, int] = {}
        for piece in pieces:
            shared = {part.stones: part for part in piece.parts}
            for part in piece.parts:
                if part.is_line and not part.gaps:
                    self._lines[canonical_form(part.stones)] = part
                    self._shared[canonical_form(part.stones)] = shared

    def add_openings(self, entries: Iterable[BookEntry]) -> None:
        """Prove the openings, with a proof for every answer."""
        prover = make_theorem_prover(self._lines)
        for quiet in make_openings(entries):
            after = quiet.attacker | {quiet.move}
            part = to_proof_part(
                prover.prove_every(quiet, distinct_replies((after, quiet.defender)))
            )
            if part.gaps:
                raise ProofError(f"the theorem has no line for {_describe_stones(part.gaps[0])}")
            self._lines[canonical_form(part.stones)] = part
            self._shared[canonical_form(part.stones)] = {}

    def in_order(self, start: Stones = START) -> list[PlacedPart]:
        """Return all parts that the proof of a position needs, each after those that it uses."""
        order = _Order(self._lines, self._shared)
        order.visit(start)
        return order.placed

    def plies(self, stones: Stones) -> int:
        """Return the most plies to the win of a position that has a line."""
        form = canonical_form(stones)
        if form not in self._plies:
            part = self._lines[form]
            after = (2 + self.plies(known) for known in part.known)
            self._plies[form] = max([part.plies, *after])
        return self._plies[form]


class _Order:
    """Puts parts in order, the deepest first."""

    def __init__(
        self,
        lines: dict[CanonicalForm, ProofPart],
        shared: dict[CanonicalForm, dict[Stones, ProofPart]],
    ) -> None:
        self.placed: list[PlacedPart] = []
        self._lines = lines
        self._shared = shared
        self._found: set[CanonicalForm] = set()
        self._numbers: dict[int, int] = {}

    def visit(self, stones: Stones) -> None:
        """Place a line after all parts that it uses."""
        form = canonical_form(stones)
        if form in self._found:
            return
        if form not in self._lines:
            raise ProofError(f"there is no proof for {_describe_stones(stones)}")
        self._found.add(form)
        part = self._lines[form]
        lines, shared = set(part.known), self._shared[form]
        for line in part.known:
            self.visit(line)
        uses = [use if use in lines else self._number(shared[use]) for use in part.uses]
        self.placed.append(PlacedPart(part, uses))

    def _number(self, part: ProofPart) -> int:
        """Return the number of a shared part, which uses no other part."""
        if id(part) not in self._numbers:
            self._numbers[id(part)] = len(self.placed)
            self.placed.append(PlacedPart(part, []))
        return self._numbers[id(part)]


def write_parts(
    path: str,
    parts: list[PlacedPart],
    report: Callable[[int, int], None] = lambda _done, _all: None,
) -> None:
    """Write parts in their order to a certificate."""
    with certificate_writer.CertificateWriter(
        path, THEOREM_RULES.width, THEOREM_RULES.height, THEOREM_RULES.k
    ) as out:
        for number, placed in enumerate(parts, start=1):
            part = placed.part
            out.add(certificate_writer.ProofTurn.ATTACKER, *part.stones, part.tree, placed.uses)
            report(number, len(parts))


def _describe_stones(stones: Stones) -> str:
    own, other = (
        " ".join(
            format_algebraic(point_of(cell, THEOREM_RULES), THEOREM_RULES) for cell in sorted(cells)
        )
        for cells in stones
    )
    return f"Player 1 on {own}, Player 2 on {other}"
