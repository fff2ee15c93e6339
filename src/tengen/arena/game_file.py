"""A file of match games, one to a line, written as soon as they end.

    number  first player  second player  result  reason  game

with a tab between them, as the reader of our own text format reads them.
"""

from __future__ import annotations

import os

from tengen.arena.match import MatchGame
from tengen.arena.schedule import Side
from tengen.records.line_formats import format_line
from tengen.records.record import WIN_SCORES, Record, Result, Score, record_of


def match_record(game: MatchGame, names: dict[Side, str]) -> Record:
    """What is kept of a game."""
    planned, played = game.planned, game.record
    record = record_of(played.board, names[planned.first], names[planned.first.other])
    score = WIN_SCORES[played.winner] if played.winner else Score.DRAW
    record.result = Result(score, played.cause)
    return record


class MatchGameFile:
    """A file that games are added to; opening and writing raise OSError."""

    def __init__(self, path: str) -> None:
        self._fd = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o666)
        size = os.fstat(self._fd).st_size
        if size and os.pread(self._fd, 1, size - 1) != b"\n":
            self._write(b"\n")  # the last line in the file broke off

    def add(self, record: Record, number: int) -> None:
        """Write a game and leave nothing of it in memory."""
        self._write(format_line(record, number))

    def close(self) -> None:
        """Write no more."""
        os.close(self._fd)

    def _write(self, data: bytes) -> None:
        while data:
            data = data[os.write(self._fd, data) :]
