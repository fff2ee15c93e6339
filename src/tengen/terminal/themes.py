"""Themes, and the base class of the full-screen programs.

The themes are light, dark, high contrast, and the sixteen colours of the terminal. Stones have no
outline here, so the board is darker or brighter than in other pictures to set off both colours.
Everything drawn is filtered last, so that no control characters reach the terminal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.cells import cell_len
from rich.segment import Segment
from textual.app import App, SystemCommand
from textual.color import Color
from textual.filter import LineFilter
from textual.screen import Screen
from textual.theme import Theme

from tengen.printable import printable
from tengen.rules.wording import capitalised
from tengen.storage import Store
from tengen.terminal.canvas import SOLID_GLYPHS, STONE_GLYPHS, TerminalGlyphs
from tengen.terminal.keys import KeyGroups, key_name


def _make_theme(
    name: str, page: tuple[str, str, str], roles: dict[str, str], *, dark: bool, ansi: bool = False
) -> Theme:
    """Return a theme; `page` is the colours of the background, the panel and the text."""
    background, surface, foreground = page
    return Theme(
        name=name,
        primary=roles["action"],
        secondary=roles["hint"],
        accent=roles["action"],
        error=roles["alarm"],
        warning=roles["alarm"],
        success=roles["action"],
        foreground=foreground,
        background=background,
        surface=surface,
        panel=surface,
        dark=dark,
        ansi=ansi,
        variables=roles,
    )


LIGHT = _make_theme(
    "light",
    ("#F7F4EC", "#FFFDF8", "#1F2328"),
    {
        "action": "#0B6E4F",
        "alarm": "#B3261E",
        "hint": "#1F5FA8",
        "quiet": "#5C6066",
        "board": "#B98C50",
        "board-text": "#2A1B06",
        "grid": "#4A3414",
        "ghost": "#4A3414",
        "black-stone": "#16181B",
        "white-stone": "#FFFFFF",
        "white-fill": "#FFFFFF",
        "win-ground": "#C24A3A",
        "seal": "#7A0C08",
        "seal-on-black": "#FF6B5E",
        "seal-on-white": "#B3261E",
        "board-hint": "#0F3A6B",
        "board-action": "#06402D",
    },
    dark=False,
)
DARK = _make_theme(
    "dark",
    ("#14161A", "#1C1F25", "#E8E6E1"),
    {
        "action": "#4CC38A",
        "alarm": "#FF7A6B",
        "hint": "#7DB8F5",
        "quiet": "#A2A7AE",
        "board": "#705B3D",
        "board-text": "#F0E0C0",
        "grid": "#C9AE80",
        "ghost": "#C9B48F",
        "black-stone": "#08090A",
        "white-stone": "#F1EEE7",
        "white-fill": "#F1EEE7",
        "win-ground": "#C24A3A",
        "seal": "#FFB4A8",
        "seal-on-black": "#FF7A6B",
        "seal-on-white": "#B3261E",
        "board-hint": "#BBDCFF",
        "board-action": "#8FF0BE",
    },
    dark=True,
)
CONTRAST = _make_theme(
    "contrast",
    ("#FFFFFF", "#FFFFFF", "#000000"),
    {
        "action": "#004D00",
        "alarm": "#A00000",
        "hint": "#0000C0",
        "quiet": "#303030",
        "board": "#FFFFFF",
        "board-text": "#000000",
        "grid": "#606060",
        "ghost": "#606060",
        "black-stone": "#000000",
        "white-stone": "#000000",
        "white-fill": "#FFFFFF",
        "win-ground": "#FFC9C9",
        "seal": "#A00000",
        "seal-on-black": "#FFFFFF",
        "seal-on-white": "#A00000",
        "board-hint": "#0000C0",
        "board-action": "#004D00",
    },
    dark=False,
)
TERMINAL = _make_theme(
    "terminal",
    ("ansi_default", "ansi_default", "ansi_default"),
    {
        "action": "ansi_green",
        "alarm": "ansi_red",
        "hint": "ansi_blue",
        "quiet": "ansi_default",
        "board": "ansi_green",
        "board-text": "ansi_black",
        "grid": "ansi_black",
        "ghost": "ansi_black",
        "black-stone": "ansi_black",
        "white-stone": "ansi_bright_white",
        "white-fill": "ansi_bright_white",
        "win-ground": "ansi_bright_red",
        "seal": "ansi_black",
        "seal-on-black": "ansi_bright_white",
        "seal-on-white": "ansi_red",
        "board-hint": "ansi_blue",
        "board-action": "ansi_black",
        "ansi-background": "ansi_black",
        "ansi-foreground": "ansi_white",
        "border-blurred": "ansi_black",
        "block-cursor-foreground": "ansi_black",
        "block-cursor-background": "ansi_white",
        "input-cursor-background": "ansi_white",
        "input-cursor-foreground": "ansi_black",
        "input-selection-background": "ansi_blue",
        "input-selection-foreground": "ansi_white",
        "screen-selection-background": "ansi_blue",
        "screen-selection-foreground": "ansi_white",
    },
    dark=True,
    ansi=True,
)
THEMES = {theme.name: theme for theme in (DARK, LIGHT, CONTRAST, TERMINAL)}
"""All themes, in the order of the key that switches them."""


def shown_glyphs(app: App[object], glyphs: TerminalGlyphs) -> TerminalGlyphs:
    """Return the glyphs to draw with. White stones are solid if the theme draws them in white."""
    variables = app.theme_variables
    is_white = variables.get("white-stone", "") == variables.get("white-fill")
    return SOLID_GLYPHS if glyphs is STONE_GLYPHS and is_white and not app.no_color else glyphs


class ControlCharacterFilter(LineFilter):
    """Replaces control characters in a line without changing its width."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002 - Textual's
        """Return the segments with printable text."""
        return [
            segment
            if segment.text.isprintable()
            else Segment(_cleaned(segment.text), segment.style, segment.control)
            for segment in segments
        ]


def _cleaned(text: str) -> str:
    """Replace each unprintable character by spaces of the same width."""
    return "".join(one if one.isprintable() else printable(one) * cell_len(one) for one in text)


THEME_KEY = "tui/theme"


class ThemedApp(App[None]):
    """A full-screen program with the themes, and with ASCII borders if needed."""

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
        """Without a theme, use the one that was chosen last."""
        super().__init__(ansi_color=True if theme == TERMINAL.name else None)
        self._control_filter = ControlCharacterFilter()
        self.set_class(ascii_only, "-ascii")
        self._store = store
        for known in THEMES.values():
            self.register_theme(known)
        self.theme = theme or self._last_theme()

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return Textual's filters, then the filter of control characters."""
        return [*super().get_line_filters(), self._control_filter]

    def switch_theme(self) -> str:
        """Switch to the next theme. Return its name."""
        names = list(THEMES)
        self.theme = names[(names.index(self.theme) + 1) % len(names)]
        return self.theme

    def remember_theme(self) -> None:
        """Remember the theme for next time. Raises StoreError."""
        if self._store is not None:
            self._store.remember(THEME_KEY, self.theme.encode())

    def _last_theme(self) -> str:
        stored = self._store.recall(THEME_KEY) if self._store is not None else None
        name = (stored or b"").decode(errors="replace")
        return name if name in THEMES else DARK.name


def palette_commands(screen: Screen[None], groups: KeyGroups) -> Iterator[SystemCommand]:
    """Yield the palette's commands, one for each key."""
    for key in [key for keys in groups.values() for key in keys]:
        yield SystemCommand(
            capitalised(key.description),
            f"key {key_name(key.keys[0])}",
            lambda action=key.action: screen.run_action(action),
        )
