"""Viewing a game: the board, the panel, earlier positions, engine lines and the review."""

from __future__ import annotations

from textual.widgets import Static

from tengen.engine import Analysis
from tengen.errors import TengenError
from tengen.game import GameState
from tengen.prove.theorem_zone import describe_zone, has_zone
from tengen.rules import Board, format_algebraic
from tengen.rules.wording import capitalised, describe_rules, point_name
from tengen.terminal import engine_threads
from tengen.terminal.board_screen import BoardScreen, BoardWidget
from tengen.terminal.canvas import ASCII_GLYPHS
from tengen.terminal.intents import options
from tengen.terminal.panel import Panel, ReviewController
from tengen.terminal.sentences import NO_HELP, NO_REVIEW, REVIEW_AFTER_GAME
from tengen.terminal.table import GameTable
from tengen.terminal.view_state import ViewState
from tengen.terminal.widgets import Chart, ListedMove, MoveList, Notice


class GameViewScreen(BoardScreen):
    """Shows the game of a table: any position, with the engine's lines and the review."""

    DEFAULT_CSS = """
    GameViewScreen.-tiny Panel {
        height: 3;
        #seat-1, #seat-2, #moves, #lines, Chart { display: none; }
        #turn, Notice, ChoiceList { margin-top: 0; }
        &.choosing { height: auto; max-height: 50%; }
    }
    GameViewScreen.-low Panel.reviewing {
        #moves { display: none; }
        Notice { height: 1fr; max-height: 100%; }
    }
    """
    VERTICAL_BREAKPOINTS = [(0, "-low"), (24, "-high")]
    table: GameTable

    def __init__(self, *, ascii_only: bool = False) -> None:
        super().__init__()
        self.view_state = ViewState(ascii_only=ascii_only)
        self.analysis = engine_threads.AnalysisController(self.call_here, self._show_analysis)
        self.zone_finder = engine_threads.ZoneFinder(self.call_here, self._show_zone)

    def make_panel(self) -> Panel:
        """Return the panel of players, moves and engine lines."""
        return Panel(ascii_only=self.view_state.glyphs is ASCII_GLYPHS)

    def on_mount(self) -> None:
        """Show the board."""
        self.query_one(BoardWidget).focus()
        self.review = ReviewController(self.query_one(Panel), self.call_here, self.show_notice)
        self.view_state.reset(self.state)
        self.show()

    def on_resize(self) -> None:
        """Lay out the footer and the clocks again."""
        self.show_footer()
        self.call_after_refresh(self.show_clocks)

    def on_unmount(self) -> None:
        """Stop the engine and leave the table."""
        self.analysis.close()
        self.zone_finder.stop()
        self.review.stop()
        self.table.leave()

    @property
    def state(self) -> GameState:
        """The state of the game."""
        return self.table.state

    def show(self) -> None:
        """Show the state of the game."""
        state, view_state = self.state, self.view_state
        if self.zone_finder.follow(view_state.board(state)):
            view_state.zone = frozenset()
        if self.analysis.follow(view_state.board(state)):
            self.query_one(Panel).show_lines("")
        self.query_one("#rule", Static).update(f"Tengen  {_headline(state)}")
        board = self.query_one(BoardWidget)
        board.glyphs = view_state.glyphs
        self.show_board()
        panel = self.query_one(Panel)
        panel.show_turn(self.table, view_state.names)
        panel.show_options(options(state, view_state.names) if self.may_play else ())
        self.show_clocks()
        self.query_one(MoveList).show_moves(_listed(state.board), view_state.shown_ply(state))
        self.show_footer()

    def can_do(self, action: str) -> bool:
        """Whether an action of the footer is possible now."""
        board, table = self.view_state.board(self.state), self.table
        if action == "place":
            return self.may_play and not options(self.state, self.view_state.names)
        if action == "hint":
            return table.allows_help and not board.outcome.is_over and not self.analysis.is_on
        if action == "analyse":
            return table.allows_help
        if action == "scroll(1)":
            return self.query_one(Notice).has_more
        if action == "review":
            return self.state.result is not None and bool(board.moves or self.review.is_on)
        return True

    def show_board(self) -> None:
        """Show the position and the cursor."""
        view = self.view_state.view(self.state, may_play=self.may_play)
        self.query_one(BoardWidget).view = view

    def show_clocks(self) -> None:
        """Show the time that each player has left."""
        self.query_one(Panel).show_seats(self.table, self.view_state.names, self.view_state.glyphs)

    def show_notice(self, text: str, *, alarm: bool = False) -> None:
        """Show a message beside the board."""
        self.query_one(Panel).show_notice(text, alarm=alarm)
        self.call_after_refresh(self.show_footer)

    @property
    def may_play(self) -> bool:
        """Whether the game waits for a move from this keyboard."""
        actor = self.state.actor
        is_person = actor is not None and self.table.is_person(actor)
        return is_person and self.view_state.ply is None and not self.state.is_paused

    def look_at(self, ply: int) -> None:
        """Show the position after `ply` moves."""
        self.view_state.go_to(self.state, ply)
        shown = self.view_state.shown_ply(self.state)
        if self.review.is_on:
            self.view_state.hints = self.review.better_moves(shown)
            self.review.show(shown)
        self.show()

    def on_move_list_jumped(self, message: MoveList.Jumped) -> None:
        """Show the position that was clicked."""
        self.look_at(message.ply)

    def on_chart_jumped(self, message: Chart.Jumped) -> None:
        """Show the position that was clicked."""
        self.look_at(message.ply)

    def _show_analysis(self, board: Board, found: Analysis | TengenError) -> None:
        """Show the engine's lines, or its error."""
        if isinstance(found, TengenError):
            self.show_notice(capitalised(str(found)), alarm=True)
            return
        self.view_state.hints = {line.moves[0]: at for at, line in enumerate(found.lines, 1)}
        if not self.analysis.is_on:
            self.show_notice(f"Hint: {point_name(found.move, board.rules)}")
        lines = engine_threads.describe_analysis(board, found, self.view_state.names)
        self.query_one(Panel).show_lines("\n".join(lines))
        self.show_board()

    def _show_zone(self, found: engine_threads.FoundZone) -> None:
        """Show the zone, or that there is none."""
        self.view_state.zone = found or frozenset()
        self.show_notice(describe_zone(self.view_state.board(self.state), found))
        self.show_board()

    def action_zone(self) -> None:
        """Show or hide the zone."""
        board = self.view_state.board(self.state)
        if not self.table.allows_help:
            self.show_notice(NO_HELP)
            return
        self.view_state.zone = frozenset()
        self.zone_finder.toggle(board)
        is_waiting = self.zone_finder.is_on and not has_zone(board)
        self.show_notice(describe_zone(board, None) if is_waiting else "")
        self.show_board()

    def action_back(self) -> None:
        """Show the position one move back."""
        self.look_at(self.view_state.shown_ply(self.state) - 1)

    def action_forward(self) -> None:
        """Show the position one move forward."""
        self.look_at(self.view_state.shown_ply(self.state) + 1)

    def action_first(self) -> None:
        """Show the empty board."""
        self.look_at(0)

    def action_last(self) -> None:
        """Return to the current position."""
        self.look_at(len(self.state.board.moves))

    def action_numbers(self) -> None:
        """Show or hide move numbers."""
        self.view_state.shows_numbers = not self.view_state.shows_numbers
        self.show()

    def action_marks(self) -> None:
        """Switch between stones and X and O."""
        self.view_state.uses_letters = not self.view_state.uses_letters
        self.show()

    def action_hint(self) -> None:
        """Show where the engine would play."""
        board = self.view_state.board(self.state)
        if board.outcome.is_over:
            self.show_notice("The game is over")
        elif not self.table.allows_help:
            self.show_notice(NO_HELP)
        elif not self.analysis.is_on:
            self.show_notice("Thinking ...")
            self.analysis.give_hint(board)

    def action_analyse(self) -> None:
        """Show or hide engine lines."""
        if not self.table.allows_help:
            self.show_notice(NO_HELP)
            return
        self.analysis.toggle(self.view_state.board(self.state))
        self._clear_lines()
        self.show_board()

    def drop_hint(self) -> None:
        """Remove a hint. Engine lines stay if they are on."""
        self.analysis.drop_hint()
        if not self.analysis.is_on:
            self._clear_lines()

    def _clear_lines(self) -> None:
        self.view_state.hints = {}
        self.query_one(Panel).show_lines("")

    def action_review(self) -> None:
        """Start or stop the review."""
        if self.review.is_on:
            self.review.stop()
            self.show_notice("")
        elif self.state.result is None:
            self.show_notice(REVIEW_AFTER_GAME)
        elif self.state.board.moves:
            self.drop_hint()
            self.show_board()
            self.review.start(self.state.board, self.view_state.names)

    def action_scroll(self, step: int) -> None:
        """Scroll a long text beside the board."""
        self.query_one(Notice).turn_page(step)
        self.show_footer()

    def action_mistake(self, step: int) -> None:
        """Show the next or previous mistake."""
        ply = self.review.next_mistake(self.view_state.shown_ply(self.state), step)
        if ply is None:
            self.show_notice("No more mistakes that way" if self.review.is_on else NO_REVIEW)
        else:
            self.look_at(ply)

    def action_escape_point(self) -> None:
        """Show the last position in which the loser could have saved the game, and how."""
        ply = self.review.turning_point()
        if ply is None:
            self.show_notice("No such move is known" if self.review.is_on else NO_REVIEW)
        else:
            self.look_at(ply)
            self.view_state.hints = self.review.better_moves(ply + 1)
            self.review.show(ply + 1)
            self.show_board()


def _listed(board: Board) -> list[ListedMove]:
    names = [format_algebraic(point, board.rules) for point in board.moves]
    return [ListedMove(at, name) for at, name in enumerate(names, 1)]


def _headline(state: GameState) -> str:
    words = describe_rules(state.board.rules)
    opening = state.setup.opening
    return words if opening.value == "free" else f"{words}; {opening.value} opening"
