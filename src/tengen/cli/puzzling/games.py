"""Games to find puzzles in: from files, or played for the purpose."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from tengen.cli.recording import games_of
from tengen.puzzles.selfplay import play_game
from tengen.records.reading import Reading
from tengen.records.record import Record
from tengen.rules.board import Board
from tengen.rules.rules import Rules

Game = tuple[Board, str]
"""A game and where it is from."""


def read_games(path: str, reading: Reading, name: str | None) -> Iterator[Game]:
    """The games of a file, in the format of this name or any; UsageError if it cannot be read."""
    for number, record in enumerate(games_of(path, reading, name), start=1):
        yield _replay(record), f"{os.path.basename(path)}, game {number}"


def _replay(record: Record) -> Board:
    """The board after the moves of a game, as far as the rules allow them."""
    board = Board(record.rules)
    for point in record.moves():
        if not board.is_legal(point):
            break
        board.play_unchecked(point)
    return board


def play_games(rules: Rules, numbers: Iterable[int], seed: int) -> Iterator[Game]:
    """Games of the engine against itself; the same for the same seed and number."""
    for number in numbers:
        yield play_game(rules, f"{seed} {number}"), f"self-play seed {seed} game {number}"
