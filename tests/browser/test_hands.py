"""Mouse, finger and keyboard can each do everything."""

from __future__ import annotations

from itertools import accumulate
from typing import Any

import pytest
from kit.people import PHONE, People, Person, take_turns

TOUCH: dict[str, Any] = {
    "viewport": PHONE,
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}


def is_wider_than_its_window(person: Person) -> bool:
    """Return whether the page is wider than the screen."""
    wider = "document.documentElement.scrollWidth > window.innerWidth"
    return bool(person.do(person.page.evaluate(wider)))


def test_a_finger_shows_the_stone_before_playing_it(people: People) -> None:
    anna = people.come("Anna", **TOUCH)
    anna.make_game("here")
    anna.tap("h8")
    anna.sees("Play H8")
    anna.sees_moves("")
    anna.tap("g7")
    anna.click("Play G7")
    anna.sees_moves("g7")
    anna.tap("h8")
    anna.tap("h8")
    anna.sees_moves("g7 h8")
    anna.tap("h9")
    anna.click("Cancel")
    anna.sees_no("Play H9")
    anna.sees_moves("g7 h8")


def test_a_finger_plays_at_once_without_confirmation(people: People) -> None:
    anna = people.come("Anna", **TOUCH)
    anna.make_game("here")
    anna.click("Settings")
    anna.choose("Never")
    anna.agree("Close")
    anna.tap("h8")
    anna.sees_moves("h8")


@pytest.mark.parametrize("path", ["/", "/game", "/analysis", "/games", "/puzzles"])
def test_a_phone_shows_every_page_without_scrolling_sideways(path: str, people: People) -> None:
    anna = people.come("Anna", **TOUCH)
    if path == "/game":
        anna.make_game("computer")
        anna.sees("Your turn")
    else:
        anna.go(path)
    assert not is_wider_than_its_window(anna)


def test_the_page_can_be_zoomed_to_twice_its_size(people: People) -> None:
    anna = people.come("Anna", viewport={"width": 640, "height": 400})
    anna.make_game("here")
    anna.play("h8")
    assert not is_wider_than_its_window(anna)


def test_a_whole_game_is_played_with_the_keyboard(people: People) -> None:
    anna = people.come("Anna")
    anna.go("/")
    anna.sees("Two people")
    anna.tab_to("Opponent", role="group")
    anna.press("ArrowDown", "ArrowDown", "Enter")
    anna.sees("Black to move")
    for moves in accumulate(["h8", "h9", "i8", "i9", "j8", "j9", "k8"], "{} {}".format):
        anna.press(*moves[-2:], "Enter")
        anna.sees_moves(moves)
    anna.tab_to("Board, 15 by 15", role="grid")
    anna.press("ArrowUp", "Shift+ArrowRight", "Enter")
    anna.sees_moves("h8 h9 i8 i9 j8 j9 k8 m9")
    anna.press("ArrowDown", "ArrowLeft", "Enter")
    anna.sees("Black wins: five from H8 to L8")
    anna.hears("Black wins: five from H8 to L8")


def test_keys_step_through_the_moves(people: People) -> None:
    anna = people.come("Anna")
    anna.make_game("here")
    take_turns([anna], "h8 i9 h7")
    anna.press("ArrowLeft")
    anna.sees_moves("h8 i9")
    anna.press("Home")
    anna.sees_moves("")
    anna.press("ArrowRight")
    anna.sees_moves("h8")
    anna.press("End")
    anna.sees_moves("h8 i9 h7")


def test_keys_announce_moves_and_clocks(people: People) -> None:
    anna = people.come("Anna")
    anna.make_game("here", clock={"move": None, "game": 600_000, "increment": 0})
    anna.play("h8")
    anna.press("c")
    anna.hears("9 minutes")
    anna.press("l")
    anna.hears("Black H8, move 1")
    anna.press("?")
    anna.sees("place a stone on H8")
    anna.press("Escape")
    anna.sees_no("place a stone on H8")


def test_a_typed_point_off_the_board_is_named(people: People) -> None:
    anna = people.come("Anna")
    anna.make_game("here", rules="9x9/5 freestyle")
    anna.sees("to move")
    anna.press("k", "3", "Enter")
    anna.sees("K3 is off the board")
    anna.hears("K3 is off the board")
    anna.sees_moves("")


def test_settings_are_remembered(people: People) -> None:
    anna = people.come("Anna")
    link = anna.make_game("here")
    anna.play("h8")
    anna.click("Settings")
    anna.choose("X and O")
    anna.agree("Close")
    anna.sees("O to move")
    anna.open_link(link)
    anna.sees("O to move")
    assert anna.do(anna.cell("h8").get_attribute("aria-label")) == "H8, X, move 1, last move"


def test_a_forbidden_point_is_refused_with_its_reason(people: People) -> None:
    anna = people.come("Anna")
    anna.make_game("here", rules="15x15/5 renju")
    take_turns([anna], "i8 a1 j8 c1 h9 e1 h10 g1")
    assert "forbidden" in str(anna.do(anna.cell("h8").get_attribute("aria-label")))
    anna.do(anna.cell("h8").hover())
    anna.sees("H8 makes two threes at once")
    anna.do(anna.cell("h8").click())
    anna.hears("H8")
    anna.sees_stones(8)


def test_nothing_is_animated_with_reduced_motion(people: People) -> None:
    anna = people.come("Anna", reduced_motion="reduce")
    anna.make_game("here")
    anna.play("h8")
    moving = "document.getAnimations().filter((one) => one.playState === 'running').length"
    assert anna.do(anna.page.evaluate(moving)) == 0
