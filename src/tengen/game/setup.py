"""The setup of a game: rules, opening rule, players, time control, and the bounds of numbers.

Decoded text must keep to these bounds. A clock of many years or a number of a thousand digits
would break code that waits for it or shows it.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from tengen.errors import RuleError, quote
from tengen.game.clock import UNTIMED, TimeControl, TimeLimit
from tengen.game.opening_rules import OpeningRule, check_opening
from tengen.game.tasks import Seat
from tengen.rules import GAMES, MAX_SIDE, Board, Point, Rules
from tengen.rules.rules import check_winnable

MAX_TIMESTAMP = 2**53
"""The largest range in which JavaScript represents all integers exactly."""

Timestamp = Annotated[int, Meta(ge=-MAX_TIMESTAMP, le=MAX_TIMESTAMP)]
"""Milliseconds on the clock of the caller."""
Count = Annotated[int, Meta(ge=0, le=2 * MAX_SIDE * MAX_SIDE)]
"""A number of steps of a game: moves, choices and others."""
LevelNumber = Annotated[int, Meta(ge=1, le=10)]
"""The level of a computer, from 1 to 10."""


class Person(msgspec.Struct, frozen=True, tag="person"):
    """A person; without a name, they are called by their colour."""

    name: str = ""

    def __post_init__(self) -> None:
        _check_text(self.name)


class Computer(msgspec.Struct, frozen=True, tag="computer"):
    """Tengen's engine at one of its levels."""

    level: LevelNumber


class ExternalEngine(msgspec.Struct, frozen=True, tag="external"):
    """A Gomocup engine in a separate process."""

    command: tuple[str, ...]
    name: str
    turn: TimeLimit = 2_000
    """Milliseconds for a move in a game without clocks."""

    def __post_init__(self) -> None:
        for text in (*self.command, self.name):
            _check_text(text)


def _check_text(text: str) -> None:
    """Raise RuleError for a string with surrogates, which some file names contain."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise RuleError(f"the name {quote(text)} cannot be written as text") from None


PlayerSpec = Person | Computer | ExternalEngine


class Setup(msgspec.Struct, frozen=True):
    """What a game is played with: rules, opening rule, players and clock."""

    rules: Rules = GAMES["five"]
    opening: OpeningRule = OpeningRule.FREE
    one: PlayerSpec = Person()
    two: PlayerSpec = Person()
    clock: TimeControl = UNTIMED
    moves: tuple[Point, ...] = ()
    """Moves that are on the board from the start, if the game begins from a position."""
    fouls_lose: bool = False
    """Whether forbidden points can be played and lose the game."""
    consent: bool = False
    """Whether the opponent must agree before a move is taken back."""

    def __post_init__(self) -> None:
        check_winnable(self.rules)
        check_opening(self.opening, self.rules)
        if self.moves and self.opening is not OpeningRule.FREE:
            raise RuleError("an opening rule begins on an empty board")
        board = Board(self.rules)
        for point in self.moves:
            board.play(point)
        if board.outcome.is_over:
            raise RuleError(f"the game is over before it begins: {board}")

    @property
    def has_computer(self) -> bool:
        """Whether a computer plays."""
        return isinstance(self.one, Computer) or isinstance(self.two, Computer)

    def sitter(self, seat: Seat) -> PlayerSpec:
        """Return the player of a seat."""
        return self.one if seat is Seat.ONE else self.two

    def with_sitter(self, seat: Seat, sitter: PlayerSpec) -> Setup:
        """Return the same setup with another player in a seat."""
        if seat is Seat.ONE:
            return msgspec.structs.replace(self, one=sitter)
        return msgspec.structs.replace(self, two=sitter)

    def swapped(self) -> Setup:
        """Return the same setup with the seats swapped, as for a rematch."""
        return msgspec.structs.replace(self, one=self.two, two=self.one)
