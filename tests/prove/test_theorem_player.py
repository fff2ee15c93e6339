"""The theorem player wins against every defender, from any position of its games."""

from __future__ import annotations

from random import Random

import pytest
from kit.second_players import DEFENDERS, Defender

from tengen.engine.analysis import Limits
from tengen.engine.cancel_token import CancelToken
from tengen.engine.win_finder import Finding, Win, find_win
from tengen.prove.theorem_book import THEOREM_RULES, Book, format_entry, parse_entry, the_playbook
from tengen.prove.theorem_player import FollowedLine, TheoremMove, TheoremPlayer, line_leading_to
from tengen.rules.board import Board
from tengen.rules.geometry import Symmetry
from tengen.rules.notation import format_moves, parse_moves
from tengen.rules.point import Point
from tengen.rules.rules import Player, Rules, WinRule

LONG = Limits(600)
"""More than any test needs."""
SEEDS = 4


def board_of(moves: str, rules: Rules = THEOREM_RULES) -> Board:
    board = Board(rules)
    for point in parse_moves(moves, rules):
        board.play(point)
    return board


def play_on(board: Board, winner: TheoremPlayer, defender: Defender, random: Random) -> None:
    """Play to the end, and check that every announcement holds."""
    left = THEOREM_RULES.area
    while not board.outcome.is_over:
        step = winner.choose(board, LONG)
        assert step is not None, format_moves(board.moves, THEOREM_RULES)
        assert step.left < left
        left = step.left or left
        board.play(step.move)
        if not board.outcome.is_over:
            board.play(defender(board, random))


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("name", DEFENDERS)
def test_every_defender_loses_within_the_announced_moves(name: str, seed: int) -> None:
    board = Board(THEOREM_RULES)
    play_on(board, TheoremPlayer(), DEFENDERS[name], Random(seed))
    assert board.outcome.winner is Player.FIRST


@pytest.mark.parametrize(
    "replies", ["g9 j10 h10 g10 i8 g12 h9", "g7 j6 h6 g6 i8 g4 h7", "k5 i7 i9"]
)
def test_the_announcement_holds_after_the_book_ends(replies: str) -> None:
    board, winner = Board(THEOREM_RULES), TheoremPlayer()
    left = THEOREM_RULES.area
    for reply in parse_moves(replies, THEOREM_RULES):
        step = winner.choose(board, LONG)
        assert step is not None
        left = step.left
        board.play(step.move)
        board.play(reply)
    step = winner.choose(board, LONG)
    assert step is not None
    assert step.left < left


@pytest.mark.parametrize("name", DEFENDERS)
def test_a_game_can_be_resumed_from_any_position(name: str) -> None:
    played = Board(THEOREM_RULES)
    play_on(played, TheoremPlayer(), DEFENDERS[name], Random(99))
    for count in range(0, len(played.moves), 4):
        board = Board(THEOREM_RULES)
        for point in played.moves[:count]:
            board.play(point)
        setup = Board(THEOREM_RULES, board.stones, Player.FIRST)
        play_on(setup, TheoremPlayer(), DEFENDERS[name], Random(count))
        assert setup.outcome.winner is Player.FIRST


@pytest.mark.parametrize("way", list(Symmetry))
def test_the_board_may_be_rotated_during_a_game(way: Symmetry) -> None:
    board, winner, random = Board(THEOREM_RULES), TheoremPlayer(), Random(way.name)
    for _ in range(2):
        step = winner.choose(board, LONG)
        assert step is not None
        board.play(step.move)
        board.play(DEFENDERS["near"](board, random))
    turned = board.transformed(way)
    play_on(turned, winner, DEFENDERS["greedy"], random)
    assert turned.outcome.winner is Player.FIRST


@pytest.mark.parametrize(
    "rules",
    [
        Rules(15, 15, 5, WinRule.STANDARD),
        Rules(15, 15, 5, WinRule.RENJU),
        Rules(15, 15, 5, WinRule.CARO),
        Rules(15, 15, 4),
        Rules(16, 16, 5),
        Rules(19, 19, 5),
        Rules(15, 14, 5),
    ],
    ids=str,
)
def test_other_games_have_no_theorem_move(rules: Rules) -> None:
    assert TheoremPlayer().choose(Board(rules), LONG) is None


def test_the_second_player_has_no_theorem_move() -> None:
    assert TheoremPlayer().choose(board_of("h8"), LONG) is None
    fours = board_of("h8 a1 g8 a2 i8 a3 j8 a4 o15")
    assert fours.turn is Player.SECOND
    assert TheoremPlayer().choose(fours, LONG) is None


def test_a_finished_game_has_no_theorem_move() -> None:
    board = board_of("h8 a1 g8 a2 i8 a3 j8 a4 k8")
    assert TheoremPlayer().choose(board, LONG) is None


def test_a_position_without_a_win_by_threats_has_no_theorem_move() -> None:
    board = board_of("a1 h8 o15 i9")
    winner = TheoremPlayer()
    assert winner.choose(board, Limits(nodes=10_000)) is None
    assert 0 < winner.nodes <= 1500


def test_without_time_only_the_book_answers() -> None:
    winner, none = TheoremPlayer(), Limits(seconds=0.0)
    assert winner.choose(board_of("h8 h9"), none) is not None
    away = board_of("h8 h9 g9 a1 i7 a2")
    assert winner.choose(away, none) is None
    assert winner.choose(away, LONG) is not None


