"""What is played by, beside the theorem: wins by threats that take long to find."""

import lzma
from random import Random

import pytest
from kit.second_players import DEFENDERS

from tengen.engine.analysis import Limits
from tengen.engine.win_finder import Finder, zone
from tengen.prove.theorem_book import (
    LONG_THREATS_FILE,
    THEOREM_RULES,
    Book,
    BookEntry,
    format_entry,
    parse_entry,
    the_book,
    the_playbook,
)
from tengen.prove.theorem_player import TheoremPlayer
from tengen.prove.theorem_zone import winning_point
from tengen.rules.board import Board
from tengen.rules.notation import format_moves
from tengen.rules.rules import Player

SOON = 100_000
"""What is found at so many positions needs no line."""
LONG = 400_000
"""Less than half a second: two searches, for a win and for a shorter one."""
SAMPLE = 60
GAMES = 3


def long_threats() -> list[BookEntry]:
    with lzma.open(LONG_THREATS_FILE, "rt") as file:
        return [parse_entry(line) for line in file.read().splitlines()]


def test_lines_stand_in_their_normal_form_and_beside_the_book() -> None:
    entries = long_threats()
    assert len(entries) > SAMPLE
    with lzma.open(LONG_THREATS_FILE, "rt") as file:
        assert [format_entry(entry) for entry in entries] == file.read().splitlines()
    assert len(the_playbook()) == len(the_book()) + len(entries)
    others = Book(map(format_entry, entries))
    assert not any(
        others.find(entry.board()) for entry in Random(1).sample(list(the_book()), SAMPLE)
    )


@pytest.mark.parametrize("entry", Random(2).sample(long_threats(), SAMPLE), ids=format_entry)
def test_a_line_wins_in_as_many_moves_as_it_says_and_nothing_after_it_takes_long(
    entry: BookEntry,
) -> None:
    board = entry.board()
    board.play(entry.move)
    assert winning_point(board) is None
    passed = Board(THEOREM_RULES, board.stones, Player.FIRST)
    plan = Finder(passed).run(SOON).win
    assert plan is not None
    assert plan.plies <= entry.plies - 2
    for reply in zone(passed, plan, 1):
        board.play(reply)
        after = the_playbook().find(board) or Finder(board).run(SOON).win
        assert after is not None
        assert after.plies <= entry.plies - 2
        board.undo()


@pytest.mark.parametrize("name", DEFENDERS)
def test_no_reply_takes_long(name: str) -> None:
    winner, random = TheoremPlayer(), Random(name)
    for _ in range(GAMES):
        board = Board(THEOREM_RULES)
        while not board.outcome.is_over:
            step = winner.choose(board, Limits())
            assert step is not None
            assert winner.nodes < LONG, format_moves(board.moves, THEOREM_RULES)
            board.play(step.move)
            if not board.outcome.is_over:
                board.play(DEFENDERS[name](board, random))
