"""What somebody sees of a puzzle: the cursor, what is marked, and with which characters."""

from __future__ import annotations

from tengen.core.point import Point
from tengen.puzzles.hints import Hint
from tengen.puzzles.solving import Solving
from tengen.tui.desk import Desk
from tengen.tui.view import View


class PuzzleEyes(Desk):
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

    def view_of(self, solving: Solving) -> View:
        """Everything that there is to see."""
        board = solving.board
        moves = board.moves
        numbers = {point: at for at, point in enumerate(moves, 1)} if solving.is_over else {}
        may_put = not solving.is_over and board.is_legal(self.cursor)
        return View(
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
