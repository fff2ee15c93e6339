"""Colours for roles: light, dark, high contrast, and the sixteen that every terminal has.

A stone is one character here and has no rim: on a dark page, the board is brighter than in other
pictures, so that black stones are seen on it.
"""

from __future__ import annotations

from textual.theme import Theme


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
        "board": "#E2BC7C",
        "board-text": "#4A3414",
        "grid": "#6B4E23",
        "ghost": "#7A5E33",
        "black-stone": "#16181B",
        "white-stone": "#5A4220",
        "white-fill": "#FBFAF7",
        "seal": "#B3261E",
        "seal-on-black": "#FF6B5E",
        "board-hint": "#1F5FA8",
        "board-action": "#0B6E4F",
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
        "seal": "#FFB4A8",
        "seal-on-black": "#FF7A6B",
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
        "seal": "#A00000",
        "seal-on-black": "#FFFFFF",
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
        "board": "ansi_default",
        "board-text": "ansi_default",
        "grid": "ansi_default",
        "ghost": "ansi_default",
        "black-stone": "ansi_default",
        "white-stone": "ansi_default",
        "white-fill": "ansi_default",
        "seal": "ansi_red",
        "seal-on-black": "ansi_red",
        "board-hint": "ansi_blue",
        "board-action": "ansi_green",
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
