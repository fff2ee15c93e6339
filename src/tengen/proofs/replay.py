"""A proof played: the attacker's move in every position that it leads to, whatever the reply."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

from tengen.errors import ProofError
from tengen.proofs.branches import Branch, Less, Node, Used, read_tree
from tengen.proofs.forms import symmetries
from tengen.proofs.reader import Part

Image = tuple[int, ...]
"""Where each cell goes."""


class Proof:
    """The parts of a certificate that a checker has accepted; trees are read when needed."""

    def __init__(self, parts: Sequence[Part]) -> None:
        if not parts:
            raise ProofError("a proof has at least one part")
        self.parts = parts
        self.tree: Callable[[int], Branch] = cache(self._read)

    @property
    def claim(self) -> Part:
        """The position that is proved."""
        return self.parts[-1]

    def start(self) -> Place:
        """Where play begins: in the position of the claim."""
        number = len(self.parts) - 1
        claim = self.claim
        branch = self.tree(number)
        same = images(claim.width, claim.height)[0]
        return settle(self, branch, same, (claim.attacker, claim.defender))

    def _read(self, number: int) -> Branch:
        return read_tree(self.parts[number])


@dataclass(frozen=True, slots=True)
class Place:
    """A position on the way, and the node that proves it.

    The node's cells are those of the board put through `image`. Some of the defender's stones may
    be unknown to the node: they do not matter to it. `move` is what the attacker plays; None in the
    position of a claim where the defender is to move.
    """

    proof: Proof
    node: Node
    image: Image
    stones: tuple[frozenset[int], frozenset[int]]

    @property
    def move(self) -> int | None:
        """What the attacker plays."""
        return None if self.node.move is None else self.image.index(self.node.move)

    def after(self, reply: int) -> Place:
        """The place after the attacker's move and a reply to it."""
        attacker, defender = self.stones
        own = attacker if self.move is None else attacker | {self.move}
        stones = own, defender | {reply}
        cell = self.image[reply]
        node = self.node
        if node.fives and cell not in node.replies:
            return Place(self.proof, Node(min(node.fives - {cell})), self.image, stones)
        branch = node.replies.get(cell, node.otherwise)
        if branch is not None:
            return settle(self.proof, branch, self.image, stones)
        image = self._turned(cell, (own, defender))
        return settle(self.proof, node.replies[image[reply]], image, stones)

    def _turned(self, cell: int, stones: tuple[frozenset[int], frozenset[int]]) -> Image:
        """The image that takes a reply to one that is listed."""
        claim = self.proof.claim
        here = [_put(self.image, cells) for cells in stones]
        for image in images(claim.width, claim.height):
            if image[cell] in self.node.replies and here == [_put(image, cells) for cells in here]:
                return tuple([image[other] for other in self.image])
        raise ProofError(f"the proof has no answer to the reply on cell {cell}")


def settle(
    proof: Proof, branch: Branch, image: Image, stones: tuple[frozenset[int], frozenset[int]]
) -> Place:
    """The place of a branch, through all that only points elsewhere."""
    while not isinstance(branch, Node):
        if isinstance(branch, Less):
            branch = branch.branch
        else:
            image = _back(proof, branch, image)
            branch = proof.tree(branch.part)
    return Place(proof, branch, image, stones)


def _back(proof: Proof, used: Used, image: Image) -> Image:
    """From the board to the cells of a part that is used."""
    turn = images(proof.claim.width, proof.claim.height)[used.symmetry]
    return tuple([turn.index(cell) for cell in image])


def _put(image: Image, cells: frozenset[int]) -> frozenset[int]:
    return frozenset([image[cell] for cell in cells])


@cache
def images(width: int, height: int) -> list[Image]:
    """The symmetries of a board in the order of the format."""
    return [tuple(cells) for cells in symmetries(width, height)]
