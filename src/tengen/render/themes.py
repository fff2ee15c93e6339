"""The colours of pictures."""

from __future__ import annotations

from dataclasses import dataclass

from tengen.core.player import Player


@dataclass(frozen=True, slots=True)
class Stone:
    """How the stones of one player look, and what is drawn on them."""

    face: str
    rim: str
    ink: str
    """Numbers, labels and marks."""
    seal: str
    """The last move and the winning line."""


@dataclass(frozen=True, slots=True)
class Theme:
    """What colour everything has; `shade` is how dark the one below a stone is, from 0 to 1."""

    name: str
    board: str
    grid: str
    text: str
    """Coordinates, labels, title and caption."""
    stones: dict[Player, Stone]
    pens: dict[Player, str]
    """What X and O are written with."""
    seal: str
    hint: str
    shade: float = 0.0


LIGHT = Theme(
    "light",
    board="#E2BC7C",
    grid="#6B4E23",
    text="#4A3414",
    stones={
        Player.FIRST: Stone("#16181B", "#16181B", "#FBFAF7", "#FF6B5E"),
        Player.SECOND: Stone("#FBFAF7", "#5A4220", "#16181B", "#B3261E"),
    },
    pens={Player.FIRST: "#16181B", Player.SECOND: "#5A4220"},
    seal="#B3261E",
    hint="#1F5FA8",
    shade=0.22,
)
DARK = Theme(
    "dark",
    board="#3A3127",
    grid="#B79A6B",
    text="#B79A6B",
    stones={
        Player.FIRST: Stone("#08090A", "#C9CDD3", "#F1EEE7", "#FF7A6B"),
        Player.SECOND: Stone("#F1EEE7", "#F1EEE7", "#08090A", "#B3261E"),
    },
    pens={Player.FIRST: "#C9CDD3", Player.SECOND: "#F1EEE7"},
    seal="#FF7A6B",
    hint="#7DB8F5",
    shade=0.35,
)
PRINT = Theme(
    "print",
    board="#FFFFFF",
    grid="#000000",
    text="#000000",
    stones={
        Player.FIRST: Stone("#000000", "#000000", "#FFFFFF", "#FFFFFF"),
        Player.SECOND: Stone("#FFFFFF", "#000000", "#000000", "#000000"),
    },
    pens={Player.FIRST: "#000000", Player.SECOND: "#000000"},
    seal="#000000",
    hint="#000000",
)
CONTRAST = Theme(
    "contrast",
    board="#FFFFFF",
    grid="#606060",
    text="#000000",
    stones={
        Player.FIRST: Stone("#000000", "#000000", "#FFFFFF", "#FFFFFF"),
        Player.SECOND: Stone("#FFFFFF", "#000000", "#000000", "#A00000"),
    },
    pens={Player.FIRST: "#000000", Player.SECOND: "#000000"},
    seal="#A00000",
    hint="#0000C0",
)
THEMES = {theme.name: theme for theme in (LIGHT, DARK, PRINT, CONTRAST)}
