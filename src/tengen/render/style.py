"""How a picture is to look: its colours, what stands for a stone, its size."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from tengen.core.player import Player
from tengen.errors import RuleError
from tengen.notation.words import MARKS, STONES, Names
from tengen.render.themes import LIGHT, Theme

USUAL_CELL = 32
SMALLEST_CELL = 4
LARGEST_SIDE = 8192


class Pieces(enum.Enum):
    """What the two players put on the board."""

    STONES = "stones"
    """Black and white, where lines cross."""
    MARKS = "marks"
    """X and O, in cells, as on paper."""

    @property
    def names(self) -> Names:
        """What the players are called."""
        return STONES if self is Pieces.STONES else MARKS


@dataclass(frozen=True, slots=True)
class Style:
    """All about a picture that does not depend on what it shows.

    The size is that of a cell, or of the whole picture if `width` is given; in pixels. `font`
    is a file with the letters of pictures made of pixels.
    """

    theme: Theme = LIGHT
    pieces: Pieces = Pieces.STONES
    cell: int = USUAL_CELL
    width: int | None = None
    font: str | None = None

    def __post_init__(self) -> None:
        """Raise RuleError for a size that cannot be drawn."""
        for what, size in (("cell", self.cell), ("picture", self.width)):
            if size is not None and not SMALLEST_CELL <= size <= LARGEST_SIDE:
                raise RuleError(
                    f"a {what} of {size} pixels cannot be drawn: "
                    f"from {SMALLEST_CELL} to {LARGEST_SIDE} are possible"
                )

    def pen(self, player: Player) -> str:
        """The colour of a player's mark."""
        return self.theme.pens[player]


USUAL_STYLE = Style()
