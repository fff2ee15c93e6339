"""The characters that a board is drawn with."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tengen.core.player import Player


@dataclass(frozen=True, slots=True)
class Glyphs:
    """One character for everything; wide stones are three by one, big ones five by three."""

    stones: dict[Player, str]
    winners: dict[Player, str]
    wide: dict[Player, str] | None
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
    is_solid: bool = False
    """Whether white stones have the shapes of black ones, and differ in colour alone."""

    def shape(self, player: Player) -> Player:
        """Whose shapes a player's stones have."""
        return Player.FIRST if self.is_solid else player

    def stone(self, player: Player) -> str:
        """A player's stone beside the board."""
        return self.stones[self.shape(player)]


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
    wide={Player.FIRST: "▐█▌", Player.SECOND: "▐○▌"},
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
SOLID = replace(STONES, is_solid=True)
_MARKS = {Player.FIRST: "X", Player.SECOND: "O"}
LETTERS = replace(STONES, stones=_MARKS, winners=_MARKS, wide=None, big=_CROSSED)
ASCII = Glyphs(
    stones=_MARKS,
    winners=_MARKS,
    wide=None,
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
