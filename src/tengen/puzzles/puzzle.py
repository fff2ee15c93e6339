"""A puzzle: a position, by what means it is won, the line that wins, and how hard that is."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from tengen.puzzles.fours import count_fours
from tengen.rules.board import Board
from tengen.rules.notation import parse_position
from tengen.rules.point import Point
from tengen.rules.rules import Rules
from tengen.rules.wording import STONE_NAMES, PlayerNames

GRADES = range(1, 6)
LIMITS = (5, 7, 9, 11)
"""The greatest rating of every grade but the last."""


class Means(enum.Enum):
    """With what a puzzle is to be won."""

    FOURS = "fours"
    THREATS = "threats"


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A win to be found.

    `position` is its text form, `line` the moves of both sides in turn up to the winner's move
    that cannot be answered any more. `tempting` counts the other fours and threes that the winner
    could have tried on the way; what is counted is told in docs/puzzles.md.
    """

    position: str
    means: Means
    line: tuple[Point, ...]
    tempting: int
    source: str = ""

    @property
    def board(self) -> Board:
        """The position, to be played on."""
        return parse_position(self.position)

    @property
    def rules(self) -> Rules:
        """What is played."""
        return self.board.rules

    @property
    def identity(self) -> str:
        """A name for the position that hardly any other has."""
        return f"{self.board.key:016x}"

    @property
    def length(self) -> int:
        """How many moves of the winner the line has."""
        return (len(self.line) + 1) // 2

    def count_quiet(self) -> int:
        """How many moves of the winner on the line are no fours."""
        if self.means is Means.FOURS:
            return 0
        return self.length - count_fours(self.board, self.line)

    @property
    def rating(self) -> int:
        """How hard it is: moves, those that are no fours once more, and what tempts."""
        return self.length + self.count_quiet() + self.tempting.bit_length()

    @property
    def grade(self) -> int:
        """How hard it is, from 1 to 5."""
        rating = self.rating
        return 1 + sum(rating > limit for limit in LIMITS)

    def goal(self, names: PlayerNames = STONE_NAMES) -> str:
        """What is to be done, as in `Black to move and win with fours`."""
        return f"{names[self.board.turn]} to move and win with {self.means.value}"
