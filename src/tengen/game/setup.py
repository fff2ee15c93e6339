"""The setup of a game: rules, opening rule, players, time control, and the bounds of numbers.

Text that is decoded keeps to these bounds, whoever wrote it. A clock that counts ages, or a number
of a thousand digits, would break whatever has to wait for it or show it.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from tengen.errors import RuleError, quote
from tengen.game.opening_rules import OpeningRule, check_opening
from tengen.game.tasks import Seat
from tengen.rules.board import Board
from tengen.rules.point import Point
from tengen.rules.rules import GAMES, MAX_SIDE, Rules, check_winnable

MAX_CLOCK_MS = 24 * 60 * 60 * 1000
"""Milliseconds that a clock may give for a move, for a game, or as an increment."""
MAX_TIMESTAMP = 2**53
"""JavaScript, too, counts this far exactly."""

Timestamp = Annotated[int, Meta(ge=-MAX_TIMESTAMP, le=MAX_TIMESTAMP)]
"""Milliseconds on whatever clock the caller has."""
TimeLimit = Annotated[int, Meta(ge=1, le=MAX_CLOCK_MS)]
"""Milliseconds that somebody has."""
TimeIncrement = Annotated[int, Meta(ge=0, le=MAX_CLOCK_MS)]
"""Milliseconds that a move adds."""
Count = Annotated[int, Meta(ge=0, le=2 * MAX_SIDE * MAX_SIDE)]
"""Of moves, choices or other steps of a game."""
LevelNumber = Annotated[int, Meta(ge=1, le=10)]
"""How strong a computer plays."""


class Person(msgspec.Struct, frozen=True, tag="person"):
    """Somebody at a keyboard; without a name, the colour is the name."""

    name: str = ""

    def __post_init__(self) -> None:
        _check_text(self.name)


class Computer(msgspec.Struct, frozen=True, tag="computer"):
    """Our own engine, at one of its levels."""

    level: LevelNumber


class ExternalEngine(msgspec.Struct, frozen=True, tag="external"):
    """A Gomocup engine in a process of its own, with milliseconds for a move without clocks."""

    command: tuple[str, ...]
    name: str
    turn: TimeLimit = 2_000

    def __post_init__(self) -> None:
        for text in (*self.command, self.name):
            _check_text(text)


def _check_text(text: str) -> None:
    """Raise RuleError for what only looks like text, as the name of a file in bytes may."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise RuleError(f"the name {quote(text)} cannot be written as text") from None


PlayerSpec = Person | Computer | ExternalEngine


class TimeControl(msgspec.Struct, frozen=True):
    """Milliseconds for every move and for the whole game; None is no limit."""

    move: TimeLimit | None = None
    game: TimeLimit | None = None
    increment: TimeIncrement = 0
    """What a move adds to the time for the game."""

    def __post_init__(self) -> None:
        for limit in (self.move, self.game):
            if limit is not None and limit <= 0:
                raise RuleError(f"a clock of {limit} ms has run out before the game begins")
        if max(self.move or 0, self.game or 0, self.increment) > MAX_CLOCK_MS:
            raise RuleError("a clock gives 24 hours at most")
        if self.increment < 0 or (self.increment and self.game is None):
            raise RuleError("only a time for the whole game can grow with every move")


UNTIMED = TimeControl()


def format_time_control(clock: TimeControl) -> str:
    """As in `none`, `30s`, `5+3` for minutes and seconds a move, or `30s 5+3`."""
    parts = [f"{clock.move / 1000:g}s"] if clock.move is not None else []
    if clock.game is not None:
        parts.append(f"{clock.game / 60_000:g}+{clock.increment / 1000:g}")
    return " ".join(parts) or "none"


class Setup(msgspec.Struct, frozen=True):
    """A game to be played: what, how, and by whom."""

    rules: Rules = GAMES["five"]
    opening: OpeningRule = OpeningRule.FREE
    one: PlayerSpec = Person()
    two: PlayerSpec = Person()
    clock: TimeControl = UNTIMED
    moves: tuple[Point, ...] = ()
    """Stones that lie there from the beginning, where a game is played on from a position."""
    fouls_lose: bool = False
    """Whether a forbidden point may be played, and then loses."""
    consent: bool = False
    """Whether the opponent is asked before a move is taken back."""

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
        """Who sits there."""
        return self.one if seat is Seat.ONE else self.two

    def with_sitter(self, seat: Seat, sitter: PlayerSpec) -> Setup:
        """The same game with somebody else there."""
        if seat is Seat.ONE:
            return msgspec.structs.replace(self, one=sitter)
        return msgspec.structs.replace(self, two=sitter)

    def swapped(self) -> Setup:
        """The same game with the seats swapped, as for a rematch."""
        return msgspec.structs.replace(self, one=self.two, two=self.one)
