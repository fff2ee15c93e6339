"""Looking at a game: the board, the panel beside it, any position, engine lines, the review."""

from __future__ import annotations

from textual.widgets import Static

from tengen.engine.analysis import Analysis
from tengen.errors import TengenError
from tengen.game.state import GameState
from tengen.prove.theorem_zone import describe_zone, has_zone
from tengen.rules.board import Board
from tengen.rules.point import format_algebraic
from tengen.rules.wording import capitalised, describe_rules, point_name
from tengen.terminal import engine_threads
from tengen.terminal.board_screen import BoardScreen, BoardWidget
from tengen.terminal.canvas import ASCII_GLYPHS
from tengen.terminal.intents import options
from tengen.terminal.panel import Panel
from tengen.terminal.review_controller import ReviewController
from tengen.terminal.table import GameTable
from tengen.terminal.view_state import ViewState
from tengen.terminal.widgets import Chart, ListedMove, MoveList, Notice

NO_HELP = "The engine looks at games between people when they have ended"


class GameViewScreen(BoardScreen):
    """Shows the game at a table, any position of it, and what the engine says of that."""

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
        self.desk = ViewState(ascii_only=ascii_only)
        self.advisor = engine_threads.AnalysisController(self.call_here, self._advised)
        self.zoning = engine_threads.ZoneFinder(self.call_here, self._zoned)

    def make_panel(self) -> Panel:
        """Players, moves, engine lines."""
        return Panel(ascii_only=self.desk.glyphs is ASCII_GLYPHS)

    def on_mount(self) -> None:
        """Show the board at once."""
        self.query_one(BoardWidget).focus()
        self.hindsight = ReviewController(self.query_one(Panel), self.call_here, self.tell)
        self.desk.sit_down(self.state)
        self.show()

    def on_resize(self) -> None:
        """Use the room that there is."""
        self.show_foot()
        self.call_after_refresh(self.show_clocks)

    def on_unmount(self) -> None:
        """Leave nothing running."""
        self.advisor.close()
        self.zoning.stop()
        self.hindsight.stop()
        self.table.leave()

    @property
    def state(self) -> GameState:
        """How the game stands."""
        return self.table.state

    def show(self) -> None:
        """Show how the game stands."""
        state, desk = self.state, self.desk
        if self.zoning.follow(desk.board(state)):
            desk.zone = frozenset()
        if self.advisor.follow(desk.board(state)):
            self.query_one(Panel).show_lines("")
        self.query_one("#rule", Static).update(f"Tengen  {_headline(state)}")
        board = self.query_one(BoardWidget)
        board.glyphs = desk.glyphs
        self.show_board()
        panel = self.query_one(Panel)
        panel.show_turn(self.table, desk.names)
        panel.show_options(options(state, desk.names) if self.may_play else ())
        self.show_clocks()
        self.query_one(MoveList).show_moves(_listed(state.board), desk.shown_ply(state))
        self.show_foot()

    def can_do(self, action: str) -> bool:
        """Whether a key of the foot would do something now."""
        board, table = self.desk.board(self.state), self.table
        if action == "place":
            return self.may_play and not options(self.state, self.desk.names)
        if action == "hint":
            return table.allows_help and not board.outcome.is_over and not self.advisor.is_on
        if action == "analyse":
            return table.allows_help
        if action == "scroll(1)":
            return self.query_one(Notice).has_more
        if action == "review":
            return self.state.result is not None and bool(board.moves or self.hindsight.is_on)
        return True

    def show_board(self) -> None:
        """Show the position and the cursor."""
        view = self.desk.view(self.state, may_play=self.may_play)
        self.query_one(BoardWidget).view = view

    def show_clocks(self) -> None:
        """Show who has how much time left."""
        self.query_one(Panel).show_seats(self.table, self.desk.names, self.desk.glyphs)

    def tell(self, words: str, *, alarm: bool = False) -> None:
        """Say something beside the board."""
        self.query_one(Panel).show_notice(words, alarm=alarm)
        self.call_after_refresh(self.show_foot)

    @property
    def may_play(self) -> bool:
        """Whether a stone from this keyboard is what the game waits for."""
        actor = self.state.actor
        is_person = actor is not None and self.table.is_person(actor)
        return is_person and self.desk.ply is None and not self.state.is_paused

    def look_at(self, ply: int) -> None:
        """Show the position after so many moves."""
        self.desk.go_to(self.state, ply)
        shown = self.desk.shown_ply(self.state)
        if self.hindsight.is_on:
            self.desk.hints = self.hindsight.better_moves(shown)
            self.hindsight.show(shown)
        self.show()

    def on_move_list_jumped(self, message: MoveList.Jumped) -> None:
        """Show the position that was clicked."""
        self.look_at(message.ply)

    def on_chart_jumped(self, message: Chart.Jumped) -> None:
        """Show the position that was clicked."""
        self.look_at(message.ply)

    def _advised(self, board: Board, news: Analysis | TengenError) -> None:
        """Show what the engine thinks."""
        if isinstance(news, TengenError):
            self.tell(capitalised(str(news)), alarm=True)
            return
        self.desk.hints = {line.moves[0]: at for at, line in enumerate(news.lines, 1)}
        if not self.advisor.is_on:
            self.tell(f"Tip: {point_name(news.move, board.rules)}")
        lines = engine_threads.describe_analysis(board, news, self.desk.names)
        self.query_one(Panel).show_lines("\n".join(lines))
        self.show_board()

    def _zoned(self, found: engine_threads.FoundZone) -> None:
        """Show where an answer changes anything."""
        self.desk.zone = found or frozenset()
        self.tell(describe_zone(self.desk.board(self.state), found))
        self.show_board()

    def action_zone(self) -> None:
        """The zone on and off."""
        board = self.desk.board(self.state)
        if not self.table.allows_help:
            self.tell(NO_HELP)
            return
        self.desk.zone = frozenset()
        self.zoning.toggle(board)
        is_waiting = self.zoning.is_on and not has_zone(board)
        self.tell(describe_zone(board, None) if is_waiting else "")
        self.show_board()

    def action_back(self) -> None:
        """One move back."""
        self.look_at(self.desk.shown_ply(self.state) - 1)

    def action_forward(self) -> None:
        """One move forward."""
        self.look_at(self.desk.shown_ply(self.state) + 1)

    def action_first(self) -> None:
        """Before the first move."""
        self.look_at(0)

    def action_last(self) -> None:
        """To the position of the game."""
        self.look_at(len(self.state.board.moves))

    def action_numbers(self) -> None:
        """Numbers on the stones, or none."""
        self.desk.shows_numbers = not self.desk.shows_numbers
        self.show()

    def action_marks(self) -> None:
        """Stones, or X and O."""
        self.desk.uses_letters = not self.desk.uses_letters
        self.show()

    def action_hint(self) -> None:
        """Where the engine would play."""
        board = self.desk.board(self.state)
        if board.outcome.is_over:
            self.tell("The game is over")
        elif not self.table.allows_help:
            self.tell(NO_HELP)
        elif not self.advisor.is_on:
            self.tell("Thinking of a tip ...")
            self.advisor.give_tip(board)

    def action_analyse(self) -> None:
        """Engine lines on and off."""
        if not self.table.allows_help:
            self.tell(NO_HELP)
            return
        self.advisor.toggle(self.desk.board(self.state))
        self._forget_lines()
        self.show_board()

    def drop_tip(self) -> None:
        """Show nothing more of a tip; engine lines stay as long as they are on."""
        self.advisor.drop_tip()
        if not self.advisor.is_on:
            self._forget_lines()

    def _forget_lines(self) -> None:
        self.desk.hints = {}
        self.query_one(Panel).show_lines("")

    def action_review(self) -> None:
        """Look back with the engine, or stop that."""
        if self.hindsight.is_on:
            self.hindsight.stop()
            self.tell("")
        elif self.state.result is None:
            self.tell("The review comes after the game")
        elif self.state.board.moves:
            self.drop_tip()
            self.show_board()
            self.hindsight.start(self.state.board, self.desk.names)

    def action_scroll(self, step: int) -> None:
        """Show more of a long text beside the board."""
        self.query_one(Notice).turn_page(step)
        self.show_foot()

    def action_mistake(self, step: int) -> None:
        """Show the next mistake, forwards or backwards."""
        ply = self.hindsight.next_mistake(self.desk.shown_ply(self.state), step)
        if ply is None:
            self.tell("No more mistakes that way" if self.hindsight.is_on else "v begins a review")
        else:
            self.look_at(ply)

    def action_escape_point(self) -> None:
        """Show the last position in which the loser could have held, and how."""
        ply = self.hindsight.turning_point()
        if ply is None:
            self.tell("No such move is known" if self.hindsight.is_on else "v begins a review")
        else:
            self.look_at(ply)
            self.desk.hints = self.hindsight.better_moves(ply + 1)
            self.hindsight.show(ply + 1)
            self.show_board()


def _listed(board: Board) -> list[ListedMove]:
    names = [format_algebraic(point, board.rules) for point in board.moves]
    return [ListedMove(at, name) for at, name in enumerate(names, 1)]


def _headline(state: GameState) -> str:
    words = describe_rules(state.board.rules)
    opening = state.setup.opening
    return words if opening.value == "free" else f"{words}; {opening.value} opening"
