"""The viewer as a full-screen program."""

from __future__ import annotations

from collections.abc import Iterable

from textual.app import SystemCommand
from textual.screen import Screen

from tengen.tui.dialogs import Help
from tengen.tui.themed import ThemedApp, palette
from tengen.tui.viewer import ViewerScreen
from tengen.tui.viewer_games import Games
from tengen.tui.viewer_keys import GROUPS


class ViewerApp(ThemedApp):
    """Shows the games of a file."""

    def __init__(
        self,
        games: Games,
        index: int = 0,
        move: int = 0,
        *,
        theme: str | None = None,
        ascii_only: bool = False,
    ) -> None:
        """Begin with a game that can be read, at a move of it."""
        super().__init__(theme, ascii_only=ascii_only)
        self._viewer = ViewerScreen(games, index, move, ascii_only=ascii_only)

    def get_default_screen(self) -> Screen[None]:
        """The viewer is there from the beginning."""
        return self._viewer

    def action_help(self) -> None:
        """Show every key."""
        self.push_screen(Help(GROUPS))

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Every key's command, by name, for the palette."""
        return palette(self._viewer, GROUPS) if screen is self._viewer else ()
