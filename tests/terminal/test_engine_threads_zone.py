"""The zone on the screen: the answers that matter to Black's winning plan."""

from __future__ import annotations

import pytest
from kit.screens import Hand, play

from tengen.game.setup import Setup
from tengen.rules.notation import parse_moves
from tengen.rules.point import Point
from tengen.rules.rules import Rules

FIVE = Rules(15, 15, 5)
FOUR = "h8 a1 h9 a3 h10 h11 h7"
TOLD = "Zone: 1 of 218 points. Wherever else White answers, the same plan wins"


def after(moves: str, rules: Rules = FIVE) -> Setup:
    return Setup(rules, moves=tuple(parse_moves(moves, rules)))


def test_a_key_shows_and_hides_the_zone() -> None:
    async def script(hand: Hand) -> None:
        await hand.press("z")
        await hand.until(lambda: hand.notice() == TOLD)
        assert hand.game.view_state.zone == {Point(9, 7)}
        assert "".join(hand.picture()).count("▫") == 1
        await hand.press("z")
        assert hand.notice() == ""
        assert "▫" not in "".join(hand.picture())

    play(script, after(FOUR))


def test_the_zone_follows_the_position_that_is_shown() -> None:
    async def script(hand: Hand) -> None:
        await hand.press("z")
        assert hand.notice().startswith("The zone is shown when White is to move")
        await hand.press("h7", "enter")
        await hand.until(lambda: hand.notice() == TOLD)
        await hand.press("[")
        assert hand.game.view_state.zone == frozenset()
        await hand.press("]")
        await hand.until(lambda: hand.game.view_state.zone == {Point(9, 7)})

    play(script, after("h8 a1 h9 a3 h10 h11"))


def test_no_zone_is_shown_without_a_winning_plan() -> None:
    async def script(hand: Hand) -> None:
        await hand.press("z")
        await hand.until(lambda: hand.notice().startswith("No forced win is known here"))
        assert hand.game.view_state.zone == frozenset()

    play(script, after("h8"))


@pytest.mark.parametrize("rules", [Rules(19, 19, 5), Rules(3, 3, 3)], ids=str)
def test_other_games_have_no_zone(rules: Rules) -> None:
    async def script(hand: Hand) -> None:
        await hand.press("z")
        assert hand.notice().startswith("The zone is shown when White is to move")

    play(script, after("a1", rules))
