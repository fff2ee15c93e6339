"""The pictures of the puzzles are up to date."""

import asyncio
from pathlib import Path

import pytest
import riddle

DOCS = Path(__file__).parent.parent.parent / "docs"
RENEW = "run `.venv/bin/python tools/riddle.py`, and look at the pictures"


@pytest.mark.parametrize("theme", riddle.THEMES)
def test_a_picture_shows_the_puzzle_as_it_is(theme: str) -> None:
    drawn = asyncio.run(riddle.draw(theme))
    is_same = drawn == (DOCS / "pictures" / f"puzzle-{theme}.svg").read_text(encoding="utf-8")
    assert is_same, f"puzzle-{theme}.svg is not what the screen shows: {RENEW}"


def test_the_pictures_are_on_the_page() -> None:
    page = (DOCS / "puzzles.md").read_text(encoding="utf-8")
    assert all(f"pictures/puzzle-{theme}.svg" in page for theme in riddle.THEMES)
