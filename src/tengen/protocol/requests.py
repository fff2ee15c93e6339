"""What a brain asks of whoever thinks for it, and the shell around it."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from tengen.protocol.settings import Settings
from tengen.rules.board import Board


class SwapStage(enum.Enum):
    """How far a swap2 opening has come; the value is the number of stones."""

    OPENING = 0
    """Place three stones."""
    AFTER_THREE = 3
    """Swap, place one more, or place two more."""
    AFTER_FIVE = 5
    """Swap or place one more."""

    @property
    def choices(self) -> tuple[int, ...]:
        """How many stones may be placed; 0 is to swap."""
        return CHOICES[self]


CHOICES = {
    SwapStage.OPENING: (3,),
    SwapStage.AFTER_THREE: (0, 1, 2),
    SwapStage.AFTER_FIVE: (0, 1),
}


@dataclass(frozen=True, slots=True)
class Think:
    """Find a move for the side to move; the board is yours to play on."""

    board: Board
    settings: Settings


@dataclass(frozen=True, slots=True)
class ChooseSwap:
    """Make the choice of a swap2 opening; the board is yours to play on."""

    board: Board
    stage: SwapStage
    settings: Settings


@dataclass(frozen=True, slots=True)
class Hurry:
    """Answer the request that is under way with what has been found."""


@dataclass(frozen=True, slots=True)
class Quit:
    """Drop everything and exit."""


Reply = str | Think | ChooseSwap | Hurry | Quit
"""A line to send, or something to do."""
