"""Proved parts as lines of text: what processes tell each other, and what is kept meanwhile."""

from __future__ import annotations

import msgspec

from tengen.proofs.writer import TreeWriter
from tengen.solver.quiet import Part, Stones


class Told(msgspec.Struct, array_like=True, frozen=True):
    """A part of a certificate, and what is known beside it.

    `plies` is how long the win takes where no part that it uses is reached. `known` are those of
    `uses` that are lines of the theorem; `gaps` are positions for which a line is missing.
    """

    attacker: list[int]
    defender: list[int]
    tree: bytes
    uses: list[tuple[list[int], list[int]]]
    plies: int
    known: list[tuple[list[int], list[int]]]
    gaps: list[tuple[list[int], list[int]]]


class Done(msgspec.Struct, array_like=True, frozen=True):
    """All parts of one piece of work."""

    number: int
    seconds: float
    parts: list[Told]


def tell(part: Part) -> Told:
    """A part whose story was written down."""
    story = part.story
    assert isinstance(story, TreeWriter)
    return Told(
        sorted(part.attacker),
        sorted(part.defender),
        story.tree,
        [_plain(stones) for stones in story.uses],
        part.plies,
        [_plain(stones) for stones in part.known],
        [_plain(stones) for stones in part.gaps],
    )


def _plain(stones: Stones) -> tuple[list[int], list[int]]:
    return sorted(stones[0]), sorted(stones[1])
