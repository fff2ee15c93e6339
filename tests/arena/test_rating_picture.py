"""The chart of the documentation is up to date."""

from pathlib import Path

import pytest
import rating_picture

PICTURES = Path(__file__).parent.parent.parent / "docs" / "pictures"
RENEW = "run `.venv/bin/python tools/rating_picture.py`, and look at the pictures"
DRAWN = rating_picture.draw_all()


@pytest.mark.parametrize("name", DRAWN)
def test_a_picture_is_up_to_date(name: str) -> None:
    is_same = (PICTURES / f"ratings-{name}.svg").read_bytes() == DRAWN[name]
    assert is_same, f"ratings-{name}.svg is out of date: {RENEW}"
