"""A small phone: the important parts are visible, and a finger can do everything."""

from __future__ import annotations

from typing import Any

import pytest
from kit.people import People, Person
from playwright.async_api import Locator, expect

TOUCH: dict[str, Any] = {"has_touch": True, "is_mobile": True}
SMALL = TOUCH | {"viewport": {"width": 360, "height": 640}}
PHONE = TOUCH | {"viewport": {"width": 390, "height": 780}}
IS_ON_TOP = """part => {
  const { left, top, width, height } = part.getBoundingClientRect();
  return part.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}"""
ROW_EIGHT = "h8 h9 i8 i9 j8 j9 k8 k9 l8"


def is_in_sight(person: Person, part: Locator) -> bool:
    """Return whether an element is completely on the screen, without scrolling."""
    person.do(expect(part).to_be_visible())
    box = person.do(part.bounding_box())
    assert box is not None
    size = person.page.viewport_size
    assert size is not None
    is_inside = box["y"] >= 0 and box["y"] + box["height"] <= size["height"]
    return is_inside and person.do(part.evaluate(IS_ON_TOP))


@pytest.mark.parametrize("phone", [SMALL, PHONE], ids=["360x640", "390x780"])
def test_the_form_fits_and_the_play_button_is_visible(
    people: People, phone: dict[str, Any]
) -> None:
    anna = people.come("Anna", **phone)
    anna.go("/")
    anna.sees("Blocks obvious threats")
    heights = [
        anna.do(anna.page.locator(".ways b").nth(at).evaluate("at => at.clientHeight"))
        for at in (0, 1)
    ]
    assert heights[0] == heights[1], "a word is broken"
    assert is_in_sight(anna, anna.page.get_by_role("button", name="Play", exact=True))


@pytest.mark.parametrize("phone", [SMALL, PHONE], ids=["360x640", "390x780"])
def test_the_buttons_after_a_game_are_visible(people: People, phone: dict[str, Any]) -> None:
    anna = people.come("Anna", **phone)
    anna.make_game("here", moves=[112, 97, 113, 98, 114, 99, 115, 100])
    anna.sees("to move")
    anna.press("l", "8", "Enter")
    anna.sees("Black wins: five from H8 to L8")
    anna.do(anna.page.evaluate("scrollTo(0, 0)"))
    assert is_in_sight(anna, anna.page.get_by_role("heading", name="Black wins"))
    for name in ("Analyse", "New game"):
        assert is_in_sight(anna, anna.page.get_by_role("link", name=name, exact=True))
    assert is_in_sight(anna, anna.page.get_by_role("button", name="Rematch"))


def test_a_tap_on_a_mistake_brings_the_board_into_view(people: People) -> None:
    anna = people.come("Anna", **PHONE)
    anna.go(f"/analysis?rules=15x15/5+freestyle&moves={ROW_EIGHT.replace(' ', '')}")
    anna.sees_moves(ROW_EIGHT)
    anna.do(anna.page.get_by_role("button", name="Review the game").tap())
    mistakes = anna.page.get_by_role("list", name="Mistakes").get_by_role("button")
    anna.do(mistakes.filter(has_text="J9 (move 6)").tap())
    anna.sees_moves("h8 h9 i8 i9 j8 j9")
    assert is_in_sight(anna, anna.page.get_by_role("grid"))


def test_a_game_is_pasted_without_keys(people: People) -> None:
    anna = people.come("Anna", **SMALL)
    anna.go("/analysis")
    anna.do(anna.page.get_by_role("button", name="Paste").tap())
    anna.do(anna.page.get_by_label("Moves, position, drawing or record").fill("1. h8 i9 2. g9"))
    anna.agree("Open")
    anna.sees_moves("h8 i9 g9")
