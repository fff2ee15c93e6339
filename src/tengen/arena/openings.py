"""Openings to start games from: the games of a file in any format."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from tengen.errors import IllegalMove, RecordError, RuleError
from tengen.records.format import needs_moves
from tengen.records.formats import read_records
from tengen.records.reading import Reading
from tengen.records.record import Record
from tengen.rules.board import Board
from tengen.rules.coordinates import RowOne
from tengen.rules.point import Point
from tengen.rules.rules import Rules

Opening: TypeAlias = tuple[Point, ...]
"""The moves that are on the board when the engines take over; the first player begins."""

EMPTY: Opening = ()


@dataclass(frozen=True, slots=True)
class Openings:
    """What was found in a file: the openings in its order, and a line of text for each problem."""

    found: tuple[Opening, ...]
    problems: tuple[str, ...]


def read_openings(
    path: str, rules: Rules, row_one: RowOne = RowOne.BOTTOM, name: str | None = None
) -> Openings:
    """Read a file, in the format of this name or any; raises OSError if it cannot be read."""
    reading = Reading(rules, row_one)
    found: list[Opening] = []
    problems: list[str] = []
    try:
        for number, record in enumerate(read_records(path, reading, name), 1):
            try:
                found.append(opening_of(record, rules))
            except RuleError as error:
                problems.append(f"opening {number}: {error}")
    except RecordError as error:
        problems.append(str(error))
    return Openings(tuple(found), (*map(str, reading.problems.kept), *problems))


def opening_of(record: Record, rules: Rules) -> Opening:
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
