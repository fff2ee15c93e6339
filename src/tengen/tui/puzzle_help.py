"""The help of the puzzles, over the board."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from tengen.tui.dialogs import BOX
from tengen.tui.keys import name_of
from tengen.tui.puzzle_keys import GROUPS


class PuzzleHelp(ModalScreen[None]):
    """Every key, from the one table."""

    DEFAULT_CSS = BOX.format(name="PuzzleHelp") + "PuzzleHelp #box { width: 78; }"
    BINDINGS = [Binding("escape,q,question_mark,f1,enter", "dismiss", "Close")]

    def compose(self) -> ComposeResult:
        """All groups of keys, to be scrolled."""
        with VerticalScroll(id="box"):
            for title, keys in GROUPS.items():
                yield Static(title, classes="title")
                lines = [
                    f"{', '.join(name_of(name) for name in key.keys):<20} {key.words}"
                    for key in keys
                ]
                yield Static("\n".join(lines) + "\n", markup=False)
            yield Static("A click plays, too. Esc closes.", classes="quiet")
