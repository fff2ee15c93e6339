"""The zone during a game."""

from __future__ import annotations

import json
import re

from kit.people import People, Person, take_turns
from playwright.async_api import WebSocketRoute, expect

THREAT = "h8 a1 h9 a3 h10 h11 h7"
"""White has to answer on H6."""
ONE = "Zone: 1 of 218 points. Wherever else White answers, the same plan wins."


def sees_marked(person: Person, count: int) -> None:
    marked = person.page.locator("[role=gridcell][aria-label*='in the zone']")
    person.do(expect(marked).to_have_count(count))
    person.do(expect(person.page.locator(".drawing .zone")).to_have_count(count))


def read_zone(person: Person, empty: int) -> int:
    """Return the number of points in the zone, which the board marks and the page announces."""
    person.sees(f" of {empty} points. Wherever else White answers, the same plan wins.")
    found = re.findall(r"Zone: \d+ of", person.do(person.page.inner_text("main")))
    person.hears(f"{found[0]} {empty} points")
    count = int(re.sub(r"\D", "", found[0]))
    sees_marked(person, count)
    return count


def has_switch(person: Person) -> bool:
    return bool(person.do(person.page.get_by_role("switch", name="Zone").count()))


def test_the_zone_of_a_computer_that_wins_is_marked_move_by_move(people: People) -> None:
    anna = people.come("Anna")
    anna.make_game("computer", level=10, side="second")
    take_turns([anna], "h9 a1")
    anna.sees_stones(5)
    anna.click("Zone", role="switch")
    wide = read_zone(anna, 220)
    anna.play("o1")
    assert 0 < read_zone(anna, 218) < wide
    anna.click("Zone", role="switch")
    sees_marked(anna, 0)
    anna.sees_no("Zone: ")


def test_the_zone_is_marked_when_white_is_to_move_in_the_present_position(people: People) -> None:
    anna = people.come("Anna")
    anna.make_game("here")
    take_turns([anna], THREAT)
    anna.press("z")
    anna.sees(ONE)
    anna.press("ArrowLeft", "ArrowLeft")
    anna.sees("The zone is shown in the present position, when White is to move.")
    sees_marked(anna, 0)
    anna.press("End")
    sees_marked(anna, 1)
    anna.play("h6")
    sees_marked(anna, 0)
    anna.click("Take back")
    sees_marked(anna, 1)
    anna.click("Resign")
    anna.agree("Resign")
    anna.sees("Black wins")
    sees_marked(anna, 0)
    assert not has_switch(anna)


async def send_all(line: WebSocketRoute, texts: list[str]) -> None:
    for text in texts:
        line.send(text)


def test_a_zone_that_comes_late_is_not_marked(people: People) -> None:
    anna = people.come("Anna")
    late: list[str] = []
    lines: list[WebSocketRoute] = []

    def hold_back(line: WebSocketRoute) -> None:
        lines.append(line)
        line.connect_to_server().on_message(lambda text: late.append(str(text)))

    anna.do(anna.page.route_web_socket("**/socket/analysis", hold_back))
    anna.make_game("here")
    take_turns([anna], THREAT)
    anna.click("Zone", role="switch")
    anna.sees("Looking for the zone")
    while not any(json.loads(text)["news"]["type"] == "zone" for text in late):
        anna.do(anna.page.wait_for_timeout(10))
    anna.play("h6")
    anna.do(send_all(lines[0], late))
    anna.do(anna.page.wait_for_timeout(300))
    sees_marked(anna, 0)
    anna.sees("The zone is shown in the present position")


def test_the_focus_stays_on_the_switch(people: People) -> None:
    anna = people.come("Anna")
    anna.make_game("here")
    take_turns([anna], THREAT)
    switch = anna.page.get_by_role("switch", name="Zone")
    anna.do(switch.focus())
    anna.press(" ")
    anna.sees(ONE)
    anna.do(expect(switch).to_be_focused())
    anna.do(expect(switch).to_be_checked())


def test_a_game_by_link_has_no_zone(people: People) -> None:
    anna, ben, link = people.sit_down()
    cleo = people.come("Cleo")
    cleo.open_link(link)
    cleo.sees("You are watching")
    take_turns((anna, ben), THREAT)
    for person in (anna, ben, cleo):
        person.sees_moves(THREAT)
        assert not has_switch(person)
        person.press("z")
        person.hears("The zone is not available in this game")


def test_a_watcher_of_a_game_against_the_computer_has_no_zone(people: People) -> None:
    anna, ben = people.come("Anna"), people.come("Ben")
    ben.open_link(anna.make_game("computer", level=1, side="second"))
    ben.sees("You are watching")
    anna.sees("Your turn")
    assert has_switch(anna)
    assert not has_switch(ben)


def test_black_has_no_zone_against_the_computer(people: People) -> None:
    anna = people.come("Anna")
    anna.make_game("computer", level=1, side="first")
    anna.sees("Your turn")
    assert not has_switch(anna)


def test_the_analysis_of_other_games_has_no_zone(people: People) -> None:
    anna = people.come("Anna")
    anna.go("/analysis?rules=15x15/5+renju&moves=h8")
    anna.sees("Renju")
    assert not has_switch(anna)
    anna.go("/analysis?rules=15x15/5+freestyle&moves=h8")
    anna.sees("Five in a row")
    assert has_switch(anna)


def test_other_games_have_no_zone(people: People) -> None:
    anna = people.come("Anna")
    anna.make_game("here", rules="15x15/5 renju")
    anna.play("h8")
    assert not has_switch(anna)


def test_without_the_server_the_zone_stays_off(people: People) -> None:
    anna = people.come("Anna")
    anna.make_game("here")
    take_turns([anna], THREAT)
    anna.lose_network()
    anna.click("Zone", role="switch")
    anna.sees("Connection lost")
    anna.do(expect(anna.page.get_by_role("switch", name="Zone")).not_to_be_checked())
    anna.find_network()
    anna.click("Zone", role="switch")
    sees_marked(anna, 1)
