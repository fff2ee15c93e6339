"""Reviews of games with obvious mistakes, in words."""

from __future__ import annotations

import pytest
from kit.wins import Replay

from tengen.engine.analysis import Limits
from tengen.engine.win_finder import Win
from tengen.insight import Judgement, Review, describe_game, describe_move, review_game
from tengen.rules.board import Board
from tengen.rules.notation import parse_game, parse_moves, parse_position
from tengen.rules.rules import Player
from tengen.rules.wording import point_name

QUICK = Limits(nodes=1000)
NOT_PROVEN = ", as far as the engine can see"

UNBLOCKED_FOUR = "15x15/5 freestyle h8 g8 i8 i9 j8 h9 k8 g9 l8"
UNBLOCKED_THREE = "15x15/5 freestyle h8 h9 i8 g9 j8 i9 k8 g8 l8"
MISSED_FIVE = "15x15/5 freestyle h8 h9 i8 g9 j8 i9 k8 g8 h7 l8"
BOTH_WIN = "9x9/5 freestyle X 9/1O7/5X3/5X3/1OXXX4/9/4OOO2/9/9"
"""The side to move wins: Black with a four and a three on F5, White with an open four."""
LONG = (
    "15x15/5 freestyle i7 i8 j7 k7 k8 j9 j6 i6 k5 l4 h7 j4 h6 h8 h5 g5 g7 f7 f8 e9 k4 e7 l5 e6 j5 "
    "i5 e8 d5 g8 d8 h4 h3 k3 k2 m6 n7 g10 g11 n5 m5 l7 o4 f10 d7 j3 i2 g6 g9 d6 f5 g4 b9 c8 c9 f6 "
    "d9 f9 a9"
)
CHANCE = "15x15/5 freestyle h8 g8 i8 i9 j8 h9 k8 l8 j9 g9 h10"
RENJU = "15x15/5 renju i8 h8 h9 g10 e9 g7 g9 i9 e7 j10 f6 k11"


def reviewed(text: str) -> Review:
    return review_game(parse_game(text), QUICK, 1)


def after(text: str, moves: str) -> Board:
    """Return a set-up position after some moves."""
    board = parse_position(text)
    for point in parse_moves(moves, board.rules):
        board.play(point)
    return board


def described(review: Review, number: int) -> str:
    return describe_move(review.moves[number - 1])


def flaws(review: Review, board: Board, some: int = 20) -> list[str]:
    """Return the flaws of a review's trees; a defeat is replayed from the move before it."""
    found = []
    replayed = board.copy()
    for ply in range(len(board.moves), -1, -1):
        standing = review.standings[ply]
        if standing.win is not None:
            assert standing.win.plies == standing.plies
            found.append(Replay(replayed, some).flaw(standing.win))
        last = replayed.undo() if ply else None
        if standing.defeat is not None and last is not None:
            win = Win(last, standing.defeat.replies, standing.defeat.otherwise)
            assert win.plies == standing.plies + 1
            found.append(Replay(replayed, some).flaw(win))
    return [flaw for flaw in found if flaw]


def test_a_four_that_was_not_blocked_loses_at_once() -> None:
    review = reviewed(UNBLOCKED_FOUR)
    assert review.moves[7].judgement is Judgement.BLUNDER
    assert described(review, 8) == (
        "White's G9 (move 8) makes an open three, but does not block Black's four: "
        f"Black wins at once on L8. L8 would have held{NOT_PROVEN}."
    )
    assert review.turning_point is review.moves[7]
    assert not described(review, 9)


def test_a_three_that_was_not_stopped_loses_in_three() -> None:
    review = reviewed(UNBLOCKED_THREE)
    assert review.moves[5].judgement is Judgement.BLUNDER
    assert described(review, 6).startswith(
        "White's I9 (move 6) makes an open three, but does not stop Black's open three: "
        "Black has a forced win in 3 with an open four (K8 G8 L8). G8 or K8 would have held"
    )
    assert [standing.plies for standing in review.standings[6:]] == [3, 2, 1, 0]
    assert describe_game(review).startswith(
        "Black won after nine moves. White could still have held at move 6: G8 or K8 instead of I9"
        f"{NOT_PROVEN}."
    )


def test_a_five_that_was_not_played_is_a_missed_win() -> None:
    review = reviewed(MISSED_FIVE)
    missed, block = review.moves[8:]
    assert missed.judgement is Judgement.MISSED_WIN
    assert describe_move(missed) == "Black's H7 (move 9) misses five on L8."
    assert block.judgement is Judgement.FORCED
    assert review.count(Player.FIRST, Judgement.MISSED_WIN) == 1


def test_a_win_by_fours_that_was_not_played_is_a_missed_win() -> None:
    review = review_game(after(BOTH_WIN, "a1"), QUICK, 1)
    assert review.moves[0].judgement is Judgement.BLUNDER
    assert described(review, 1) == (
        "Black's A1 (move 1) misses a forced win in 5 with a four and an open three "
        "(F5 G5 F8 F9 F4) and does not stop White's open three: "
        "White has a forced win in 3 with an open four (D3 C3 H3)."
    )
    assert describe_game(review) == (
        "After one move, White has a forced win in 3 with fours (D3 C3 H3). "
        "Black could still have won at move 1: F5 instead of A1. "
        "Black made one mistake, White none."
    )


