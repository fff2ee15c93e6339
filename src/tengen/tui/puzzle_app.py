"""The full-screen program of the puzzles."""

from __future__ import annotations

from textual.app import App
from textual.screen import Screen

from tengen.store import Store
from tengen.tui.puzzle_desk import PuzzleDesk
from tengen.tui.puzzle_screen import PuzzleScreen
from tengen.tui.themes import DARK, TERMINAL, THEMES

LAST_THEME = "tui/theme"
"""The one that `tengen play` remembers."""


class PuzzleApp(App[None]):
    """Puzzles in the terminal."""

    TITLE = "Tengen puzzles"
    ENABLE_COMMAND_PALETTE = False
    CSS = "App.-ascii #box { border: ascii $action; }"

    def __init__(
        self,
        desk: PuzzleDesk,
        store: Store | None = None,
        *,
        theme: str | None = None,
        ascii_only: bool = False,
    ) -> None:
        super().__init__(ansi_color=True if theme == TERMINAL.name else None)
        self.set_class(ascii_only, "-ascii")
        self._store = store
        self._puzzles = PuzzleScreen(desk, ascii_only=ascii_only)
        for known in THEMES.values():
            self.register_theme(known)
        self.theme = theme or self._last_theme()

    def get_default_screen(self) -> Screen[None]:
        """The puzzles are there from the beginning."""
        return self._puzzles

    def action_next_theme(self) -> None:
        """Go on to the next theme, and remember it."""
        names = list(THEMES)
        self.theme = names[(names.index(self.theme) + 1) % len(names)]
        self._puzzles.say(f"Theme: {self.theme}")
        self._puzzles.attempt(self._remember_theme)

    def _remember_theme(self) -> None:
        if self._store is not None:
            self._store.remember(LAST_THEME, self.theme.encode())

    def _last_theme(self) -> str:
        kept = self._store.recall(LAST_THEME) if self._store is not None else None
        name = (kept or b"").decode(errors="replace")
        return name if name in THEMES else DARK.name
