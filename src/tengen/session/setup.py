"""What is agreed before the first stone."""

from __future__ import annotations

import msgspec

from tengen.errors import RuleError
from tengen.rules.board import Board
from tengen.rules.point import Point
from tengen.rules.rules import GAMES, Rules, check_winnable
from tengen.session.numbers import LONGEST_CLOCK, Increment, Limit
from tengen.session.openings import OpeningRule, check_opening
from tengen.session.seat import Seat
from tengen.session.sitters import Computer, Person, Sitter


class TimeControl(msgspec.Struct, frozen=True):
    """Milliseconds for every move and for the whole game; None is no limit."""

    move: Limit | None = None
    game: Limit | None = None
    increment: Increment = 0
    """What a move adds to the time for the game."""

    def __post_init__(self) -> None:
        for limit in (self.move, self.game):
            if limit is not None and limit <= 0:
                raise RuleError(f"a clock of {limit} ms has run out before the game begins")
        if max(self.move or 0, self.game or 0, self.increment) > LONGEST_CLOCK:
            raise RuleError("a clock gives 24 hours at most")
        if self.increment < 0 or (self.increment and self.game is None):
            raise RuleError("only a time for the whole game can grow with every move")


UNTIMED = TimeControl()


def format_clock(clock: TimeControl) -> str:
    """As in `none`, `30s`, `5+3` for minutes and seconds a move, or `30s 5+3`."""
    parts = [f"{clock.move / 1000:g}s"] if clock.move is not None else []
    if clock.game is not None:
        parts.append(f"{clock.game / 60_000:g}+{clock.increment / 1000:g}")
    return " ".join(parts) or "none"


class Setup(msgspec.Struct, frozen=True):
    """A game to be played: what, how, and by whom."""

    rules: Rules = GAMES["five"]
    opening: OpeningRule = OpeningRule.FREE
    one: Sitter = Person()
    two: Sitter = Person()
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

    def sitter(self, seat: Seat) -> Sitter:
        """Who sits there."""
        return self.one if seat is Seat.ONE else self.two

    def with_sitter(self, seat: Seat, sitter: Sitter) -> Setup:
        """The same game with somebody else there."""
        if seat is Seat.ONE:
            return msgspec.structs.replace(self, one=sitter)
        return msgspec.structs.replace(self, two=sitter)

    def swapped(self) -> Setup:
        """The same game with the seats swapped, as for a rematch."""
        return msgspec.structs.replace(self, one=self.two, two=self.one)
