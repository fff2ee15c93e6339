"""How a game stands: who won, and why it ended."""

from __future__ import annotations

import enum

from tengen.errors import RuleError
from tengen.rules.rules import Player, Value


class Termination(enum.Enum):
    """Why a game ended."""

    LINE = "line"
    """Somebody has a winning line."""
    FULL_BOARD = "full board"
    """No empty point is left."""
    NO_LEGAL_POINT = "no legal point"
    """Empty points are left, but all of them are forbidden to the player whose turn it is."""
    FOUL = "foul"
    """The loser played a forbidden point, in a game where that is allowed."""
    RESIGNED = "resigned"
    """The loser gave up."""
    TIME = "time"
    """The loser's time was up."""
    LEFT = "left"
    """The loser went away and did not come back."""
    AGREED = "agreed"
    """Both agreed to a draw."""
    ABORTED = "aborted"
    """Broken off before both had moved; nobody has won."""
    ILLEGAL_MOVE = "illegal move"
    """The loser's engine made a move that the rules do not allow."""
    ENGINE_ERROR = "engine error"
    """The loser's engine failed."""
    UNKNOWN = "unknown"
    """A record does not say why, or whether, the game ended."""


BOARD_TERMINATIONS = frozenset(
    {Termination.LINE, Termination.FULL_BOARD, Termination.NO_LEGAL_POINT}
)
"""What the last position shows by itself."""


class Outcome(Value):
    """`ending` is None while the game goes on; `winner` is None then, and in a tie."""

    __slots__ = ("winner", "ending", "is_over")

    winner: Player | None
    ending: Termination | None
    is_over: bool
    """Whether the game has ended: a field, because loops ask for it after every move."""

    def __init__(self, winner: Player | None, ending: Termination | None) -> None:
        if ending is not None and ending not in BOARD_TERMINATIONS:
            raise RuleError(f"no board shows that a game ended by {ending.value}")
        if (winner is None) is (ending is Termination.LINE):
            raise RuleError("a board shows a winner where there is a line, and only there")
        self._set(winner=winner, ending=ending, is_over=ending is not None)

    def _fields(self) -> tuple[Player | None, Termination | None]:
        return self.winner, self.ending

    @property
    def is_tie(self) -> bool:
        """Whether the game has ended without a winner."""
        return self.ending is not None and self.winner is None


UNFINISHED = Outcome(None, None)
FULL_BOARD = Outcome(None, Termination.FULL_BOARD)
NO_LEGAL_POINT = Outcome(None, Termination.NO_LEGAL_POINT)
WINS = {player: Outcome(player, Termination.LINE) for player in Player}
