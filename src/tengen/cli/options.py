"""How to play an edition, as far as the user said so."""

from __future__ import annotations

import os

from tengen.classic.edition import Edition
from tengen.rules.rules import Player

SEATS = {
    "1": (Player.FIRST,),
    "2": (Player.SECOND,),
    "both": (Player.FIRST, Player.SECOND),
}
"""Which players the computer can be."""
LEVELS = range(1, 11)
DEFAULT_LEVEL = 4
COMPILED_LEVELS = range(9, 11)
"""The levels that take seconds for a move where the search is not compiled."""


class Machine:
    """The computer as a player: whose moves it makes, how well, and with which luck."""

    def __init__(self, seats: str, level: int | None = None, seed: int | None = None) -> None:
        self.players = SEATS[seats]
        self.level = DEFAULT_LEVEL if level is None else level
        self.seed = seed


class Options:
    """The options of a game; the defaults give exactly what the editions' documents describe."""

    def __init__(
        self,
        *,
        result: str | None = None,
        no_result: bool = False,
        record: str | None = None,
        colour: str = "never",
        computer: Machine | None = None,
    ) -> None:
        self.result = result
        self.no_result = no_result
        self.record = record
        self.colour = colour
        self.computer = computer

    def result_file(self, edition: Edition) -> str | None:
        """Where to keep the result, if anywhere."""
        if self.no_result:
            return None
        return edition.result_file if self.result is None else self.result

    def wants_colour(self) -> bool:
        """Whether to write in colour to the terminal, or whatever else it is, that is there now."""
        if self.colour == "auto":
            from tengen.cli.terminal import can_draw  # noqa: PLC0415 - rarely asked for

            return not os.environ.get("NO_COLOR") and can_draw(1)
        return self.colour == "always"
