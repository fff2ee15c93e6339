"""How a recorded game ended."""

from __future__ import annotations

import enum

import msgspec

from tengen.core.outcome import Ending, Outcome
from tengen.core.player import Player


class Score(enum.Enum):
    """Who won; the value is what the two players get."""

    FIRST = "1-0"
    SECOND = "0-1"
    DRAW = "1/2-1/2"
    UNKNOWN = "*"


class Reason(enum.Enum):
    """Why a game ended."""

    UNKNOWN = "unknown"
    LINE = "line"
    FULL_BOARD = "full board"
    NO_LEGAL_POINT = "no legal point"
    FOUL = "foul"
    RESIGNED = "resigned"
    TIME = "time"
    LEFT = "left"
    AGREED = "agreed"
    ABORTED = "aborted"
    ILLEGAL_MOVE = "illegal move"
    ENGINE_ERROR = "engine error"


ON_THE_BOARD = frozenset({Reason.LINE, Reason.FULL_BOARD, Reason.NO_LEGAL_POINT})
"""Reasons that nobody need write down: the last position shows them."""
WINS = {Player.FIRST: Score.FIRST, Player.SECOND: Score.SECOND}


class Result(msgspec.Struct, frozen=True, gc=False):
    """Who won, and why it ended."""

    score: Score = Score.UNKNOWN
    reason: Reason = Reason.UNKNOWN

    @property
    def winner(self) -> Player | None:
        """Who won, if anybody did."""
        return next((player for player, score in WINS.items() if score is self.score), None)


UNKNOWN = Result()


def win_for(player: Player, reason: Reason = Reason.UNKNOWN) -> Result:
    """The result of a game that a player won."""
    return Result(WINS[player], reason)


def result_of(outcome: Outcome) -> Result:
    """What a board says of its own game."""
    if outcome.ending is None:
        return UNKNOWN
    score = WINS[outcome.winner] if outcome.winner else Score.DRAW
    return Result(score, REASONS[outcome.ending])


REASONS = {ending: Reason(ending.value) for ending in Ending}
