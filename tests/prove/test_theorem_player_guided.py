"""A guided player plays the moves of the theorem first, and otherwise its own."""

from __future__ import annotations

import threading

import pytest

from tengen.engine.analysis import Analysis, Limits, Line
from tengen.engine.cancel_token import CancelToken
from tengen.prove.theorem_book import THEOREM_RULES, Book, format_entry, parse_entry
from tengen.prove.theorem_player import GuidedPlayer, TheoremPlayer, guide_player
from tengen.prove.theorem_zone import describe_moves_left
from tengen.rules.board import Board
from tengen.rules.notation import parse_game
from tengen.rules.point import Point
from tengen.rules.rules import Rules

CENTRE, CORNER = Point(7, 7), Point(0, 0)


class CornerPlayer:
    """Plays in the corner, and remembers the limits and tokens."""

    def __init__(self) -> None:
        self.analysis: Analysis | None = Analysis((Line((CORNER,), 0, 0),), 1, 1, 0.0)
        self.limits: list[Limits] = []
        self.tokens: list[CancelToken | None] = []

    def choose(self, _board: Board, limits: Limits, cancel: CancelToken | None = None) -> Point:
        self.limits.append(limits)
        self.tokens.append(cancel)
        return CORNER


def book(*lines: str) -> Book:
    return Book([format_entry(parse_entry(line)) for line in lines])


def test_a_theorem_move_comes_first_with_the_moves_left() -> None:
    guided = GuidedPlayer(CornerPlayer(), TheoremPlayer(book("-> h8 35")))
    assert guided.choose(Board(THEOREM_RULES), Limits(seconds=0.0)) == CENTRE
    assert guided.left == 17
    assert guided.analysis is None


def test_the_player_chooses_where_the_theorem_has_no_move() -> None:
    player = CornerPlayer()
    guided = GuidedPlayer(player, TheoremPlayer(book("-> h8 35")))
    guided.choose(Board(THEOREM_RULES), Limits())
    board = Board(Rules(9, 9, 5))
    assert guided.choose(board, Limits(nodes=5)) == CORNER
    assert guided.left == 0
    assert guided.analysis is player.analysis
    assert player.limits == [Limits(nodes=5)]


def test_the_cost_of_the_theorem_search_is_subtracted_from_the_limits() -> None:
    player = CornerPlayer()
    guided = GuidedPlayer(player, TheoremPlayer(book()))
    board = parse_game("15x15/5 freestyle a1 h8 o15 i9")
    guided.choose(board, Limits(seconds=1000.0, nodes=20_000, soft=500.0))
    (limits,) = player.limits
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
    guided = guide_player(CornerPlayer(), level)
    assert guided.choose(Board(THEOREM_RULES), Limits()) == (CENTRE if left else CORNER)
    assert guided.left == left


def test_cancelling_ends_the_theorem_search_and_asks_the_player() -> None:
    player, cancel = CornerPlayer(), CancelToken()
    guided = GuidedPlayer(player, TheoremPlayer(book()))
    board = parse_game("15x15/5 freestyle h8 a1 i9 c1 g6 e2")
    chosen: list[Point] = []
    thread = threading.Thread(target=lambda: chosen.append(guided.choose(board, Limits(), cancel)))
    thread.start()
    cancel.cancel()
    thread.join()
    assert chosen == [CORNER]
    assert player.tokens == [cancel]


@pytest.mark.parametrize(
    "left, words",
    [(0, ""), (1, "won with the next move"), (13, "won in at most 13 more moves")],
)
def test_moves_left_are_described_in_words(left: int, words: str) -> None:
    assert describe_moves_left(left) == words
