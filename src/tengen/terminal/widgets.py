"""Widgets beside the board: the notice, the choices of an opening, the moves, the chart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static

from tengen.render import charts
from tengen.terminal.sentences import PICK_HINT


class Notice(VerticalScroll, can_focus=False):
    """A message to the person, with a scrollbar if it does not fit."""

    DEFAULT_CSS = """
    Notice {
        height: auto;
        min-height: 2;
        max-height: 6;
        margin-top: 1;
        scrollbar-size-vertical: 1;
        Static { color: $foreground; }
        Static.alarm { color: $alarm; text-style: bold; }
    }
    """

    def compose(self) -> ComposeResult:
        """Show the text."""
        yield Static(id="notice", markup=False)

    def show_text(self, text: str, *, alarm: bool = False) -> None:
        """Replace the text, and scroll to its start."""
        static = self.query_one(Static)
        static.set_class(alarm, "alarm")
        static.update(text)
        self.scroll_home(animate=False)

    @property
    def has_more(self) -> bool:
        """Whether there are more lines below."""
        return self.scroll_offset.y < self.max_scroll_y

    def turn_page(self, step: int) -> None:
        """Scroll by a page, down or up."""
        lines = step * max(1, self.size.height - 1)
        self.scroll_relative(y=lines, animate=False, immediate=True)


class ChoiceList(VerticalScroll, can_focus=False):
    """The choices of an opening, one to a line, with the current one marked."""

    DEFAULT_CSS = """
    ChoiceList {
        height: auto;
        max-height: 12;
        margin-top: 1;
        scrollbar-size-vertical: 1;
        display: none;
        &.shown { display: block; }
        .marked { text-style: bold reverse; }
        .quiet { color: $quiet; }
    }
    """

    class Picked(Message):
        """A choice was clicked; choices are counted from 1."""

        def __init__(self, number: int) -> None:
            super().__init__()
            self.number = number

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._options: Sequence[str] = ()
        self._at = 0

    def compose(self) -> ComposeResult:
        """Show the choices and how to choose."""
        yield Static(id="options", markup=False)
        yield Static(PICK_HINT, classes="quiet", markup=False)

    @property
    def number(self) -> int:
        """The marked choice, counted from 1; 0 if there are none."""
        return self._at + 1 if self._options else 0

    def offer(self, options: Sequence[str]) -> None:
        """Show these choices; without any, hide the list."""
        if options != self._options:
            self._options, self._at = options, 0
            self.set_class(bool(options), "shown")
            self._draw()

    def step(self, by: int) -> None:
        """Mark another choice."""
        self._at = min(max(self._at + by, 0), len(self._options) - 1)
        self._draw()

    def _draw(self) -> None:
        lines = [
            f"{'>' if at == self._at else ' '} {at + 1} {option}"
            for at, option in enumerate(self._options)
        ]
        self.query_one("#options", Static).update("\n".join(lines))
        self.scroll_to(y=max(0, self._at - self.size.height + 1), animate=False)

    def on_click(self, event: events.Click) -> None:
        """Report the choice that was clicked."""
        at = event.y + self.scroll_offset.y
        if at < len(self._options):
            self.post_message(self.Picked(at + 1))


MOVE_NUMBER_WIDTH = 5
"""Columns of a move's number, as in `  1. `."""
MOVE_MIN_WIDTH = 11
"""The fewest columns of a number and its move."""
MOVE_MAX_WIDTH = 15
MOVES_PER_LINE = 2
"""Moves in a line."""


class ListedMove(NamedTuple):
    """A move and its number, from 1. Entries that are not moves, such as set-up stones, have 0."""

    number: int
    name: str


