"""Views to draw, and the contents of pictures."""

from __future__ import annotations

from io import BytesIO
from xml.etree import ElementTree as ET

from hypothesis import strategies as st
from PIL import Image

from kit.strategies import boards, points_of
from tengen.render.style import THEMES, Pieces, Style
from tengen.render.view import MarkShape, Numbers, View, view_of
from tengen.rules.board import Board
from tengen.rules.notation import parse_moves
from tengen.rules.point import Point, parse_algebraic
from tengen.rules.rules import GAMES, Player

GAME = "h8 h9 i9 g7 j10 k11 i7 h10 i8 i10 i6 i5 j8 k8 h6 k9 j6 j7 g9 f10 k5"
SVG = "{http://www.w3.org/2000/svg}"
STYLES = st.builds(
    Style, st.sampled_from(list(THEMES.values())), st.sampled_from(Pieces), st.integers(4, 20)
)


def game(moves: str = GAME, name: str = "five") -> Board:
    """Return a board after some moves."""
    board = Board(GAMES[name])
    for point in parse_moves(moves, board.rules):
        board.play(point)
    return board


def at(text: str, name: str = "five") -> Point:
    """Return a point by its name."""
    return parse_algebraic(text, GAMES[name])


@st.composite
def views(draw: st.DrawFn, text: st.SearchStrategy[str] | None = None) -> View:
    """Any view of any board."""
    board, words = draw(boards()), st.text(max_size=20) if text is None else text
    points = points_of(board.rules)
    return view_of(
        board,
        numbers=draw(st.builds(Numbers, st.integers(-3, 20), st.none() | st.integers(0, 9))),
        mark_last=draw(st.booleans()),
        show_forbidden=draw(st.booleans()),
        hints=draw(st.lists(points, max_size=3, unique=True)),
        labels=draw(st.dictionaries(points, words, max_size=3)),
        marks=draw(st.dictionaries(points, st.sampled_from(MarkShape), max_size=4)),
        ghost=draw(st.none() | st.tuples(points, st.sampled_from(Player))),
        coordinates=draw(st.booleans()),
        title=draw(words),
        caption=draw(words),
    )


def elements(svg: str, name: str) -> list[ET.Element]:
    """Return all elements of an SVG document with this name."""
    return list(ET.fromstring(svg).iter(f"{SVG}{name}"))


def opened(data: bytes) -> Image.Image:
    """Read a picture from the bytes of its file."""
    return Image.open(BytesIO(data))
