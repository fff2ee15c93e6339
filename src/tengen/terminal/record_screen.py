"""The screen of a recorded game: the board, facts, moves, comments and engine lines."""

from __future__ import annotations

import os
from itertools import pairwise

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Static

from tengen.engine import Analysis
from tengen.errors import RecordError, RuleError, TengenError
from tengen.printable import in_line, printable
from tengen.records import Node, Record
from tengen.rules import Board, Player, Point
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
"""Shown after a move that has a comment."""
MAX_BRANCHES = 30
FACT_FORMATS = {"Opening": "{} opening", "Clock": "clock {}", "Round": "round {}"}
"""How to show facts that need a label."""


class ViewerPanel(Vertical):
    """The panel of a recorded game."""

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
        """Show the parts from top to bottom."""
        for name in ("players", "result", "facts", "where"):
            yield Static(id=name, markup=False)
        yield MoveList(id="moves")
        yield Static(id="branches", markup=False)
        with VerticalScroll(id="remark", can_focus=False):
            yield Static(id="comment", markup=False)
        yield Static(id="lines", markup=False)
        yield Static(id="notice", markup=False)

    def show_game(self, record: Record, names: PlayerNames, glyphs: TerminalGlyphs) -> None:
        """Show the players, the result and the facts."""
        lines, shown = Text(), shown_glyphs(self.app, glyphs)
        for player, name in record_text.players_of(record, names).items():
            style = stone_style(self.app.theme_variables, player)
            lines.append(f" {shown.stone(player)} ", style)
            lines.append(f" {name}" + ("\n" if player is Player.FIRST else ""))
        self.query_one("#players", Static).update(lines)
        self._show_text("result", record_text.describe_record_result(record, names))
        facts = record_text.facts_of(record).items()
        self._show_text(
            "facts", ", ".join(FACT_FORMATS.get(name, "{}").format(text) for name, text in facts)
        )

    def show_place(self, cursor: TreeCursor, names: PlayerNames) -> None:
        """Show the move at the cursor, the list of moves and the comment."""
        self._show_text("where", _where(cursor, names))
        self.query_one(MoveList).show_moves(_listed(cursor), cursor.at)
        self._show_text("branches", _describe_branches(cursor))
        self._show_text("comment", printable(cursor.node.comment.strip(), keep="\n"))
        remark = self.query_one("#remark")
        remark.set_class(not cursor.node.comment.strip(), "empty")
        remark.scroll_home(animate=False)

    def show_lines(self, lines: str) -> None:
        """Show the engine's lines."""
        self.query_one("#lines", Static).update(Text(lines, no_wrap=True, overflow="ellipsis"))

    def show_notice(self, text: str, *, alarm: bool = False) -> None:
        """Show a message."""
        self.query_one("#notice", Static).set_class(alarm, "alarm")
        self._show_text("notice", text)

    def _show_text(self, name: str, text: str) -> None:
        static = self.query_one(f"#{name}", Static)
        static.set_class(not text, "empty")
        static.update(text)


def _listed(cursor: TreeCursor) -> list[ListedMove]:
    """Return the line with its move numbers."""
    moves, count = [], 0
    for parent, node in pairwise(cursor.line):
        count += node.player is not None
        number = count if node.player is not None else 0
        moves.append(ListedMove(number, _list_name(parent, node, cursor.record)))
    return moves


def _list_name(parent: Node, node: Node, record: Record) -> str:
    """Return a move as in `h8`, `h8"` with a comment, or `h8 +2` with two variations."""
    others = len(parent.children) - 1
    mark = COMMENT_MARK if node.comment else ""
    return f"{record_text.node_name(node, record) or '-'}{mark}" + (
        f" +{min(others, 99)}" if others else ""
    )


def _where(cursor: TreeCursor, names: PlayerNames) -> str:
    move = record_text.describe_record_move(cursor.node, cursor.record, names)
    if not cursor.number:
        return move or (
            f"Before the first of {counted(cursor.total, 'move')}" if cursor.total else "No moves"
        )
    where = f"Move {cursor.number} of {cursor.total}"
    return f"{where}: {move}" if move else where


def _describe_branches(cursor: TreeCursor) -> str:
    """Return the number of this variation, and the next moves to choose from."""
    siblings, children = cursor.siblings, cursor.node.children
    lines = []
    if len(siblings) > 1:
        at = next(at for at, node in enumerate(siblings, 1) if node is cursor.node)
        lines.append(f"Variation {at} of {len(siblings)}")
    if len(children) > 1:
        names = [
            f"{at} {record_text.node_name(node, cursor.record)}"
            for at, node in enumerate(children, 1)
        ]
        lines.append(f"Next: {', '.join(names[:MAX_BRANCHES])}")
    return "\n".join(lines)


READ_AHEAD_DELAY = 0.1
"""Seconds before further games are read."""
READ_AHEAD = 100