class MoveList(ScrollView, can_focus=False):
    """The moves of the game, two to a line: `1. h8  2. i9`."""

    COMPONENT_CLASSES = {"moves--number", "moves--move", "moves--here"}
    DEFAULT_CSS = """
    MoveList {
        overflow-x: hidden;
        scrollbar-size-vertical: 1;
        .moves--number { color: $quiet; }
        .moves--move { color: $foreground; }
        .moves--here { text-style: bold reverse; }
    }
    """

    class Jumped(Message):
        """An entry was clicked: show the position after `ply` entries."""

        def __init__(self, ply: int) -> None:
            super().__init__()
            self.ply = ply

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._moves: Sequence[ListedMove] = ()
        self._ply = 0

    def show_moves(self, moves: Sequence[ListedMove], ply: int) -> None:
        """List these moves, and mark the last of the first `ply`."""
        if (moves, ply) == (self._moves, self._ply):
            return
        self._moves, self._ply = moves, ply
        lines = -(-len(moves) // MOVES_PER_LINE)
        self.virtual_size = Size(MOVES_PER_LINE * MOVE_MIN_WIDTH, lines)
        line = max(0, (ply - 1) // MOVES_PER_LINE)
        if not self.scroll_offset.y <= line < self.scroll_offset.y + self.size.height:
            self.scroll_to(y=max(0, line - self.size.height + 1), animate=False)
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """Draw a line of moves."""
        first = MOVES_PER_LINE * (y + self.scroll_offset.y)
        segments = [
            segment
            for at in range(first, min(first + MOVES_PER_LINE, len(self._moves)))
            for segment in self._entry(at)
        ]
        return Strip(segments).crop_extend(0, self.size.width, self.rich_style)

    def _entry(self, at: int) -> Iterator[Segment]:
        """Yield the number and the name of a move."""
        move, room = self._moves[at], self._room - MOVE_NUMBER_WIDTH
        number = f"{move.number:>3}. " if move.number else " " * MOVE_NUMBER_WIDTH
        yield Segment(number, self.get_component_rich_style("moves--number"))
        name = "moves--here" if at + 1 == self._ply else "moves--move"
        shown = move.name[:room]
        yield Segment(shown, self.get_component_rich_style(name))
        yield Segment(" " * (room - len(shown)), self.rich_style)

    @property
    def _room(self) -> int:
        """The columns of a number and its move."""
        return min(max(self.size.width // MOVES_PER_LINE, MOVE_MIN_WIDTH), MOVE_MAX_WIDTH)

    def on_click(self, event: events.Click) -> None:
        """Report the move that was clicked."""
        column = event.x // self._room
        ply = MOVES_PER_LINE * (event.y + self.scroll_offset.y) + column + 1
        if column < MOVES_PER_LINE and ply <= len(self._moves):
            self.post_message(self.Jumped(ply))


class Chart(Widget):
    """The winning chance after each move as a bar chart.

    A column is one position, or several if they do not all fit. There is a caption above the bars
    and a row of marks below. A line shows even chances; the bars below it are dimmer.
    """

    COMPONENT_CLASSES = {
        "chart--caption",
        "chart--low",
        "chart--bar",
        "chart--mark",
        "chart--here",
    }
    DEFAULT_CSS = """
    Chart {
        height: 6;
        display: none;
        margin-top: 1;
        .chart--caption { color: $quiet; }
        .chart--low { color: $quiet; }
        .chart--bar { color: $hint; }
        .chart--mark { color: $alarm; text-style: bold; }
        .chart--here { color: $action; text-style: bold; }
    }
    """

    chances: reactive[dict[int, float]] = reactive(dict[int, float])
    """Black's winning chance, by number of moves."""
    marks: reactive[frozenset[int]] = reactive(frozenset[int]())
    """The moves that are mistakes."""
    here: reactive[int] = reactive(0)
    caption: reactive[str] = reactive("")

    class Jumped(Message):
        """A column was clicked: show the position after `ply` moves."""

        def __init__(self, ply: int) -> None:
            super().__init__()
            self.ply = ply

    def __init__(self, *, ascii_only: bool = False) -> None:
        super().__init__()
        self.plies = 0
        self._blocks = charts.ASCII_BLOCKS if ascii_only else charts.BLOCKS
        self._line = charts.ASCII_EVEN_LINE if ascii_only else charts.EVEN_LINE

    def render_line(self, y: int) -> Strip:
        """Draw the caption, a row of bars or the marks."""
        if y == 0:
            return self._strip([Segment(self.caption, self._style("caption"))])
        columns = [self._column(ply) for ply in self._shown_plies()]
        if y <= charts.BAR_ROWS:
            row = charts.BAR_ROWS - y
            return self._strip([*(self._bar(column, row) for column in columns), self._rest(row)])
        return self._strip([self._mark(column) for column in columns])

    def _strip(self, segments: list[Segment]) -> Strip:
        return Strip(segments).crop_extend(0, self.size.width, self.rich_style)

    def _style(self, name: str) -> Style:
        return self.get_component_rich_style(f"chart--{name}")

    def _shown_plies(self) -> list[list[int]]:
        """Return the positions of each column."""
        step = self._step()
        return [
            list(range(first, min(first + step, self.plies + 1)))
            for first in range(0, self.plies + 1, step)
        ]

    def _step(self) -> int:
        return max(1, -(-(self.plies + 1) // max(1, self.size.width)))

    def _column(self, plies: list[int]) -> tuple[float | None, bool, bool]:
        """Return the last known chance, whether there is a mistake, and whether it is shown now."""
        known = [self.chances[ply] for ply in plies if ply in self.chances]
        return (
            known[-1] if known else None,
            bool(self.marks.intersection(plies)),
            self.here in plies,
        )

    def _bar(self, column: tuple[float | None, bool, bool], row: int) -> Segment:
        chance, _, is_here = column
        shown = charts.bar_block(chance or 0.0, row, self._blocks)
        if shown == " " and row == charts.MIDDLE_ROW:
            return Segment(self._line, self._style("caption"))
        usual = "bar" if row >= charts.MIDDLE_ROW else "low"
        return Segment(shown, self._style("here" if is_here else usual))

    def _rest(self, row: int) -> Segment:
        """Return the rest of the line of even chances, with its label."""
        if row != charts.MIDDLE_ROW:
            return Segment("", self._style("caption"))
        room = self.size.width - len(self._shown_plies()) - len(charts.EVEN_WORD) - 1
        return Segment(f"{self._line * max(0, room)} {charts.EVEN_WORD}", self._style("caption"))

    def _mark(self, column: tuple[float | None, bool, bool]) -> Segment:
        _, is_marked, is_here = column
        if is_marked:
            return Segment("!", self._style("mark"))
        return Segment("^" if is_here else " ", self._style("caption"))

    def on_click(self, event: events.Click) -> None:
        """Report the position that was clicked."""
        ply = event.x * self._step()
        if ply <= self.plies:
            self.post_message(self.Jumped(ply))
