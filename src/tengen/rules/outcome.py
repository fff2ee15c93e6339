"""Outcomes of games: who won, and why the game ended."""

from __future__ import annotations

import enum

from tengen.errors import RuleError
from tengen.rules.rules import Player, Value


class Termination(enum.Enum):
    """Why a game ended."""

    LINE = "line"
    """The winner has a winning line."""
    FULL_BOARD = "full board"
    """No empty point is left."""
    NO_LEGAL_POINT = "no legal point"
    """Empty points are left, but all of them are forbidden to the player to move."""
    FOUL = "foul"
    """The loser played a forbidden point, in a game where that is allowed."""
    RESIGNED = "resigned"
    """The loser resigned."""
    TIME = "time"
    """The loser ran out of time."""
    LEFT = "left"
    """The loser left and did not come back."""
    AGREED = "agreed"
    """Both agreed to a draw."""
    ABORTED = "aborted"
    """The game was aborted before both players had moved; nobody has won."""
    ILLEGAL_MOVE = "illegal move"
    """The loser's engine made a move that the rules do not allow."""
    ENGINE_ERROR = "engine error"
    """The loser's engine failed."""
    ADJUDICATED = "adjudicated"
    """The match broke the game off by a rule of its own, such as a draw after many moves."""
    UNKNOWN = "unknown"
    """A record does not say why, or whether, the game ended."""


BOARD_TERMINATIONS = frozenset(
    {Termination.LINE, Termination.FULL_BOARD, Termination.NO_LEGAL_POINT}
)
"""Endings that the last position shows."""


class Outcome(Value):
    """Who won and why; `ending` is None during the game, `winner` then and after a tie."""

    __slots__ = ("winner", "ending", "is_over")

    winner: Player | None
    ending: Termination | None
    is_over: bool
    """Whether the game has ended; a field and not a property, because loops read it often."""

    def __init__(self, winner: Player | None, ending: Termination | None) -> None:
        if ending is not None and ending not in BOARD_TERMINATIONS:
            raise RuleError(f"{ending.value!r} is not an ending that a board can show")
        if (winner is None) is (ending is Termination.LINE):
            raise RuleError("an outcome has a winner if its ending is a line, and only then")
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