def test_the_search_for_a_known_win_may_take_longer() -> None:
    hurried = Limits(seconds=LONG.seconds, soft=0.0)
    book = Book(["g9 h9 h8 i7 -> g10 33"])
    assert TheoremPlayer(book).choose(board_of("h8 h9 g9 i7 g10 h10"), hurried) is not None


def test_a_cancelled_player_answers_only_from_the_book() -> None:
    winner, cancel = TheoremPlayer(), CancelToken()
    cancel.cancel()
    away = board_of("h8 h9 g9 a1 i7 a2")
    assert winner.choose(away, LONG, cancel) is None
    assert winner.choose(board_of("h8 h9"), LONG, cancel) is not None
    assert winner.choose(away, LONG) is not None


def test_a_win_that_was_found_is_followed_without_another_search() -> None:
    winner, board = TheoremPlayer(Book([])), board_of("h8 a1 h9 a3 i9 o15")
    left = THEOREM_RULES.area
    while not board.outcome.is_over:
        step = winner.choose(board, LONG if left == THEOREM_RULES.area else Limits(seconds=0.0))
        assert step is not None
        assert step.left < left
        left = step.left
        board.play(step.move)
        if not board.outcome.is_over:
            board.play(DEFENDERS["near"](board, Random(3)))
    assert winner.nodes == 0


def lengthened(win: Win) -> Win:
    """Return a win that claims to take two more plies."""
    return Win(win.move, {}, win)


@pytest.mark.parametrize("answer, left", [("o1", 1), ("h11", None)])
def test_the_plan_replaces_a_win_longer_than_announced_unless_the_answer_prevents_it(
    answer: str, left: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def find(board: Board, *_limits: object) -> Finding:
        win = find_win(board)
        is_answered = len(board.stones) % 2 == 0
        return Finding(lengthened(win) if win and is_answered else win, is_final=True, nodes=0)

    monkeypatch.setattr("tengen.prove.theorem_player.find_canonical_win", find)
    winner = TheoremPlayer(Book([format_entry(parse_entry("h8 a1 h9 a3 -> h10 5"))]))
    board = board_of("h8 a1 h9 a3")
    first = winner.choose(board, LONG)
    assert first == TheoremMove(parse_moves("h10", THEOREM_RULES)[0], 2)
    board.play(first.move)
    board.play(parse_moves(answer, THEOREM_RULES)[0])
    step = winner.choose(board, LONG)
    assert (step and step.left) == left


@pytest.mark.parametrize(
    "rules, count",
    [
        (Rules(15, 15, 5), 1),
        (Rules(20, 20, 5), 0),
        (Rules(15, 15, 5, WinRule.STANDARD), 0),
    ],
)
def test_learn_reads_the_book_only_for_a_game_that_needs_it(
    rules: Rules, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[Book] = []
    book = Book([format_entry(parse_entry("-> h8 35"))])

    def read_book() -> Book:
        read.append(book)
        return book

    monkeypatch.setattr("tengen.prove.theorem_book.the_playbook", read_book)
    winner = TheoremPlayer()
    winner.learn(rules)
    assert len(read) == count
    assert winner.choose(Board(THEOREM_RULES), LONG) == TheoremMove(Point(7, 7), 17)
    assert len(read) == 1


LINE = FollowedLine({Point(7, 7): Player.FIRST})


def after(moves: str) -> Board:
    board = Board(THEOREM_RULES)
    for point in parse_moves(moves, THEOREM_RULES):
        board.play(point)
    return board


def set_up(*stones: tuple[Point, Player]) -> Board:
    return Board(THEOREM_RULES, dict(stones), Player.FIRST)


def test_one_new_stone_of_the_second_player_is_the_reply() -> None:
    assert LINE.reply(after("h8 i9")) == Point(6, 8)


def test_there_is_no_reply_before_the_second_player_moves() -> None:
    assert LINE.reply(after("h8")) is None


def test_two_new_stones_are_not_a_reply() -> None:
    assert LINE.reply(after("h8 i9 j10")) is None


def test_a_stone_of_the_first_player_is_not_a_reply() -> None:
    first = (Point(7, 7), Player.FIRST), (Point(6, 8), Player.FIRST)
    assert LINE.reply(set_up(*first)) is None


def test_an_answer_to_another_move_is_not_a_reply() -> None:
    assert LINE.reply(after("g7 i9")) is None


def test_a_stone_in_place_of_another_is_not_a_reply() -> None:
    assert LINE.reply(set_up((Point(6, 8), Player.SECOND))) is None


def test_a_crowded_board_is_not_compared_with_the_book(monkeypatch: pytest.MonkeyPatch) -> None:
    points = Board(THEOREM_RULES).empty_points()[:80]
    first = [point for point in points if (point.col + 2 * point.row) % 4 < 2][:38]
    second = [point for point in points if (point.col + 2 * point.row) % 4 >= 2][:38]
    setup = dict.fromkeys(first, Player.FIRST) | dict.fromkeys(second, Player.SECOND)
    monkeypatch.setattr(Book, "look_up", None)
    assert line_leading_to(Board(THEOREM_RULES, setup, Player.FIRST), the_playbook()) is None
