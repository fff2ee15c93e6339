"""The list of moves: scrolls, shows which position is on the board, and jumps on a click."""

from __future__ import annotations

from rich.segment import Segment
from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

COLUMN = 8
"""The room of a move."""
NUMBER = 5


class MoveList(ScrollView, can_focus=False):
    """Two moves a line, as in `1. h8 i9`, with a mark of its own for some."""

    COMPONENT_CLASSES = {"moves--number", "moves--move", "moves--here"}
    DEFAULT_CSS = """
    MoveList {
        scrollbar-size-vertical: 1;
        .moves--number { color: $quiet; }
        .moves--move { color: $foreground; }
        .moves--here { text-style: bold reverse; }
    }
    """

    class Jumped(Message):
        """The position after so many moves was asked for."""

        def __init__(self, ply: int) -> None:
            super().__init__()
            self.ply = ply

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._moves: list[str] = []
        self._ply = 0

    def show_moves(self, moves: list[str], ply: int) -> None:
        """List these moves; the board shows the position after `ply` of them."""
        if (moves, ply) == (self._moves, self._ply):
            return
        self._moves, self._ply = moves, ply
        lines = (len(moves) + 1) // 2
        self.virtual_size = Size(NUMBER + 2 * COLUMN, lines)
        line = max(0, (ply - 1) // 2)
        if not self.scroll_offset.y <= line < self.scroll_offset.y + self.size.height:
            self.scroll_to(y=max(0, line - self.size.height + 1), animate=False)
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """A number and two moves."""
        line = y + self.scroll_offset.y
        if 2 * line >= len(self._moves):
            return Strip.blank(self.size.width, self.rich_style)
        number = self.get_component_rich_style("moves--number")
        segments = [Segment(f"{line + 1:>3}. ", number)]
        for at in (2 * line, 2 * line + 1):
            text = self._moves[at] if at < len(self._moves) else ""
            name = "moves--here" if at + 1 == self._ply else "moves--move"
            segments.append(Segment(text, self.get_component_rich_style(name)))
            segments.append(Segment(" " * (COLUMN - len(text)), self.rich_style))
        return Strip(segments).crop_extend(0, self.size.width, self.rich_style)

    def on_click(self, event: events.Click) -> None:
        """Jump to the move that was clicked."""
        line = event.y + self.scroll_offset.y
        ply = 2 * line + (1 if event.x < NUMBER + COLUMN else 2)
        if event.x >= NUMBER and ply <= len(self._moves):
            self.post_message(self.Jumped(ply))
