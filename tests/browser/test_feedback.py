"""What the page shows when something was refused, declined or done."""

from __future__ import annotations

import pytest
from kit.people import People, Person, take_turns
from playwright.async_api import expect


def notices(person: Person, text: str) -> None:
    """Wait until a notice with this text is visible."""
    notice = person.page.locator("#notices .notice").filter(has_text=text)
    person.do(expect(notice).to_be_in_viewport(ratio=1))


def notices_no(person: Person, text: str) -> None:
    """Wait until no notice has this text."""
    notice = person.page.locator("#notices .notice").filter(has_text=text)
    person.do(expect(notice).to_have_count(0))


def test_a_declined_offer_is_shown(people: People) -> None:
    anna, ben, _ = people.sit_down()
    take_turns((anna, ben), "h8 i9")
    anna.click("Draw")
    anna.agree("Offer")
    ben.click("Decline")
    notices(anna, "Ben declined the draw")
    anna.hears("Ben declined the draw")
    notices_no(ben, "declined")
    anna.play("h9")
    notices_no(anna, "declined")
    anna.click("Take back")
    ben.click("Decline")
    notices(anna, "Ben declined to take back")
    anna.click("Close")
    notices_no(anna, "declined")


def test_playing_on_declines_an_offer(people: People) -> None:
    anna, ben, _ = people.sit_down()
    anna.play("h8")
    anna.click("Take back")
    ben.sees("Anna asks to take back a move")
    ben.play("i9")
    notices(anna, "Ben declined to take back")


def test_a_declined_rematch_is_shown(people: People) -> None:
    anna, ben, _ = people.sit_down()
    take_turns((anna, ben), "h8 i9")
    anna.click("Resign")
    anna.agree("Resign")
    anna.click("Rematch")
    ben.click("Decline")
    notices(anna, "Ben declined the rematch")
    anna.do(expect(anna.page.get_by_role("button", name="Rematch", exact=True)).to_be_enabled())


def test_an_offer_that_the_computer_declines_is_shown(people: People) -> None:
    anna = people.come("Anna", viewport={"width": 360, "height": 640})
    anna.make_game("computer", level=1)
    anna.play("h8")
    anna.sees_stones(2)
    anna.click("Draw")
    anna.agree("Offer")
    notices(anna, "Computer 1 declined the draw")


def test_an_error_disappears_with_the_next_move(people: People) -> None:
    anna = people.come("Anna")
    anna.make_game("here")
    anna.do(anna.page.clock.install(time=0))
    anna.do(anna.page.clock.pause_at(1000))  # nothing vanishes with time
    anna.play("h8")
    anna.press("h", "8", "Enter")
    notices(anna, "H8 is taken")
    anna.play("i9")
    notices_no(anna, "H8 is taken")


def test_copied_is_shown_in_view(people: People) -> None:
    for size in ({"width": 1100, "height": 700}, {"width": 360, "height": 640}):
        anna = people.come("Anna", viewport=size)
        anna.go("/analysis")
        anna.click("Share")
        anna.do(expect(anna.page.get_by_role("dialog")).to_contain_text("keeps everything"))
        anna.click("Copy moves")
        notice = anna.page.get_by_role("dialog").get_by_text("Copied.")
        anna.do(expect(notice).to_be_in_viewport(ratio=1))


def test_a_losing_foul_is_shown_on_the_board(people: People) -> None:
    anna = people.come("Anna")
    anna.make_game("here", rules="15x15/5 renju", fouls_lose=True)
    moves = "h9 a1 i9 a15 j10 o1 j11 o15"
    take_turns([anna], moves)
    anna.do(anna.cell("j9").click())
    anna.sees("White wins: Black's J9 is a double-three")
    anna.sees_moves(f"{moves} j9")
    anna.do(expect(anna.cell("j9")).to_have_attribute("aria-label", "J9, black, move 9, last move"))
    anna.do(expect(anna.page.locator("#board .piece")).to_have_count(9))


@pytest.mark.parametrize("size", [(1100, 700), (360, 640)])
def test_a_long_name_changes_neither_clock_nor_board(people: People, size: tuple[int, int]) -> None:
    width, height = size
    anna = people.come("Anna", viewport={"width": width, "height": height})
    clock = {"move": 30_000, "game": None, "increment": 0}
    heights, boards = [], []
    for name in ("Ben", "Wolfeschlegelsteinhausenbergerdorffwelch"):
        anna.make_game("here", clock=clock, other_name=name)
        anna.sees("Anna to move")
        time = anna.do(anna.page.locator("#far .time").bounding_box())
        board = anna.do(anna.page.locator("#board").bounding_box())
        assert time is not None
        assert board is not None
        heights.append(time["height"])
        boards.append((board["width"], board["height"]))
    assert heights[0] == heights[1]
    assert boards[0] == boards[1]


def test_dialogs_that_cannot_be_loaded_are_reported(people: People) -> None:
    anna, ben, _ = people.sit_down()
    take_turns((anna, ben), "h8 i9")
    anna.forgive("dialogs.js")
    anna.do(anna.page.route("**/dialogs.js", lambda route: route.abort()))
    anna.do(anna.page.reload())
    texts: list[str] = []

    async def resign() -> None:
        async with anna.page.expect_event("dialog") as dialog:
            await anna.page.get_by_role("button", name="Resign", exact=True).click(
                no_wait_after=True
            )
        texts.append((await dialog.value).message)
        await (await dialog.value).dismiss()

    anna.do(resign())
    assert texts == ["Can't reach the server. Check your connection."]
