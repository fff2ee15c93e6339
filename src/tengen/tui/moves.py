"""The list of moves: scrolls, shows which position is on the board, and jumps on a click."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rich.segment import Segment
from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

NUMBER = 5
"""The room of a move's number, as in `  1. `."""
NARROWEST = 11
"""The least room of a number and its move."""
WIDEST = 15
IN_LINE = 2
"""How many moves stand in a line."""


class ListedMove(NamedTuple):
    """A move with its number, from 1; what is no move, such as stones that are set up, has 0."""

    number: int
    name: str


class MoveList(ScrollView, can_focus=False):
    """Two moves a line, each with its number: `1. h8  2. i9`."""

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
        """The position after so many entries of the list was asked for."""

        def __init__(self, ply: int) -> None:
            super().__init__()
            self.ply = ply

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._moves: Sequence[ListedMove] = ()
        self._ply = 0

    def show_moves(self, moves: Sequence[ListedMove], ply: int) -> None:
        """List these moves; the board shows the position after `ply` of them."""
        if (moves, ply) == (self._moves, self._ply):
            return
        self._moves, self._ply = moves, ply
        lines = -(-len(moves) // IN_LINE)
        self.virtual_size = Size(IN_LINE * NARROWEST, lines)
        line = max(0, (ply - 1) // IN_LINE)
        if not self.scroll_offset.y <= line < self.scroll_offset.y + self.size.height:
            self.scroll_to(y=max(0, line - self.size.height + 1), animate=False)
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """Two numbers and two moves."""
        first = IN_LINE * (y + self.scroll_offset.y)
        segments = [
            segment
            for at in range(first, min(first + IN_LINE, len(self._moves)))
            for segment in self._entry(at)
        ]
        return Strip(segments).crop_extend(0, self.size.width, self.rich_style)

    def _entry(self, at: int) -> Iterator[Segment]:
        """A number and a move."""
        move, room = self._moves[at], self._room - NUMBER
        number = f"{move.number:>3}. " if move.number else " " * NUMBER
        yield Segment(number, self.get_component_rich_style("moves--number"))
        name = "moves--here" if at + 1 == self._ply else "moves--move"
        shown = move.name[:room]
        yield Segment(shown, self.get_component_rich_style(name))
        yield Segment(" " * (room - len(shown)), self.rich_style)

    @property
    def _room(self) -> int:
        """How many columns a number and its move have."""
        return min(max(self.size.width // IN_LINE, NARROWEST), WIDEST)

    def on_click(self, event: events.Click) -> None:
        """Jump to the move that was clicked."""
        column = event.x // self._room
        ply = IN_LINE * (event.y + self.scroll_offset.y) + column + 1
        if column < IN_LINE and ply <= len(self._moves):
            self.post_message(self.Jumped(ply))
