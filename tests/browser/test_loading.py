"""Pages while they load: nothing visible moves, and what is missing is reported."""

from __future__ import annotations

import asyncio
import json

import pytest
from kit.people import People, Person
from playwright.async_api import Route, WebSocketRoute, expect

from tengen.insight.puzzle import starter

WATCH = """
window.shifts = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifts += entry.value;
}).observe({ type: "layout-shift", buffered: true });
"""
SHAKY = 0.1
"""The layout shift from which people notice that a page moves while it loads."""
TWO_FRAMES = "() => new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r)))"


def shift_of(person: Person, path: str, words: str) -> float:
    """Return the layout shift of a page whose data arrives after it was drawn."""
    drawn = asyncio.Event()

    async def wait(route: Route) -> None:
        await drawn.wait()
        await route.continue_()

    async def load() -> float:
        await person.page.add_init_script(WATCH)
        await person.page.route("**/api/**", wait)
        await person.page.goto(path)
        await person.page.evaluate(TWO_FRAMES)
        drawn.set()
        await expect(person.page.get_by_text(words).locator("visible=true").first).to_be_visible()
        await person.page.wait_for_load_state("networkidle")
        await person.page.evaluate(TWO_FRAMES)
        return float(await person.page.evaluate("window.shifts"))

    return person.do(load())


@pytest.mark.parametrize("width", [1100, 360])
@pytest.mark.parametrize(
    "path, words",
    [
        ("/games", "Played by others"),
        ("/puzzles?n=1", "to find"),
        ("/", "Blocks obvious threats"),
        ("/analysis", "Black to move"),
    ],
)
def test_nothing_moves_while_a_page_loads(
    people: People, path: str, words: str, width: int
) -> None:
    anna = people.come("Anna", viewport={"width": width, "height": 700})
    for _ in range(3):
        anna.make_game("here", moves=[112])
    assert shift_of(anna, path, words) < SHAKY


def test_an_unknown_puzzle_is_reported_and_another_one_is_shown(people: People) -> None:
    anna = people.come("Anna")
    anna.go("/puzzles?n=99999")
    count = len(starter().puzzles)
    anna.sees(f"There is no puzzle 99999: they are numbered 1 to {count}. Here is another one.")
    anna.do(expect(anna.page.get_by_role("grid")).to_be_visible())
    anna.sees("Puzzle 1, grade")


def test_the_page_shows_that_the_computer_thinks(people: People) -> None:
    anna = people.come("Anna")
    held: list[str] = []

    def hold_back(line: WebSocketRoute) -> None:
        """Drop all messages after the first move."""

        def pass_on(text: str | bytes) -> None:
            if held:
                return
            line.send(text)
            news = json.loads(text)
            if news["type"] == "state" and news["moves"]:
                held.append(str(text))

        server = line.connect_to_server()
        server.on_message(pass_on)
        line.on_message(server.send)

    anna.do(anna.page.route_web_socket("**/socket/game/*", hold_back))
    anna.make_game("computer", level=1)
    anna.sees_no("thinking")
    anna.play("h8")
    anna.sees("thinking")
    assert json.loads(held[0])["task"]["seat"] == 2
