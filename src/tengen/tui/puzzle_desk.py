"""The puzzles before somebody: which one it is, and how far it is solved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tengen.core.point import Point
from tengen.errors import UsageError
from tengen.notation.words import STONES, Names
from tengen.puzzles.hints import Hint
from tengen.puzzles.puzzle import Puzzle
from tengen.puzzles.solving import Answer, Solving, Verdict
from tengen.tui.puzzle_kept import Progress


@dataclass(frozen=True, slots=True)
class Numbered:
    """A puzzle and its number in the whole collection."""

    number: int
    puzzle: Puzzle


class PuzzleDesk:
    """Puzzles in the order in which they come, and the one that is looked at."""

    def __init__(
        self, puzzles: Sequence[Numbered], progress: Progress, *, at: int = 0, names: Names = STONES
    ) -> None:
        self.puzzles = tuple(puzzles)
        self.progress = progress
        self.names = names
        self._at = at
        self._solved = {one.number for one in puzzles if progress.has(one.puzzle)}
        self.begin_again()

    @property
    def number(self) -> int:
        """The number of the puzzle in the whole collection."""
        return self.puzzles[self._at].number

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle that is looked at."""
        return self.puzzles[self._at].puzzle

    def go(self, step: int) -> None:
        """Go on by so many puzzles; after the last comes the first."""
        self._at = (self._at + step) % len(self.puzzles)
        self.begin_again()

    def go_to(self, number: int) -> None:
        """Go to a puzzle by its number. Raises UsageError if it is not among these."""
        numbers = [numbered.number for numbered in self.puzzles]
        if number not in numbers:
            raise UsageError(f"puzzle {number} is not among those that you are at")
        self._at = numbers.index(number)
        self.begin_again()

    @property
    def largest(self) -> int:
        """The greatest number of a puzzle."""
        return max(numbered.number for numbered in self.puzzles)

    def begin_again(self) -> None:
        """Set the puzzle up once more."""
        self.solving = Solving(self.puzzle, self.names)
        self.was_solved = self.number in self._solved

    def call_sides(self, names: Names) -> None:
        """Use other names for the sides from now on."""
        self.names = self.solving.names = names

    def play(self, point: Point) -> Answer:
        """Try a move, and remember what is solved with it. StoreError if that cannot be kept."""
        answer = self.solving.play(point)
        if answer.verdict is Verdict.SOLVED:
            self._solved.add(self.number)
            self.progress.add(self.puzzle)
        return answer

    def hint(self) -> Hint | None:
        """The next hint, if there is anything left to find."""
        return self.solving.hint()

    def headline(self) -> str:
        """As in `Puzzle 17, grade 2, solved before`."""
        solved = ", solved before" if self.was_solved else ""
        return f"Puzzle {self.number}, grade {self.puzzle.grade}{solved}"

    def count_solved(self) -> int:
        """How many of these puzzles were solved."""
        return len(self._solved)


def first_unsolved(puzzles: Sequence[Numbered], progress: Progress) -> int:
    """The place of the first puzzle that was not solved before, or of the first."""
    places = (at for at, numbered in enumerate(puzzles) if not progress.has(numbered.puzzle))
    return next(places, 0)
