"""What all screens with a board look like: a line above, board and panel, a line below."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.message import Message
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

from tengen.tui.board import BoardWidget
from tengen.tui.keys import GROUPS, Groups, foot_line

SIDE = "side"
"""The class of the panel."""


class FramedScreen(Screen[None]):
    """A board beside a panel, or above it where there is no room."""

    DEFAULT_CSS = """
    FramedScreen {
        background: $background;
        #rule { height: 1; padding: 0 1; background: $surface; color: $foreground; }
        #foot {
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
    KEYS: ClassVar[Groups] = GROUPS
    """The keys of the screen."""
    HORIZONTAL_BREAKPOINTS = [(0, "-tiny"), (56, "-narrow"), (76, "-middle"), (110, "-wide")]

    class Call(Message):
        """Something to be done in the thread of the screen."""

        def __init__(self, function: Callable[[], None]) -> None:
            super().__init__()
            self.function = function

    def compose(self) -> ComposeResult:
        """A line above, the board and the panel, a line below."""
        yield Static(id="rule", markup=False)
        with Horizontal():
            yield BoardWidget(id="board")
            yield self.make_panel().add_class(SIDE)
        yield Static(id="foot")

    def show_foot(self) -> None:
        """Show the keys that can be used now."""
        self.query_one("#foot", Static).update(
            foot_line(self.size.width - 2, self.KEYS, self.can_do)
        )

    def can_do(self, action: str) -> bool:  # noqa: ARG002 - a screen knows better
        """Whether a key of the foot would do something now."""
        return True

    def make_panel(self) -> Widget:
        """What stands beside the board."""
        raise NotImplementedError

    def call_here(self, function: Callable[[], None]) -> None:
        """Have something done in the thread of the screen; for other threads."""
        self.post_message(self.Call(function))

    def on_framed_screen_call(self, message: Call) -> None:
        """Do what another thread wanted done."""
        message.function()
