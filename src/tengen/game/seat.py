"""The two seats of a game."""

from __future__ import annotations

import enum


class Seat(enum.Enum):
    """Who sits here stays here when colours are swapped: clocks and offers belong to a seat."""

    ONE = 1
    """Puts the first stone."""
    TWO = 2

    __hash__ = object.__hash__  # Enum's own is written in Python and slow as a dict key.

    @property
    def number(self) -> int:
        """1 or 2."""
        return 1 if self is Seat.ONE else 2

    @property
    def other(self) -> Seat:
        """The opponent's."""
        return Seat.TWO if self is Seat.ONE else Seat.ONE
