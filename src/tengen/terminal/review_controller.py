"""The review after a game: the chart, and the comment on the move that is shown."""

from __future__ import annotations

from collections.abc import Callable

from tengen.engine import CallFromThread
from tengen.errors import TengenError
from tengen.insight import JudgedMove, Review, describe_game, describe_judged
from tengen.rules import Board, Point
from tengen.rules.wording import PlayerNames, capitalised, counted
from tengen.terminal.engine_threads import ReviewThread
from tengen.terminal.panel import Panel
from tengen.terminal.widgets import Chart


class ReviewController:
    """Runs a review, and shows its chart and comments."""

    def __init__(
        self,
        panel: Panel,
        call: CallFromThread,
        show_notice: Callable[[str], None],
    ) -> None:
        self._panel = panel
        self._chart = panel.query_one(Chart)
        self._call = call
        self._show_notice = show_notice
        self._thread: ReviewThread | None = None
        self._review: Review | None = None
        self._names: PlayerNames = {}

    @property
    def is_on(self) -> bool:
        """Whether a review is shown."""
        return self._thread is not None

    def start(self, board: Board, names: PlayerNames) -> None:
        """Review a game."""
        self.stop()
        self._names = names
        self._chart.plies = self._chart.here = len(board.moves)
        self._chart.chances = {}
        self._chart.marks = frozenset()
        self._chart.caption = "Reviewing ..."
        self._panel.show_chart()
        self._thread = ReviewThread(board, self._call, self._show_progress)

    def stop(self) -> None:
        """Stop the review and hide it."""
        if self._thread is not None:
            self._thread.cancel()
            self._thread = None
        self._review = None
        self._panel.hide_chart()

    def show(self, ply: int) -> None:
        """Show the comment on the move that led to this position."""
        if self._review is None:
            return
        self._chart.here = ply
        move = self._move(ply)
        if move is not None:
            self._show_notice(describe_judged(move, self._names))
        elif self._review.is_complete and ply == 0:
            self._show_notice(describe_game(self._review, self._names))

    def next_mistake(self, ply: int, step: int) -> int | None:
        """Return the next mistake after this move, or the one before it."""
        marks = sorted(mark for mark in self._chart.marks if (mark - ply) * step > 0)
        if not marks:
            return None
        return marks[0] if step > 0 else marks[-1]

    def turning_point(self) -> int | None:
        """Return the last position in which the loser could still have saved the game."""
        move = self._review.turning_point if self._review is not None else None
        return None if move is None else move.number - 1

    def better_moves(self, ply: int) -> dict[Point, int]:
        """Return better moves than the one that led to this position, numbered from 1."""
        move = self._move(ply)
        return {} if move is None else {point: at for at, point in enumerate(move.better, 1)}

    def _move(self, ply: int) -> JudgedMove | None:
        return None if self._review is None else self._review.move(ply)

    def _show_progress(self, found: Review | TengenError) -> None:
        if isinstance(found, TengenError):
            self._show_notice(capitalised(str(found)))
            self.stop()
            return
        self._review = found
        chart = self._chart
        chart.chances = {
            ply: standing.chance for ply, standing in enumerate(found.standings, found.start)
        }
        chart.marks = frozenset(move.number for move in found.moves if move.judgement.is_mistake)
        if found.is_complete:
            chart.caption = f"{self._first_name()}'s winning chance; ! mistake"
            self._show_notice(describe_game(found, self._names))
        else:
            chart.caption = f"Reviewing: {counted(found.start, 'move')} to go"

    def _first_name(self) -> str:
        return next(iter(self._names.values()))
