from __future__ import annotations

from dataclasses import replace

import pytest
from kit.puzzles import FIVE, at, four_and_three, put, two_threes, two_ways
from kit.wins import Replay

from tengen.engine.win_finder import find_win
from tengen.insight import Means, Puzzle, examine, find_flaw
from tengen.insight.attack_search import AttackSearch
from tengen.insight.unique_line import count_threats, only_move
from tengen.rules.board import Board
from tengen.rules.notation import format_moves
from tengen.rules.rules import GAMES, Player, Rules


def solved(board: Board) -> Puzzle:
    """Return the position as a puzzle."""
    puzzle = examine(board)
    assert puzzle is not None
    return puzzle


def test_a_four_and_a_three_is_a_puzzle_with_fours() -> None:
    puzzle = solved(four_and_three())
    assert puzzle.means is Means.FOURS
    assert format_moves(puzzle.line, FIVE) == "h8 i8 h11"
    assert (puzzle.length, puzzle.tempting, puzzle.count_quiet()) == (2, 1, 0)
    assert (puzzle.rating, puzzle.grade) == (3, 1)


def test_two_threes_are_a_puzzle_with_threats() -> None:
    puzzle = solved(two_threes())
    assert puzzle.means is Means.THREATS
    assert format_moves(puzzle.line[:1], FIVE) == "h8"
    assert (puzzle.length, puzzle.count_quiet()) == (2, 1)
    assert puzzle.goal() == "Black to move and win with threats"


def test_two_fours_that_win_equally_fast_are_not_a_puzzle() -> None:
    twice = put("e8 f8 g8 h9 h10 e3 f3 g3 h4 h5", "d8 d3 m3 m4 m5")
    assert examine(twice) is None


def test_a_four_that_wins_later_does_not_spoil_a_puzzle() -> None:
    attack = AttackSearch(two_ways())
    assert attack.after_four(at("h5"), 3) is not None
    assert attack.after_four(at("h5"), 2) is None
    assert format_moves(solved(two_ways()).line, FIVE) == "h8 i8 h11"


def test_two_threats_that_win_equally_fast_are_not_a_puzzle() -> None:
    twice = put("f8 g8 h9 h10 l3 m3 n4 n5", "e5 l12 a1 o1 d13 a14 j14 o8")
    attack = AttackSearch(twice)
    assert attack.threat_wins(at("h8"), 1)
    assert attack.threat_wins(at("n3"), 1) or attack.threat_wins(at("n6"), 1)
    assert only_move(twice, AttackSearch(twice)) is None
    assert examine(twice) is None


@pytest.mark.parametrize(
    "black, white, why",
    [
        ("e8 f8 g8", "l3 l4 a1", "an open four at once"),
        ("e8 f8 g8 h8", "d8 l3 l4 a1", "five at once"),
        ("e8 f8 g8 h9 h10", "d8 l3 l4 l5 l6 a1", "the opponent's five must be stopped"),
        ("e8 f8 g8 h9 h10", "d8 a1 a15 o1 o15", "no hurry"),
        ("e8 h9", "d8 a1", "nothing to win"),
    ],
)
def test_a_position_that_is_too_easy_is_not_a_puzzle(black: str, white: str, why: str) -> None:
    assert examine(put(black, white)) is None, why


def test_a_position_whose_search_reaches_a_limit_is_not_a_puzzle() -> None:
    assert examine(two_threes(), nodes=50) is None


def test_games_without_patterns_and_finished_ones_have_no_puzzles() -> None:
    assert examine(Board(GAMES["caro"])) is None
    assert examine(Board(Rules(7, 7, 5))) is None
    over = put("d8 e8 f8 g8 h8", "a1 a2 a3 a4")
    assert over.outcome.is_over
    assert examine(over) is None


def test_six_in_a_row_wins_in_freestyle_but_not_in_standard() -> None:
    stones = ("e8 f8 g8 h9 h10 j8", "d8 l3 l4 l5 a1")
    assert format_moves(solved(put(*stones)).line[:1], FIVE) == "h8"
    assert examine(put(*stones, rules=GAMES["standard"])) is None


def test_in_renju_white_wins_with_a_four_whose_block_is_forbidden() -> None:
    # Black may not block on h8, where two threes would meet.
    black, white = "h9 h10 i7 j6 d8 f4 m2", "e8 f8 g8 e11 d5 k12 m4"
    renju = put(black, white, turn=Player.SECOND, rules=GAMES["renju"])
    win = AttackSearch(renju).by_fours()
    assert win is not None
    assert (win.plies, win.replies) == (3, {})
    assert not Replay(renju).flaw(win)
    assert AttackSearch(put(black, white, turn=Player.SECOND)).by_fours() is None


def test_flaws_are_described() -> None:
    puzzle = solved(four_and_three())
    assert not find_flaw(puzzle)
    assert find_flaw(replace(puzzle, tempting=4)) == "the number of tempting moves is 1"
    assert find_flaw(replace(puzzle, means=Means.THREATS)) == "it is won with fours"
    assert find_flaw(replace(puzzle, line=puzzle.line[1:2])) == "the solution is h8 i8 h11"
    plain = replace(puzzle, position=str(put("e8", "d8")))
    assert find_flaw(plain) == "there is no single winning line"


def test_threats_before_a_chain_of_fours_are_counted() -> None:
    win = find_win(two_threes())
    assert win is not None
    assert count_threats(win) == 1
    chain = find_win(four_and_three())
    assert chain is not None
    assert count_threats(chain) == 0
