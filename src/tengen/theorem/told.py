"""Proved parts as lines of text: what processes tell each other, and what is kept meanwhile."""

from __future__ import annotations

from collections.abc import Container

import msgspec

from tengen.proofs.writer import TreeWriter
from tengen.solver.listener import Stones
from tengen.solver.quiet import Part, QuietProver
from tengen.theorem.entry import RULES
from tengen.theorem.plan import Form, form_of


class Told(msgspec.Struct, array_like=True, frozen=True):
    """A part of a certificate, and what is known beside it.

    `plies` is how long the win takes where no line of the theorem is reached again; `known` are
    such lines. `gaps` are positions for which a line is missing. A part that is no line itself is
    there for lines to use. `dear` are answers whose proof took long.
    """

    stones: Stones
    tree: bytes
    uses: list[Stones]
    plies: int
    known: list[Stones]
    gaps: list[Stones]
    is_line: bool
    dear: list[int] = []


class Done(msgspec.Struct, array_like=True, frozen=True):
    """All parts of one piece of work, and the seconds of CPU time that it took."""

    seconds: float
    parts: list[Told]


def make_prover(lines: Container[Form]) -> QuietProver:
    """One who knows these lines, and whose stories are written down."""
    return QuietProver(
        RULES,
        lambda stones: form_of(stones) in lines,
        lambda: TreeWriter(RULES.width, RULES.height),
    )


def tell(part: Part) -> Told:
    """A part whose story was written down."""
    story = part.story
    assert isinstance(story, TreeWriter)
    stones = part.attacker, part.defender
    return Told(
        stones,
        story.tree,
        story.uses,
        part.plies,
        part.known,
        part.gaps,
        not part.is_shared,
        part.dear,
    )
