"""The pictures of the documentation are up to date."""

from pathlib import Path

import picture
import pytest

PICTURES = Path(__file__).parent.parent.parent / "docs" / "pictures"
RENEW = "run `.venv/bin/python tools/picture.py`, and look at the pictures"
DRAWN = picture.draw_all()


@pytest.mark.parametrize("name", DRAWN)
def test_a_picture_is_up_to_date(name: str) -> None:
    kept = (PICTURES / f"game-{name}.svg").read_text(encoding="utf-8")
    is_same = DRAWN[name] == kept  # the difference would fill the terminal
    assert is_same, f"game-{name}.svg is out of date: {RENEW}"


def test_every_picture_is_drawn_by_a_tool() -> None:
    kept = {path.name for path in PICTURES.glob("game-*.svg")}
    assert kept == {f"game-{name}.svg" for name in DRAWN}, RENEW
