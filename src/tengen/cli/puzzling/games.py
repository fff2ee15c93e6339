"""Games to find puzzles in: from files, or played for the purpose."""

from __future__ import annotations

from collections.abc import Iterator

from tengen.core.board import Board
from tengen.core.rules import Rules
from tengen.errors import ParseError, RuleError, UsageError
from tengen.notation.game import parse_game
from tengen.puzzles.selfplay import play_game

COMMENT = "#"

Game = tuple[Board, str] | str
"""A game and where it is from, or what is wrong with it."""


def read_games(path: str) -> Iterator[Game]:
    """The games of a file, one to a line, also after a tab; UsageError if it cannot be read."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            for number, line in enumerate(file, start=1):
                text = line.rpartition("\t")[2].strip()
                if text and not text.startswith(COMMENT):
                    yield _parse(text, f"{path}, line {number}")
    except OSError as error:
        raise UsageError(f"cannot read {path!a}: {error.strerror}.") from None


def _parse(text: str, where: str) -> Game:
    try:
        return parse_game(text), where
    except (ParseError, RuleError) as error:
        return f"{where}: {error}"


def play_games(rules: Rules, count: int, seed: int) -> Iterator[Game]:
    """Games of the engine against itself; the same for the same seed."""
    for number in range(1, count + 1):
        yield play_game(rules, f"{seed} {number}"), f"self-play seed {seed} game {number}"
