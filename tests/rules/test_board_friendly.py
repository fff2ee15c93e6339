"""Points and rules by name, and the messages about wrong ones."""

from collections.abc import Callable

import pytest
from hypothesis import given
from kit.strategies import modest, some_rules

from tengen import GAMES, Board, IllegalMove, ParseError, Player, Point, Refusal, Rules, WinRule
from tengen.errors import RuleError
from tengen.rules.point import format_algebraic


@modest
@given(some_rules())
def test_a_point_its_name_and_its_pair_are_the_same_move(rules: Rules) -> None:
    plain, named, paired = Board(rules), Board(rules), Board(rules)
    for point in plain.legal_points()[:10]:
        if plain.outcome.is_over:
            break
        name = format_algebraic(point, rules)
        assert named.is_legal(name) == paired.is_legal((point.row, point.col))
        plain.play(point)
        named.play(name)
        paired.play((point.row, point.col))
        assert named[name] is paired[point.row, point.col] is plain[point]
    assert plain == named == paired
    assert plain.moves == named.moves == paired.moves


def test_a_board_is_created_by_the_name_of_a_game() -> None:
    assert all(Board(name) == Board(rules) for name, rules in GAMES.items())


def test_stones_are_set_up_by_name() -> None:
    board = Board("five", {"h8": Player.FIRST, "i9": Player.SECOND})
    assert board.stones == {Point(7, 7): Player.FIRST, Point(6, 8): Player.SECOND}


@pytest.mark.parametrize("win", WinRule)
def test_a_win_rule_may_be_its_name(win: WinRule) -> None:
    assert Rules(15, 15, 5, win.value) == Rules(15, 15, 5, win)
    assert Rules(15, 15, 5, win.value).win is win


def test_a_refused_name_changes_nothing() -> None:
    board = Board("five")
    board.play("h8")
    with pytest.raises(IllegalMove, match=r"7,7 is taken") as caught:
        board.play("h8")
    assert caught.value.reason is Refusal.TAKEN
    with pytest.raises(IllegalMove, match=r"15,0 is not on the board"):
        board.play((15, 0))
    assert board.moves == (Point(7, 7),)


@pytest.mark.parametrize("name", ["", "h", "8", "h0", "h16", "z1", "h8 ", "h8i9", "ö1"])
def test_a_name_that_is_not_a_point_is_reported(name: str) -> None:
    board = Board("five")
    with pytest.raises(ParseError, match=r"^not a point: "):
        board.play(name)
    with pytest.raises(ParseError, match=r"^not a point: "):
        board.is_legal(name)


@pytest.mark.parametrize("thing", [7, None, [7, 7], (7,), (7, 7, 7), ("7", 7), (7.0, 7), object])
def test_an_object_that_is_not_a_point_is_reported_in_one_line(thing: object) -> None:
    board = Board("five")
    asks: list[Callable[..., object]] = [board.play, board.is_legal, board.refusal]
    for ask in (*asks, board.__getitem__):
        with pytest.raises(
            TypeError, match=r"is not a point: use Point\(7, 7\), \(7, 7\) or 'h8'$"
        ):
            ask(thing)


def test_an_unknown_game_is_reported_in_one_line() -> None:
    with pytest.raises(RuleError, match=r"^unknown game 'chess': use .* tictactoe, .*five"):
        Board("chess")
    with pytest.raises(TypeError, match=r"^15 is not a game: use"):
        Board(15)  # type: ignore[arg-type]


def test_wrong_rules_are_reported_in_one_line() -> None:
    with pytest.raises(RuleError, match=r"^'go' is not a win rule: use one of freestyle, standard"):
        Rules(15, 15, 5, "go")
    with pytest.raises(RuleError, match=r"^None is not a win rule"):
        Rules(15, 15, 5, None)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"^width must be a whole number, not '15'"):
        Rules("15", 15, 5)  # type: ignore[arg-type]
