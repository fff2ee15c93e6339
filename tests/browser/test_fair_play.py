"""The engine does not help in games between people."""

from __future__ import annotations

from kit.people import People, take_turns
from playwright.async_api import expect

MOVES = "h8 i9 g9"
STILL_PLAYED = "This game is still being played. You can save and analyse it when it"


def test_a_game_between_people_can_be_analysed_when_it_has_ended(people: People) -> None:
    anna, ben, link = people.sit_down()
    take_turns((anna, ben), MOVES)
    anna.go("/games")
    anna.sees("Analysis when the game has ended")
    own = anna.page.get_by_role("region", name="Your games")
    analyse = own.get_by_role("link", name="Analyse: Anna \N{EN DASH} Ben")
    anna.do(expect(analyse).to_have_count(0))
    ben.click("Resign")
    ben.agree("Resign")
    ben.sees("Black wins")
    anna.reload()
    anna.do(analyse.click())
    anna.sees_moves(MOVES)
    assert link in anna.page.url


def test_the_analysis_board_does_not_open_a_game_that_is_being_played(people: People) -> None:
    anna, ben, link = people.sit_down()
    take_turns((anna, ben), MOVES)
    anna.forgive("403")
    anna.go(f"/analysis?game={link}")
    anna.sees(STILL_PLAYED)
    anna.sees_stones(0)


def test_the_engine_does_not_analyse_the_position_of_ones_own_game(people: People) -> None:
    anna, ben, _ = people.sit_down()
    take_turns((anna, ben), MOVES)
    anna.go("/analysis?rules=15x15/5+freestyle&moves=h8i9g9")
    anna.sees_moves(MOVES)
    anna.press(" ")
    anna.sees("You are playing this position against somebody")
    anna.click("Review the game")
    panel = anna.page.get_by_role("region", name="Review")
    anna.do(expect(panel).to_contain_text("You are playing this position against somebody"))
    anna.press("ArrowLeft")
    anna.sees("depth")
