from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.strategies import modest, some_rules

from tengen.errors import RuleError
from tengen.render.layout import make_layout, shorten_text, star_points, text_width, wrap_text
from tengen.render.style import Pieces, Style
from tengen.render.view import View
from tengen.rules.point import Point
from tengen.rules.rules import GAMES, Rules

BIG = View(Rules(52, 52, 5))


@modest
@given(some_rules(), st.sampled_from(Pieces), st.integers(4, 60), st.booleans())
def test_every_point_is_inside_the_picture(
    rules: Rules,
    pieces: Pieces,
    cell: int,
    coordinates: bool,  # noqa: FBT001
) -> None:
    layout = make_layout(View(rules, coordinates=coordinates), Style(pieces=pieces, cell=cell))
    for point in (Point(0, 0), Point(rules.height - 1, rules.width - 1)):
        x, y = layout.place(point)
        assert cell / 2 <= x <= layout.width - cell / 2
        assert cell / 2 <= y <= layout.height - cell / 2


@pytest.mark.parametrize("cell", [8, 31, 32, 60, 100])
def test_lines_cover_whole_pixels(cell: int) -> None:
    layout = make_layout(View(GAMES["five"]), Style(cell=cell))
    assert (layout.left - layout.line / 2) % 1 == 0
    assert (layout.top - layout.line / 2) % 1 == 0


@pytest.mark.parametrize("width", [200, 333, 420, 1000])
def test_a_picture_has_the_requested_width(width: int) -> None:
    layout = make_layout(View(GAMES["five"]), Style(width=width))
    assert layout.width == width
    assert 0 <= width - layout.cell * 16.5 < 16.5


@pytest.mark.parametrize(
    "make, message",
    [
        (lambda: Style(cell=3), "a cell of 3 pixels cannot be drawn: use from 4 to 8192"),
        (lambda: Style(width=8193), "a picture of 8193 pixels cannot be drawn"),
        (
            lambda: make_layout(BIG, Style(width=200)),
            "a width of 200 pixels is too small: use at least 214",
        ),
        (lambda: make_layout(BIG, Style(cell=200)), "a picture of 10700x10700 pixels is too large"),
    ],
)
def test_a_size_that_cannot_be_drawn_is_refused(make: object, message: str) -> None:
    assert callable(make)
    with pytest.raises(RuleError, match=message):
        make()


def test_star_points_are_five_on_large_boards_and_one_on_small_ones() -> None:
    expected = {Point(3, 3), Point(3, 11), Point(7, 7), Point(11, 3), Point(11, 11)}
    assert set(star_points(GAMES["five"])) == expected
    assert star_points(Rules(9, 7, 5)) == (Point(3, 4),)
    assert star_points(Rules(20, 15, 5)) == star_points(Rules(3, 3, 3)) == ()


@given(st.text(max_size=60), st.floats(2, 20))
def test_shortened_text_fits(text: str, room: float) -> None:
    lines = wrap_text(text, room)
    assert len(lines) <= 3
    assert all(text_width(line) <= room for line in lines)
    assert text_width(shorten_text(text, room)) <= room


def test_long_words_are_cut_with_an_ellipsis() -> None:
    assert shorten_text("A long title", 4) == "A lon…"
    assert shorten_text("A long title", 40) == "A long title"
    assert wrap_text("one two three four five six", 4) == ["one two", "three", "four f…"]


def test_title_and_caption_make_a_picture_taller() -> None:
    plain, titled, captioned = (
        make_layout(view, Style()).height
        for view in (
            *(View(GAMES["five"]), View(GAMES["five"], title="Anna, Ben")),
            View(GAMES["five"], caption="many words " * 20),
        )
    )
    assert plain < titled < captioned
