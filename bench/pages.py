"""Measure the first view of each page in a browser with an empty cache, beside an empty page.

Bytes and requests are those of the whole page, as sent over the network. A page is ready when it
accepts input: a move on the board, or the form of a game. All pages come from the same server and
take turns.
"""

from __future__ import annotations

import json
import shutil
import statistics
import sys
import tempfile
import urllib.request
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, CDPSession, sync_playwright
from served import Served

ROUNDS = 15
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
EMPTY = "/api/choices"
"""An answer without scripts, which shows the time of the browser and the network."""
READY = {
    EMPTY: "document.readyState === 'complete'",
    "/": "document.querySelectorAll('#form select option').length > 5",
    "/game/LINK": (
        "document.querySelectorAll('[role=gridcell]').length === 225"
        " && /to move|watch/i.test(document.body.innerText)"
    ),
    "/analysis": "document.querySelectorAll('[role=gridcell]').length === 225",
    "/puzzles": "document.querySelectorAll('[role=gridcell]').length > 0",
}
MOVE = {"opponent": "here", "rules": "15x15/5 freestyle"}


@dataclass
class Weight:
    """The requests and bytes of a page."""

    requests: int = 0
    received: int = 0


def main() -> None:
    """Print requests, bytes, and milliseconds until a page is ready."""
    program = shutil.which("chromium")
    if program is None:
        sys.exit("bench/pages.py: chromium was not found; ./test installs it if it can")
    with (
        tempfile.TemporaryDirectory() as home,
        Served("disk", 1) as served,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(
            executable_path=program, args=FLAGS, env={"HOME": str(Path(home))}
        )
        measure(browser, served.address)
        browser.close()


def measure(browser: Browser, address: str) -> None:
    """Measure all pages in turns."""
    link = make_game(address)
    took: dict[str, list[float]] = {path: [] for path in READY}
    weights: dict[str, Weight] = {}
    for _ in range(ROUNDS):
        for path, ready in READY.items():
            seconds, weights[path] = visit(browser, address + path.replace("LINK", link), ready)
            took[path].append(seconds)
    empty = took[EMPTY]
    print(f"{'':16} {'requests':>8} {'bytes':>8} {'ready, ms':>10} {'to an empty answer':>20}")
    for path, seconds_each in took.items():
        ratio = statistics.median(
            mine / other for mine, other in zip(seconds_each, empty, strict=True)
        )
        middle = 1000 * statistics.median(seconds_each)
        weight = weights[path]
        name = "an empty answer" if path == EMPTY else path
        print(f"{name:16} {weight.requests:8} {weight.received:8,} {middle:10.0f} {ratio:20.1f}")


def visit(browser: Browser, address: str, ready: str) -> tuple[float, Weight]:
    """Open a page for the first time; return the seconds until it is ready, and its weight."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, bypass_csp=True)
    page = context.new_page()
    weight = weigh(context.new_cdp_session(page))
    page.goto(address, wait_until="commit")
    page.wait_for_function(ready, polling="raf")
    seconds: float = page.evaluate("performance.now()") / 1000
    page.wait_for_load_state("networkidle")
    context.close()
    return seconds, weight


def weigh(session: CDPSession) -> Weight:
    """Count the requests and bytes from now on."""
    weight = Weight()

    def finished(event: dict[str, float]) -> None:
        weight.requests += 1
        weight.received += int(event["encodedDataLength"])

    session.on("Network.loadingFinished", finished)
    session.send("Network.enable")
    return weight


def make_game(address: str) -> str:
    """Create a game and return its link."""
    body = json.dumps(MOVE).encode()
    with urllib.request.urlopen(f"{address}/api/games", body) as answer:
        link: str = json.load(answer)["link"]
    return link


if __name__ == "__main__":
    main()
