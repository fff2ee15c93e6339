"""The pictures of the docs are up to date."""

import asyncio
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
import screens
from rich.segment import Segment
from rich.style import Style
from stage import GAME
from terminal import Picture

ROOT = Path(__file__).parent.parent.parent
PICTURES = ROOT / "docs" / "pictures"
RENEW = "run `.venv/bin/python tools/screens.py`, and look at the pictures"


@pytest.mark.parametrize("name", screens.SCENES)
def test_a_picture_shows_the_screen_as_it_is(name: str) -> None:
    drawn = asyncio.run(screens.draw(screens.SCENES[name]))
    kept = (PICTURES / f"play-{name}.svg").read_text(encoding="utf-8")
    is_same = drawn == kept  # pytest would print a huge difference
    assert is_same, f"play-{name}.svg is not what the screen shows: {RENEW}"


def test_every_picture_has_a_scene() -> None:
    kept = {path.name for path in PICTURES.glob("play-*.svg")}
    assert kept == {f"play-{name}.svg" for name in screens.SCENES}, RENEW


def test_the_pictures_load_nothing_external() -> None:
    for path in PICTURES.glob("*.svg"):
        addresses = set(re.findall(r"[a-z]+://[^\"' )]+", path.read_text(encoding="utf-8")))
        assert addresses == {"http://www.w3.org/2000/svg"}, path.name


def test_the_pictures_have_the_game_of_the_readme() -> None:
    moves = re.findall(r'parse_moves\("([^"]+)"', (ROOT / "README.md").read_text())
    assert " ".join(moves) == GAME


def test_text_lines_stones_and_grounds_are_drawn_in_their_colours() -> None:
    ink, other = Style.parse("bold #ff0000 on #000001"), Style.parse("#00ff00 on #000001 reverse")
    svg = Picture([[Segment("a  <", ink), Segment("┼●", other)]]).to_svg('"x"')
    root = ET.fromstring(svg)
    (text,) = root.iter("{http://www.w3.org/2000/svg}text")
    assert (text.text, text.get("textLength")) == ("a\xa0\xa0<", "36")
    assert (text.get("fill"), text.get("font-weight")) == ("#ff0000", "bold")
    grounds, _, line, fill = root.iter("{http://www.w3.org/2000/svg}path")
    assert (grounds.get("fill"), grounds.get("d")) == ("#000001", "M0 0h36v18h-36z")
    assert line.get("stroke") == fill.get("fill") == "#000001"
    assert root.get("aria-label") == '"x"'
