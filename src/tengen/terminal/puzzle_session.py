"""Solving puzzles: which one it is, how far it is solved, what is seen of it, what was solved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tengen.errors import UsageError
from tengen.insight.puzzle import Puzzle
from tengen.insight.puzzle_solving import Hint, MoveFeedback, MoveVerdict, Solving
from tengen.rules.point import Point
from tengen.rules.wording import STONE_NAMES, PlayerNames
from tengen.storage import Store
from tengen.terminal.canvas import BoardView
from tengen.terminal.view_state import ViewState

SOLVED_KEY = "puzzles/solved"


class SolvedPuzzles:
    """The puzzles that were solved here, by the names of their positions."""

    def __init__(self, store: Store | None) -> None:
        self._store = store
        kept = store.recall(SOLVED_KEY) if store is not None else None
        self._solved = set((kept or b"").decode("ascii", "replace").split())

    def has(self, puzzle: Puzzle) -> bool:
        """Whether a puzzle was solved before."""
        return puzzle.identity in self._solved

    def add(self, puzzle: Puzzle) -> None:
        """Remember that a puzzle was solved. StoreError if that cannot be kept."""
        self._solved.add(puzzle.identity)
        if self._store is not None:
            self._store.remember(SOLVED_KEY, " ".join(sorted(self._solved)).encode())


@dataclass(frozen=True, slots=True)
class NumberedPuzzle:
    """A puzzle and its number in the whole collection."""

    number: int
    puzzle: Puzzle


class PuzzleSession:
    """Puzzles in the order in which they come, and the one that is looked at."""

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

    def call_sides(self, names: PlayerNames) -> None:
        """Use other names for the sides from now on."""
        self.names = self.solving.names = names

    def play(self, point: Point) -> MoveFeedback:
        """Try a move, and remember what is solved with it. StoreError if that cannot be kept."""
        answer = self.solving.play(point)
        if answer.verdict is MoveVerdict.SOLVED:
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


def first_unsolved(puzzles: Sequence[NumberedPuzzle], progress: SolvedPuzzles) -> int:
    """The place of the first puzzle that was not solved before, or of the first."""
    places = (at for at, numbered in enumerate(puzzles) if not progress.has(numbered.puzzle))
    return next(places, 0)


class PuzzleViewState(ViewState):
    """The choices of somebody who looks at a puzzle."""

    def __init__(self, *, ascii_only: bool) -> None:
        super().__init__(ascii_only=ascii_only)
        self._marked: frozenset[Point] = frozenset()

    def look_at(self, solving: Solving) -> None:
        """Begin with another puzzle: the cursor goes where the stones are."""
        self.forget()
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

    def forget(self) -> None:
        """Take all marks away."""
        self.hints = {}
        self._marked = frozenset()

    def view_of(self, solving: Solving) -> BoardView:
        """Everything that there is to see."""
        board = solving.board
        moves = board.moves
        numbers = {point: at for at, point in enumerate(moves, 1)} if solving.is_over else {}
        may_put = not solving.is_over and board.is_legal(self.cursor)
        return BoardView(
            board.rules,
            board.stones,
            last=moves[-1] if moves else None,
            cursor=self.cursor,
            ghost=board.turn if may_put else None,
            numbers=numbers,
            forbidden=self.forbidden(board),
            offered=self._marked,
            hints=self.hints,
        )
