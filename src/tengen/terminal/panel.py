"""The panel beside the board: players and clocks, the turn in words, moves, engine lines."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from tengen.game.descriptions import describe_promise, describe_task, seat_name
from tengen.game.state import GameState
from tengen.game.tasks import ChooseOption, Seat
from tengen.rules.rules import Player
from tengen.rules.wording import PlayerNames
from tengen.terminal.canvas import TerminalGlyphs
from tengen.terminal.input import LOW_TIME, format_time_left
from tengen.terminal.intents import standing_offer
from tengen.terminal.table import GameTable
from tengen.terminal.themes import shown_glyphs
from tengen.terminal.widgets import Chart, ChoiceList, MoveList, Notice


class Panel(Vertical):
    """Everything but the board."""

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
        """From top to bottom."""
        yield Static(id="seat-1")
        yield Static(id="seat-2")
        yield Static(id="turn")
        yield ChoiceList()
        yield MoveList(id="moves")
        yield Chart(ascii_only=self._ascii_only)
        yield Static(id="lines")
        yield Notice()

    def on_resize(self) -> None:
        """Lay out everything anew."""
        self._seat_lines.clear()

    def show_seats(self, table: GameTable, names: PlayerNames, glyphs: TerminalGlyphs) -> None:
        """Who plays, with what, and with how much time left, and who is away."""
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
        """Whose turn it is, or how the game ended, and what is announced or offered."""
        state = table.state
        paused = " (paused)" if state.is_paused else ""
        task = f"{_describe_need(table, names)}{paused}"
        lines = [task, describe_promise(state, names), standing_offer(table, names)]
        self.query_one("#turn", Static).update(Text("\n".join(filter(None, lines))))

    def show_options(self, options: Sequence[str]) -> None:
        """What there is to choose; nothing if a stone is to be put."""
        self.set_class(bool(options), "choosing")
        self.query_one(ChoiceList).offer(options)

    def show_notice(self, words: str, *, alarm: bool = False) -> None:
        """Something to be told."""
        self.query_one(Notice).tell(words, alarm=alarm)

    def show_lines(self, lines: str) -> None:
        """What the engine thinks; nothing hides it."""
        shown = self.query_one("#lines", Static)
        shown.update(Text(lines, no_wrap=True, overflow="ellipsis"))
        shown.display = bool(lines)

    def show_chart(self) -> None:
        """Show the chart of a review, and make room for its words."""
        self.add_class("reviewing")

    def hide_chart(self) -> None:
        """The review is over."""
        self.remove_class("reviewing")


def _describe_need(table: GameTable, names: PlayerNames) -> str:
    """What the game waits for; what a person here can choose stands in a list of its own."""
    state, task = table.state, table.state.task
    if isinstance(task, ChooseOption) and table.is_person(task.seat):
        return f"{seat_name(state, task.seat, names)} chooses"
    return describe_task(state, names)


def stone_style(variables: dict[str, str], colour: Player | None) -> str:
    """A stone looks as it does on the board."""
    if colour is None or "board" not in variables:
        return "bold"
    role = "black-stone" if colour is Player.FIRST else "white-stone"
    stone, ground = (variables[name].removeprefix("ansi_") for name in (role, "board"))
    return f"bold {stone} on {ground}"


def _order(state: GameState) -> tuple[Seat, Seat]:
    """Black first, once it is known who that is."""
    black = state.seat_of(Player.FIRST) or Seat.ONE
    return black, black.other


def _full_name(state: GameState, seat: Seat, names: PlayerNames) -> str:
    """As in `Anna (Black)`."""
    colour = state.colour_of(seat)
    name = seat_name(state, seat, names)
    return name if colour is None or name == names[colour] else f"{name} ({names[colour]})"


def _whereabouts(table: GameTable, seat: Seat) -> str:
    """Who of those who play elsewhere is away, and which one is at this keyboard."""
    if seat in table.away:
        return ", away"
    is_one_of_us = table.is_person(seat) and not table.is_person(seat.other)
    return ", you" if table.is_online and is_one_of_us else ""


def _seat_line(name: str, left: int | None, width: int) -> Text:
    """A name, and at the right the time that is left."""
    clock = "" if left is None else format_time_left(left)
    room = max(4, width - len(clock) - 1)
    line = Text(f"{name[:room]:<{room}} ", no_wrap=True)
    is_low = left is not None and left < LOW_TIME
    return line.append(clock, "bold reverse" if is_low else "bold")
