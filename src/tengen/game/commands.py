"""Commands: the requests that a seat can make in a game.

The name of a class is its tag in the JSON that clients send, so it must not be changed.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from tengen.game.setup import Count, PlayerSpec
from tengen.game.tasks import Choice, Seat
from tengen.rules import Point

CommandId = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{0,24}\Z")]
"""Up to 24 letters, digits, `_` and `-`."""


class CommandKey(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Identifies a command in its game. JSON has it as a list: `[1,"k3f9x2ab"]`."""

    seat: Seat
    id: CommandId


class _Identified(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    id: CommandId = ""
    """A random text chosen by the client: a command that is sent again with it counts once."""


class _Command(_Identified, frozen=True, tag=True):
    seat: Seat

    @property
    def key(self) -> CommandKey | None:
        """The key of this command; None if it has no id."""
        return CommandKey(self.seat, self.id) if self.id else None


class PlayMove(_Command, frozen=True, tag=True):
    """Place a stone, or pick one of the offered fifth moves."""

    point: Point
    wins_in: Count = 0
    """The most moves that a computer still needs to win; 0 if it is not sure to win."""


class MakeChoice(_Command, frozen=True, tag=True):
    """Choose in an opening."""

    choice: Choice


class DeclareFifths(_Command, frozen=True, tag=True):
    """Declare how many fifth moves will be offered."""

    count: Count


class ProposeFifth(_Command, frozen=True, tag=True):
    """Offer one more fifth move."""

    point: Point


class TakeBack(_Command, frozen=True, tag=True):
    """Take back your last step and everything after it, or agree that the opponent does."""


class Redo(_Command, frozen=True, tag=True):
    """Redo steps that were taken back, up to your next turn."""


class OfferDraw(_Command, frozen=True, tag=True):
    """Offer a draw, or agree to one."""


class Decline(_Command, frozen=True, tag=True):
    """Decline the opponent's offer."""


class Resign(_Command, frozen=True, tag=True):
    """Resign the game."""


class Abort(_Command, frozen=True, tag=True):
    """End the game without a winner, before both players have moved."""


class Claim(_Command, frozen=True, tag=True):
    """Claim a win because the opponent has left. The caller checks that they have."""


class OfferRematch(_Command, frozen=True, tag=True):
    """Offer another game with the seats swapped, or agree to one."""


class ChangeSitter(_Command, frozen=True, tag=True):
    """Let another player take over this seat."""

    sitter: PlayerSpec


class Pause(_Command, frozen=True, tag=True):
    """Stop the clocks."""


class Resume(_Command, frozen=True, tag=True):
    """Start the clocks again."""


class LookAtClock(_Command, frozen=True, tag=True):
    """Check whether a player's time is up, and do nothing else."""


Command = (
    PlayMove
    | MakeChoice
    | DeclareFifths
    | ProposeFifth
    | TakeBack
    | Redo
    | OfferDraw
    | Decline
    | Resign
    | Abort
    | Claim
    | OfferRematch
    | ChangeSitter
    | Pause
    | Resume
    | LookAtClock
)