class RecordScreen(BoardScreen):
    """Shows one game of a file."""

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
        self.cursor = self.cursor_of(index)
        self.cursor.go_to(move)
        self.view_state = ViewState(ascii_only=ascii_only)
        self._hints: dict[Point, int] | None = None
        self.analysis = AnalysisController(self.call_here, self._show_analysis)
        self._problems_shown = 0

    def make_panel(self) -> ViewerPanel:
        """Return the panel of facts, moves and comments."""
        return ViewerPanel()

    def on_mount(self) -> None:
        """Show the game."""
        self.query_one(BoardWidget).focus()
        self.show_game()
        self.set_timer(READ_AHEAD_DELAY, self._read_ahead)

    def on_resize(self) -> None:
        """Lay out the footer again."""
        self.show_footer()

    def can_do(self, action: str) -> bool:
        """Whether an action of the footer is possible now."""
        if action in {"forward", "auto"}:
            return len(self.cursor.line) > 1 and (action == "auto" or not self._is_at_end)
        if action == "turn(1)":
            return self.cursor.siblings[-1] is not self.cursor.node
        if action == "game(1)":
            return not self.games.is_complete or self.index + 1 < len(self.games.known)
        return True

    @property
    def _is_at_end(self) -> bool:
        return self.cursor.at == len(self.cursor.line) - 1

    def on_unmount(self) -> None:
        """Stop the engine."""
        self.analysis.close()

    # Showing

    def cursor_of(self, index: int) -> TreeCursor:
        """Return a cursor at the start of a game that has been read."""
        record = self.games.at(index)
        assert record is not None, "only games that have been read are opened"
        return TreeCursor(record)

    def show_game(self) -> None:
        """Show the whole game again."""
        self.show_headline()
        self.query_one(ViewerPanel).show_game(
            self.cursor.record, self.view_state.names, self.view_state.glyphs
        )
        self.show_notice("")
        self._show_problems()
        self.show_place()

    def has_game(self, index: int) -> bool:
        """Whether there is such a game. Reads it if needed."""
        try:
            return self.games.at(index) is not None
        except RecordError as error:
            self.show_notice(capitalised(str(error)), alarm=True)
            return False

    def _read_ahead(self) -> None:
        """Read some games, to count them if there are few."""
        self.has_game(READ_AHEAD)
        self.show_headline()
        self._show_problems()

    def show_headline(self) -> None:
        """Show the file and the number of the game."""
        self.show_footer()
        self.query_one("#rule", Static).update(f"Tengen  {self._headline()}")

    def _headline(self) -> str:
        name = in_line(os.path.basename(self.games.path))
        if self.games.is_complete:
            count = len(self.games.known)
            return name if count == 1 else f"{name}  game {self.index + 1:,} of {count:,}"
        return f"{name}  game {self.index + 1:,}"

    def _show_problems(self) -> None:
        problems = self.games.problems
        if problems.count > self._problems_shown:
            first = in_line(str(problems.kept[min(self._problems_shown, len(problems.kept) - 1)]))
            more = problems.count - self._problems_shown - 1
            self.show_notice(first + (f" (and {more:,} more)" if more else ""), alarm=True)
            self._problems_shown = problems.count

    def show_place(self) -> None:
        """Show the position at the cursor, with its comment."""
        board = self.board()
        if self.analysis.follow(board):
            self.query_one(ViewerPanel).show_lines("")
        self._hints = {} if self.analysis.is_on else None
        self._show_board(board)
        self.query_one(ViewerPanel).show_place(self.cursor, self.view_state.names)
        self.show_footer()

    def board(self) -> Board:
        """Return the position, or an empty board with an error if it is impossible."""
        try:
            return self.cursor.board()
        except RuleError as error:
            self.show_notice(capitalised(str(error)), alarm=True)
            return Board(self.cursor.record.rules)

    def _show_board(self, board: Board) -> None:
        widget = self.query_one(BoardWidget)
        widget.glyphs = self.view_state.glyphs
        widget.view = make_record_view(
            *(self.cursor, board, self.view_state.glyphs, self._hints),
            shows_numbers=self.view_state.shows_numbers,
        )

    def show_notice(self, text: str, *, alarm: bool = False) -> None:
        """Show a message beside the board."""
        self.query_one(ViewerPanel).show_notice(text, alarm=alarm)

    def _show_analysis(self, board: Board, found: Analysis | TengenError) -> None:
        """Show the engine's lines, or its error."""
        if isinstance(found, TengenError):
            self.show_notice(capitalised(str(found)), alarm=True)
            return
        self._hints = {line.moves[0]: at for at, line in enumerate(found.lines, 1)}
        lines = describe_analysis(board, found, self.view_state.names)
        self.query_one(ViewerPanel).show_lines("\n".join(lines))
        self._show_board(board)
