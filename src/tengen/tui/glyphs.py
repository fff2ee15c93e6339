"""The characters that a board is drawn with."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tengen.core.player import Player


@dataclass(frozen=True, slots=True)
class Glyphs:
    """One character for everything; big stones are five by three."""

    stones: dict[Player, str]
    winners: dict[Player, str]
    big: dict[Player, tuple[str, str, str]] | None
    """None where large cells have no larger stones."""
    grid: str
    """Corners, edges and crossings, in reading order of a 3x3 board."""
    across: str
    down: str
    star: str
    forbidden: str
    offered: str
    zone: str
    stroke: str
    """Between two stones of a winning line that are side by side."""
    marks: dict[str, str]
    """Shapes that a record may have on points, by their names."""


_ROUND = {
    Player.FIRST: ("▗▄▄▄▖", "█████", "▝▀▀▀▘"),
    Player.SECOND: ("▗▄▄▄▖", "█   █", "▝▀▀▀▘"),
}
_CROSSED = {
    Player.FIRST: ("▚   ▞", "  █  ", "▞   ▚"),
    Player.SECOND: ("▗▄▄▄▖", "█   █", "▝▀▀▀▘"),
}
STONES = Glyphs(
    stones={Player.FIRST: "●", Player.SECOND: "○"},
    winners={Player.FIRST: "◆", Player.SECOND: "◇"},
    big=_ROUND,
    grid="┌┬┐├┼┤└┴┘",
    across="─",
    down="│",
    star="•",
    forbidden="×",
    offered="?",
    zone="▫",
    stroke="━",
    marks={
        "circle": "◎",
        "cross": "*",
        "square": "□",
        "triangle": "△",
    },
)
_MARKS = {Player.FIRST: "X", Player.SECOND: "O"}
LETTERS = replace(STONES, stones=_MARKS, winners=_MARKS, big=_CROSSED)
ASCII = Glyphs(
    stones=_MARKS,
    winners=_MARKS,
    big=None,
    grid="+++++++++",
    across="-",
    down="|",
    star="*",
    forbidden="!",
    offered="?",
    zone=":",
    stroke="=",
    marks={
        "circle": "@",
        "cross": "%",
        "square": "#",
        "triangle": "^",
    },
)
