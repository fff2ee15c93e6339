from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.pictures import STYLES, SVG, at, elements, game, views
from kit.strategies import modest

from tengen.render.shapes import Picture, TextAlign, TextLine
from tengen.render.style import DARK, LIGHT, PRINT, THEMES, Pieces, Style
from tengen.render.svg import escape, format_svg, picture_svg
from tengen.render.view import ALL_NUMBERS, MarkShape, View, view_of
from tengen.rules.rules import GAMES, Player

NASTY = st.text(st.sampled_from("<>&\"']]>\x00\x1b\n\ud800\ufffe￿—日é"), max_size=12)


def filled(svg: str, colour: str) -> list[ET.Element]:
    """Return the circles of a colour, including those of groups with it."""
    groups = [group for group in ET.fromstring(svg) if group.get("fill") == colour]
    return [found for group in groups for found in group.iter(f"{SVG}circle")]


def test_there_is_a_circle_for_every_stone() -> None:
    svg = format_svg(view_of(game(), mark_last=False))
    assert len(filled(svg, LIGHT.stones[Player.FIRST].face)) == 11
    assert len(filled(svg, LIGHT.stones[Player.SECOND].face)) == 10
    assert len(elements(svg, "circle")) == 21 + 21 + 5  # stones, shades, star points
    printed = format_svg(view_of(game(), mark_last=False), Style(PRINT))
    assert len(elements(printed, "circle")) == 21 + 5


def test_stones_are_drawn_on_their_points() -> None:
    svg = format_svg(View(GAMES["five"], {at("c14"): Player.SECOND}), Style(cell=20))
    (stone,) = filled(svg, LIGHT.stones[Player.SECOND].face)
    assert (stone.get("cx"), stone.get("cy")) == ("70.5", "40.5")
    assert 2 * float(stone.get("r", 0)) + 1 == pytest.approx(0.92 * 20)


def test_names_and_numbers_are_written() -> None:
    texts = [
        text.text for text in elements(format_svg(view_of(game(), numbers=ALL_NUMBERS)), "text")
    ]
    assert texts[:30] == [*"ABCDEFGHIJKLMNO", *map(str, range(15, 0, -1))]
    assert sorted(map(int, filter(None, texts[30:]))) == list(range(1, 22))
    bare = format_svg(View(GAMES["five"], coordinates=False))
    assert elements(bare, "text") == []


def test_a_picture_has_a_description_in_words() -> None:
    svg = format_svg(view_of(game()))
    words = "15x15 board after 21 moves; Black wins with five from G9 to K5"
    root = ET.fromstring(svg)
    assert (root.get("role"), root.get("aria-label")) == ("img", words)
    assert root.findtext(f"{SVG}title") == words
    assert "Last move: K5." in str(root.findtext(f"{SVG}desc"))
    on_paper = format_svg(view_of(game()), Style(pieces=Pieces.MARKS))
    assert "X wins with five from G9 to K5" in str(ET.fromstring(on_paper).get("aria-label"))


def test_every_mark_changes_the_picture() -> None:
    board, point = game("h8 h9 i9"), at("c3")
    views = [
        view_of(board),
        view_of(board, mark_last=False),
        view_of(board, numbers=ALL_NUMBERS),
        view_of(board, hints=[point]),
        view_of(board, labels={point: "A"}),
        view_of(board, ghost=(point, Player.FIRST)),
        view_of(board, ghost=(point, Player.SECOND)),
        view_of(board, title="Anna"),
        view_of(board, caption="Anna"),
        view_of(board, coordinates=False),
        *(view_of(board, marks={point: mark}) for mark in MarkShape),
        *(view_of(board, marks={at("h8"): mark}) for mark in MarkShape),
        View(board.rules, board.stones, 3, forbidden=frozenset({point})),
    ]
    styles = [Style(theme, pieces) for theme in THEMES.values() for pieces in Pieces]
    for style in styles:
        assert len({format_svg(view, style) for view in views}) == len(views)


def test_a_winning_line_is_visible_on_stones_of_both_colours() -> None:
    svg = format_svg(view_of(game()), Style(DARK))
    strokes = {path.get("stroke") for path in elements(svg, "path")}
    assert {DARK.seal, DARK.stones[Player.FIRST].seal} <= strokes
    numbered = format_svg(view_of(game(), numbers=ALL_NUMBERS), Style(DARK))
    assert numbered.count("L") > svg.count("L")  # the stroke leaves out the numbers


@modest
@given(views(NASTY), STYLES)
def test_any_view_is_well_formed(view: View, style: Style) -> None:
    svg = format_svg(view, style)
    root = ET.fromstring(svg.encode())
    assert root.tag == f"{SVG}svg"
    names = {element.tag.removeprefix(SVG) for element in root.iter()}
    assert names <= {"svg", "title", "desc", "g", "rect", "path", "circle", "text"}
    assert not any(
        {"id", "class", "style", "href"} & set(element.keys()) for element in root.iter()
    )
    assert svg == format_svg(view, style)


@given(NASTY | st.text())
def test_escaped_text_can_be_read_back(text: str) -> None:
    shown = "".join(letter if letter.isprintable() else " " for letter in text)
    assert ET.fromstring(f'<a b="{escape(text)}">{escape(text)}</a>').get("b") == shown
    assert (ET.fromstring(f"<a>{escape(text)}</a>").text or "") == shown


def test_titles_and_labels_cannot_contain_markup() -> None:
    attack = "</text><script>alert(1)</script>"
    svg = format_svg(view_of(game(), title=attack, caption=attack, labels={at("a1"): attack}))
    assert elements(svg, "script") == []
    assert any((text.text or "").startswith("</text>") for text in elements(svg, "text"))


def test_a_picture_is_small() -> None:
    assert len(format_svg(view_of(game(), numbers=ALL_NUMBERS))) < 6500


def test_a_text_can_be_aligned_to_either_end() -> None:
    texts = [TextLine(50, 10, 12, align.value, "#000000", align) for align in TextAlign]
    svg = picture_svg(Picture(100, 40, 0, (), tuple(texts)), "Title", "Words")
    found = {text.text: text.get("text-anchor") for text in ET.fromstring(svg).iter(f"{SVG}text")}
    assert found == {"start": "start", "middle": None, "end": "end"}
    assert ET.fromstring(svg).get("text-anchor") == "middle"
