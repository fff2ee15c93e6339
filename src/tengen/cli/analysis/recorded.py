"""The last position of a recorded game, to be analysed."""

from __future__ import annotations

from tengen.cli.recording import games_of, parse_game_rules, tell_problems
from tengen.core.board import Board
from tengen.errors import RuleError, UsageError, quote
from tengen.records.position import last_board
from tengen.records.reading import Reading


def last_position(path: str, game: str | None) -> Board:
    """Where the first game of a file ends. Raises UsageError."""
    reading = Reading(parse_game_rules(game))
    record = next(games_of(path, reading, None), None)
    tell_problems(path, reading.problems)
    if record is None:
        raise UsageError(f"{quote(path)} has no game.")
    try:
        return last_board(record)
    except RuleError as error:
        raise UsageError(f"{error}.") from None
