"""Colours for roles: light, dark, high contrast, and the sixteen that every terminal has.

A stone has no rim here: the board is darker or brighter than in other pictures, so that black and
white stones are seen on it.
"""

from __future__ import annotations

from textual.app import App
from textual.theme import Theme

from tengen.tui.glyphs import SOLID, STONES, Glyphs


def _make(
    name: str, page: tuple[str, str, str], roles: dict[str, str], *, dark: bool, ansi: bool = False
) -> Theme:
    """A theme from the page, the panel and the text on them, and the roles of look and board."""
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


LIGHT = _make(
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
DARK = _make(
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
CONTRAST = _make(
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
TERMINAL = _make(
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
"""All themes, in the order in which a key goes through them."""


def shown_glyphs(app: App[object], glyphs: Glyphs) -> Glyphs:
    """The characters to draw with: white stones are solid where they are drawn in white."""
    variables = app.theme_variables
    is_white = variables.get("white-stone", "") == variables.get("white-fill")
    return SOLID if glyphs is STONES and is_white and not app.no_color else glyphs
