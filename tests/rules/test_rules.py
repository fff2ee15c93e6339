from __future__ import annotations

import pickle
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.strategies import PLAYERS, modest, some_rules

from tengen.errors import RuleError
from tengen.rules.rules import GAMES, MAX_SIDE, Player, Rules, WinRule, check_winnable

# For lines of 2, 3, 4 with k = 3 and of 4, 5, 6 in renju: does it win? Open ends, then blocked.
TABLE = {
    (WinRule.FREESTYLE, Player.FIRST): (".##", ".##"),
    (WinRule.FREESTYLE, Player.SECOND): (".##", ".##"),
    (WinRule.STANDARD, Player.FIRST): (".#.", ".#."),
    (WinRule.STANDARD, Player.SECOND): (".#.", ".#."),
    (WinRule.CARO, Player.FIRST): (".##", "..."),
    (WinRule.CARO, Player.SECOND): (".##", "..."),
    (WinRule.CARO_EXACT, Player.FIRST): (".#.", "..."),
    (WinRule.CARO_EXACT, Player.SECOND): (".#.", "..."),
    (WinRule.CARO_LONG, Player.FIRST): (".##", "..#"),
    (WinRule.CARO_LONG, Player.SECOND): (".##", "..#"),
    (WinRule.RENJU, Player.FIRST): (".#.", ".#."),
    (WinRule.RENJU, Player.SECOND): (".##", ".##"),
}


def test_the_table_of_winning_lines_has_every_rule_and_player() -> None:
    assert set(TABLE) == set(product(WinRule, Player))


@pytest.mark.parametrize("win, player", TABLE)
def test_lines_win_as_the_table_says(win: WinRule, player: Player) -> None:
    k = 5 if win is WinRule.RENJU else 3
    rules = Rules(9, 9, k, win)
    for blocked, expected in zip((False, True), TABLE[win, player], strict=True):
        lengths = (k - 1, k, k + 1)
        found = [rules.wins(length, player, blocked=blocked) for length in lengths]
        assert "".join(".#"[wins] for wins in found) == expected


@modest
@given(some_rules(), st.integers(0, 70), PLAYERS)
def test_a_line_shorter_than_k_never_wins(rules: Rules, length: int, player: Player) -> None:
    for blocked in (False, True):
        assert not rules.wins(length % rules.k, player, blocked=blocked)


@pytest.mark.parametrize("width, height", [(1, 1), (1, MAX_SIDE), (MAX_SIDE, 1), (52, 52)])
def test_sides_from_1_to_52_are_allowed(width: int, height: int) -> None:
    rules = Rules(width, height, 3)
    assert (rules.width, rules.height) == (width, height)
    assert rules.area == width * height


@pytest.mark.parametrize("side", [-1, 0, 53, 10**9])
def test_other_sides_are_refused(side: int) -> None:
    with pytest.raises(RuleError, match=f"^width {side} is not between 1 and 52$"):
        Rules(side, 3, 3)
    with pytest.raises(RuleError, match=f"^height {side} is not between 1 and 52$"):
        Rules(3, side, 3)


@pytest.mark.parametrize("k", [0, -1])
def test_a_line_of_no_stones_is_refused(k: int) -> None:
    with pytest.raises(RuleError, match=f"k must be at least 1, not {k}"):
        Rules(3, 3, k)


def test_k_may_be_larger_than_the_board() -> None:
    assert Rules(3, 3, 1000).k == 1000


@pytest.mark.parametrize("k", [1, 4, 6])
def test_renju_is_only_for_five_in_a_row(k: int) -> None:
    with pytest.raises(RuleError, match=f"not {k}$"):
        Rules(15, 15, k, WinRule.RENJU)


def test_rules_print_as_one_line_with_the_width_first() -> None:
    assert str(Rules(15, 15, 5)) == "15x15/5 freestyle"
    assert str(Rules(7, 6, 4, WinRule.CARO_LONG)) == "7x6/4 caro-long"


@pytest.mark.parametrize("width, height, k", [(3, 3, 4), (5, 4, 6), (4, 5, 6)])
def test_a_line_longer_than_the_board_cannot_win(width: int, height: int, k: int) -> None:
    check_winnable(Rules(width, height, k - 1))
    with pytest.raises(RuleError, match=f"{k} in a row do not fit on a board of {width}x{height}"):
        check_winnable(Rules(width, height, k))


def test_the_ready_made_games() -> None:
    assert {name: str(rules) for name, rules in GAMES.items()} == {
        "tictactoe": "3x3/3 freestyle",
        "gomoku13": "13x13/5 freestyle",
        "five": "15x15/5 freestyle",
        "standard": "15x15/5 standard",
        "caro": "15x15/5 caro-exact",
        "renju": "15x15/5 renju",
        "gomoku19": "19x19/5 freestyle",
        "freestyle20": "20x20/5 freestyle",
    }


def test_no_game_has_two_names() -> None:
    assert len(set(GAMES.values())) == len(GAMES)
    assert GAMES["renju"] == Rules(15, 15, 5, WinRule.RENJU)


def test_each_player_is_the_others_opponent() -> None:
    assert Player.FIRST.other is Player.SECOND
    assert Player.SECOND.other is Player.FIRST


def test_players_are_numbered_from_one() -> None:
    assert [player.number for player in Player] == [1, 2]


def test_a_player_is_found_by_its_mark() -> None:
    assert Player("X") is Player.FIRST
    assert Player("O") is Player.SECOND


def test_a_pickled_player_is_the_same_object_and_dict_key() -> None:
    stones = {Player.FIRST: 5, Player.SECOND: 4}
    for player in Player:
        again = pickle.loads(pickle.dumps(player))
        assert again is player
        assert stones[again] == stones[player]
