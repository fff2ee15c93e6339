"""The pictures of the viewer are up to date."""

import asyncio
from pathlib import Path

import looks
import pytest
from stage import GAME

from tengen.rules.notation import format_moves

DOCS = Path(__file__).parent.parent.parent / "docs"
RENEW = "run `.venv/bin/python tools/looks.py`, and look at the pictures"


@pytest.mark.parametrize("name", looks.LOOKS)
def test_a_picture_shows_the_viewer_as_it_is(name: str) -> None:
    drawn = asyncio.run(looks.draw(looks.LOOKS[name]))
    is_same = drawn == (DOCS / "pictures" / f"show-{name}.svg").read_text(encoding="utf-8")
    assert is_same, f"show-{name}.svg is not what the viewer shows: {RENEW}"


def test_every_picture_is_drawn_and_shown() -> None:
    kept = {path.name for path in (DOCS / "pictures").glob("show-*.svg")}
    assert kept == {f"show-{name}.svg" for name in looks.LOOKS}, RENEW
    page = (DOCS / "show.md").read_text(encoding="utf-8")
    assert all(f"pictures/{name}" in page for name in kept)


def test_the_game_is_that_of_the_readme() -> None:
    record = looks.make_record()
    assert format_moves(record.moves(), record.rules) == GAME
