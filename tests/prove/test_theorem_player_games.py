"""The games against a strong engine in docs/games/theorem.txt."""

from pathlib import Path

import pytest

from tengen.engine.analysis import Limits
from tengen.prove.proof_parts import canonical_form, distinct_replies, stones_of
from tengen.prove.theorem_book import THEOREM_RULES, the_book
from tengen.prove.theorem_player import TheoremPlayer
from tengen.records.formats import read_records
from tengen.records.reading import Reading
from tengen.records.record import Record, Score
from tengen.rules.board import Board
from tengen.rules.point import Point
from tengen.rules.rules import Player

GAMES = Path(__file__).parent.parent.parent / "docs" / "games" / "theorem.txt"
FREE = 3
"""The number of games from the empty board; the others begin after each second move."""


def games() -> list[Record]:
    return list(read_records(str(GAMES), Reading(THEOREM_RULES)))


def boards(moves: list[Point]) -> list[Board]:
    """Return all positions with the first player to move."""
    found = []
    board = Board(THEOREM_RULES)
    for number, move in enumerate(moves):
        if number % 2 == 0:
            found.append(board.copy())
        board.play(move)
    assert board.outcome.winner is Player.FIRST
    return found


@pytest.mark.parametrize("record", games(), ids=lambda record: record.second)
def test_a_game_follows_the_theorem_while_it_has_lines(record: Record) -> None:
    assert record.result.score is Score.FIRST
    moves = list(record.moves())
    for number, board in enumerate(boards(moves)):
        entry = the_book().find(board)
        assert entry is None or entry.move == moves[2 * number]
        assert entry is not None or number > 1


@pytest.mark.parametrize("record", games()[::9], ids=lambda record: record.second)
def test_every_position_of_a_game_is_won_again(record: Record) -> None:
    for board in boards(list(record.moves())):
        assert TheoremPlayer().choose(board, Limits(600)) is not None


def test_there_is_a_game_after_every_second_move() -> None:
    seconds = [list(record.moves())[1] for record in games()[FREE:]]
    first = Point(7, 7)
    after = frozenset([112]), frozenset[int]()
    wanted = {canonical_form((after[0], frozenset([cell]))) for cell in distinct_replies(after)}
    assert {canonical_form(stones_of([first, second])) for second in seconds} == wanted
    assert len(seconds) == len(wanted) == 35
