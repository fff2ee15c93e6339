"""The board widget, and the base class of the screens around it.

The widget draws a `BoardView`, and reports where the mouse points and clicks. A screen has a
headline, the board, a panel and a footer.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.geometry import Region
from textual.message import Message
from textual.reactive import reactive
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static

from tengen.rules import GAMES, Point
from tengen.terminal import canvas
from tengen.terminal.keys import GAME_KEYS, KeyGroups, footer_line
from tengen.terminal.themes import shown_glyphs

BOARD_ROLES = (
    "black",
    "board",
    "cursor",
    "forbidden",
    "ghost",
    "grid",
    "hint",
    "hot",
    "label",
    "last",
    "mark-black",
    "mark-white",
    "number-black",
    "number-white",
    "star",
    "white",
    "win",
    "win-black",
    "win-mark",
    "win-white",
)


class BoardWidget(Widget, can_focus=True):
    """The board. If it does not fit, the part around the cursor is shown."""

    COMPONENT_CLASSES = {f"board--{role}" for role in BOARD_ROLES}
    DEFAULT_CSS = """
    BoardWidget {
        background: $board;
        color: $board-text;
        .board--board { background: $board; color: $board-text; }
        .board--grid { background: $board; color: $grid; }
        .board--star { background: $board; color: $board-text; text-style: bold; }
        .board--label { background: $board; color: $board-text; }
        .board--hot { background: $board; color: $board-text; text-style: bold reverse; }
        .board--black { background: $board; color: $black-stone; text-style: bold; }
        .board--white { background: $board; color: $white-stone; text-style: bold; }
        .board--number-black { background: $black-stone; color: $white-fill; }
        .board--number-white { background: $white-fill; color: $black-stone; }
        .board--ghost { background: $board; color: $ghost; }
        .board--win { background: $board; color: $seal; text-style: bold; }
        .board--win-mark { background: $board; color: $seal; text-style: bold reverse; }
        .board--win-black { background: $win-ground; color: $black-stone; text-style: bold; }
        .board--win-white { background: $win-ground; color: $white-stone; text-style: bold; }
        .board--last { background: $board; color: $seal; text-style: bold; }
        .board--mark-black { background: $black-stone; color: $seal-on-black; text-style: bold; }
        .board--mark-white { background: $white-fill; color: $seal-on-white; text-style: bold; }
        .board--forbidden { background: $board; color: $seal; text-style: bold; }
        .board--hint { background: $board; color: $board-hint; text-style: bold; }
        &:ansi:nocolor .board--number-black { text-style: reverse; }
        &:ansi:nocolor .board--number-white { text-style: underline; }
        &:ansi:nocolor .board--mark-black { text-style: bold reverse; }
        .board--cursor { background: $board; color: $board-action; text-style: bold; }
    }
    """

    view: reactive[canvas.BoardView] = reactive(canvas.BoardView(GAMES["five"]), repaint=False)
    glyphs: reactive[canvas.TerminalGlyphs] = reactive(canvas.STONE_GLYPHS, repaint=False)

    class Pointed(Message):
        """The mouse points to a point."""

        def __init__(self, point: Point) -> None:
            super().__init__()
            self.point = point

    class Clicked(Message):
        """A point was clicked."""

        def __init__(self, point: Point) -> None:
            super().__init__()
            self.point = point

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._rows: list[list[canvas.RoleText]] = []
        self._offset_x = self._offset_y = 0
        self._layout_used = canvas.CanvasLayout(1, 1, canvas.fitting_cell(1, 1, 1, 1))

    def place(self, point: Point) -> tuple[int, int]:
        """Return where a point is in the widget."""
        x, y = self._layout_used.place(point)
        return x - self._offset_x, y - self._offset_y

    def watch_view(self) -> None:
        """Draw what has changed."""
        self._redraw()

    def watch_glyphs(self) -> None:
        """Draw everything again."""
        self._rows = []
        self._redraw()

    def on_resize(self) -> None:
        """Draw the board in the new size."""
        self._rows = []
        self._redraw()

    def notify_style_update(self) -> None:
        """Draw the board in the new colours."""
        super().notify_style_update()
        self.__dict__.pop("_styles_of_roles", None)
        self._rows = []
        self._redraw()

    def _redraw(self) -> None:
        width, height = self.size
        if not width or not height:
            return
        rules = self.view.rules
        cell = canvas.fitting_cell(rules.width, rules.height, width, height)
        self._layout_used = layout = canvas.CanvasLayout(rules.width, rules.height, cell)
        before, offset = self._rows, (self._offset_x, self._offset_y)
        self._rows = canvas.Canvas(self.view, shown_glyphs(self.app, self.glyphs), cell).runs()
        self._scroll(layout, width, height)
        if offset != (self._offset_x, self._offset_y) or len(before) != len(self._rows):
            self.refresh()
            return
        for at, (old, new) in enumerate(zip(before, self._rows, strict=True)):
            if old != new:
                self.refresh(Region(0, at - self._offset_y, width, 1))

    def _scroll(self, layout: canvas.CanvasLayout, width: int, height: int) -> None:
        """Centre the board, or follow the cursor if it does not fit."""
        x, y = layout.place(self.view.cursor or self.view.last or Point(0, 0))
        self._offset_x = _offset(layout.width, width, x)
        self._offset_y = _offset(layout.height, height, y)

    def render_line(self, y: int) -> Strip:
        """Draw one row of the widget."""
        at = y + self._offset_y
        blank = Strip.blank(self.size.width, self._style_of("board"))
        if not 0 <= at < len(self._rows):
            return blank
        segments = [Segment(text, self._style_of(role)) for role, text in self._rows[at]]
        strip = Strip(segments)
        if self._offset_x < 0:
            before = Segment(" " * -self._offset_x, self._style_of("board"))
            strip = Strip([before, *segments])
        start = max(0, self._offset_x)
        return strip.crop_extend(start, start + self.size.width, self._style_of("board"))

    def _style_of(self, role: str) -> Style:
        return self._styles_of_roles[role]

    @cached_property
    def _styles_of_roles(self) -> dict[str, Style]:
        return {role: self.get_component_rich_style(f"board--{role}") for role in BOARD_ROLES}

    def _point_of(self, event: events.MouseEvent) -> Point | None:
        return self._layout_used.point_at(event.x + self._offset_x, event.y + self._offset_y)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Report the point under the mouse."""
        point = self._point_of(event)
        if point is not None and point != self.view.cursor:
            self.post_message(self.Pointed(point))

    def on_click(self, event: events.Click) -> None:
        """Report the point that was clicked."""
        point = self._point_of(event)
        if point is not None:
            self.post_message(self.Clicked(point))


