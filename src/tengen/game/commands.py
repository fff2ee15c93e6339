"""Commands: what can be asked of a game. Every command says which seat asks.

The name of a class is its tag in JSON: a server and its pages send it, so it cannot be renamed.
"""

from __future__ import annotations

import msgspec

from tengen.game.setup import Count, PlayerSpec
from tengen.game.tasks import Choice, Seat
from tengen.rules.point import Point


class _Command(msgspec.Struct, frozen=True, tag=True):
    seat: Seat


class PlayMove(_Command, frozen=True, tag=True, omit_defaults=True):
    """Put a stone, or pick one of the fifth moves that are offered."""

    point: Point
    wins_in: Count = 0
    """After how many more moves of its own at most a computer is sure to win; 0 if it is not."""


class MakeChoice(_Command, frozen=True, tag=True):
    """Choose in an opening."""

    choice: Choice


class DeclareFifths(_Command, frozen=True, tag=True):
    """Say how many fifth moves there will be."""

    count: Count


class ProposeFifth(_Command, frozen=True, tag=True):
    """Offer one more fifth move."""

    point: Point


class TakeBack(_Command, frozen=True, tag=True):
    """Take back one's last step, and all that came after it; or agree to that."""


class Redo(_Command, frozen=True, tag=True):
    """Do again what was taken back, up to one's next turn."""


class OfferDraw(_Command, frozen=True, tag=True):
    """Offer a draw, or agree to one."""


class Decline(_Command, frozen=True, tag=True):
    """Say no to whatever the opponent has offered or asked."""


class Resign(_Command, frozen=True, tag=True):
    """Give up."""


class Abort(_Command, frozen=True, tag=True):
    """Break off before both have moved."""


class Claim(_Command, frozen=True, tag=True):
    """Win because the opponent has left; whoever hands this in has seen that."""


class OfferRematch(_Command, frozen=True, tag=True):
    """Offer another game with the seats swapped, or agree to one."""


class ChangeSitter(_Command, frozen=True, tag=True):
    """Have somebody else go on from this seat."""

    sitter: PlayerSpec


class Pause(_Command, frozen=True, tag=True):
    """Stop the clocks."""


class Resume(_Command, frozen=True, tag=True):
    """Have the clocks run again."""


class LookAtClock(_Command, frozen=True, tag=True):
    """Nothing but see whether somebody's time is up."""


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
