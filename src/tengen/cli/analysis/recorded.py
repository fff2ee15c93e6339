"""A position of a recorded game, to be analysed."""

from __future__ import annotations

import argparse

from tengen.cli.recording import nodes_until, read_game
from tengen.errors import RuleError, UsageError
from tengen.records.record import board_at
from tengen.rules.board import Board


def recorded_position(found: argparse.Namespace, data: bytes | None) -> Board:
    """The position of a file that was asked for, or the last one of its game. Raises UsageError.

    `data` is what the file holds, where it has been read already.
    """
    record = read_game(found, data)
    try:
        return board_at(record, nodes_until(record, found.move))
    except RuleError as error:
        raise UsageError(f"{error}.") from None
