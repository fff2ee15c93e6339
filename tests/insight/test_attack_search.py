from __future__ import annotations

from collections.abc import Iterator

import pytest
from kit.puzzles import at, four_and_three, put, two_threes
from kit.threats import Stones, empties, legal, places, winning_places
from kit.wins import Replay, crowd

from tengen.engine.win_finder import Win
from tengen.insight.attack_search import AttackSearch
from tengen.rules.board import Board
from tengen.rules.rules import Player, Rules, WinRule

BOARDS = [Rules(9, 9, 5, win) for win in (WinRule.FREESTYLE, WinRule.STANDARD, WinRule.RENJU)]


def chains(rules: Rules, stones: Stones, player: Player, fours: int) -> bool:
    """Whether a player wins with at most `fours` fours and a five, by a slow and obvious search."""
    if winning_places(rules, stones, player):
        return True
    if not fours:
        return False
    return any(_four(rules, stones, place, player, fours) for place in empties(rules, stones))


def _four(rules: Rules, stones: Stones, place: tuple[int, int], player: Player, fours: int) -> bool:
    stones[place] = player
    fives = winning_places(rules, stones, player)
    won = bool(fives) and not winning_places(rules, stones, player.other)
    del stones[place]
    if not won or place not in legal(rules, stones, player):
        return False
    stones[place] = player
    if len(fives) == 1 and fives[0] in legal(rules, stones, player.other):
        stones[fives[0]] = player.other
        won = chains(rules, stones, player, fours - 1)
        del stones[fives[0]]
    del stones[place]
    return won


def won(rules: Rules, count: int) -> Iterator[tuple[Board, Win]]:
    """Yield random boards on which two or three fours win, with the win."""
    for seed in range(4000):
        board = crowd(rules, seed, most=0.35)
        win = None if board is None else AttackSearch(board).by_fours()
        if board is not None and win is not None and win.plies in {5, 7}:
            yield board, win
            count -= 1
            if not count:
                return


@pytest.mark.parametrize("rules", BOARDS, ids=str)
def test_chains_of_fours_win_and_none_is_shorter(rules: Rules) -> None:
    boards = list(won(rules, 2))
    assert len(boards) == 2
    for board, win in boards:
        assert not Replay(board, some=3).flaw(win)
        assert chains(rules, places(board), board.turn, win.plies // 2)
        assert not chains(rules, places(board), board.turn, win.plies // 2 - 1)


@pytest.mark.parametrize("rules", BOARDS, ids=str)
def test_no_chain_of_fours_is_missed(rules: Rules) -> None:
    boards = [board for seed in range(30) if (board := crowd(rules, seed, most=0.3))]
    open_ones = [board for board in boards if AttackSearch(board).by_fours() is None]
    for board in open_ones[:8]:
        assert not chains(rules, places(board), board.turn, 3)


def test_a_four_that_leaves_the_defender_a_five_does_not_win() -> None:
    board = put("e8 f8 g8 h9 h10", "d8 l3 l4 l5 l6 l2 a1", Player.FIRST)
    attack = AttackSearch(board)
    assert attack.dangers()
    assert attack.by_fours() is None


def test_a_block_that_makes_a_four_stops_the_chain() -> None:
    board = put("e8 f8 g8 h9 h10", "d8 i9 i10 i11 a1")
    assert AttackSearch(four_and_three()).after_four(at("h8"), 2) is not None
    assert AttackSearch(board).after_four(at("h8"), 9) is None


def test_a_search_that_reaches_a_limit_finds_nothing() -> None:
    attack = AttackSearch(four_and_three(), steps=1)
    assert attack.by_fours() is None
    assert attack.is_stopped
    attack = AttackSearch(two_threes(), nodes=5)
    assert attack.fewest() is None
    assert attack.is_stopped


def test_a_quiet_move_is_not_a_threat_and_an_open_four_has_no_answers() -> None:
    board = two_threes()
    attack = AttackSearch(board)
    assert attack.threat_wins(at("a15"), 3) is None
    assert attack.threat_wins(at("h8"), 1) is True
    assert attack.threat_wins(at("h11"), 1) is False
    attack = AttackSearch(put("d8 e8 f8", "a1 a3 a5"))
    attack.play(at("g8"))
    assert attack.answers() == []


def test_a_player_who_wins_after_a_pass_can_wait() -> None:
    rich = put("e8 f8 g8 h9 h10", "d8 a1 a15 o1 o15")
    assert AttackSearch(rich).can_wait(2)
    assert not AttackSearch(four_and_three()).can_wait(2)
