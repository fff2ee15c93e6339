"""Events: what has happened in a game, and how it ended. A game is the list of its events.

Below them, events, commands and setups as JSON, for the database and the network.
The name of a class is its tag in the JSON of stored games, so it must not be changed.
"""

from __future__ import annotations

import enum
from functools import lru_cache
from typing import TypeVar

import msgspec

from tengen.errors import ParseError, Refusal, RuleError
from tengen.game.commands import Command, CommandKey
from tengen.game.setup import Count, PlayerSpec, Setup, Timestamp
from tengen.game.tasks import Choice, Seat
from tengen.rules import MAX_SIDE, Point, Rules, Termination, parse_rules

FOUL_REASONS = {Refusal.OVERLINE, Refusal.DOUBLE_FOUR, Refusal.DOUBLE_THREE}
GAME_TERMINATIONS = frozenset(Termination) - {
    Termination.ILLEGAL_MOVE,
    Termination.ENGINE_ERROR,
    Termination.ADJUDICATED,
    Termination.UNKNOWN,
}
"""How a game between two seats can end. Illegal moves, failing engines and
adjudication do not end it."""
DRAW_TERMINATIONS = {
    Termination.FULL_BOARD,
    Termination.NO_LEGAL_POINT,
    Termination.AGREED,
    Termination.ABORTED,
}


def check_game_termination(cause: Termination) -> None:
    """Raise RuleError if a game between two seats cannot end for this cause."""
    if cause not in GAME_TERMINATIONS:
        raise RuleError(f"a game between two seats does not end by {cause.value}")


class Foul(msgspec.Struct, frozen=True):
    """The forbidden point that was played, and what it made."""

    point: Point
    reason: Refusal

    def __post_init__(self) -> None:
        if self.reason not in FOUL_REASONS:
            raise RuleError(f"a point that {self.reason.value} is not a foul")


class GameResult(msgspec.Struct, frozen=True):
    """The winner, if there is one, and why the game ended."""

    winner: Seat | None
    cause: Termination
    foul: Foul | None = None

    def __post_init__(self) -> None:
        check_game_termination(self.cause)
        if (self.winner is None) is not (self.cause in DRAW_TERMINATIONS):
            has_winner = "must have a winner" if self.winner is None else "cannot have a winner"
            raise RuleError(f"a game that ended by {self.cause.value} {has_winner}")
        if (self.foul is None) is (self.cause is Termination.FOUL):
            raise RuleError("a game that ended by foul must name the foul, and no other game can")


class _Caused(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    command: CommandKey | None = None
    """The command with an id that caused this event and those decided with it."""


class _Event(_Caused, frozen=True, tag=True):
    at: Timestamp


class GameStarted(_Event, frozen=True, tag=True):
    """The game has started, and the clock of the first seat to act runs."""

    setup: Setup


class MovePlayed(_Event, frozen=True, tag=True):
    """A stone was placed."""

    seat: Seat
    point: Point
    wins_in: Count = 0
    """The most moves that a computer still needs to win; 0 if it is not sure to win."""


class ChoiceMade(_Event, frozen=True, tag=True):
    """A choice was made in the opening."""

    seat: Seat
    choice: Choice


class FifthsDeclared(_Event, frozen=True, tag=True):
    """The number of fifth moves to pick from was declared."""

    seat: Seat
    count: Count


class FifthProposed(_Event, frozen=True, tag=True):
    """A fifth move was offered."""

    seat: Seat
    point: Point


class TakenBack(_Event, frozen=True, tag=True):
    """The last steps were undone, and the end of the game with them."""

    seat: Seat
    steps: Count


class Redone(_Event, frozen=True, tag=True):
    """Steps that had been taken back were redone."""

    seat: Seat
    steps: Count


class Offer(enum.Enum):
    """What one seat may offer to the other, or ask of it."""

    DRAW = "draw"
    TAKE_BACK = "take back"
    REMATCH = "rematch"


class Offered(_Event, frozen=True, tag=True):
    """A seat made an offer."""

    seat: Seat
    offer: Offer


class Declined(_Event, frozen=True, tag=True):
    """A seat declined the other's offer."""

    seat: Seat
    offer: Offer


class RematchAgreed(_Event, frozen=True, tag=True):
    """Both seats agreed to a rematch."""


class SitterChanged(_Event, frozen=True, tag=True):
    """Another player took over a seat."""

    seat: Seat
    sitter: PlayerSpec


class GamePaused(_Event, frozen=True, tag=True):
    """The clocks were stopped."""


class GameResumed(_Event, frozen=True, tag=True):
    """The clocks run again, with the times they had after the previous event."""


class GameEnded(_Event, frozen=True, tag=True):
    """The game has ended."""

    result: GameResult


Step = MovePlayed | ChoiceMade | FifthsDeclared | FifthProposed
Event = (
    GameStarted
    | Step
    | TakenBack
    | Redone
    | Offered
    | Declined
    | RematchAgreed
    | SitterChanged
    | GamePaused
    | GameResumed
    | GameEnded
)


Kind = TypeVar("Kind")


def format_event(event: Event) -> bytes:
    """Return one line of JSON."""
    return _ENCODER.encode(event)


def parse_event(text: bytes) -> Event:
    """Parse the output of `format_event`. Raises ParseError."""
    return _parse(_EVENTS, "game event", text)


def format_command(command: Command) -> bytes:
    """Return one line of JSON."""
    return _ENCODER.encode(command)


def format_setup(setup: Setup) -> bytes:
    """Return one line of JSON."""
    return _ENCODER.encode(setup)


def parse_setup(text: bytes) -> Setup:
    """Parse the output of `format_setup`. Raises ParseError."""
    return _parse(_SETUPS, "setup", text)


def _parse(decoder: msgspec.json.Decoder[Kind], what: str, text: bytes) -> Kind:
    try:
        return decoder.decode(text)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise ParseError(what, text.decode(errors="replace"), str(error)) from None


def encode_hook(value: object) -> str:
    """Return the text of a point or rules, for a JSON encoder of msgspec."""
    if isinstance(value, (Point, Rules)):
        return str(value)
    raise NotImplementedError(f"no text form of a {type(value).__name__}")


def decode_hook(kind: type, text: object) -> object:
    """Parse the text of a point or rules, for a JSON decoder of msgspec."""
    if not isinstance(text, str):
        raise ValueError(f"expected a text, not {text!r}")  # noqa: TRY004 - the decoder expects it
    return _parse_rules(text) if kind is Rules else _parse_point(text)


def _parse_rules(text: str) -> Rules:
    rules = parse_rules(text)
    if rules.k > MAX_SIDE:
        raise ValueError(f"no board has room for {rules.k} in a row")
    return rules


@lru_cache(maxsize=4096)
def _parse_point(text: str) -> Point:
    row, comma, col = text.partition(",")
    if not (comma and row.isdigit() and col.isdigit() and text.isascii() and len(text) <= 5):
        raise ValueError(f"{text[:20]!r} is not a row and a column, as in 7,7")
    return Point(int(row), int(col))


_ENCODER = msgspec.json.Encoder(enc_hook=encode_hook)
_EVENTS: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event, dec_hook=decode_hook)
_SETUPS = msgspec.json.Decoder(Setup, dec_hook=decode_hook)
