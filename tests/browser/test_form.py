"""The form of a new game offers only what can be played."""

from __future__ import annotations

from kit.people import People, Person
from playwright.async_api import expect


def offered(person: Person) -> list[str]:
    """Return the openings that can be chosen."""
    return person.do(
        person.page.locator("select[name=opening] option:not([disabled])").evaluate_all(
            "options => options.map(({ value }) => value)"
        )
    )


def open_form(person: Person) -> None:
    person.go("/")
    person.do(person.page.get_by_text("More options").click())


def test_the_form_offers_the_openings_that_fit_the_game(people: People) -> None:
    anna = people.come("Anna")
    open_form(anna)
    settled = ["free", "pro", "long pro"]
    assert offered(anna) == [*settled, "swap", "swap2"]
    anna.do(anna.page.locator("select[name=game]").select_option("15x15/5 renju"))
    assert offered(anna) == [*settled, "swap", "swap2", "soosyrv-8", "taraguchi-10"]
    anna.do(anna.page.locator("select[name=opening]").select_option("taraguchi-10"))
    anna.do(anna.page.locator("select[name=game]").select_option("3x3/3 freestyle"))
    assert offered(anna) == ["free"]
    anna.do(expect(anna.page.locator("select[name=opening]")).to_have_value("free"))


def test_a_row_that_does_not_fit_is_reported_before_the_form_is_sent(people: People) -> None:
    anna = people.come("Anna")
    open_form(anna)
    for name in ("Columns", "Rows"):
        anna.do(anna.page.get_by_role("spinbutton", name=name).fill("3"))
    anna.click("Play")
    length = anna.page.get_by_role("spinbutton", name="In a row")
    message = anna.do(length.evaluate("field => field.validationMessage"))
    assert message == "5 in a row do not fit on a board of 3x3."
    anna.do(length.fill("3"))
    anna.click("Play")
    anna.sees("Your turn")


def test_a_game_against_the_computer_is_listed_only_on_request(people: People) -> None:
    anna = people.come("Anna")
    open_form(anna)
    tick = anna.page.get_by_label("Others may look at the game afterwards").locator("visible=true")
    anna.do(expect(tick).not_to_be_checked())
    anna.choose("A friend")
    anna.do(expect(tick).to_be_checked())
