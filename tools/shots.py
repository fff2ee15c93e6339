"""Take screenshots of the pages of `tengen web` as docs/pictures/web-*.webp.

    PYTHONPATH=tests .venv/bin/python tools/shots.py

The server, the browser and the games are real. Fonts, clocks and links differ between machines and
runs, so no test compares these pictures.
"""

from __future__ import annotations

import io
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal, NamedTuple

import equipment
from kit.browsers import Chromium
from kit.people import Person, take_turns
from kit.server import Server
from PIL import Image
from stage import GAME

PICTURES = Path(__file__).parent.parent / "docs" / "pictures"
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
DEVICES: dict[str, dict[str, Any]] = {
    "": {"viewport": {"width": 1200, "height": 760}},
    "-phone": {
        "viewport": {"width": 390, "height": 844},
        "device_scale_factor": 1.5,
        "is_mobile": True,
        "has_touch": True,
    },
}
MIDDLE = " ".join([*GAME.split()[:13], "g8"])
"""The running game. It leaves the finished one, because nobody may review what is still played."""
OTHER_GAMES = (
    ("Cleo", "Dan", "15x15/5 renju", "h8 i9 j8 g8 i7 k9 h6 g5 g7 h9 g9 e7 i6 j6 i8 i10 i5 i4"),
    ("Eva", "Finn", "3x3/3 freestyle", "b2 a1 b1 b3 a3 c1 c2 a2 c3"),
    ("Gil", "Hanna", "15x15/5 freestyle", "h8 h9 i8 i9 j8 j9 k8 k9 l8"),
)
CLOCK = {"move": None, "game": 600_000, "increment": 5_000}
FONTS = """<fontconfig><match target="pattern">
<test name="family" compare="contains"><string>sans</string></test>
<edit name="family" mode="prepend" binding="strong"><string>Liberation Sans</string></edit>
</match></fontconfig>"""
"""Selects Liberation Sans, if it is installed: it is closer to the fonts of most users than the
default font of servers."""
LOAD_IMAGES = "Promise.all([...document.images].map((image) => image.decode()))"
"""Pictures of games are drawn again when the theme changes."""


class Links(NamedTuple):
    """The links of the games in the pictures."""

    played: str
    offered: str
    finished: str


def main() -> None:
    """Take all pictures."""
    program = equipment.find_chromium()
    if program is None:
        sys.exit(f"tengen: {equipment.why_missing(equipment.CHROMIUM)}")
    with tempfile.TemporaryDirectory() as place, studio(program, Path(place)) as come:
        anna, ben, others = come("Anna"), come("Ben"), come("Others")
        links = set_scene(anna, ben, others)
        state = anna.do(anna.context.storage_state())
        for suffix, device in DEVICES.items():
            photograph(come("Anna", storage_state=state, **device), suffix, links)
    for path in sorted(PICTURES.glob("web-*.webp")):
        print(f"{path.name}: {path.stat().st_size // 1024} kB")


@contextmanager
def studio(program: Path, place: Path) -> Iterator[Callable[..., Person]]:
    """Start a server and a browser, and yield a function that makes a person."""
    fonts = place / ".config" / "fontconfig" / "fonts.conf"
    fonts.parent.mkdir(parents=True)
    fonts.write_text(FONTS)
    server, chromium = Server(place), Chromium(program, place)
    try:
        yield lambda name, **how: Person(chromium, server.address, name, **how)
    finally:
        chromium.close()
        server.stop()


def set_scene(anna: Person, ben: Person, others: Person) -> Links:
    """Play the games of the pictures."""
    for one, two, rules, moves in OTHER_GAMES:
        others.make_game("here", name=one, other_name=two, rules=rules)
        take_turns([others], moves)
    finished = anna.make_game(clock=CLOCK)
    ben.open_link(finished)
    ben.sit_down()
    take_turns((anna, ben), GAME)
    offered = anna.make_game(clock=CLOCK)
    played = anna.make_game(clock=CLOCK)
    ben.open_link(played)
    ben.sit_down()
    take_turns((anna, ben), MIDDLE)
    return Links(played, offered, finished)


def photograph(person: Person, suffix: str, links: Links) -> None:
    """Open every page, and take a picture of it in the light and the dark theme."""
    for name, scene in SCENES.items():
        scene(person, links)
        for scheme in SCHEMES:
            person.do(person.page.emulate_media(color_scheme=scheme, reduced_motion="reduce"))
            person.do(person.page.mouse.move(0, 0))
            person.do(person.page.evaluate(LOAD_IMAGES))
            shot = person.do(person.page.screenshot(animations="disabled"))
            save(shot, PICTURES / f"web-{name}{suffix}-{scheme}.webp")


def save(shot: bytes, path: Path) -> None:
    """Save a picture as a small file."""
    with Image.open(io.BytesIO(shot)) as picture:
        picture.save(path, "WEBP", quality=76, method=6)


def home(person: Person, _: Links) -> None:
    """Open the home page."""
    person.go("/")
    person.sees("Your games")


def game(person: Person, links: Links) -> None:
    """Open a running game."""
    person.open_link(links.played)
    person.sees("Your turn")


def invitation(person: Person, links: Links) -> None:
    """Open an invitation with its link and QR code, as on a server open to the network."""
    reach = {
        "is_local": True,
        "is_open": True,
        "address": "http://192.168.1.20:8000",
        "command": "",
    }
    person.do(person.page.route("**/api/reach", lambda route: route.fulfill(json=reach)))
    person.open_link(links.offered)
    person.sees("Invite somebody")
    code = person.page.get_by_role("img", name=re.compile("QR code"))
    person.do(code.evaluate("image => image.decode()"))


def end(person: Person, links: Links) -> None:
    """Open a finished game."""
    person.open_link(links.finished)
    person.sees("You won")


def analysis(person: Person, links: Links) -> None:
    """Open the analysis of the finished game, with its review."""
    person.go(f"/analysis?game={links.finished}")
    person.sees_moves(GAME)
    person.click("Review the game")
    person.do(person.page.locator(".summary.done").wait_for(timeout=55_000))
    person.press(*["ArrowLeft"] * 7, " ")
    depth = person.page.get_by_text(re.compile(r"depth ([89]|\d\d)"))
    person.do(depth.first.wait_for(timeout=55_000))
    person.do(person.page.evaluate("scrollTo(0, 0)"))


def review(person: Person, _: Links) -> None:
    """Scroll down to the chart and the mistakes."""
    person.do(person.page.get_by_role("region", name="Review").scroll_into_view_if_needed())


def games(person: Person, _: Links) -> None:
    """Open the list of games."""
    person.go("/games")
    person.sees("Played by others")


def puzzles(person: Person, _: Links) -> None:
    """Open a puzzle."""
    person.go("/puzzles?n=60")
    person.sees("to find")


SCENES = {
    "home": home,
    "game": game,
    "invitation": invitation,
    "end": end,
    "analysis": analysis,
    "review": review,
    "games": games,
    "puzzles": puzzles,
}

if __name__ == "__main__":
    main()