def test_a_slow_win_is_fine_but_the_five_is_mentioned() -> None:
    board = after("9x9/5 freestyle X 9/9/9/9/2XXXX3/9/1O1O1O1O1/9/9", "f6 a1")
    review = review_game(board, QUICK, 1)
    assert review.moves[0].judgement is Judgement.FINE
    assert described(review, 1) == "Black's F6 (move 1) still wins, but B5 would have won at once."


def test_in_tic_tac_toe_the_losing_move_is_known() -> None:
    review = reviewed("3x3/3 freestyle a1 a2 b2 c3 c1 a3 b1")
    assert described(review, 2) == (
        "White's A2 (move 2) loses: Black has a forced win in 5 (B2 C3 C1 A3 B1). "
        "B2 would have held."
    )
    assert [standing.plies for standing in review.standings] == [0, 0, 5, 4, 3, 2, 1, 0]
    assert describe_game(review) == (
        "Black won after seven moves. White could still have held at move 2: B2 instead of A2. "
        "Black made no mistakes, White one."
    )


def test_a_missed_win_in_tic_tac_toe_is_described() -> None:
    review = reviewed("3x3/3 freestyle b2 a2 a1 c3 b3")
    assert described(review, 5) == (
        "Black's B3 (move 5) makes a two, but misses a forced win in 3 with two twos (C1 A3 B1)."
    )
    assert review.standings[5].is_proven
    assert review.loser is None
    assert describe_game(review, {Player.FIRST: "X", Player.SECOND: "O"}) == (
        "After five moves, the game is a tie with best play. Both sides made one mistake."
    )


def test_a_lost_winning_chance_is_described_in_per_cent() -> None:
    review = review_game(parse_game(CHANCE), Limits(nodes=3000), 1)
    move = review.moves[-1]
    fallen = [round(100 * standing.chance) for standing in (move.before, move.after)]
    assert move.judgement.is_mistake
    better = point_name(move.better[0], move.rules)
    assert describe_move(move).startswith(
        f"Black's H10 (move 11) is a {move.judgement.value}: the winning chance falls from "
        f"{fallen[0]} % to {fallen[1]} %. {better} was better: it makes an open three ({better} "
    )


@pytest.mark.parametrize(
    "moves, summary",
    [
        ("", "Before the first move, the game is a tie with best play."),
        ("b2", "After one move, the game is a tie with best play. Neither side made a mistake."),
        (
            "b2 a1 c3 c1 b1 b3 a3 a2 c2",
            "A tie after nine moves. Neither side made a mistake.",
        ),
    ],
)
def test_short_games_and_ties_have_a_summary(moves: str, summary: str) -> None:
    assert describe_game(reviewed(f"3x3/3 freestyle {moves}".rstrip())) == summary


def test_a_position_that_was_lost_from_the_start_has_no_turning_point() -> None:
    review = review_game(after(BOTH_WIN, "f5 g5 f8 f9 f4"), QUICK, 1)
    assert review.turning_point is None
    assert describe_game(review) == (
        "Black won after five moves. White was lost from the start. Neither side made a mistake."
    )


def test_a_game_that_was_over_before_the_first_move_is_described() -> None:
    review = review_game(parse_position("3x3/3 freestyle O XXX/OO1/3"), QUICK, 1)
    assert (review.moves, review.standings[0].chance) == ((), 1.0)
    assert describe_game(review).startswith("Black won before the first move.")


@pytest.mark.parametrize("text", [UNBLOCKED_FOUR, UNBLOCKED_THREE, MISSED_FIVE, RENJU])
def test_every_proven_win_can_be_replayed(text: str) -> None:
    board = parse_game(text)
    review = review_game(board, QUICK, 1)
    assert any(standing.win for standing in review.standings)
    assert flaws(review, board) == []


def test_a_quiet_move_that_keeps_the_win_has_a_tree() -> None:
    board = after("9x9/5 freestyle X 7O1/1O7/5X3/5X3/1OXXX4/9/9/7O1/9", "a1 i1")
    review = review_game(board, QUICK, 1)
    defeat = review.standings[1].defeat
    assert defeat is not None
    assert len(defeat.replies) == 5
    assert flaws(review, board) == []


def test_a_long_missed_win_can_be_replayed() -> None:
    whole = parse_game(LONG)
    moves = whole.moves[36:]
    for _ in moves:
        whole.undo()
    board = Board(whole.rules, whole.stones, whole.turn)
    for move in moves:
        board.play(move)
    review = review_game(board, Limits(nodes=20_000), 4)
    assert sum(bool(standing.win or standing.defeat) for standing in review.standings) > 15
    assert flaws(review, board, 3) == []
    assert review.turning_point is review.moves[0]
