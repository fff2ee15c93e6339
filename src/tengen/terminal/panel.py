"""The panel beside the board: players, clocks, the turn, moves, engine lines and the review."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from tengen.engine import CallFromThread
from tengen.errors import TengenError
from tengen.game import GameState, Seat
from tengen.game.descriptions import describe_promise, describe_task, seat_name
from tengen.game.tasks import ChooseOption
from tengen.insight import JudgedMove, Review, describe_game, describe_judged
from tengen.rules import Board, Player, Point
from tengen.rules.wording import PlayerNames, capitalised, counted
from tengen.terminal.canvas import TerminalGlyphs
from tengen.terminal.engine_threads import ReviewThread
from tengen.terminal.input import LOW_TIME, format_time_left
from tengen.terminal.sentences import describe_open_offer
from tengen.terminal.table import GameTable
from tengen.terminal.themes import shown_glyphs
from tengen.terminal.widgets import Chart, ChoiceList, MoveList, Notice


class Panel(Vertical):
    """The panel of a game."""

    DEFAULT_CSS = """
    Panel {
        padding: 0 1;
        background: $surface;
        Static { height: auto; }
        #turn { margin-top: 1; color: $action; text-style: bold; }
        #lines { color: $hint; text-wrap: nowrap; text-overflow: ellipsis; }
        #moves { height: 1fr; min-height: 2; margin-top: 1; }
        &.reviewing Chart { display: block; }
        &.choosing {
            #moves { min-height: 0; }
            Notice { min-height: 0; }
        }
    }
    """

    def __init__(self, *, ascii_only: bool) -> None:
        super().__init__()
        self._ascii_only = ascii_only
        self._seat_lines: dict[int, Text] = {}

    def compose(self) -> ComposeResult:
        """Show the parts from top to bottom."""
        yield Static(id="seat-1")
        yield Static(id="seat-2")
        yield Static(id="turn")
        yield ChoiceList()
        yield MoveList(id="moves")
        yield Chart(ascii_only=self._ascii_only)
        yield Static(id="lines")
        yield Notice()

    def on_resize(self) -> None:
        """Draw the seats again."""
        self._seat_lines.clear()

    def show_seats(self, table: GameTable, names: PlayerNames, glyphs: TerminalGlyphs) -> None:
        """Show the players with their stones, clocks and absences."""
        state, now = table.state, table.now()
        for at, seat in enumerate(_order(state), 1):
            colour = state.colour_of(seat)
            stone = shown_glyphs(self.app, glyphs).stone(colour) if colour else "?"
            line = Text("> " if state.actor is seat else "  ", no_wrap=True)
            line.append(f" {stone} ", stone_style(self.app.theme_variables, colour))
            name = f"{_full_name(state, seat, names)}{_whereabouts(table, seat)}"
            left = state.clocks.left(seat, now)
            line.append_text(_seat_line(f" {name}", left, self.size.width - 7))
            if self._seat_lines.get(at) != line:
                self._seat_lines[at] = line
                self.query_one(f"#seat-{at}", Static).update(line)

    def show_turn(self, table: GameTable, names: PlayerNames) -> None:
        """Show whose turn it is or how the game ended, an announced win, and an open offer."""
        state = table.state
        paused = " (paused)" if state.is_paused else ""
        task = f"{_describe_next_step(table, names)}{paused}"
        lines = [task, describe_promise(state, names), describe_open_offer(table, names)]
        self.query_one("#turn", Static).update(Text("\n".join(filter(None, lines))))

    def show_options(self, options: Sequence[str]) -> None:
        """Show the choices of an opening; without any, hide the list."""
        self.set_class(bool(options), "choosing")
        self.query_one(ChoiceList).offer(options)

    def show_notice(self, text: str, *, alarm: bool = False) -> None:
        """Show a message."""
        self.query_one(Notice).show_text(text, alarm=alarm)

    def show_lines(self, lines: str) -> None:
        """Show the engine's lines; an empty text hides them."""
        shown = self.query_one("#lines", Static)
        shown.update(Text(lines, no_wrap=True, overflow="ellipsis"))
        shown.display = bool(lines)

    def show_chart(self) -> None:
        """Show the chart of a review, with more room for its text."""
        self.add_class("reviewing")

    def hide_chart(self) -> None:
        """Hide the chart."""
        self.remove_class("reviewing")


def _describe_next_step(table: GameTable, names: PlayerNames) -> str:
    """Return what the game waits for. The choices of a person here are listed separately."""
    state, task = table.state, table.state.task
    if isinstance(task, ChooseOption) and table.is_person(task.seat):
        return f"{seat_name(state, task.seat, names)} chooses"
    return describe_task(state, names)


def stone_style(variables: dict[str, str], colour: Player | None) -> str:
    """Return the style of a stone, as on the board."""
    if colour is None or "board" not in variables:
        return "bold"
    role = "black-stone" if colour is Player.FIRST else "white-stone"
    stone, ground = (variables[name].removeprefix("ansi_") for name in (role, "board"))
    return f"bold {stone} on {ground}"


def _order(state: GameState) -> tuple[Seat, Seat]:
    """Return the seats, with Black first if that is decided."""
    black = state.seat_of(Player.FIRST) or Seat.ONE
    return black, black.other


def _full_name(state: GameState, seat: Seat, names: PlayerNames) -> str:
    """Return the name and the colour, as in `Anna (Black)`."""
    colour = state.colour_of(seat)
    name = seat_name(state, seat, names)
    return name if colour is None or name == names[colour] else f"{name} ({names[colour]})"


def _whereabouts(table: GameTable, seat: Seat) -> str:
    """Return `, away` or, in a game on a server, `, you`."""
    if seat in table.away:
        return ", away"
    is_one_of_us = table.is_person(seat) and not table.is_person(seat.other)
    return ", you" if table.is_online and is_one_of_us else ""


def _seat_line(name: str, left: int | None, width: int) -> Text:
    """Return a name, with the time left at the right."""
    clock = "" if left is None else format_time_left(left)
    room = max(4, width - len(clock) - 1)
    line = Text(f"{name[:room]:<{room}} ", no_wrap=True)
    is_low = left is not None and left < LOW_TIME
    return line.append(clock, "bold reverse" if is_low else "bold")


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
