"""A place in a recorded game on the screen: the board, facts, moves, comments, engine lines."""

from __future__ import annotations

import os
from itertools import pairwise

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Static

from tengen.engine.analysis import Analysis
from tengen.errors import RecordError, RuleError, TengenError
from tengen.printable import in_line, printable
from tengen.records.game_tree import Node
from tengen.records.record import Record
from tengen.rules.board import Board
from tengen.rules.point import Point
from tengen.rules.rules import Player
from tengen.rules.wording import PlayerNames, capitalised, counted
from tengen.terminal import record_text
from tengen.terminal.board_screen import BoardScreen, BoardWidget
from tengen.terminal.canvas import TerminalGlyphs
from tengen.terminal.engine_threads import AnalysisController, describe_analysis
from tengen.terminal.keys import VIEWER_KEYS
from tengen.terminal.panel import stone_style
from tengen.terminal.record_browser import RecordFile, TreeCursor, make_record_view
from tengen.terminal.themes import shown_glyphs
from tengen.terminal.view_state import ViewState
from tengen.terminal.widgets import ListedMove, MoveList

COMMENT_MARK = '"'
"""Behind a move that has a comment."""
MAX_BRANCHES = 30
FACT_FORMATS = {"Opening": "{} opening", "Clock": "clock {}", "Round": "round {}"}
"""How facts are told that do not speak for themselves."""


class ViewerPanel(Vertical):
    """Everything but the board."""

    DEFAULT_CSS = """
    ViewerPanel {
        padding: 0 1;
        background: $surface;
        Static { height: auto; }
        #players { text-style: bold; }
        #result { color: $action; text-style: bold; }
        #facts { color: $quiet; max-height: 4; }
        #where { margin-top: 1; text-style: bold; }
        #moves { height: 1fr; min-height: 2; }
        #branches { color: $hint; max-height: 3; }
        #remark { height: auto; max-height: 8; margin-top: 1; scrollbar-size-vertical: 1; }
        #lines { color: $hint; text-wrap: nowrap; text-overflow: ellipsis; }
        #notice { color: $foreground; max-height: 4; }
        #notice.alarm { color: $alarm; text-style: bold; }
        .empty { display: none; }
    }
    """

    def compose(self) -> ComposeResult:
        """From top to bottom."""
        for name in ("players", "result", "facts", "where"):
            yield Static(id=name, markup=False)
        yield MoveList(id="moves")
        yield Static(id="branches", markup=False)
        with VerticalScroll(id="remark", can_focus=False):
            yield Static(id="comment", markup=False)
        yield Static(id="lines", markup=False)
        yield Static(id="notice", markup=False)

    def show_game(self, record: Record, names: PlayerNames, glyphs: TerminalGlyphs) -> None:
        """Who played, how it ended, and what else is known."""
        lines, shown = Text(), shown_glyphs(self.app, glyphs)
        for player, name in record_text.players_of(record, names).items():
            style = stone_style(self.app.theme_variables, player)
            lines.append(f" {shown.stone(player)} ", style)
            lines.append(f" {name}" + ("\n" if player is Player.FIRST else ""))
        self.query_one("#players", Static).update(lines)
        self._put("result", record_text.describe_record_result(record, names))
        facts = record_text.facts_of(record).items()
        self._put(
            "facts", ", ".join(FACT_FORMATS.get(name, "{}").format(text) for name, text in facts)
        )

    def show_place(self, trail: TreeCursor, names: PlayerNames) -> None:
        """Which move it is, those before and after it, and what is said about it."""
        self._put("where", _where(trail, names))
        self.query_one(MoveList).show_moves(_listed(trail), trail.at)
        self._put("branches", _branch_words(trail))
        self._put("comment", printable(trail.node.comment.strip(), keep="\n"))
        remark = self.query_one("#remark")
        remark.set_class(not trail.node.comment.strip(), "empty")
        remark.scroll_home(animate=False)

    def show_lines(self, lines: str) -> None:
        """What the engine thinks."""
        self.query_one("#lines", Static).update(Text(lines, no_wrap=True, overflow="ellipsis"))

    def show_notice(self, words: str, *, alarm: bool = False) -> None:
        """Something to be told."""
        self.query_one("#notice", Static).set_class(alarm, "alarm")
        self._put("notice", words)

    def _put(self, name: str, text: str) -> None:
        static = self.query_one(f"#{name}", Static)
        static.set_class(not text, "empty")
        static.update(text)


