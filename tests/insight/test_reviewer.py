"""Reviews of games of every kind, and cancelling them."""

from __future__ import annotations

import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.strategies import boards, modest, some_rules
from kit.threats import solve
from kit.wins import Replay, crowd

from tengen.engine.analysis import Limits
from tengen.engine.cancel_token import CancelToken
from tengen.errors import RuleError
from tengen.insight import (
    Certainty,
    JudgedMove,
    Judgement,
    Reviewer,
    Shape,
    describe_effect,
    describe_game,
    describe_move,
    review_game,
)
from tengen.insight.position_judge import PositionExaminer
from tengen.rules.board import Board
from tengen.rules.notation import parse_game
from tengen.rules.rules import GAMES, Rules, WinRule

HASTY = Limits(nodes=200)
GAME = "15x15/5 freestyle h8 h9 i8 g9 j8 i9 k8 g8 h7 l8"
GENERAL = [win for win in WinRule if win is not WinRule.RENJU]
SOLVED: dict[Rules, dict[int, int]] = {}
SMALL = some_rules(st.integers(1, 9), st.integers(1, 6))


def is_sound(move: JudgedMove) -> bool:
    """Whether a move that keeps a win is not a mistake, and a mistake has a reason."""
    player, judgement = move.player, move.judgement
    keeps = move.after.is_proven and move.after.winner is player
    is_bad = judgement.is_mistake or judgement is Judgement.INACCURACY
    if keeps and is_bad:
        return False
    if move.before.certainty is Certainty.OPEN:
        fallen = move.before.chance_for(player) - move.after.chance_for(player)
        return fallen > -1e-9 and bool(move.better) >= is_bad
    return bool(describe_move(move)) >= is_bad


@modest
@given(boards(SMALL))
def test_any_game_can_be_reviewed(board: Board) -> None:
    before = str(board)
    review = review_game(board, HASTY, 1)
    assert str(board) == before
    assert len(review.standings) == len(board.moves) + 1
    assert [move.point for move in review.moves] == list(board.moves)
    assert [move for move in review.moves if not is_sound(move)] == []
    fives = [
        move
        for move in review.moves
        if describe_effect(move).startswith("makes ") and move.effect.made is Shape.FIVE
    ]
    assert len(fives) == (board.outcome.winner is not None and bool(board.moves))
    assert describe_game(review)


@modest
@given(boards(some_rules(st.just(3), st.integers(2, 3), st.sampled_from(GENERAL))))
def test_proven_results_of_a_tiny_game_are_true(board: Board) -> None:
    review = review_game(board, Limits(nodes=20_000), 1)
    for standing in reversed(review.standings):
        if not board.outcome.is_over:
            plies = solve(board, SOLVED.setdefault(board.rules, {}))
            winner = board.turn if plies > 0 else board.turn.other if plies else None
            assert (standing.is_proven, standing.winner) == (True, winner), str(board)
        if board.moves:
            board.undo()


@pytest.mark.parametrize("win", [WinRule.FREESTYLE, WinRule.STANDARD, WinRule.RENJU])
def test_a_defeat_has_a_win_after_every_move(win: WinRule) -> None:
    found = 0
    for seed in range(60):
        board = crowd(Rules(9, 9, 5, win), seed, 0.5)
        examiner = PositionExaminer(Rules(9, 9, 5, win), Limits(nodes=2000), 1, 1)
        if board is None or examiner.find_win(board):
            continue
        _, defeat = examiner.refute(board)
        for point in board.legal_points() if defeat else ():
            assert defeat is not None
            board.play(point)
            assert Replay(board, 4, seed).flaw(defeat.after(point)) == ""
            board.undo()
            found += 1
    assert found > 0


@pytest.mark.parametrize("name", GAMES)
def test_every_named_game_can_be_reviewed(name: str) -> None:
    board = Board(GAMES[name])
    for point in board.empty_points()[:7]:
        if board.is_legal(point):
            board.play(point)
    assert review_game(board, HASTY, 1).is_complete


def test_positions_are_judged_from_the_last_to_the_first() -> None:
    reviewer = Reviewer(parse_game(GAME), HASTY, 1)
    judged = list(reviewer.run())
    assert [one.ply for one in judged] == list(range(10, -1, -1))
    assert [one.move.number if one.move else 0 for one in judged] == [0, *range(10, 0, -1)]
    assert len(reviewer) == len(judged)
    assert reviewer.review.moves == tuple(one.move for one in judged[:0:-1])
    assert list(reviewer.run()) == []


def test_a_node_limit_gives_the_same_review_every_time() -> None:
    reviews = [review_game(parse_game(GAME), Limits(nodes=2000), 1) for _ in range(2)]
    sentences = [[describe_move(move) for move in review.moves] for review in reviews]
    assert sentences[0] == sentences[1]
    chances = [[standing.chance for standing in review.standings] for review in reviews]
    assert chances[0] == chances[1]


def test_a_cancel_ends_a_review_at_once_and_keeps_what_is_known() -> None:
    reviewer = Reviewer(parse_game(GAME[: GAME.index(" k8")]), Limits(seconds=600), 1)
    begun, cancel = threading.Event(), CancelToken()

    def run_review() -> None:
        begun.set()
        for _ in reviewer.run(cancel):
            pass

    thread = threading.Thread(target=run_review, daemon=True)
    thread.start()
    assert begun.wait(60)
    cancel.cancel()
    thread.join(60)
    assert not thread.is_alive()
    review = reviewer.review
    assert not review.is_complete
    assert list(reviewer.run(cancel)) == []
    assert describe_game(review)


def test_a_cancelled_review_has_the_end_of_the_game_and_can_be_continued() -> None:
    reviewer = Reviewer(parse_game(GAME), HASTY, 1)
    cancel = CancelToken()
    for judged in reviewer.run(cancel):
        if judged.ply == 8:
            cancel.cancel()
    review = reviewer.review
    assert (review.start, len(review.standings), len(review.moves)) == (8, 3, 2)
    assert review.moves[0].judgement is Judgement.MISSED_WIN
    assert describe_game(review).endswith("Black made one mistake, White none.")
    assert [judged.ply for judged in reviewer.run()] == list(range(7, -1, -1))


def test_a_cancelled_review_says_that_the_loss_may_be_earlier() -> None:
    reviewer = Reviewer(parse_game(GAME.replace(" h7 l8", " l8")), HASTY, 1)
    cancel = CancelToken()
    for judged in reviewer.run(cancel):
        if judged.ply == 7:
            cancel.cancel()
    assert describe_game(reviewer.review) == (
        "Black won after nine moves. White was lost at move 8, if not before. "
        "Neither side made a mistake."
    )


def test_a_review_cancelled_before_its_start_is_empty() -> None:
    reviewer, cancel = Reviewer(parse_game(GAME), HASTY, 1), CancelToken()
    cancel.cancel()
    assert list(reviewer.run(cancel)) == []
    assert describe_game(reviewer.review) == "No position has been reviewed."
    assert reviewer.review.loser is None


def test_a_game_that_the_engine_does_not_play_is_refused() -> None:
    board = Board(Rules(23, 23, 5, WinRule.RENJU))
    with pytest.raises(RuleError, match="does not play 23x23/5 renju"):
        Reviewer(board)
