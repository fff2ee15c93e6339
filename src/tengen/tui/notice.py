"""The text beside the board: a long one scrolls, and says so."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static


class Notice(VerticalScroll, can_focus=False):
    """Something to be told. A scrollbar shows that there is more than fits."""

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
        """The text."""
        yield Static(id="notice", markup=False)

    def tell(self, words: str, *, alarm: bool = False) -> None:
        """Show another text, from its beginning."""
        text = self.query_one(Static)
        text.set_class(alarm, "alarm")
        text.update(words)
        self.scroll_home(animate=False)

    @property
    def has_more(self) -> bool:
        """Whether there are lines below those that are shown."""
        return self.scroll_offset.y < self.max_scroll_y

    def turn_page(self, step: int) -> None:
        """Show what comes after or before the lines that fit."""
        lines = step * max(1, self.size.height - 1)
        self.scroll_relative(y=lines, animate=False, immediate=True)