def _offset(needed: int, given: int, focus: int) -> int:
    """Return the scroll offset that centres the picture, or shows the focus if it does not fit."""
    if needed <= given:
        return -((given - needed) // 2)
    return max(0, min(focus - given // 2, needed - given))


PANEL_CLASS = "side"
"""The CSS class of the panel."""


class BoardScreen(Screen[None]):
    """A screen with the board beside a panel, or above it in a narrow window."""

    DEFAULT_CSS = """
    BoardScreen {
        background: $background;
        #rule { height: 1; padding: 0 1; background: $surface; color: $foreground; }
        #footer {
            height: 1;
            padding: 0 1;
            background: $surface;
            color: $quiet;
            link-color: $quiet;
            link-style: none;
        }
        BoardWidget { width: 1fr; min-width: 34; }
        .side { width: 40; }
        &.-tiny {
            Horizontal { layout: vertical; }
            BoardWidget { width: 100%; height: 1fr; }
            .side { width: 100%; height: 4; }
        }
        &.-narrow .side { width: 24; }
        &.-wide .side { width: 46; }
    }
    """
    KEYS: ClassVar[KeyGroups] = GAME_KEYS
    """The keys of the screen."""
    HORIZONTAL_BREAKPOINTS = [(0, "-tiny"), (56, "-narrow"), (76, "-middle"), (110, "-wide")]

    class Call(Message):
        """A call from another thread."""

        def __init__(self, function: Callable[[], None]) -> None:
            super().__init__()
            self.function = function

    def compose(self) -> ComposeResult:
        """Show the headline, the board, the panel and the footer."""
        yield Static(id="rule", markup=False)
        with Horizontal():
            yield BoardWidget(id="board")
            yield self.make_panel().add_class(PANEL_CLASS)
        yield Static(id="footer")

    def show_footer(self) -> None:
        """Show the keys that can be used now in the footer."""
        self.query_one("#footer", Static).update(
            footer_line(self.size.width - 2, self.KEYS, self.can_do)
        )

    def can_do(self, action: str) -> bool:  # noqa: ARG002 - subclasses use it
        """Whether an action of the footer is possible now."""
        return True

    def make_panel(self) -> Widget:
        """Return the panel beside the board."""
        raise NotImplementedError

    def call_here(self, function: Callable[[], None]) -> None:
        """Run a function in the thread of the screen. Called from other threads."""
        self.post_message(self.Call(function))

    def on_board_screen_call(self, message: Call) -> None:
        """Run a call from another thread."""
        message.function()
