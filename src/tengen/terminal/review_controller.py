"""The review after a game: the chart, and what was wrong with the move that is shown."""

from __future__ import annotations

from collections.abc import Callable

from tengen.engine.search_thread import CallFromThread
from tengen.errors import TengenError
from tengen.insight import JudgedMove, Review, describe_game, describe_judged
from tengen.rules.board import Board
from tengen.rules.point import Point
from tengen.rules.wording import PlayerNames, counted
from tengen.terminal.engine_threads import ReviewThread
from tengen.terminal.panel import Panel
from tengen.terminal.widgets import Chart


class ReviewController:
    """Shows a review in a chart, and tells of one move after the other."""

    def __init__(
        self,
        panel: Panel,
        call: CallFromThread,
        tell: Callable[[str], None],
    ) -> None:
        self._panel = panel
        self._chart = panel.query_one(Chart)
        self._call = call
        self._tell = tell
        self._reviewing: ReviewThread | None = None
        self._review: Review | None = None
        self._names: PlayerNames = {}

    @property
    def is_on(self) -> bool:
        """Whether a review is shown."""
        return self._reviewing is not None

    def start(self, board: Board, names: PlayerNames) -> None:
        """Review a game."""
        self.stop()
        self._names = names
        self._chart.plies = self._chart.here = len(board.moves)
        self._chart.chances = {}
        self._chart.marks = frozenset()
        self._chart.words = "Looking back ..."
        self._panel.show_chart()
        self._reviewing = ReviewThread(board, self._call, self._heard)

    def stop(self) -> None:
        """Show it no more."""
        if self._reviewing is not None:
            self._reviewing.cancel()
            self._reviewing = None
        self._review = None
        self._panel.hide_chart()

    def show(self, ply: int) -> None:
        """Tell what there is to be said of the move that led here."""
        if self._review is None:
            return
        self._chart.here = ply
        move = self._move(ply)
        if move is not None:
            self._tell(describe_judged(move, self._names))
        elif self._review.is_complete and ply == 0:
            self._tell(describe_game(self._review, self._names))

    def next_mistake(self, ply: int, step: int) -> int | None:
        """After which move the next mistake before or after this one was made."""
        marks = sorted(mark for mark in self._chart.marks if (mark - ply) * step > 0)
        if not marks:
            return None
        return marks[0] if step > 0 else marks[-1]

    def turning_point(self) -> int | None:
        """Before which move the loser could still have held."""
        move = self._review.turning_point if self._review is not None else None
        return None if move is None else move.number - 1

    def better_moves(self, ply: int) -> dict[Point, int]:
        """What would have been better than the move that led here."""
        move = self._move(ply)
        return {} if move is None else {point: at for at, point in enumerate(move.better, 1)}

    def _move(self, ply: int) -> JudgedMove | None:
        return None if self._review is None else self._review.move(ply)

    def _heard(self, news: Review | TengenError) -> None:
        if isinstance(news, TengenError):
            self._tell(str(news))
            self.stop()
            return
        self._review = news
        chart = self._chart
        chart.chances = {
            ply: standing.chance for ply, standing in enumerate(news.standings, news.start)
        }
        chart.marks = frozenset(move.number for move in news.moves if move.judgement.is_mistake)
        if news.is_complete:
            chart.words = f"{self._first_name()}'s chance of winning; ! mistakes"
            self._tell(describe_game(news, self._names))
        else:
            chart.words = f"Looking back: {counted(news.start, 'move')} to go"

    def _first_name(self) -> str:
        return next(iter(self._names.values()))
