from __future__ import annotations

from collections.abc import Callable

import pytest
from kit.puzzles import at, four_and_three, put, two_threes, two_ways

from tengen.insight import Means, MoveVerdict, Puzzle, Solving, examine
from tengen.rules.board import Board
from tengen.rules.rules import GAMES, Player
from tengen.rules.wording import MARK_NAMES


def begin(board: Board) -> Solving:
    """Return a new attempt at a position."""
    puzzle = examine(board)
    assert puzzle is not None
    return Solving(puzzle)


def test_the_right_move_is_answered_and_the_last_one_solves() -> None:
    solving = begin(four_and_three())
    answer = solving.play(at("h8"))
    assert (answer.verdict, answer.reply) == (MoveVerdict.RIGHT, at("i8"))
    assert answer.words == "H8 is right. White answers on I8."
    assert solving.count_left() == 1
    answer = solving.play(at("h11"))
    assert answer.verdict is MoveVerdict.SOLVED
    assert answer.words == "Solved: White cannot stop both H12 and H7."
    assert solving.is_solved
    assert solving.describe_record() == "at the first try"


def test_another_move_that_wins_as_quickly_is_accepted() -> None:
    solving = begin(four_and_three())
    solving.play(at("h8"))
    assert solving.play(at("h7")).verdict is MoveVerdict.SOLVED


@pytest.mark.parametrize(
    "board, move, words, refutation",
    [
        (four_and_three, "i8", "I8 is a four, but White blocks on H8", "h8"),
        (four_and_three, "a2", "A2 is not a four: White wins with fours, starting on L6.", "l6"),
        (two_threes, "a2", "A2 is neither a four nor a three: White has time for", "e8"),
    ],
)
def test_a_wrong_move_is_explained_and_not_played(
    board: Callable[[], Board], move: str, words: str, refutation: str
) -> None:
    solving = begin(board())
    answer = solving.play(at(move))
    assert answer.verdict is MoveVerdict.WRONG
    assert answer.words.startswith(words)
    assert answer.refutation == at(refutation)
    assert solving.wrong == 1
    assert solving.board == board()


def test_a_three_that_can_be_answered_is_explained_with_the_answer() -> None:
    board = put("f8 g8", "f7 g9 h9 e7")
    puzzle = Puzzle(str(board), Means.THREATS, (at("h9"),), 0)
    answer = Solving(puzzle).play(at("h8"))
    assert answer.verdict is MoveVerdict.WRONG
    assert answer.words == "H8 threatens to win, but White answers on E8 and holds."
    assert answer.refutation == at("e8")


def test_a_move_that_lets_the_opponent_make_five_is_explained() -> None:
    board = put("e8 f8 g8 h9 h10", "d8 l3 l4 l5 l6 a1")
    puzzle = Puzzle(str(board), Means.FOURS, (at("l7"),), 0)
    answer = Solving(puzzle).play(at("h8"))
    assert answer.words == "After H8, White makes five on L7."


def test_a_longer_win_does_not_count_as_a_wrong_try() -> None:
    solving = begin(two_threes())
    answer = solving.play(at("i8"))
    assert answer.verdict is MoveVerdict.LONGER
    assert answer.words == "I8 wins too, but takes longer. Look for the quicker way."
    assert solving.wrong == 0
    assert begin(two_ways()).play(at("h5")).verdict is MoveVerdict.LONGER


def test_a_win_by_other_means_is_explained() -> None:
    rich = put("e8 f8 g8 h9 h10", "d8 a1 a15 o1 o15")
    puzzle = Puzzle(str(rich), Means.FOURS, (at("h8"), at("i8"), at("h11")), 1)
    answer = Solving(puzzle).play(at("a2"))
    assert answer.verdict is MoveVerdict.LONGER
    assert answer.words == "A2 wins too, but not with fours alone."


def test_an_illegal_move_does_not_count_as_a_try() -> None:
    solving = begin(four_and_three())
    assert solving.play(at("e8")).words == "E8 is taken."
    assert solving.play(at("e8")).verdict is MoveVerdict.REFUSED
    assert solving.wrong == 0


def test_each_hint_says_more_than_the_last() -> None:
    solving = begin(four_and_three())
    hints = [solving.hint() for _ in range(4)]
    words = [hint.words for hint in hints if hint]
    assert words[0] == "Look for a four."
    assert words[1] == "It is H8, I8 or G9." or " or " in words[1]
    assert words[2:] == ["It is H8."] * 2
    assert hints[1] is not None
    assert {at("h8"), at("i8")} < set(hints[1].points)
    assert solving.hints == 3


def test_a_hint_distinguishes_a_three_from_a_four() -> None:
    hint = begin(two_threes()).hint()
    assert hint is not None
    assert hint.words == "Look for a three."


def test_hints_start_again_with_every_move_and_end_with_the_puzzle() -> None:
    solving = begin(four_and_three())
    solving.hint()
    solving.play(at("h8"))
    hint = solving.hint()
    assert hint is not None
    assert hint.words == "Look for a four."
    solving.play(at("h7"))
    assert solving.hint() is None
    assert solving.describe_record() == "with two hints"


def test_a_move_is_taken_back_with_its_reply() -> None:
    solving = begin(four_and_three())
    assert not solving.back()
    solving.play(at("h8"))
    solving.play(at("h7"))
    assert solving.back()
    assert solving.count_left() == 1
    assert solving.back()
    assert solving.board == four_and_three()
    assert solving.count_left() == 2


def test_a_shown_solution_does_not_count_as_solved() -> None:
    solving = begin(four_and_three())
    solving.play(at("i8"))
    assert solving.show() == (at("h8"), at("i8"), at("h11"))
    assert solving.is_over
    assert not solving.is_solved
    assert solving.play(at("h7")).verdict is MoveVerdict.REFUSED
    assert solving.wrong == 1


def test_the_players_can_be_named_by_their_marks() -> None:
    puzzle = examine(four_and_three())
    assert puzzle is not None
    answer = Solving(puzzle, MARK_NAMES).play(at("h8"))
    assert answer.words == "H8 is right. O answers on I8."
    assert puzzle.goal(MARK_NAMES) == "X to move and win with fours"


def test_in_renju_a_five_with_a_forbidden_block_solves_the_puzzle() -> None:
    black, white = "h9 h10 i7 j6 d8 f4 m2", "e8 f8 g8 e11 d5 k12 m4"
    board = put(black, white, turn=Player.SECOND, rules=GAMES["renju"])
    puzzle = Puzzle(str(board), Means.FOURS, (at("i8"),), 0)
    answer = Solving(puzzle).play(at("i8"))
    assert answer.words == "Solved: Black may not block on H8."
