"""Whoever can take a side in a game."""

from __future__ import annotations

from typing import Protocol

from tengen.rules.board import Board
from tengen.rules.point import Point
from tengen.rules.rules import Rules


class Seat(Protocol):
    """A player in a seat, whatever is behind it."""

    @property
    def name(self) -> str:
        """What to call the player."""

    def new_game(self, rules: Rules) -> None:
        """Get ready for a game of these rules, from an empty board."""

    def choose(self, board: Board) -> Point:
        """A legal move for the side to move; the board is left as it is."""

    def close(self) -> None:
        """Leave the seat; may be called twice."""
