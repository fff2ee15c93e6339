"""Whoever plays with the theorem at hand: its moves first, and otherwise what they would play."""

from __future__ import annotations

import threading

import pytest

from tengen.engine.analysis import Limits
from tengen.engine.cancel_token import CancelToken
from tengen.prove.theorem_book import THEOREM_RULES, Book, format_entry, parse_entry
from tengen.prove.theorem_player import GuidedPlayer, TheoremPlayer, guide_player
from tengen.prove.theorem_zone import describe_moves_left
from tengen.rules.board import Board
from tengen.rules.notation import parse_game
from tengen.rules.point import Point
from tengen.rules.rules import Rules

CENTRE, CORNER = Point(7, 7), Point(0, 0)


class Listener:
    """Plays in the corner, and remembers within which limits."""

    def __init__(self) -> None:
        self.limits: list[Limits] = []
        self.tokens: list[CancelToken | None] = []

    def choose(self, _board: Board, limits: Limits, cancel: CancelToken | None = None) -> Point:
        self.limits.append(limits)
        self.tokens.append(cancel)
        return CORNER


def book(*lines: str) -> Book:
    return Book([format_entry(parse_entry(line)) for line in lines])


def test_a_move_of_the_theorem_comes_before_any_other_and_tells_what_is_left() -> None:
    guided = GuidedPlayer(Listener(), TheoremPlayer(book("-> h8 35")))
    assert guided.choose(Board(THEOREM_RULES), Limits(seconds=0.0)) == CENTRE
    assert guided.left == 17


def test_what_the_theorem_does_not_know_is_left_to_who_plays() -> None:
    listener = Listener()
    guided = GuidedPlayer(listener, TheoremPlayer(book("-> h8 35")))
    guided.choose(Board(THEOREM_RULES), Limits())
    board = Board(Rules(9, 9, 5))
    assert guided.choose(board, Limits(nodes=5)) == CORNER
    assert guided.left == 0
    assert listener.limits == [Limits(nodes=5)]


def test_what_was_spent_on_looking_for_a_win_is_taken_off_the_limits() -> None:
    listener = Listener()
    guided = GuidedPlayer(listener, TheoremPlayer(book()))
    board = parse_game("15x15/5 freestyle a1 h8 o15 i9")
    guided.choose(board, Limits(seconds=1000.0, nodes=20_000, soft=500.0))
    (limits,) = listener.limits
    assert limits.nodes is not None
    assert 10_000 < limits.nodes < 20_000
    assert limits.seconds is not None
    assert 0 < limits.seconds < 1000
    assert limits.soft is not None
    assert 0 < limits.soft < 500


@pytest.mark.parametrize("level, left", [(9, 0), (10, 17)])
def test_only_the_strongest_level_knows_the_theorem(
    level: int, left: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tengen.prove.theorem_book.the_playbook", lambda: book("-> h8 35"))
    guided = guide_player(Listener(), level)
    assert guided.choose(Board(THEOREM_RULES), Limits()) == (CENTRE if left else CORNER)
    assert guided.left == left


def test_who_is_cancelled_stops_looking_and_asks_who_plays() -> None:
    listener, cancel = Listener(), CancelToken()
    guided = GuidedPlayer(listener, TheoremPlayer(book()))
    board = parse_game("15x15/5 freestyle h8 a1 i9 c1 g6 e2")
    said: list[Point] = []
    thread = threading.Thread(target=lambda: said.append(guided.choose(board, Limits(), cancel)))
    thread.start()
    cancel.cancel()
    thread.join()
    assert said == [CORNER]
    assert listener.tokens == [cancel]


@pytest.mark.parametrize(
    "left, words",
    [(0, ""), (1, "won with the next move"), (13, "won in at most 13 more moves")],
)
def test_a_certain_win_is_told_in_a_few_words(left: int, words: str) -> None:
    assert describe_moves_left(left) == words
