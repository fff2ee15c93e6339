"""Positions to learn from, packed on disk: a board, a score and a result each."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Self

from tengen.rules import Board, Player, Rules

DRAWN, WON, LOST, NO_RESULT = 0, 1, 2, 3
"""The result for the side to move; the last one is that of a position that was not played on."""
SHIFTS = (0, 2, 4, 6)
"""The places of the four cells of a byte."""
TAIL = struct.Struct("<hBBI")
"""The score and the result for the side to move, the side to move, the number of the game."""


@dataclass(frozen=True, slots=True)
class PositionSample:
    """A position: its cells row by row (0, or 1 and 2 for the stones of both players)."""

    cells: bytes
    score: int
    result: int
    turn: int
    game: int

    @classmethod
    def of(cls, board: Board, score: int, game: int, result: int = DRAWN) -> Self:
        """Return the position of a board."""
        cells = bytearray(board.rules.area)
        for point, player in board.stones.items():
            cells[point.row * board.rules.width + point.col] = player.number
        return cls(bytes(cells), score, result, board.turn.number - 1, game)

    def with_winner(self, winner: Player | None) -> Self:
        """Return the position with the result of its game, unless it was not played on."""
        if self.result == NO_RESULT or winner is None:
            return self
        return replace(self, result=WON if winner.number - 1 == self.turn else LOST)

    def packed(self) -> bytes:
        """Return the position as bytes: four cells a byte, then the numbers."""
        cells = self.cells + bytes(-len(self.cells) % len(SHIFTS))
        quarters = zip(*(cells[start :: len(SHIFTS)] for start in range(len(SHIFTS))), strict=True)
        board = bytes(
            sum(cell << shift for cell, shift in zip(four, SHIFTS, strict=True))
            for four in quarters
        )
        return board + TAIL.pack(self.score, self.result, self.turn, self.game)


def board_size(rules: Rules) -> int:
    """Return the number of bytes of a packed board."""
    return -(-rules.area // len(SHIFTS))


def sample_size(rules: Rules) -> int:
    """Return the number of bytes of a packed position."""
    return board_size(rules) + TAIL.size


def unpack_samples(data: bytes, rules: Rules) -> Iterator[PositionSample]:
    """Yield packed positions."""
    board = board_size(rules)
    for start in range(0, len(data), sample_size(rules)):
        packed = data[start : start + board]
        cells = bytes(part >> shift & 3 for part in packed for shift in SHIFTS)
        yield PositionSample(cells[: rules.area], *TAIL.unpack_from(data, start + board))


def pack_samples(samples: Iterable[PositionSample]) -> bytes:
    """Return positions as bytes."""
    return b"".join(sample.packed() for sample in samples)
