"""The two players."""

from __future__ import annotations

import enum


class Player(enum.Enum):
    """Who moves: `FIRST` starts the game. The value is the mark in Tengen's own texts."""

    FIRST = "X"
    SECOND = "O"

    __hash__ = object.__hash__  # Enum's own is written in Python and slow as a dict key.

    @property
    def other(self) -> Player:
        """The opponent."""
        return Player.SECOND if self is Player.FIRST else Player.FIRST

    @property
    def number(self) -> int:
        """1 for the first player, 2 for the second."""
        return 1 if self is Player.FIRST else 2
