"""The two seats of a game, and the tasks that the game gives them."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from tengen.rules import Player, Point, Rules


class Seat(enum.Enum):
    """One side of a game. Players keep their seats, clocks and offers when colours are swapped."""

    ONE = 1
    """Places the first stone."""
    TWO = 2

    __hash__ = object.__hash__  # Enum's own is written in Python and slow as a dict key.

    @property
    def number(self) -> int:
        """1 or 2."""
        return 1 if self is Seat.ONE else 2

    @property
    def other(self) -> Seat:
        """The opponent's seat."""
        return Seat.TWO if self is Seat.ONE else Seat.ONE


class Choice(enum.Enum):
    """What may be chosen in an opening."""

    BLACK = "black"
    WHITE = "white"
    ADD_TWO = "add two"
    """Place two more stones and let the opponent choose."""
    SWAP = "swap"
    STAY = "stay"
    OFFER_TEN = "offer ten"
    """Keep the colour and offer ten fifth moves."""


@dataclass(frozen=True, slots=True)
class Area:
    """The square of `side` points around the centre, or everything outside it."""

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
    """Place a stone of the colour to move, within the area if there is one."""

    seat: Seat
    area: Area | None = None


@dataclass(frozen=True, slots=True)
class ChooseOption:
    """Choose one of the options."""

    seat: Seat
    options: tuple[Choice, ...]
    black: Seat | None = None
    """The seat that plays Black so far; None if colours are open."""

    def colour_after(self, choice: Choice) -> Player | None:
        """Return the colour of the choosing seat after a choice; None if it stays open."""
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
    """Declare how many fifth moves will be offered."""

    seat: Seat
    most: int


@dataclass(frozen=True, slots=True)
class ProposeMove:
    """Offer one more of `count` fifth moves; no two may be symmetric."""

    seat: Seat
    count: int
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class PickMove:
    """Pick one of the offered fifth moves."""

    seat: Seat
    points: tuple[Point, ...]


Task = PlaceStone | ChooseOption | DeclareCount | ProposeMove | PickMove
TaskAnswer = Point | Choice | int
