"""How a game stands: who won, and why it ended."""

from __future__ import annotations

import enum

from tengen.rules.rules import Player
from tengen.rules.value import Value


class Ending(enum.Enum):
    """Why a game ended."""

    LINE = "line"
    """Somebody has a winning line."""
    FULL_BOARD = "full board"
    """No empty point is left."""
    NO_LEGAL_POINT = "no legal point"
    """Empty points are left, but all of them are forbidden to the player whose turn it is."""


class Outcome(Value):
    """`ending` is None while the game goes on; `winner` is None then, and in a tie."""

    __slots__ = ("winner", "ending", "is_over")

    winner: Player | None
    ending: Ending | None
    is_over: bool
    """Whether the game has ended: a field, because loops ask for it after every move."""

    def __init__(self, winner: Player | None, ending: Ending | None) -> None:
        self._set(winner=winner, ending=ending, is_over=ending is not None)

    def _fields(self) -> tuple[Player | None, Ending | None]:
        return self.winner, self.ending

    @property
    def is_tie(self) -> bool:
        """Whether the game has ended without a winner."""
        return self.ending is not None and self.winner is None


UNFINISHED = Outcome(None, None)
FULL_BOARD = Outcome(None, Ending.FULL_BOARD)
NO_LEGAL_POINT = Outcome(None, Ending.NO_LEGAL_POINT)
WINS = {player: Outcome(player, Ending.LINE) for player in Player}
