"""How a picture is to look: its colours, what stands for a stone, its size, its file format.

`Pace` is how fast an animation goes.
"""

from __future__ import annotations

import enum
import os
from dataclasses import dataclass

from tengen.errors import ParseError, RuleError
from tengen.rules.rules import Player
from tengen.rules.wording import MARK_NAMES, STONE_NAMES, PlayerNames


@dataclass(frozen=True, slots=True)
class StoneColours:
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
    stones: dict[Player, StoneColours]
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
        Player.FIRST: StoneColours("#16181B", "#16181B", "#FBFAF7", "#FF6B5E"),
        Player.SECOND: StoneColours("#FBFAF7", "#5A4220", "#16181B", "#B3261E"),
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
        Player.FIRST: StoneColours("#08090A", "#C9CDD3", "#F1EEE7", "#FF7A6B"),
        Player.SECOND: StoneColours("#F1EEE7", "#F1EEE7", "#08090A", "#B3261E"),
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
        Player.FIRST: StoneColours("#000000", "#000000", "#FFFFFF", "#FFFFFF"),
        Player.SECOND: StoneColours("#FFFFFF", "#000000", "#000000", "#000000"),
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
        Player.FIRST: StoneColours("#000000", "#000000", "#FFFFFF", "#FFFFFF"),
        Player.SECOND: StoneColours("#FFFFFF", "#000000", "#000000", "#A00000"),
    },
    pens={Player.FIRST: "#000000", Player.SECOND: "#000000"},
    seal="#A00000",
    hint="#0000C0",
)
THEMES = {theme.name: theme for theme in (LIGHT, DARK, PRINT, CONTRAST)}


DEFAULT_CELL = 32
MIN_CELL = 4
MAX_PICTURE_SIDE = 8192


class Pieces(enum.Enum):
    """What the two players put on the board."""

    STONES = "stones"
    """Black and white, where lines cross."""
    MARKS = "marks"
    """X and O, in cells, as on paper."""

    @property
    def names(self) -> PlayerNames:
        """What the players are called."""
        return STONE_NAMES if self is Pieces.STONES else MARK_NAMES


@dataclass(frozen=True, slots=True)
class Style:
    """All about a picture that does not depend on what it shows.

    The size is that of a cell, or of the whole picture if `width` is given; in pixels. `font`
    is a file with the letters of pictures made of pixels.
    """

    theme: Theme = LIGHT
    pieces: Pieces = Pieces.STONES
    cell: int = DEFAULT_CELL
    width: int | None = None
    font: str | None = None

    def __post_init__(self) -> None:
        """Raise RuleError for a size that cannot be drawn."""
        for what, size in (("cell", self.cell), ("picture", self.width)):
            if size is not None and not MIN_CELL <= size <= MAX_PICTURE_SIDE:
                raise RuleError(
                    f"a {what} of {size} pixels cannot be drawn: "
                    f"from {MIN_CELL} to {MAX_PICTURE_SIDE} are possible"
                )

    def pen(self, player: Player) -> str:
        """The colour of a player's mark."""
        return self.theme.pens[player]


DEFAULT_STYLE = Style()


MIN_DELAY, MAX_DELAY = 20, 600_000
MAX_LOOPS = 0xFFFF


@dataclass(frozen=True, slots=True)
class Pace:
    """How long frames are shown, in milliseconds, and how often the whole; 0 is for ever.

    Files count in hundredths of a second.
    """

    delay: int = 700
    last_delay: int = 4000
    loops: int = 0

    def __post_init__(self) -> None:
        """Raise RuleError for what a GIF cannot say."""
        for delay in (self.delay, self.last_delay):
            if not MIN_DELAY <= delay <= MAX_DELAY:
                raise RuleError(f"a delay of {delay} ms is not between {MIN_DELAY} and {MAX_DELAY}")
        if not 0 <= self.loops <= MAX_LOOPS:
            raise RuleError(f"{self.loops} loops are not between 0, for ever, and {MAX_LOOPS}")


DEFAULT_PACE = Pace()


class PictureFormat(enum.Enum):
    """The value is how the file's name ends."""

    SVG = "svg"
    PNG = "png"
    GIF = "gif"


def picture_format(path: str) -> PictureFormat:
    """The format that a file's name asks for; raise ParseError if it is none of them."""
    suffix = os.path.splitext(path)[1].lower().removeprefix(".")
    for found in PictureFormat:
        if found.value == suffix:
            return found
    raise ParseError("picture's name", path, "it must end in .svg, .png or .gif")
