"""The two seats of a game, and what an opening asks them to do."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from tengen.rules.point import Point
from tengen.rules.rules import Player, Rules


class Seat(enum.Enum):
    """Who sits here stays here when colours are swapped: clocks and offers belong to a seat."""

    ONE = 1
    """Puts the first stone."""
    TWO = 2

    __hash__ = object.__hash__  # Enum's own is written in Python and slow as a dict key.

    @property
    def number(self) -> int:
        """1 or 2."""
        return 1 if self is Seat.ONE else 2

    @property
    def other(self) -> Seat:
        """The opponent's."""
        return Seat.TWO if self is Seat.ONE else Seat.ONE


class Choice(enum.Enum):
    """What may be chosen in an opening."""

    BLACK = "black"
    WHITE = "white"
    ADD_TWO = "add two"
    """Put two more stones and let the opponent choose."""
    SWAP = "swap"
    STAY = "stay"
    OFFER_TEN = "offer ten"
    """Keep the colour and offer ten fifth moves."""


@dataclass(frozen=True, slots=True)
class Area:
    """The square of `side` points around the centre, or all but that."""

    side: int
    outside: bool = False

    def __contains__(self, place: tuple[Point, Rules]) -> bool:
        point, rules = place
        reach = self.side // 2
        down, right = point.row - rules.height // 2, point.col - rules.width // 2
        return (max(abs(down), abs(right)) > reach) is self.outside

    def __str__(self) -> str:
        if self.side == 1:
            return "on the centre"
        square = f"the central {self.side}x{self.side}"
        return f"outside {square}" if self.outside else f"within {square}"


@dataclass(frozen=True, slots=True)
class PlaceStone:
    """Put a stone of the colour whose turn it is, somewhere in an area."""

    seat: Seat
    area: Area | None = None


@dataclass(frozen=True, slots=True)
class ChooseOption:
    """Choose one of these."""

    seat: Seat
    options: tuple[Choice, ...]
    black: Seat | None = None
    """Who plays Black for now, if somebody does."""

    def colour_after(self, choice: Choice) -> Player | None:
        """Whose stones the one who chooses plays with then; None if that stays open."""
        if choice is Choice.BLACK:
            return Player.FIRST
        if choice is Choice.WHITE:
            return Player.SECOND
        if self.black is None:
            return None
        is_black = (self.seat is self.black) is not (choice is Choice.SWAP)
        return Player.FIRST if is_black else Player.SECOND


@dataclass(frozen=True, slots=True)
class DeclareCount:
    """Say how many fifth moves there will be to pick from."""

    seat: Seat
    most: int


@dataclass(frozen=True, slots=True)
class ProposeMove:
    """Offer one more fifth move, of `count` in all; none may mirror another."""

    seat: Seat
    count: int
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class PickMove:
    """Pick the fifth move from those offered."""

    seat: Seat
    points: tuple[Point, ...]


Task = PlaceStone | ChooseOption | DeclareCount | ProposeMove | PickMove
TaskAnswer = Point | Choice | int
