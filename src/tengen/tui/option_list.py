"""What there is to choose in an opening, beside the board that it depends on."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.message import Message
from textual.widgets import Static

HINT = "arrows and Enter, or a number"


class OptionList(VerticalScroll, can_focus=False):
    """A line for each choice, one of them marked; it scrolls where they do not all fit."""

    DEFAULT_CSS = """
    OptionList {
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
        """A choice was clicked; they are counted from 1."""

        def __init__(self, number: int) -> None:
            super().__init__()
            self.number = number

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._options: Sequence[str] = ()
        self._at = 0

    def compose(self) -> ComposeResult:
        """All choices in one text, and how to choose."""
        yield Static(id="options", markup=False)
        yield Static(HINT, classes="quiet", markup=False)

    @property
    def number(self) -> int:
        """The choice that is marked, counted from 1; 0 if there is nothing to choose."""
        return self._at + 1 if self._options else 0

    def offer(self, options: Sequence[str]) -> None:
        """Offer these from now on; nothing, if there are none."""
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
            f"{'>' if at == self._at else ' '} {at + 1} {words}"
            for at, words in enumerate(self._options)
        ]
        self.query_one("#options", Static).update("\n".join(lines))
        self.scroll_to(y=max(0, self._at - self.size.height + 1), animate=False)

    def on_click(self, event: events.Click) -> None:
        """Take the choice that was clicked."""
        at = event.y + self.scroll_offset.y
        if at < len(self._options):
            self.post_message(self.Picked(at + 1))
