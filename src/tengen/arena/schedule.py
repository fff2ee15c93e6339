"""The openings of a tournament, from a file or Tengen's own, and the games of a match."""

from __future__ import annotations

import enum
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from random import Random
from typing import TypeAlias

from tengen.errors import IllegalMove, RecordError, RuleError
from tengen.rules import Board, Player, Point, RowOne, Rules, symmetries
from tengen.rules.rules import FIVE_IN_A_ROW

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tengen.records import Record

OpeningMoves: TypeAlias = tuple[Point, ...]
"""The moves before the engines take over; the first player begins."""

NO_OPENING: OpeningMoves = ()


@dataclass(frozen=True, slots=True)
class Openings:
    """The openings of a file in their order, and a line of text for each problem."""

    found: tuple[OpeningMoves, ...]
    problems: tuple[str, ...]


def read_openings(
    path: str, rules: Rules, row_one: RowOne = RowOne.BOTTOM, name: str | None = None
) -> Openings:
    """Read openings from a file; `name` is the name of a format. Raises OSError."""
    from tengen.records import Reading, read_records  # noqa: PLC0415 - has all formats

    reading = Reading(rules, row_one)
    found: list[OpeningMoves] = []
    problems: list[str] = []
    try:
        for number, record in enumerate(read_records(path, reading, name), 1):
            try:
                found.append(opening_from_record(record, rules))
            except RuleError as error:
                problems.append(f"opening {number}: {error}")
    except RecordError as error:
        problems.append(str(error))
    return Openings(tuple(found), (*map(str, reading.problems.kept), *problems))


def opening_from_record(record: Record, rules: Rules) -> OpeningMoves:
    """Return the moves of a record. Raises RuleError if no game can continue from them."""
    from tengen.records.format import needs_moves  # noqa: PLC0415 - likewise

    objection = needs_moves(record)
    if objection:
        raise RuleError(objection)
    if record.rules != rules:
        raise RuleError(f"its rules are {record.rules}, but those of the match are {rules}")
    board = Board(rules)
    for number, point in enumerate(record.moves(), 1):
        try:
            board.play(point)
        except IllegalMove as error:
            raise RuleError(f"move {number} {error.reason.value}") from None
    if board.outcome.is_over:
        raise RuleError("the game is over before the engines can move")
    return board.moves


class Side(enum.Enum):
    """The two engines of a match, as the user named them."""

    ONE = 1
    TWO = 2

    @property
    def other(self) -> Side:
        """The opponent."""
        return Side.TWO if self is Side.ONE else Side.ONE


@dataclass(frozen=True, slots=True)
class ScheduledGame:
    """A planned game: its number and its pair, both from 1, its opening and who moves first."""

    number: int
    pair: int
    opening: OpeningMoves
    first: Side

    def seat_of(self, player: Player) -> Side:
        """Return the engine that plays as the first or the second player."""
        return self.first if player is Player.FIRST else self.first.other

    def player_of(self, side: Side) -> Player:
        """Return whether an engine is the first or the second player."""
        return Player.FIRST if side is self.first else Player.SECOND


class OpeningOrder:
    """The openings of a tournament by number, from 0, in random order and without an end.

    When all have been used, they are used again in another order, turned or flipped.
    """

    def __init__(self, openings: Sequence[OpeningMoves], rules: Rules, seed: int = 0) -> None:
        """Shuffle the openings; the same seed gives the same order."""
        if not openings:
            raise ValueError("there are no openings")
        self._more = _repeat_openings(openings, rules, seed)
        self._found: list[OpeningMoves] = []

    def __getitem__(self, number: int) -> OpeningMoves:
        missing = number + 1 - len(self._found)
        self._found += islice(self._more, max(0, missing))
        return self._found[number]


def _repeat_openings(
    openings: Sequence[OpeningMoves], rules: Rules, seed: int
) -> Iterator[OpeningMoves]:
    """Yield all openings in random order, again and again, each time with another symmetry."""
    random = Random(seed)  # noqa: S311 - the order of games is not a secret
    while True:
        for symmetry in symmetries(rules):
            order = list(openings)
            random.shuffle(order)
            for opening in order:
                yield tuple(symmetry.apply(point, rules) for point in opening)


SHIPPED_FILES = {FIVE_IN_A_ROW: "openings-freestyle-15.txt"}


@cache
def shipped_openings(rules: Rules) -> tuple[OpeningMoves, ...]:
    """Return Tengen's own openings; none for rules without them."""
    name = SHIPPED_FILES.get(rules)
    if name is None:
        return ()
    from importlib.resources import files  # noqa: PLC0415 - slow to load

    return tuple(parse_openings(files("tengen.arena").joinpath(name).read_bytes(), rules))


def parse_openings(data: bytes, rules: Rules) -> list[OpeningMoves]:
    """Return the openings in a file that `tengen openings` has written."""
    from tengen.records import Reading  # noqa: PLC0415 - has all formats
    from tengen.records.line_formats import read_games  # noqa: PLC0415 - likewise

    games = read_games(io.BytesIO(data), Reading(rules))
    return [opening_from_record(game, rules) for game in games]
