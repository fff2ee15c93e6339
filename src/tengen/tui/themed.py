"""A full-screen program in one of our themes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from textual.app import App, SystemCommand
from textual.filter import LineFilter
from textual.screen import Screen

from tengen.store import Store
from tengen.tui.cleaning import Cleaning
from tengen.tui.keys import Groups, name_of
from tengen.tui.themes import DARK, TERMINAL, THEMES

LAST_THEME = "tui/theme"


class ThemedApp(App[None]):
    """Knows all themes, and how to do without frames that a terminal cannot draw."""

    TITLE = "Tengen"
    CSS = """
    App.-ascii #box { border: ascii $action; }
    App.-ascii Input { border: ascii $action; }
    App.-ascii CommandPalette {
        #--input { border: ascii $action; }
        #--results { border: ascii $action; }
        SearchIcon { display: none; }
    }
    """

    def __init__(self, theme: str | None, store: Store | None = None, *, ascii_only: bool) -> None:
        """Without a theme, the one that was last chosen is taken."""
        super().__init__(ansi_color=True if theme == TERMINAL.name else None)
        self._cleaning = Cleaning()
        self.set_class(ascii_only, "-ascii")
        self._store = store
        for known in THEMES.values():
            self.register_theme(known)
        self.theme = theme or self._last_theme()

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Textual's own, and then nothing of what a terminal would obey."""
        return [*super().get_line_filters(), self._cleaning]

    def take_next_theme(self) -> str:
        """Go on to the next theme, and tell its name."""
        names = list(THEMES)
        self.theme = names[(names.index(self.theme) + 1) % len(names)]
        return self.theme

    def remember_theme(self) -> None:
        """Have it next time, too. Raises StoreError."""
        if self._store is not None:
            self._store.remember(LAST_THEME, self.theme.encode())

    def _last_theme(self) -> str:
        kept = self._store.recall(LAST_THEME) if self._store is not None else None
        name = (kept or b"").decode(errors="replace")
        return name if name in THEMES else DARK.name


def palette(screen: Screen[None], groups: Groups) -> Iterator[SystemCommand]:
    """Every key's command, by name."""
    for key in [key for keys in groups.values() for key in keys]:
        yield SystemCommand(
            key.words.capitalize(),
            f"key {name_of(key.keys[0])}",
            lambda action=key.action: screen.run_action(action),
        )
