"""Certificates read part by part, for those who want to look at a proof or to play by it.

Nothing is judged here; a certificate that no checker has accepted may prove nothing, or be no
tree at all. Then ProofError says so.
"""

from __future__ import annotations

import lzma
from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO

from tengen.errors import ProofError
from tengen.proofs.writer import SHORT_BOARD

LONGEST_LINE = 64


@dataclass(frozen=True, slots=True)
class Part:
    """A position that is proved: stones as cells, who is to move (1 attacks), and the tree's bytes.

    `uses` are the earlier parts that it uses, each with the symmetry that takes it here.
    """

    width: int
    height: int
    k: int
    turn: int
    attacker: frozenset[int]
    defender: frozenset[int]
    uses: tuple[tuple[int, int], ...]
    tree: bytes

    @property
    def cell_bytes(self) -> int:
        """How many bytes a cell takes."""
        return 1 if self.width * self.height <= SHORT_BOARD else 2


def read_parts(path: str) -> Iterator[Part]:
    """The parts of a certificate in order; the last is the claim. Raises ProofError and OSError."""
    try:
        with lzma.open(path) as file:
            yield from _Parts(file)
    except (lzma.LZMAError, EOFError, ValueError) as error:
        if isinstance(error, ProofError):
            raise
        raise ProofError(f"{path} is no certificate, or a damaged one: {error}") from None


class _Parts:
    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        if self._line() != "tengen proof 1":
            raise ValueError("it does not begin with 'tengen proof 1'")
        self._width, self._height = self._sizes("board", 2)
        (self._k,) = self._sizes("line", 1)
        if self._line():
            raise ValueError("an empty line must follow the header")
        self._cell_bytes = 1 if self._width * self._height <= SHORT_BOARD else 2

    def __iter__(self) -> Iterator[Part]:
        while turn := self._read(1)[0]:
            attacker, defender = self._cells(), self._cells()
            uses = tuple([(self._number(), self._read(1)[0]) for _ in range(self._number())])
            tree = self._read(self._number())
            sizes = self._width, self._height, self._k
            yield Part(*sizes, turn, attacker, defender, uses, tree)

    def _line(self) -> str:
        return self._file.readline(LONGEST_LINE).rstrip(b"\n").decode("ascii")

    def _sizes(self, name: str, count: int) -> list[int]:
        first, *sizes = self._line().split(" ")
        if first != name or len(sizes) != count:
            raise ValueError(f"the header has no line for the {name}")
        return [int(size) for size in sizes]

    def _read(self, count: int) -> bytes:
        found = self._file.read(count)
        if len(found) < count:
            raise EOFError("it ends too early")
        return found

    def _number(self) -> int:
        value, shift = 0, 0
        while (byte := self._read(1)[0]) > 127:
            value, shift = value | (byte & 127) << shift, shift + 7
        return value | byte << shift

    def _cells(self) -> frozenset[int]:
        size = self._cell_bytes
        data = self._read(self._number() * size)
        return frozenset(
            int.from_bytes(data[at : at + size], "big") for at in range(0, len(data), size)
        )
