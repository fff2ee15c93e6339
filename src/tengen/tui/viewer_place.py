"""A place in a recorded game on the screen: the board, facts, moves, comments, engine lines."""

from __future__ import annotations

import os

from textual.widgets import Static

from tengen.core.board import Board
from tengen.core.point import Point
from tengen.errors import RecordError, RuleError, TengenError
from tengen.notation.words import capitalised
from tengen.printable import in_line
from tengen.search.analysis import Analysis
from tengen.tui.advisor import Advisor
from tengen.tui.board import BoardWidget
from tengen.tui.desk import Desk
from tengen.tui.framed import FramedScreen
from tengen.tui.lines import describe_analysis
from tengen.tui.viewer_games import Games
from tengen.tui.viewer_keys import GROUPS
from tengen.tui.viewer_panel import ViewerPanel
from tengen.tui.viewer_trail import Trail
from tengen.tui.viewer_view import make_view

PAUSE = 0.1
"""Seconds after which there is time to read ahead."""
AHEAD = 100


class PlaceScreen(FramedScreen):
    """Shows a place in one of the games of a file."""

    KEYS = GROUPS

    DEFAULT_CSS = """
    PlaceScreen.-tiny ViewerPanel {
        #players, #result, #facts, #moves, #branches, #lines { display: none; }
        #where, #remark { margin-top: 0; }
    }
    PlaceScreen.-narrow ViewerPanel #facts { max-height: 2; }
    """

    def __init__(
        self, games: Games, index: int = 0, move: int = 0, *, ascii_only: bool = False
    ) -> None:
        super().__init__()
        self.games = games
        self.index = index
        self.trail = self.trail_of(index)
        self.trail.go_to(move)
        self.desk = Desk(ascii_only=ascii_only)
        self._hints: dict[Point, int] | None = None
        self.advisor = Advisor(self.call_here, self._advised)
        self._told = 0  # of the problems of the file

    def make_panel(self) -> ViewerPanel:
        """Facts, moves, comments."""
        return ViewerPanel()

    def on_mount(self) -> None:
        """Show the game at once."""
        self.query_one(BoardWidget).focus()
        self.show_game()
        self.set_timer(PAUSE, self._look_ahead)

    def on_resize(self) -> None:
        """Use the room that there is."""
        self.show_foot()

    def can_do(self, action: str) -> bool:
        """Whether a key of the foot would do something now."""
        if action in {"forward", "auto"}:
            return len(self.trail.line) > 1 and (action == "auto" or not self._is_at_end)
        if action == "turn(1)":
            return self.trail.siblings[-1] is not self.trail.node
        if action == "game(1)":
            return not self.games.is_complete or self.index + 1 < len(self.games.known)
        return True

    @property
    def _is_at_end(self) -> bool:
        return self.trail.at == len(self.trail.line) - 1

    def on_unmount(self) -> None:
        """Leave nothing running."""
        self.advisor.close()

    # What is shown

    def trail_of(self, index: int) -> Trail:
        """The beginning of a game that has been read."""
        record = self.games.at(index)
        assert record is not None, "a game that is opened has been read"
        return Trail(record)

    def show_game(self) -> None:
        """Show a game that was just opened."""
        self.show_headline()
        self.query_one(ViewerPanel).show_game(self.trail.record, self.desk.names, self.desk.glyphs)
        self.tell("")
        self._tell_problems()
        self.show_place()

    def has_game(self, index: int) -> bool:
        """Whether there is such a game, which may have to be read."""
        try:
            return self.games.at(index) is not None
        except RecordError as error:
            self.tell(capitalised(str(error)), alarm=True)
            return False

    def _look_ahead(self) -> None:
        """Find out whether there are a few games or many."""
        self.has_game(AHEAD)
        self.show_headline()
        self._tell_problems()

    def show_headline(self) -> None:
        """Show which game of which file this is."""
        self.show_foot()
        self.query_one("#rule", Static).update(f"Tengen  {self._headline()}")

    def _headline(self) -> str:
        name = in_line(os.path.basename(self.games.path))
        if self.games.is_complete:
            count = len(self.games.known)
            return name if count == 1 else f"{name}  game {self.index + 1:,} of {count:,}"
        return f"{name}  game {self.index + 1:,}"

    def _tell_problems(self) -> None:
        problems = self.games.problems
        if problems.count > self._told:
            first = in_line(str(problems.kept[min(self._told, len(problems.kept) - 1)]))
            more = problems.count - self._told - 1
            self.tell(first + (f" (and {more:,} more)" if more else ""), alarm=True)
            self._told = problems.count

    def show_place(self) -> None:
        """Show the position, and what is said about it."""
        board = self.board()
        if self.advisor.follow(board):
            self.query_one(ViewerPanel).show_lines("")
        self._hints = {} if self.advisor.is_on else None
        self._show_board(board)
        self.query_one(ViewerPanel).show_place(self.trail, self.desk.names)
        self.show_foot()

    def board(self) -> Board:
        """The position; an empty board, and words, if there is no such position."""
        try:
            return self.trail.board()
        except RuleError as error:
            self.tell(capitalised(str(error)), alarm=True)
            return Board(self.trail.record.rules)

    def _show_board(self, board: Board) -> None:
        widget = self.query_one(BoardWidget)
        widget.glyphs = self.desk.glyphs
        widget.view = make_view(
            *(self.trail, board, self.desk.glyphs, self._hints),
            shows_numbers=self.desk.shows_numbers,
        )

    def tell(self, words: str, *, alarm: bool = False) -> None:
        """Say something beside the board."""
        self.query_one(ViewerPanel).show_notice(words, alarm=alarm)

    def _advised(self, board: Board, news: Analysis | TengenError) -> None:
        """Show what the engine thinks."""
        if isinstance(news, TengenError):
            self.tell(capitalised(str(news)), alarm=True)
            return
        self._hints = {line.moves[0]: at for at, line in enumerate(news.lines, 1)}
        lines = describe_analysis(board, news, self.desk.names)
        self.query_one(ViewerPanel).show_lines("\n".join(lines))
        self._show_board(board)
