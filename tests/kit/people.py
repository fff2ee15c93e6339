"""Users of a real browser: what they do, see and hear."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Coroutine, Iterable
from contextlib import ExitStack
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

from playwright.async_api import (
    BrowserContext,
    ConsoleMessage,
    Error,
    Locator,
    Page,
    Request,
    expect,
)

from kit.browsers import Chromium
from kit.server import Server

WIDE = {"width": 1100, "height": 700}
PHONE = {"width": 390, "height": 780}
FIVE = "15x15/5 freestyle"
LOST = "net::ERR_"
"""Messages of a browser that is offline."""
PATIENCE = 15
"""Seconds to wait for something to appear."""
MOVES = """() => [...document.querySelectorAll('[role=gridcell]')]
    .map((cell) => cell.getAttribute('aria-label').match(/^(\\w+), .*move (\\d+)/))
    .filter(Boolean).sort((a, b) => a[2] - b[2]).map((found) => found[1]).join(' ')"""
Answer = TypeVar("Answer")

expect.set_options(timeout=PATIENCE * 1000)


class Person:
    """A user with their own browser."""

    def __init__(self, chromium: Chromium, address: str, name: str = "", **how: Any) -> None:  # noqa: ANN401
        self._chromium = chromium
        self._address = address
        self.name = name
        self.troubles: list[str] = []
        self._forgiven: list[str] = []
        self.context, self.page = self.do(self._arrive({"viewport": WIDE, **how}))

    def do(self, what: Coroutine[Any, Any, Answer]) -> Answer:
        """Run an action of Playwright; if it fails, show the text of the page, too."""
        __tracebackhide__ = True
        try:
            return self._chromium.wait(what)
        except (Error, AssertionError) as error:
            problem = str(error).partition("Aria snapshot")[0].strip()
            shown = self._chromium.wait(self.page.inner_text("body"))
            message = f"{problem}\n\n{self.name} sees:\n\n{shown}\n\n{self.troubles}"
            raise AssertionError(message) from None

    def leave(self) -> None:
        """Close the browser, and check that it logged no errors."""
        self.do(self.context.close())
        unexpected = [
            trouble
            for trouble in self.troubles
            if not any(forgiven in trouble for forgiven in self._forgiven)
        ]
        assert not unexpected, f"in the browser of {self.name or 'somebody'}: {unexpected}"

    def forgive(self, trouble: str) -> None:
        """Allow errors that contain this text."""
        self._forgiven.append(trouble)

    async def _arrive(self, how: dict[str, Any]) -> tuple[BrowserContext, Page]:
        context = await self._chromium.browser.new_context(base_url=self._address, **how)
        context.set_default_timeout(PATIENCE * 1000)
        context.on("console", self._on_console)
        context.on("weberror", lambda error: self.troubles.append(f"error: {error.error.stack}"))
        context.on("request", self._on_request)
        return context, await context.new_page()

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self.troubles.append(f"console: {message.text} {message.location['url']}")

    def _on_request(self, request: Request) -> None:
        parts = urlsplit(request.url)
        if parts.scheme not in {"data", "blob"} and not request.url.startswith(self._address):
            self.troubles.append(f"asks another host: {request.url}")

    # Navigation

    def go(self, path: str) -> None:
        """Open a page."""
        self.do(self.page.goto(path))

    def make_game(self, opponent: str = "friend", **wanted: object) -> str:
        """Create a game and open it; return its link."""
        asked = {"opponent": opponent, "rules": FIVE, "name": self.name, **wanted}
        response = self.do(self.context.request.post("/api/games", data=asked))
        link: str = json.loads(self.do(response.text()))["link"]
        self.open_link(link)
        return link

    def open_link(self, link: str) -> None:
        """Open the page of a game."""
        self.go(f"/game/{link}")

    def sit_down(self) -> None:
        """Take the free seat."""
        self.do(self.page.get_by_label("Your name").fill(self.name))
        self.click("Play")

    def reload(self) -> None:
        """Reload the page."""
        self.do(self.page.reload())

    def lose_network(self) -> None:
        """Go offline."""
        self.forgive(LOST)
        self.do(self.context.set_offline(offline=True))

    def find_network(self) -> None:
        """Go online again."""
        self.do(self.context.set_offline(offline=False))

    # Mouse, touch and keyboard

    def click(self, name: str, role: Any = "button") -> None:  # noqa: ANN401
        """Click the element with this name."""
        self.do(self.page.get_by_role(role, name=name, exact=True).click())

    def agree(self, name: str) -> None:
        """Click the element with this name in the open dialog."""
        dialog = self.page.get_by_role("dialog")
        self.do(dialog.get_by_role("button", name=name, exact=True).click())

    def choose(self, name: str) -> None:
        """Choose a radio button or an option."""
        self.do(self.page.get_by_role("radio", name=name).check())

    def play(self, point: str) -> None:
        """Wait for the turn, play a move with the mouse, and wait until it is shown."""
        self.do(self._play(point))

    async def _play(self, point: str) -> None:
        cell = self.cell(point)
        await expect(self.page.get_by_role("grid")).to_have_attribute("aria-readonly", "false")
        await cell.click()
        await expect(cell).to_have_attribute("aria-label", re.compile("move"))

    def tap(self, point: str) -> None:
        """Tap a point."""
        self.do(self.cell(point).tap())

    def press(self, *keys: str) -> None:
        """Press keys, wherever the focus is."""
        for key in keys:
            self.do(self.page.keyboard.press(key))

    def tab_to(self, name: str, role: Any) -> None:  # noqa: ANN401
        """Press Tab until the focus is in the part of the page with this name."""
        inside = self.page.get_by_role(role, name=name).locator(":focus")
        for _ in range(40):
            self.press("Tab")
            if self.do(inside.count()):
                return
        raise AssertionError(f"Tab does not lead to {name}")

    def cell(self, point: str) -> Locator:
        """Return a point of the board."""
        return self.page.locator(f"[role=gridcell][aria-label^='{point.upper()},']")

    def requests(self) -> list[str]:
        """Return a list that collects the addresses requested from now on."""
        asked: list[str] = []

        async def listen() -> None:
            self.page.on("request", lambda request: asked.append(request.url))

        self.do(listen())
        return asked

    def downloads(self, name: str, role: Any = "button") -> str:  # noqa: ANN401
        """Download a file; return its content."""
        return self.do(self._download(self.page.get_by_role(role, name=name, exact=True)))

    async def _download(self, door: Locator) -> str:
        async with self.page.expect_download() as waiting:
            await door.click()
        path = await (await waiting.value).path()
        return path.read_text()

    def upload(self, name: str, file: Path) -> None:
        """Upload a file."""
        self.do(self._upload(self.page.get_by_role("button", name=name, exact=True), file))

    async def _upload(self, door: Locator, file: Path) -> None:
        async with self.page.expect_file_chooser() as waiting:
            await door.click()
        await (await waiting.value).set_files(file)

    # Screen and screen reader

    def sees(self, text: str) -> None:
        """Wait until this text is visible."""
        self.do(expect(self.page.get_by_text(text).locator("visible=true").first).to_be_visible())

    def sees_no(self, text: str) -> None:
        """Wait until this text is not visible."""
        self.do(expect(self.page.get_by_text(text).locator("visible=true")).to_have_count(0))

    def sees_moves(self, moves: str) -> None:
        """Wait until exactly these moves are on the board."""
        self.do(self._see_moves(moves.upper()))

    async def _see_moves(self, wanted: str) -> None:
        deadline = time.monotonic() + PATIENCE
        while (seen := await self.page.evaluate(MOVES)) != wanted:
            assert time.monotonic() < deadline, f"expected {wanted}, not {seen}"
            await asyncio.sleep(0.02)

    def sees_stones(self, count: int) -> None:
        """Wait until `count` moves are on the board."""
        moves = self.page.locator("[role=gridcell][aria-label*=', move ']")
        self.do(expect(moves).to_have_count(count))

    def hears(self, text: str) -> None:
        """Wait until a screen reader would say this text."""
        spoken = self.page.locator("[aria-live]").filter(has_text=text)
        self.do(expect(spoken.first).to_be_attached())

    def says(self) -> str:
        """The last text for screen readers."""
        return " ".join(self.do(self.page.locator("[aria-live]").all_inner_texts())).strip()

    @property
    def title(self) -> str:
        """The title of the tab."""
        return self.do(self.page.title())


class People:
    """The users of a test."""

    def __init__(self, chromium: Chromium, server: Server) -> None:
        self._chromium = chromium
        self._server = server
        self._leaving = ExitStack()

    def come(self, name: str = "", *, to: Server | None = None, **how: Any) -> Person:  # noqa: ANN401
        """Add a user with their own browser."""
        person = Person(self._chromium, (to or self._server).address, name, **how)
        self._leaving.callback(person.leave)
        return person

    def sit_down(self, **wanted: Any) -> tuple[Person, Person, str]:  # noqa: ANN401
        """Start a game; return Anna, who created it, Ben, who joined it, and its link."""
        anna, ben = self.come("Anna"), self.come("Ben")
        link = anna.make_game(**wanted)
        ben.open_link(link)
        ben.sit_down()
        anna.sees("Your turn")
        return anna, ben, link

    def leave(self) -> None:
        """Close all browsers, and check that they logged no errors."""
        self._leaving.close()


def take_turns(players: Iterable[Person], moves: str) -> None:
    """Play moves in turn."""
    queue = list(players)
    for number, point in enumerate(moves.split()):
        queue[number % len(queue)].play(point)
