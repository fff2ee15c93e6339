from __future__ import annotations

import pickle

from tengen.rules.rules import Player


def test_each_player_is_the_others_opponent() -> None:
    assert Player.FIRST.other is Player.SECOND
    assert Player.SECOND.other is Player.FIRST


def test_players_are_numbered_from_one() -> None:
    assert [player.number for player in Player] == [1, 2]


def test_a_player_is_known_by_their_mark() -> None:
    assert Player("X") is Player.FIRST
    assert Player("O") is Player.SECOND


def test_a_pickled_player_is_the_same_player_and_the_same_key() -> None:
    stones = {Player.FIRST: 5, Player.SECOND: 4}
    for player in Player:
        again = pickle.loads(pickle.dumps(player))
        assert again is player
        assert stones[again] == stones[player]