def _listed(trail: TreeCursor) -> list[ListedMove]:
    """The line with the numbers of its moves."""
    found, count = [], 0
    for parent, node in pairwise(trail.line):
        count += node.player is not None
        number = count if node.player is not None else 0
        found.append(ListedMove(number, _list_name(parent, node, trail.record)))
    return found


def _list_name(parent: Node, node: Node, record: Record) -> str:
    """A move as in `h8`, `h8"` if it has a comment, `h8 +2` if there are two others."""
    others = len(parent.children) - 1
    mark = COMMENT_MARK if node.comment else ""
    return f"{record_text.node_name(node, record) or '-'}{mark}" + (
        f" +{min(others, 99)}" if others else ""
    )


def _where(trail: TreeCursor, names: PlayerNames) -> str:
    words = record_text.describe_record_move(trail.node, trail.record, names)
    if not trail.number:
        return words or (
            f"Before the first of {counted(trail.total, 'move')}" if trail.total else "No moves"
        )
    where = f"Move {trail.number} of {trail.total}"
    return f"{where}: {words}" if words else where


def _branch_words(trail: TreeCursor) -> str:
    """The moves to choose from: those that may stand here, and those that may follow."""
    siblings, children = trail.siblings, trail.node.children
    lines = []
    if len(siblings) > 1:
        at = next(at for at, node in enumerate(siblings, 1) if node is trail.node)
        lines.append(f"Variation {at} of {len(siblings)}")
    if len(children) > 1:
        names = [
            f"{at} {record_text.node_name(node, trail.record)}"
            for at, node in enumerate(children, 1)
        ]
        lines.append(f"Next: {', '.join(names[:MAX_BRANCHES])}")
    return "\n".join(lines)


READ_AHEAD_DELAY = 0.1
"""Seconds after which there is time to read ahead."""
READ_AHEAD = 100


class RecordScreen(BoardScreen):
    """Shows a place in one of the games of a file."""

    KEYS = VIEWER_KEYS

    DEFAULT_CSS = """
    RecordScreen.-tiny ViewerPanel {
        #players, #result, #facts, #moves, #branches, #lines { display: none; }
        #where, #remark { margin-top: 0; }
    }
    RecordScreen.-narrow ViewerPanel #facts { max-height: 2; }
    """

    def __init__(
        self, games: RecordFile, index: int = 0, move: int = 0, *, ascii_only: bool = False
    ) -> None:
        super().__init__()
        self.games = games
        self.index = index
        self.trail = self.trail_of(index)
        self.trail.go_to(move)
        self.desk = ViewState(ascii_only=ascii_only)
        self._hints: dict[Point, int] | None = None
        self.advisor = AnalysisController(self.call_here, self._advised)
        self._told = 0  # of the problems of the file

    def make_panel(self) -> ViewerPanel:
        """Facts, moves, comments."""
        return ViewerPanel()

    def on_mount(self) -> None:
        """Show the game at once."""
        self.query_one(BoardWidget).focus()
        self.show_game()
        self.set_timer(READ_AHEAD_DELAY, self._look_ahead)

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

    def trail_of(self, index: int) -> TreeCursor:
        """The beginning of a game that has been read."""
        record = self.games.at(index)
        assert record is not None, "a game that is opened has been read"
        return TreeCursor(record)

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
        self.has_game(READ_AHEAD)
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
        widget.view = make_record_view(
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
