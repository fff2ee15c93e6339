from __future__ import annotations

import pytest
from kit.studies import Visitor, background

from tengen.server.background import child
from tengen.server.study.record_api import PicturesApi

GAME = {
    "format": "tengen-record",
    "version": 1,
    "rules": "15x15/5 freestyle",
    "nodes": ["h8", "i9", "j9"],
}
visitor = Visitor(PicturesApi(background()).routes())


@pytest.mark.parametrize(
    "kind, beginning", [("svg", b"<svg"), ("png", b"\x89PNG"), ("gif", b"GIF89a")]
)
def test_a_record_is_drawn_in_every_picture_format(kind: str, beginning: bytes) -> None:
    found = visitor.post(f"/api/picture.{kind}", json=GAME)
    assert found.status_code == 200
    assert found.content.startswith(beginning)
    assert f"position.{kind}" in found.headers["content-disposition"]


def test_the_position_after_a_move_is_drawn_in_the_requested_theme() -> None:
    first = visitor.post("/api/picture.svg?move=1&theme=dark&numbers=none", json=GAME).text
    assert "#3A3127" in first
    assert "after 1 move;" in first
    assert "after 3 moves;" in visitor.post("/api/picture.svg?move=99", json=GAME).text


def test_pictures_have_the_requested_width() -> None:
    found = visitor.post("/api/picture.svg?width=300", json=GAME).text
    assert 'width="300"' in found


@pytest.mark.parametrize(
    "address",
    [
        "picture.bmp",
        "picture.svg?theme=pink",
        "picture.svg?pieces=cats",
        "picture.svg?width=9999999",
        "picture.svg?width=-1",
        "picture.svg?move=x",
        "picture.svg?numbers=few",
    ],
)
def test_a_bad_picture_request_is_refused_with_a_sentence(address: str) -> None:
    found = visitor.post(f"/api/{address}", json=GAME)
    assert found.status_code in {400, 404}
    assert found.json()["type"] == "problem"


def long_game(moves: int) -> dict[str, object]:
    nodes = [f"{'abcdefghijklmnopqrst'[move // 20]}{move % 20 + 1}" for move in range(moves)]
    return {**GAME, "rules": "20x20/5 caro", "nodes": nodes}


def test_an_animation_with_too_many_pixels_is_refused_with_the_width_that_fits() -> None:
    found = visitor.post("/api/picture.gif?width=2048", json=long_game(380))
    assert found.status_code == 400
    assert "380 moves can be at most 725 pixels wide" in found.json()["says"]


def test_an_animation_without_a_width_is_made_small_enough(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(child, "MAX_PIXELS", 400_000)
    found = visitor.post("/api/picture.gif", json=long_game(9))
    assert found.status_code == 200
    width, height = (int.from_bytes(found.content[at : at + 2], "little") for at in (6, 8))
    assert 300_000 < 10 * width * height <= 400_000


def test_an_impossible_position_is_refused() -> None:
    stones = [
        {"point": f"{col}{row}", "player": who}
        for row, who in ((1, "first"), (2, "second"))
        for col in "abcde"
    ]
    both = {**GAME, "root": {"stones": stones}, "nodes": []}
    problem = visitor.post("/api/picture.svg", json=both).json()
    assert problem["code"] == "bad-message"
    assert problem["says"][0].isupper()
    assert problem["says"].endswith(".")
