"""The characters that a board in text is drawn with."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tengen.core.player import Player
from tengen.render.view import Mark


@dataclass(frozen=True, slots=True)
class Glyphs:
    """One character for everything."""

    stones: dict[Player, str]
    winners: dict[Player, str]
    """The stones of a winning line."""
    grid: str
    """Corners, edges and crossings, in reading order of a 3x3 board."""
    across: str
    stroke: str
    """Between two stones of a winning line that are side by side."""
    star: str
    forbidden: str
    marks: dict[Mark, str]
    has_capitals: bool
    """Whether columns are A, B, C."""


_LETTERS = {Player.FIRST: "X", Player.SECOND: "O"}
DOTS = Glyphs(
    stones=_LETTERS,
    winners=_LETTERS,
    grid="." * 9,
    across=" ",
    stroke=" ",
    star=".",
    forbidden="!",
    marks={Mark.CIRCLE: "@", Mark.TRIANGLE: "^", Mark.SQUARE: "#", Mark.CROSS: "*"},
    has_capitals=False,
)
"""As in a diagram."""
BOXES = Glyphs(
    stones={Player.FIRST: "●", Player.SECOND: "○"},
    winners={Player.FIRST: "◆", Player.SECOND: "◇"},
    grid="┌┬┐├┼┤└┴┘",
    across="─",
    stroke="━",
    star="•",
    forbidden="×",
    marks={Mark.CIRCLE: "◎", Mark.TRIANGLE: "△", Mark.SQUARE: "□", Mark.CROSS: "*"},
    has_capitals=True,
)
"""As in the game in the terminal."""
LETTERS = replace(BOXES, stones=_LETTERS, winners=_LETTERS)
