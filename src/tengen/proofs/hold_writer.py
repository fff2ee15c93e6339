"""Certificates that neither side can win, written; docs/solve.md has the format.

Whoever knows how a side holds tells it to a `HoldTree`, move by move. Nothing is judged here: that
is what `hold_check` is for. A cell is `row * width + col` with row 0 at the top.
"""

from __future__ import annotations

import lzma
from collections.abc import Iterable
from dataclasses import dataclass

from tengen.atomic_file import AtomicFile
from tengen.errors import ProofError

SHORT_BOARD = 240
LARGEST_BOARD = 65_000
END, KEEP, AGAIN, PAIRS = range(-1, -5, -1)
TREE, STOLEN = 1, 2


class HoldTree:
    """How one side holds, from its events in order.

    `move` is the holder's. What follows, with the opponent to move, is `pairs`; or each `reply`
    with what follows it, then `end`; or nothing, if the holder's row cannot be stopped; or, where
    one cell stops it, what follows that, without a `reply`.
    """

    def __init__(self, width: int, height: int) -> None:
        self._codes = _codes(width * height)
        self._tree = bytearray()

    @property
    def tree(self) -> bytes:
        """All that was told, as the format has it."""
        return bytes(self._tree)

    def move(self, cell: int) -> None:
        """The holder plays here."""
        self._tree += self._codes[cell]

    def reply(self, cell: int) -> None:
        """The opponent plays here; replies come in ascending order."""
        self._tree += self._codes[cell]

    def end(self) -> None:
        """There are no more replies."""
        self._tree += self._codes[END]

    def pairs(self, pairs: list[tuple[int, int]]) -> None:
        """From now on the holder answers in the other cell of a pair."""
        self._tree += self._codes[PAIRS] + _number(len(pairs))
        for one, other in pairs:
            self._tree += self._codes[one] + self._codes[other]

    def keep(self) -> None:
        """What comes next gets a number when it is complete: 0, 1, 2 and so on."""
        self._tree += self._codes[KEEP]

    def again(self, number: int, symmetry: int) -> None:
        """What was kept under this number, put through a symmetry."""
        self._tree += self._codes[AGAIN] + _number(number) + bytes([symmetry])


@dataclass(frozen=True, slots=True)
class Claim:
    """Neither side wins from here: the board, the line, both sides' cells, and who is to move."""

    width: int
    height: int
    k: int
    first: frozenset[int]
    second: frozenset[int]
    turn: int


def write_hold(path: str, claim: Claim, first: bytes | None, second: bytes | None) -> None:
    """Write a certificate: how either side holds, or None for who steals the other's strategy."""
    with AtomicFile(path) as file, lzma.LZMAFile(file, "wb", format=lzma.FORMAT_XZ) as out:
        out.write(b"".join(_pieces(claim, first, second)))


def _pieces(claim: Claim, *trees: bytes | None) -> Iterable[bytes]:
    codes = _codes(claim.width * claim.height)
    header = f"tengen hold 1\nboard {claim.width} {claim.height}\nline {claim.k}\n\n"
    yield header.encode() + bytes([claim.turn])
    for stones in (claim.first, claim.second):
        yield _number(len(stones)) + b"".join([codes[cell] for cell in sorted(stones)])
    for tree in trees:
        yield bytes([STOLEN]) if tree is None else bytes([TREE]) + _number(len(tree)) + tree
    yield b"\0"


def _number(number: int) -> bytes:
    """Seven bits a byte, the low ones first."""
    if number < 128:
        return bytes((number,))
    return bytes((number & 127 | 128,)) + _number(number >> 7)


def _codes(area: int) -> list[bytes]:
    """What stands for each cell, and, counted from the end, for each of the tokens."""
    if area > LARGEST_BOARD:
        raise ProofError(f"a certificate holds boards of {LARGEST_BOARD} cells, not of {area}")
    width = 1 if area <= SHORT_BOARD else 2
    last = 256**width
    values = [*range(area), *range(last + PAIRS, last)]
    return [value.to_bytes(width, "big") for value in values]
