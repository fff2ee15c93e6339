from __future__ import annotations

import pytest
from PIL import ImageColor

from tengen.errors import ParseError
from tengen.render.style import DARK, LIGHT, THEMES, PictureFormat, Theme, picture_format
from tengen.rules.rules import Player

each_theme = pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)


def contrast(one: str, other: str) -> float:
    dark, bright = sorted(map(luminance, (one, other)))
    return (bright + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    """Return the relative luminance as the Web Content Accessibility Guidelines define it."""
    parts = [part / 255 for part in ImageColor.getrgb(colour)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@each_theme
def test_texts_have_enough_contrast(theme: Theme) -> None:
    assert contrast(theme.text, theme.board) >= 4.5
    for stone in theme.stones.values():
        assert contrast(stone.ink, stone.face) >= 4.5


@each_theme
def test_lines_and_signs_have_enough_contrast(theme: Theme) -> None:
    signs = [theme.grid, theme.seal, theme.hint, *theme.pens.values()]
    assert min(contrast(sign, theme.board) for sign in signs) >= 3
    for stone in theme.stones.values():
        assert contrast(stone.seal, stone.face) >= 3
        assert max(contrast(stone.rim, theme.board), contrast(stone.face, theme.board)) >= 3


@each_theme
def test_the_two_players_differ_in_brightness(theme: Theme) -> None:
    faces = [stone.face for stone in theme.stones.values()]
    assert contrast(*faces) >= 10


def test_the_contrasts_are_those_of_the_design() -> None:
    light, dark = LIGHT.stones, DARK.stones
    pairs = [
        *((LIGHT.grid, LIGHT.board, 4.3), (LIGHT.text, LIGHT.board, 6.5)),
        *(
            (light[Player.FIRST].face, LIGHT.board, 9.9),
            (light[Player.SECOND].rim, LIGHT.board, 5.2),
        ),
        *((LIGHT.seal, LIGHT.board, 3.6), (LIGHT.hint, LIGHT.board, 3.6)),
        *((DARK.grid, DARK.board, 4.8), (dark[Player.FIRST].rim, DARK.board, 8.0)),
        *((dark[Player.SECOND].face, DARK.board, 11.0), (DARK.seal, DARK.board, 5.0)),
        (DARK.hint, DARK.board, 6.1),
    ]
    for one, other, figure in pairs:
        assert contrast(one, other) == pytest.approx(figure, abs=0.06)


@pytest.mark.parametrize(
    "path, found",
    [
        ("a.svg", PictureFormat.SVG),
        ("some/where.d/GAME.PNG", PictureFormat.PNG),
        ("a.b.gif", PictureFormat.GIF),
    ],
)
def test_the_suffix_determines_the_format(path: str, found: PictureFormat) -> None:
    assert picture_format(path) is found


@pytest.mark.parametrize("path", ["", "svg", ".svg", "a.jpg", "a.svg/b", "a.svg ", "a."])
def test_another_suffix_is_refused(path: str) -> None:
    with pytest.raises(ParseError, match=r"it must end in \.svg, \.png or \.gif"):
        picture_format(path)
