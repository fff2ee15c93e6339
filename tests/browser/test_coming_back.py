"""Returning to a game after a reload, a lost network, or a killed server."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from kit.people import People, Person, take_turns
from kit.server import Server
from playwright.async_api import WebSocketRoute, expect

TEN_MINUTES = {"move": None, "game": 600_000, "increment": 0}


def seconds_left(person: Person, colour: str) -> int:
    """Return what a player's clock shows."""
    clock = person.page.get_by_label(f"Player {colour}").get_by_role("timer")
    minutes, seconds = re.findall(r"\d+", person.do(clock.inner_text()))
    return 60 * int(minutes) + int(seconds)


def test_a_reload_restores_seat_board_and_clock(people: People) -> None:
    anna, ben, _ = people.sit_down(clock=TEN_MINUTES)
    take_turns((anna, ben), "h8 i9")
    before = seconds_left(anna, "Black")
    anna.reload()
    anna.sees_moves("h8 i9")
    assert 500 < seconds_left(anna, "Black") <= before <= 600
    anna.play("h7")
    ben.sees_moves("h8 i9 h7")


def test_moves_made_while_offline_appear_after_reconnecting(people: People) -> None:
    anna, ben, _ = people.sit_down(clock=TEN_MINUTES)
    take_turns((anna, ben), "h8 i9")
    ben.lose_network()
    ben.sees("Reconnecting")
    anna.play("h7")
    ben.find_network()
    ben.sees_moves("h8 i9 h7")
    ben.sees_no("Reconnecting")
    ben.play("g7")
    anna.sees_moves("h8 i9 h7 g7")
    assert 500 < seconds_left(ben, "White") <= 600


def test_games_continue_after_the_server_was_killed(people: People, tmp_path: Path) -> None:
    server = Server(tmp_path)
    anna, ben = people.come("Anna", to=server), people.come("Ben", to=server)
    ben.open_link(anna.make_game(clock=TEN_MINUTES))
    ben.sit_down()
    take_turns((anna, ben), "h8 i9")
    for person in (anna, ben):
        person.forgive("WebSocket connection")
    server.kill()
    anna.sees("Reconnecting")
    server.start()
    take_turns((anna, ben), "h7 g7")
    for person in (anna, ben):
        person.sees_moves("h8 i9 h7 g7")
    assert 500 < seconds_left(anna, "Black") <= 600
    people.leave()  # before the server does
    server.stop()


def test_no_stone_can_be_played_before_the_present_state_is_known(people: People) -> None:
    anna = people.come("Anna")
    lines: list[WebSocketRoute] = []
    held: list[str | bytes] = []

    def hold_back(line: WebSocketRoute) -> None:
        """Forward the messages of the first connection, and hold back those of the second."""
        is_first = not lines
        lines.append(line)
        server = line.connect_to_server()
        server.on_message(lambda text: line.send(text) if is_first else held.append(text))
        line.on_message(server.send)

    anna.do(anna.page.route_web_socket("**/socket/game/*", hold_back))
    anna.make_game("here")
    anna.play("h8")
    anna.do(lines[0].close())
    anna.sees("Reconnecting")
    anna.sees_no("Reconnecting")
    grid = anna.page.get_by_role("grid")
    anna.do(expect(grid).to_have_attribute("aria-readonly", "true"))
    while not any('"type":"state"' in str(text) for text in held):
        anna.do(anna.page.wait_for_timeout(10))
    anna.do(send_all(lines[1], held))
    anna.do(expect(grid).to_have_attribute("aria-readonly", "false"))


@pytest.mark.parametrize("arrives", [True, False])
def test_a_take_back_counts_once_if_the_connection_is_lost_after_it(
    people: People, *, arrives: bool
) -> None:
    anna = people.come("Anna")
    lines: list[WebSocketRoute] = []

    def cut(line: WebSocketRoute) -> None:
        """Let the first connection carry everything until a move is taken back."""
        is_first = not lines
        lines.append(line)
        server = line.connect_to_server()
        is_cut = False

        def pass_on(text: str | bytes) -> None:
            nonlocal is_cut
            is_cut = is_cut or (is_first and "TakeBack" in str(text))
            if arrives or not is_cut:
                server.send(text)

        server.on_message(lambda text: None if is_cut else line.send(text))
        line.on_message(pass_on)

    anna.do(anna.page.route_web_socket("**/socket/game/*", cut))
    anna.make_game("here")
    anna.play("h8")
    anna.play("i9")
    anna.play("h7")
    anna.click("Take back")
    anna.click("Take back")
    anna.do(lines[0].close())
    anna.sees_moves("h8 i9")
    anna.play("g7")
    anna.sees_moves("h8 i9 g7")


def test_the_refusal_of_a_repeated_command_says_what_happened(people: People) -> None:
    anna = people.come("Anna")
    lines: list[WebSocketRoute] = []
    lost = "TakeBack"

    def lose(line: WebSocketRoute) -> None:
        """Let no command of the lost type arrive."""
        lines.append(line)
        server = line.connect_to_server()
        server.on_message(line.send)
        line.on_message(lambda text: None if lost and lost in str(text) else server.send(text))

    anna.do(anna.page.route_web_socket("**/socket/game/*", lose))
    link = anna.make_game("here")
    anna.play("h8")
    anna.click("Take back")
    anna.page, page = anna.do(anna.context.new_page()), anna.page
    anna.open_link(link)
    anna.click("Take back")
    anna.sees_moves("")
    anna.page, lost = page, ""
    anna.do(lines[-1].close())
    anna.sees("Your last action was lost with the connection. There is nothing to take back.")


async def send_all(line: WebSocketRoute, texts: list[str | bytes]) -> None:
    for text in texts:
        line.send(text)


def test_a_game_continues_in_another_tab_of_the_same_browser(people: People) -> None:
    anna, ben, link = people.sit_down()
    anna.play("h8")
    anna.page = anna.do(anna.context.new_page())
    anna.open_link(link)
    ben.play("i9")
    anna.play("h7")
    ben.sees_moves("h8 i9 h7")


def test_an_unknown_game_gets_a_friendly_page(people: People) -> None:
    anna = people.come("Anna")
    anna.forgive("status of 404")
    anna.open_link("no-such-game")
    anna.sees("Page not found")
    anna.click("Play", role="link")
    anna.sees("Two people")
