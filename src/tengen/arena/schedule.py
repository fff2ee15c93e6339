"""The schedule of a match: openings from a file, each played twice with colours swapped."""

from __future__ import annotations

import enum
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import TypeAlias

from tengen.errors import IllegalMove, RecordError, RuleError
from tengen.records.format import needs_moves
from tengen.records.formats import read_records
from tengen.records.reading import Reading
from tengen.records.record import Record
from tengen.rules.board import Board
from tengen.rules.coordinates import RowOne
from tengen.rules.geometry import symmetries
from tengen.rules.point import Point
from tengen.rules.rules import Player, Rules

OpeningMoves: TypeAlias = tuple[Point, ...]
"""The moves that are on the board when the engines take over; the first player begins."""

NO_OPENING: OpeningMoves = ()


@dataclass(frozen=True, slots=True)
class Openings:
    """What was found in a file: the openings in its order, and a line of text for each problem."""

    found: tuple[OpeningMoves, ...]
    problems: tuple[str, ...]


def read_openings(
    path: str, rules: Rules, row_one: RowOne = RowOne.BOTTOM, name: str | None = None
) -> Openings:
    """Read a file, in the format of this name or any; raises OSError if it cannot be read."""
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
    """The moves of a record; raises RuleError unless a game of these rules can go on from them."""
    objection = needs_moves(record)
    if objection:
        raise RuleError(objection)
    if record.rules != rules:
        raise RuleError(f"it is for {record.rules}, and the match is for {rules}")
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
    """A game to be played: its number from 1, its pair from 1, its opening and who moves first."""

    number: int
    pair: int
    opening: OpeningMoves
    first: Side

    def seat_of(self, player: Player) -> Side:
        """Which engine plays as the first or the second player."""
        return self.first if player is Player.FIRST else self.first.other

    def player_of(self, side: Side) -> Player:
        """As which player an engine plays."""
        return Player.FIRST if side is self.first else Player.SECOND


def make_schedule(
    openings: Sequence[OpeningMoves], rules: Rules, games: int, seed: int = 0
) -> list[ScheduledGame]:
    """So many games in pairs, the same for the same seed; `games` must be even.

    When the openings are used up they come again in another order, turned or flipped.
    """
    if games % 2 or games < 0:
        raise ValueError(f"{games} games cannot be played in pairs")
    if not openings:
        raise ValueError("there is no opening to play from")
    plan: list[ScheduledGame] = []
    chosen = islice(_repeat_openings(openings, rules, seed), games // 2)
    for pair, opening in enumerate(chosen, start=1):
        plan.append(ScheduledGame(2 * pair - 1, pair, opening, Side.ONE))
        plan.append(ScheduledGame(2 * pair, pair, opening, Side.TWO))
    return plan


def _repeat_openings(
    openings: Sequence[OpeningMoves], rules: Rules, seed: int
) -> Iterator[OpeningMoves]:
    """All openings in a random order, again and again, each time under another symmetry."""
    random = Random(seed)  # noqa: S311 - an order of games is no secret
    while True:
        for symmetry in symmetries(rules):
            order = list(openings)
            random.shuffle(order)
            for opening in order:
                yield tuple(symmetry.apply(point, rules) for point in opening)
