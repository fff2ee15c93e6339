"""Files of balanced openings: their header, and how they are continued.

The first line says how the openings were found, all others have one opening each:

    # 15x15/5 freestyle, 5 stones, 20000 nodes, margin 60, 12 moves, seed 0
    15x15/5 freestyle g9 f11 i13 h8 e7
"""

from __future__ import annotations

import os

from tengen.arena.opening_search import OpeningWishes
from tengen.arena.schedule import OpeningMoves
from tengen.arena.shipped_openings import parse_openings
from tengen.errors import RecordError, quote
from tengen.records import record_of
from tengen.records.line_formats import format_line
from tengen.rules import Board, Rules


def format_header(wishes: OpeningWishes) -> str:
    """Format the first line of a file, which says how its openings were found."""
    return (
        f"# {wishes.rules}, {wishes.stones} stones, {wishes.nodes} nodes, margin {wishes.margin},"
        f" {wishes.least_moves} moves, seed {wishes.seed}\n"
    )


def format_opening(moves: OpeningMoves, rules: Rules) -> str:
    """Format an opening as a line."""
    board = Board(rules)
    for point in moves:
        board.play_unchecked(point)
    return format_line(record_of(board), 1).decode()


class OpeningFile:
    """A file to which openings are added. Opening and writing raise OSError.

    `found` are the openings that it already has. RecordError is raised if they were found with
    other wishes. A last line that is incomplete is removed.
    """

    def __init__(self, path: str, wishes: OpeningWishes) -> None:
        self._rules = wishes.rules
        self._file = open(path, "a+b")  # noqa: SIM115 - closed by `close`
        try:
            self.found = self._read(path, wishes)
        except BaseException:
            self.close()
            raise

    def _read(self, path: str, wishes: OpeningWishes) -> list[OpeningMoves]:
        self._file.seek(0)
        data = self._file.read()
        whole = data[: data.rfind(b"\n") + 1]
        header = format_header(wishes).encode()
        if whole and not whole.startswith(header):
            raise RecordError(f"{quote(path)} has other openings: name a new file")
        self._file.truncate(len(whole))
        if not whole:
            self._write(header)
        if len(whole) <= len(header):
            return []
        return parse_openings(whole, wishes.rules)

    def add(self, moves: OpeningMoves) -> None:
        """Write an opening at once."""
        self._write(format_opening(moves, self._rules).encode())

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _write(self, data: bytes) -> None:
        self._file.seek(0, os.SEEK_END)
        self._file.write(data)
        self._file.flush()
