"""The style of pictures: colours, pieces, sizes, file formats, and the speed of animations."""

from __future__ import annotations

import enum
import os
from dataclasses import dataclass

from tengen.errors import ParseError, RuleError
from tengen.rules import Player
from tengen.rules.wording import MARK_NAMES, STONE_NAMES, PlayerNames


@dataclass(frozen=True, slots=True)
class StoneColours:
    """The colours of one player's stones, and of what is drawn on them."""

    face: str
    rim: str
    ink: str
    """Numbers, labels and marks."""
    seal: str
    """The last move and the winning line."""


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of a picture; `shade` is the opacity of shadows, from 0 to 1."""

    name: str
    board: str
    grid: str
    text: str
    """Coordinates, labels, title and caption."""
    stones: dict[Player, StoneColours]
    pens: dict[Player, str]
    """The colours of X and O."""
    seal: str
    """The last move and winning lines beside stones, and forbidden points."""
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
    """Black and white stones on the crossings of lines."""
    MARKS = "marks"
    """X and O in cells, as on paper."""

    @property
    def names(self) -> PlayerNames:
        """The names of the players."""
        return STONE_NAMES if self is Pieces.STONES else MARK_NAMES


@dataclass(frozen=True, slots=True)
class Style:
    """The look of a picture, whatever it shows.

    The size in pixels is that of a `cell`, or of the whole picture if `width` is given. `font` is a
    font file for PNG and GIF.
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
                    f"use from {MIN_CELL} to {MAX_PICTURE_SIDE}"
                )

    def pen(self, player: Player) -> str:
        """Return the colour of a player's X or O."""
        return self.theme.pens[player]


DEFAULT_STYLE = Style()


MIN_DELAY, MAX_DELAY = 20, 600_000
MAX_LOOPS = 0xFFFF


@dataclass(frozen=True, slots=True)
class Pace:
    """The milliseconds of each frame, and the number of loops; 0 is for ever.

    GIF files store times in hundredths of a second.
    """

    delay: int = 700
    last_delay: int = 4000
    loops: int = 0

    def __post_init__(self) -> None:
        """Raise RuleError for values that a GIF cannot hold."""
        for delay in (self.delay, self.last_delay):
            if not MIN_DELAY <= delay <= MAX_DELAY:
                raise RuleError(f"a delay of {delay} ms is not between {MIN_DELAY} and {MAX_DELAY}")
        if not 0 <= self.loops <= MAX_LOOPS:
            raise RuleError(f"loops must be from 1 to {MAX_LOOPS}, or 0 for ever, not {self.loops}")


DEFAULT_PACE = Pace()


class PictureFormat(enum.Enum):
    """A format of picture files; the value is the suffix of their names."""

    SVG = "svg"
    PNG = "png"
    GIF = "gif"


def picture_format(path: str) -> PictureFormat:
    """Return the format for the suffix of a file's name. Raises ParseError."""
    suffix = os.path.splitext(path)[1].lower().removeprefix(".")
    for found in PictureFormat:
        if found.value == suffix:
            return found
    raise ParseError("picture's name", path, "it must end in .svg, .png or .gif")
