from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kit.pictures import STYLES, at, game, opened, views
from kit.strategies import modest
from PIL import ImageColor

from tengen.errors import RuleError
from tengen.render import png
from tengen.render.layout import make_layout
from tengen.render.png import (
    find_font,
    format_png,
    has_letter,
    load_font,
    picture_png,
    spell_letter,
)
from tengen.render.shapes import Picture, Rectangle, TextAlign, TextLine
from tengen.render.style import LIGHT, THEMES, Pieces, Style, Theme
from tengen.render.view import ALL_NUMBERS, View, view_of
from tengen.rules.point import Point
from tengen.rules.rules import GAMES, Player

each_theme = pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
few = settings(max_examples=30, deadline=None)


def pixel(view: View, style: Style, point: Point, across: float = 0, down: float = 0) -> object:
    """Return the colour at an offset, in cells, from the centre of a point."""
    layout = make_layout(view, style)
    x, y = layout.place(point)
    place = int(x + across * layout.cell), int(y + down * layout.cell)
    return opened(format_png(view, style)).convert("RGB").getpixel(place)


@each_theme
def test_stones_and_board_have_their_colours(theme: Theme) -> None:
    view, style = view_of(game(), mark_last=False), Style(theme)
    for name, player in (("h6", Player.FIRST), ("g7", Player.SECOND)):
        expected = ImageColor.getrgb(theme.stones[player].face)
        assert pixel(view, style, at(name)) == expected
        assert pixel(view, style, at(name), 0.35) == expected
    assert pixel(view, style, at("c3"), 0.5, 0.5) == ImageColor.getrgb(theme.board)
    assert pixel(view, style, at("c3"), 0.25) == ImageColor.getrgb(theme.grid)


def test_x_and_o_are_drawn_in_cells() -> None:
    view, style = View(GAMES["five"], {at("c3"): Player.FIRST}), Style(pieces=Pieces.MARKS)
    assert pixel(view, style, at("c3")) == ImageColor.getrgb(LIGHT.pens[Player.FIRST])
    assert pixel(view, style, at("d3")) == ImageColor.getrgb(LIGHT.board)
    assert pixel(view, style, at("d3"), 0.5) == ImageColor.getrgb(LIGHT.grid)
    rounds = View(GAMES["five"], {at("c3"): Player.SECOND})
    assert pixel(rounds, style, at("c3")) == ImageColor.getrgb(LIGHT.board)
    assert pixel(rounds, style, at("c3"), 0.31) == ImageColor.getrgb(LIGHT.pens[Player.SECOND])


def test_the_last_move_has_a_dot_and_a_ghost_is_transparent() -> None:
    view = view_of(game("h8"), ghost=(at("c3"), Player.FIRST))
    assert pixel(view, Style(), at("h8")) == ImageColor.getrgb("#FF6B5E")
    board, stone = ImageColor.getrgb(LIGHT.board), ImageColor.getrgb("#16181B")
    mixed = [0.6 * a + 0.4 * b for a, b in zip(board, stone, strict=True)]
    assert pixel(view, Style(), at("c3"), 0.2, 0.2) == pytest.approx(mixed, abs=2)


def test_a_png_has_the_requested_size_and_round_corners() -> None:
    picture = opened(format_png(view_of(game()), Style(width=420)))
    layout = make_layout(view_of(game()), Style(width=420))
    assert picture.size == (420, layout.height)
    assert [picture.getpixel(corner) for corner in ((0, 0), (419, layout.height - 1))] == [
        (*ImageColor.getrgb(LIGHT.board), 0)
    ] * 2
    assert picture.getpixel((210, 3)) == (*ImageColor.getrgb(LIGHT.board), 255)


@few
@given(views(), STYLES)
def test_a_png_of_any_view_has_the_size_of_its_layout(view: View, style: Style) -> None:
    data, layout = format_png(view, style), make_layout(view, style)
    assert opened(data).size == (layout.width, layout.height)
    assert format_png(view, style) == data


def test_a_png_has_no_metadata() -> None:
    picture = opened(format_png(view_of(game(), numbers=ALL_NUMBERS)))
    picture.load()
    assert picture.info == {}


def test_a_missing_font_is_reported() -> None:
    with pytest.raises(RuleError, match=r"cannot load the font '/no/font\.ttf': "):
        format_png(view_of(game()), Style(font="/no/font.ttf"))


def test_pillow_is_loaded_only_when_needed() -> None:
    program = (
        "import sys; from tengen.render import format_svg, view_of; print('PIL' in sys.modules);"
        "from tengen.render import format_png; print('PIL' in sys.modules)"
    )
    assert subprocess.check_output([sys.executable, "-c", program], text=True) == "False\nTrue\n"


@pytest.fixture
def _no_system_fonts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(png, "SYSTEM_FONTS", ("no such font.ttf",))


def test_english_is_written_in_the_built_in_font() -> None:
    font, text = find_font("Anna, move 21…", 12, None)
    assert text == "Anna, move 21…"
    assert font is load_font(12, None)


@pytest.mark.usefixtures("_no_system_fonts")
def test_letters_that_no_font_has_are_replaced_by_similar_ones() -> None:
    texts = ["José", "Łukasz", "one – two", "Ⅷ", "天元", "Ω5"]  # noqa: RUF001
    spelled = [find_font(text, 12, None)[1] for text in texts]
    assert spelled == ["Jose", "Lukasz", "one - two", "VIII", "??", "?5"]


@modest
@given(st.characters())
def test_any_letter_can_be_replaced(letter: str) -> None:
    spelled = spell_letter(letter)
    assert spelled
    assert all(has_letter(None, part) for part in spelled)


@pytest.mark.parametrize(
    "align, left, right",
    [(TextAlign.LEFT, 50, 100), (TextAlign.MIDDLE, 20, 80), (TextAlign.RIGHT, 0, 50)],
)
def test_a_text_is_on_its_side_of_its_spot(align: TextAlign, left: int, right: int) -> None:
    page = Rectangle(0, 0, 100, 40, "#FFFFFF")
    line = TextLine(50, 20, 12, "HHHH", "#000000", align)
    image = opened(picture_png(Picture(100, 40, 0, (page,), (line,)))).convert("L")
    box = image.point(lambda light: 255 - light).getbbox()
    assert box is not None
    assert left - 1 <= box[0] <= box[2] <= right + 1
    assert box[2] - box[0] > 20
