"""Every page passes the accessibility rules of axe, in light and dark."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Literal

import equipment
import pytest
from kit.people import People, Person, take_turns

ROW_EIGHT = "h8 h9 i8 i9 j8 j9 k8 k9 l8"
RUN = """async () => (await axe.run({reporter: 'v1'})).violations.map(({id, nodes}) =>
    [id, ...nodes.map((node) => node.target + ': ' + node.failureSummary)].join('\\n'))"""
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
Lead = Callable[[Person], None]


@pytest.fixture(scope="module")
def axe() -> str:
    """The script of axe; the test is skipped if it is missing."""
    packages = equipment.find_packages()
    if packages is None:
        pytest.skip(equipment.why_missing(equipment.NPM_PACKAGES))
    return Path(packages, "axe-core", "axe.min.js").read_text()


def violations(person: Person, axe: str) -> list[str]:
    """Return the violations on a person's page."""
    person.do(person.page.evaluate(axe))
    found = []
    for scheme in SCHEMES:
        person.do(person.page.emulate_media(color_scheme=scheme))
        found += [f"{scheme}: {what}" for what in person.do(person.page.evaluate(RUN))]
    return found


def invite(person: Person) -> None:
    person.make_game()
    person.sees("Invite somebody")


def play(person: Person) -> None:
    person.make_game("here", rules="15x15/5 renju", clock={"move": 60_000, "game": None})
    take_turns([person], "h8 i9 h7 i8")


def show_zone(person: Person) -> None:
    person.make_game("here")
    take_turns([person], "h8 a1 h9 a3 h10 h11 h7")
    person.click("Zone", role="switch")
    person.sees("Zone: 1 of 218 points")


def finish(person: Person) -> None:
    person.make_game("here")
    take_turns([person], ROW_EIGHT)
    person.sees("Black wins")


def change_settings(person: Person) -> None:
    play(person)
    person.click("Settings")
    person.sees("Numbers on stones")


def ask_for_help(person: Person) -> None:
    play(person)
    person.press("?")
    person.sees("place a stone on H8")


def analyse(person: Person) -> None:
    person.go("/analysis?rules=15x15/5+freestyle&moves=h8h9i8i9j8j9")
    person.press(" ")
    person.sees("Black wins in")


def review(person: Person) -> None:
    person.go("/analysis?rules=15x15/5+freestyle&moves=h8h9i8i9j8j9k8k9l8")
    person.click("Review the game")
    person.sees("does not stop Black's open three")


def share(person: Person) -> None:
    person.go("/analysis")
    person.click("Share")
    person.sees("Copy link")


def list_games(person: Person) -> None:
    finish(person)
    person.go("/games")
    person.sees("Played by others")


def solve(person: Person) -> None:
    person.go("/puzzles")
    person.sees("to find")
    person.click("Hint")


def get_lost(person: Person) -> None:
    person.forgive("status of 404")
    person.open_link("no-such-game")
    person.sees("Page not found")


def look_around(person: Person) -> None:
    person.go("/")
    person.sees("Two people")
    person.do(person.page.get_by_text("More options").click())


LEADS = [
    *(look_around, invite, play, show_zone, finish, change_settings, ask_for_help),
    *(analyse, review, share, list_games, solve, get_lost),
]


@pytest.mark.parametrize("lead", LEADS, ids=lambda lead: lead.__name__)
def test_every_page_passes_the_rules_of_axe(lead: Lead, people: People, axe: str) -> None:
    person = people.come("Anna", reduced_motion="reduce")
    lead(person)
    assert violations(person, axe) == []


def test_an_invitation_passes_the_rules_of_axe(people: People, axe: str) -> None:
    anna, ben = people.come("Anna"), people.come("Ben", reduced_motion="reduce")
    ben.open_link(anna.make_game())
    ben.sees("Anna invites you")
    assert violations(ben, axe) == []


def test_axe_finds_a_missing_language(people: People, axe: str) -> None:
    anna = people.come("Anna")
    anna.go("/")
    anna.do(anna.page.evaluate("document.documentElement.removeAttribute('lang')"))
    assert [what.split("\n")[0] for what in violations(anna, axe)] == [
        "light: html-has-lang",
        "dark: html-has-lang",
    ]
