"""The pictures of the theorem are what is drawn now."""

from pathlib import Path

import pytest
import theorem_pictures

PICTURES = Path(__file__).parent.parent.parent / "docs" / "pictures"
RENEW = "run `.venv/bin/python tools/theorem_pictures.py`, and look at the pictures"
DRAWN = theorem_pictures.draw_all()


@pytest.mark.parametrize("name", DRAWN)
def test_a_picture_is_what_is_drawn_now(name: str) -> None:
    kept = (PICTURES / f"theorem-{name}.svg").read_text(encoding="utf-8")
    is_same = DRAWN[name] == kept  # the difference would fill the terminal
    assert is_same, f"theorem-{name}.svg is not what is drawn now: {RENEW}"


def test_there_are_no_pictures_that_nobody_draws() -> None:
    kept = {path.stem.removeprefix("theorem-") for path in PICTURES.glob("theorem-*")}
    assert kept - {"longest-light", "longest-dark"} == set(DRAWN), RENEW
