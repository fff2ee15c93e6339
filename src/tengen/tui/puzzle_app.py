"""The full-screen program of the puzzles."""

from __future__ import annotations

from collections.abc import Iterable

from textual.app import SystemCommand
from textual.screen import Screen

from tengen.store import Store
from tengen.tui.dialogs import Help
from tengen.tui.puzzle_desk import PuzzleDesk
from tengen.tui.puzzle_keys import GROUPS
from tengen.tui.puzzle_screen import PuzzleScreen
from tengen.tui.themed import ThemedApp, palette


class PuzzleApp(ThemedApp):
    """Puzzles in the terminal."""

    TITLE = "Tengen puzzles"

    def __init__(
        self,
        desk: PuzzleDesk,
        store: Store | None = None,
        *,
        theme: str | None = None,
        ascii_only: bool = False,
    ) -> None:
        super().__init__(theme, store, ascii_only=ascii_only)
        self._puzzles = PuzzleScreen(desk, ascii_only=ascii_only)

    def get_default_screen(self) -> Screen[None]:
        """The puzzles are there from the beginning."""
        return self._puzzles

    def action_help(self) -> None:
        """Show every key."""
        self.push_screen(Help(GROUPS))

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Every key's command, by name, for the palette."""
        return palette(self._puzzles, GROUPS) if screen is self._puzzles else ()

    def action_next_theme(self) -> None:
        """Go on to the next theme, and remember it."""
        self._puzzles.say(f"Theme: {self.take_next_theme()}")
        self._puzzles.attempt(self.remember_theme)
