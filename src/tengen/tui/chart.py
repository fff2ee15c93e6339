"""The course of a game as a chart: how likely Black was to win after every move."""

from __future__ import annotations

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from tengen.render.bars import (
    ASCII_BLOCKS,
    ASCII_LINE,
    BLOCKS,
    EVEN,
    LINE,
    MIDDLE,
    ROWS,
    block,
)


class Chart(Widget):
    """One column a position, or several positions a column where there is no room.

    A row of words stands above the bars, one of marks below. A line shows where both chances are
    even, and the parts of bars below it are quieter.
    """

    COMPONENT_CLASSES = {
        "chart--words",
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
        .chart--words { color: $quiet; }
        .chart--low { color: $quiet; }
        .chart--bar { color: $hint; }
        .chart--mark { color: $alarm; text-style: bold; }
        .chart--here { color: $action; text-style: bold; }
    }
    """

    chances: reactive[dict[int, float]] = reactive(dict[int, float])
    """Black's chance after so many moves."""
    marks: reactive[frozenset[int]] = reactive(frozenset[int]())
    """After which moves there is something to be said."""
    here: reactive[int] = reactive(0)
    words: reactive[str] = reactive("")

    class Jumped(Message):
        """The position after so many moves was asked for."""

        def __init__(self, ply: int) -> None:
            super().__init__()
            self.ply = ply

    def __init__(self, *, ascii_only: bool = False) -> None:
        super().__init__()
        self.plies = 0
        self._blocks = ASCII_BLOCKS if ascii_only else BLOCKS
        self._line = ASCII_LINE if ascii_only else LINE

    def render_line(self, y: int) -> Strip:
        """Words, four rows of bars, marks."""
        if y == 0:
            return self._strip([Segment(self.words, self._style("words"))])
        columns = [self._column(ply) for ply in self._shown_plies()]
        if y <= ROWS:
            row = ROWS - y
            return self._strip([*(self._bar(column, row) for column in columns), self._rest(row)])
        return self._strip([self._foot(column) for column in columns])

    def _strip(self, segments: list[Segment]) -> Strip:
        return Strip(segments).crop_extend(0, self.size.width, self.rich_style)

    def _style(self, name: str) -> Style:
        return self.get_component_rich_style(f"chart--{name}")

    def _shown_plies(self) -> list[list[int]]:
        """The positions of every column."""
        step = self._step()
        return [
            list(range(first, min(first + step, self.plies + 1)))
            for first in range(0, self.plies + 1, step)
        ]

    def _step(self) -> int:
        return max(1, -(-(self.plies + 1) // max(1, self.size.width)))

    def _column(self, plies: list[int]) -> tuple[float | None, bool, bool]:
        """The last chance that is known, whether something is to be said, whether it is shown."""
        known = [self.chances[ply] for ply in plies if ply in self.chances]
        return (
            known[-1] if known else None,
            bool(self.marks.intersection(plies)),
            self.here in plies,
        )

    def _bar(self, column: tuple[float | None, bool, bool], row: int) -> Segment:
        chance, _, is_here = column
        shown = block(chance or 0.0, row, self._blocks)
        if shown == " " and row == MIDDLE:
            return Segment(self._line, self._style("words"))
        usual = "bar" if row >= MIDDLE else "low"
        return Segment(shown, self._style("here" if is_here else usual))

    def _rest(self, row: int) -> Segment:
        """Where the game has no more moves, the line goes on, and says what it is."""
        if row != MIDDLE:
            return Segment("", self._style("words"))
        room = self.size.width - len(self._shown_plies()) - len(EVEN) - 1
        return Segment(f"{self._line * max(0, room)} {EVEN}", self._style("words"))

    def _foot(self, column: tuple[float | None, bool, bool]) -> Segment:
        _, is_marked, is_here = column
        if is_marked:
            return Segment("!", self._style("mark"))
        return Segment("^" if is_here else " ", self._style("words"))

    def on_click(self, event: events.Click) -> None:
        """Jump to the position that was clicked."""
        ply = event.x * self._step()
        if ply <= self.plies:
            self.post_message(self.Jumped(ply))
