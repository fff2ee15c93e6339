from __future__ import annotations

from tengen.rules.rules import GAMES, Rules, WinRule


def test_the_games_are_the_ones_people_play() -> None:
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
