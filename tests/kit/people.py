"""People in front of a real browser: what they do there, and what they get to see and hear."""

from __future__ import annotations

import json
import re
from collections.abc import Coroutine, Iterable
from contextlib import ExitStack
from typing import Any, TypeVar
from urllib.parse import urlsplit

from playwright.async_api import BrowserContext, ConsoleMessage, Locator, Page, Request, expect

from kit.browsers import Chromium
from kit.server import Server

WIDE = {"width": 1100, "height": 700}
PHONE = {"width": 390, "height": 780}
FIVE = "15x15/5 freestyle"
LOST = "net::ERR_"
"""What a browser complains about while there is no network."""
MOVES = """() => [...document.querySelectorAll('[role=gridcell]')]
    .map((cell) => cell.getAttribute('aria-label').match(/^(\\w+), .*move (\\d+)/))
    .filter(Boolean).sort((a, b) => a[2] - b[2]).map((found) => found[1]).join(' ')"""
Answer = TypeVar("Answer")

expect.set_options(timeout=15_000)


class Person:
    """Somebody with a browser of their own."""

    def __init__(self, chromium: Chromium, address: str, name: str = "", **how: Any) -> None:  # noqa: ANN401
        self._chromium = chromium
        self._address = address
        self.name = name
        self.troubles: list[str] = []
        self._forgiven: list[str] = []
        self.context, self.page = self.do(self._arrive({"viewport": WIDE, **how}))

    def do(self, what: Coroutine[Any, Any, Answer]) -> Answer:
        """Whatever Playwright can do."""
        return self._chromium.wait(what)

    def leave(self) -> None:
        """Close the browser; nothing may have gone wrong in it."""
        self.do(self.context.close())
        unexpected = [
            trouble
            for trouble in self.troubles
            if not any(forgiven in trouble for forgiven in self._forgiven)
        ]
        assert not unexpected, f"in the browser of {self.name or 'somebody'}: {unexpected}"

    def forgive(self, trouble: str) -> None:
        """Expect trouble with this in it."""
        self._forgiven.append(trouble)

    async def _arrive(self, how: dict[str, Any]) -> tuple[BrowserContext, Page]:
        context = await self._chromium.browser.new_context(base_url=self._address, **how)
        context.set_default_timeout(15_000)
        context.on("console", self._on_console)
        context.on("weberror", lambda error: self.troubles.append(f"error: {error.error.stack}"))
        context.on("request", self._on_request)
        return context, await context.new_page()

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self.troubles.append(f"console: {message.text}")

    def _on_request(self, request: Request) -> None:
        parts = urlsplit(request.url)
        if parts.scheme not in {"data", "blob"} and not request.url.startswith(self._address):
            self.troubles.append(f"asks another host: {request.url}")

    # Going somewhere

    def go(self, path: str) -> None:
        """Open a page."""
        self.do(self.page.goto(path))

    def make_game(self, opponent: str = "friend", **wanted: object) -> str:
        """Make a game and go there; its link."""
        asked = {"opponent": opponent, "rules": FIVE, "name": self.name, **wanted}
        response = self.do(self.context.request.post("/api/games", data=asked))
        link: str = json.loads(self.do(response.text()))["link"]
        self.open_link(link)
        return link

    def open_link(self, link: str) -> None:
        """Open the page of a game."""
        self.go(f"/game/{link}")

    def sit_down(self) -> None:
        """Take the seat that is free."""
        self.do(self.page.get_by_label("Your name").fill(self.name))
        self.click("Play")

    def reload(self) -> None:
        """Load the page anew."""
        self.do(self.page.reload())

    def lose_network(self) -> None:
        """Be cut off."""
        self.forgive(LOST)
        self.do(self.context.set_offline(offline=True))

    def find_network(self) -> None:
        """Be connected again."""
        self.do(self.context.set_offline(offline=False))

    # Hands

    def click(self, name: str, role: Any = "button") -> None:  # noqa: ANN401
        """Click what has this name."""
        self.do(self.page.get_by_role(role, name=name, exact=True).click())

    def play(self, point: str) -> None:
        """Put a stone with the mouse, when it is one's turn, and wait until it lies there."""
        self.do(self._play(point))

    async def _play(self, point: str) -> None:
        cell = self.cell(point)
        await expect(self.page.get_by_role("grid")).to_have_attribute("aria-readonly", "false")
        await cell.click()
        await expect(cell).to_have_attribute("aria-label", re.compile("move"))

    def tap(self, point: str) -> None:
        """Touch a point."""
        self.do(self.cell(point).tap())

    def press(self, *keys: str) -> None:
        """Press keys, wherever the keyboard is."""
        for key in keys:
            self.do(self.page.keyboard.press(key))

    def cell(self, point: str) -> Locator:
        """A point of the board."""
        return self.page.locator(f"[role=gridcell][aria-label^='{point.upper()},']")

    # Eyes and ears

    def sees(self, text: str) -> None:
        """Wait until these words can be seen."""
        self.do(expect(self.page.get_by_text(text).locator("visible=true").first).to_be_visible())

    def sees_no(self, text: str) -> None:
        """Wait until these words cannot be seen."""
        self.do(expect(self.page.get_by_text(text).locator("visible=true")).to_have_count(0))

    def sees_moves(self, moves: str) -> None:
        """Wait until these moves, and no others, lie on the board."""
        wanted = json.dumps(moves.upper())
        self.do(self.page.wait_for_function(f"({MOVES})() === {wanted}"))

    def hears(self, text: str) -> None:
        """Wait until a screen reader would say these words."""
        spoken = self.page.locator("[aria-live]").filter(has_text=text)
        self.do(expect(spoken.first).to_be_attached())

    def says(self) -> str:
        """What a screen reader has been told last."""
        return " ".join(self.do(self.page.locator("[aria-live]").all_inner_texts())).strip()

    @property
    def title(self) -> str:
        """What stands on the tab."""
        return self.do(self.page.title())


class People:
    """Those who come in a test."""

    def __init__(self, chromium: Chromium, server: Server) -> None:
        self._chromium = chromium
        self._server = server
        self._leaving = ExitStack()

    def come(self, name: str = "", *, to: Server | None = None, **how: Any) -> Person:  # noqa: ANN401
        """Somebody more, with a browser of their own."""
        person = Person(self._chromium, (to or self._server).address, name, **how)
        self._leaving.callback(person.leave)
        return person

    def leave(self) -> None:
        """All go home; nothing may have gone wrong in their browsers."""
        self._leaving.close()


def take_turns(players: Iterable[Person], moves: str) -> None:
    """Have people play, one after the other."""
    queue = list(players)
    for number, point in enumerate(moves.split()):
        queue[number % len(queue)].play(point)
