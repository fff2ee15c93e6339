"""Plays a certificate: the attacker's move after every reply of the defender."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

from kit.certificate_reader import (
    Branch,
    CertificatePart,
    ProofNode,
    UsedPart,
    WithoutStone,
    read_tree,
)
from tengen.errors import ProofError
from tengen.prove.certificate_writer import cell_symmetries

Image = tuple[int, ...]
"""A symmetry: the image of each cell."""


class Proof:
    """The parts of an accepted certificate; trees are read when they are needed."""

    def __init__(self, parts: Sequence[CertificatePart]) -> None:
        if not parts:
            raise ProofError("a proof has at least one part")
        self.parts = parts
        self.tree: Callable[[int], Branch] = cache(self._read)

    @property
    def claim(self) -> CertificatePart:
        """The part with the proved position."""
        return self.parts[-1]

    def start(self) -> ReplayPosition:
        """The position of the claim, where play begins."""
        number = len(self.parts) - 1
        claim = self.claim
        branch = self.tree(number)
        same = symmetry_images(claim.width, claim.height)[0]
        return resolve_branch(self, branch, same, (claim.attacker, claim.defender))

    def _read(self, number: int) -> Branch:
        return read_tree(self.parts[number])


@dataclass(frozen=True, slots=True)
class ReplayPosition:
    """A position during play, and the node that proves it.

    The node's cells are those of the board put through `image`. Some of the defender's stones may
    be unknown to the node: they do not matter to it. `move` is what the attacker plays; None in the
    position of a claim where the defender is to move.
    """

    proof: Proof
    node: ProofNode
    image: Image
    stones: tuple[frozenset[int], frozenset[int]]

    @property
    def move(self) -> int | None:
        """The attacker's move."""
        return None if self.node.move is None else self.image.index(self.node.move)

    def after(self, reply: int) -> ReplayPosition:
        """Return the position after the attacker's move and a reply."""
        attacker, defender = self.stones
        own = attacker if self.move is None else attacker | {self.move}
        stones = own, defender | {reply}
        cell = self.image[reply]
        node = self.node
        if node.fives and cell not in node.replies:
            return ReplayPosition(
                self.proof, ProofNode(min(node.fives - {cell})), self.image, stones
            )
        branch = node.replies.get(cell, node.otherwise)
        if branch is not None:
            return resolve_branch(self.proof, branch, self.image, stones)
        image = self._turned(cell, (own, defender))
        return resolve_branch(self.proof, node.replies[image[reply]], image, stones)

    def _turned(self, cell: int, stones: tuple[frozenset[int], frozenset[int]]) -> Image:
        """Return the symmetry that maps a reply to a listed one."""
        claim = self.proof.claim
        here = [_transformed(self.image, cells) for cells in stones]
        for image in symmetry_images(claim.width, claim.height):
            if image[cell] in self.node.replies and here == [
                _transformed(image, cells) for cells in here
            ]:
                return tuple([image[other] for other in self.image])
        raise ProofError(f"the proof has no answer to the reply on cell {cell}")


def resolve_branch(
    proof: Proof, branch: Branch, image: Image, stones: tuple[frozenset[int], frozenset[int]]
) -> ReplayPosition:
    """Return the position of a branch, following references to other parts."""
    while not isinstance(branch, ProofNode):
        if isinstance(branch, WithoutStone):
            branch = branch.branch
        else:
            image = _image_in_part(proof, branch, image)
            branch = proof.tree(branch.part)
    return ReplayPosition(proof, branch, image, stones)


def _image_in_part(proof: Proof, used: UsedPart, image: Image) -> Image:
    """Return the map from the board to the cells of a used part."""
    turn = symmetry_images(proof.claim.width, proof.claim.height)[used.symmetry]
    return tuple([turn.index(cell) for cell in image])


def _transformed(image: Image, cells: frozenset[int]) -> frozenset[int]:
    return frozenset([image[cell] for cell in cells])


@cache
def symmetry_images(width: int, height: int) -> list[Image]:
    """Return the symmetries of a board in the order of the format."""
    return [tuple(cells) for cells in cell_symmetries(width, height)]
