"""Solving puzzles: the current one, its view, and the ones that were solved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tengen.errors import UsageError
from tengen.insight import Hint, MoveFeedback, MoveVerdict, Puzzle, Solving
from tengen.rules import Point
from tengen.rules.wording import STONE_NAMES, PlayerNames
from tengen.storage import Store
from tengen.terminal.canvas import BoardView
from tengen.terminal.view_state import ViewState

SOLVED_KEY = "puzzles/solved"


class SolvedPuzzles:
    """The puzzles that were solved, identified by position."""

    def __init__(self, store: Store | None) -> None:
        self._store = store
        stored = store.recall(SOLVED_KEY) if store is not None else None
        self._solved = set((stored or b"").decode("ascii", "replace").split())

    def has(self, puzzle: Puzzle) -> bool:
        """Whether a puzzle was solved before."""
        return puzzle.identity in self._solved

    def add(self, puzzle: Puzzle) -> None:
        """Remember that a puzzle was solved. Raises StoreError."""
        self._solved.add(puzzle.identity)
        if self._store is not None:
            self._store.remember(SOLVED_KEY, " ".join(sorted(self._solved)).encode())


@dataclass(frozen=True, slots=True)
class NumberedPuzzle:
    """A puzzle and its number in the whole collection."""

    number: int
    puzzle: Puzzle


class PuzzleSession:
    """A list of puzzles, and the current one."""

    def __init__(
        self,
        puzzles: Sequence[NumberedPuzzle],
        progress: SolvedPuzzles,
        *,
        at: int = 0,
        names: PlayerNames = STONE_NAMES,
    ) -> None:
        self.puzzles = tuple(puzzles)
        self.progress = progress
        self.names = names
        self._index = at
        self._solved = {one.number for one in puzzles if progress.has(one.puzzle)}
        self.restart()

    @property
    def number(self) -> int:
        """The number of the puzzle in the whole collection."""
        return self.puzzles[self._index].number

    @property
    def puzzle(self) -> Puzzle:
        """The current puzzle."""
        return self.puzzles[self._index].puzzle

    def go(self, step: int) -> None:
        """Go forward by `step` puzzles. The first follows the last."""
        self._index = (self._index + step) % len(self.puzzles)
        self.restart()

    def go_to(self, number: int) -> None:
        """Go to a puzzle by its number. Raises UsageError if it is not in the list."""
        numbers = [numbered.number for numbered in self.puzzles]
        if number not in numbers:
            raise UsageError(f"puzzle {number} is not in this selection")
        self._index = numbers.index(number)
        self.restart()

    @property
    def largest(self) -> int:
        """The largest number of a puzzle in the list."""
        return max(numbered.number for numbered in self.puzzles)

    def restart(self) -> None:
        """Restart the current puzzle."""
        self.solving = Solving(self.puzzle, self.names)
        self.was_solved = self.number in self._solved

    def set_names(self, names: PlayerNames) -> None:
        """Change the names of the sides."""
        self.names = self.solving.names = names

    def play(self, point: Point) -> MoveFeedback:
        """Try a move. Remember the puzzle if that solves it. Raises StoreError."""
        answer = self.solving.play(point)
        if answer.verdict is MoveVerdict.SOLVED:
            self._solved.add(self.number)
            self.progress.add(self.puzzle)
        return answer

    def hint(self) -> Hint | None:
        """Return the next hint, or None if the puzzle is over."""
        return self.solving.hint()

    def headline(self) -> str:
        """Return a headline, as in `Puzzle 17, grade 2, solved before`."""
        solved = ", solved before" if self.was_solved else ""
        return f"Puzzle {self.number}, grade {self.puzzle.grade}{solved}"

    def count_solved(self) -> int:
        """Return how many puzzles of the list were solved."""
        return len(self._solved)


def first_unsolved(puzzles: Sequence[NumberedPuzzle], progress: SolvedPuzzles) -> int:
    """Return the index of the first unsolved puzzle, or 0."""
    unsolved = (at for at, numbered in enumerate(puzzles) if not progress.has(numbered.puzzle))
    return next(unsolved, 0)


class PuzzleViewState(ViewState):
    """What a person sees of a puzzle."""

    def __init__(self, *, ascii_only: bool) -> None:
        super().__init__(ascii_only=ascii_only)
        self._marked: frozenset[Point] = frozenset()

    def look_at(self, solving: Solving) -> None:
        """Show another puzzle, with the cursor among the stones."""
        self.clear_marks()
        stones = list(solving.board.stones)
        rows, cols = sorted(at.row for at in stones), sorted(at.col for at in stones)
        self.cursor = Point(rows[len(rows) // 2], cols[len(cols) // 2])

    def mark(self, hint: Hint) -> None:
        """Mark the points of a hint."""
        if len(hint.points) == 1:
            self.hints = {hint.points[0]: 1}
            self._marked = frozenset()
        else:
            self._marked = frozenset(hint.points)

    def clear_marks(self) -> None:
        """Remove all marks."""
        self.hints = {}
        self._marked = frozenset()

    def view_of(self, solving: Solving) -> BoardView:
        """Return what to draw."""
        board = solving.board
        moves = board.moves
        numbers = {point: at for at, point in enumerate(moves, 1)} if solving.is_over else {}
        can_place = not solving.is_over and board.is_legal(self.cursor)
        return BoardView(
            board.rules,
            board.stones,
            last=moves[-1] if moves else None,
            cursor=self.cursor,
            ghost=board.turn if can_place else None,
            numbers=numbers,
            forbidden=self.forbidden(board),
            offered=self._marked,
            hints=self.hints,
        )
