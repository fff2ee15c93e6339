"""The full-screen program of the puzzles."""

from __future__ import annotations

from textual.screen import Screen

from tengen.store import Store
from tengen.tui.puzzle_desk import PuzzleDesk
from tengen.tui.puzzle_screen import PuzzleScreen
from tengen.tui.themed import ThemedApp


class PuzzleApp(ThemedApp):
    """Puzzles in the terminal."""

    TITLE = "Tengen puzzles"
    ENABLE_COMMAND_PALETTE = False

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

    def action_next_theme(self) -> None:
        """Go on to the next theme, and remember it."""
        self._puzzles.say(f"Theme: {self.take_next_theme()}")
        self._puzzles.attempt(self.remember_theme)
