"""Shapes that stones make and stop agree with examples, with the search, and with renju."""

from __future__ import annotations

import pytest
from kit.boards import crowd, row_board

from tengen.engine import constants as c
from tengen.engine.pattern_tables import make_position
from tengen.insight.shapes import Effect, Shape, ShapeFinder, effect_of, only_defence
from tengen.rules.board import Board
from tengen.rules.notation import parse_diagram
from tengen.rules.point import Point
from tengen.rules.rules import Player, Rules, WinRule

FREE, EXACT, CARO, RENJU = WinRule.FREESTYLE, WinRule.STANDARD, WinRule.CARO, WinRule.RENJU
CELLS = 1024
KINDS = {
    Shape.FIVE: {c.FIVE},
    Shape.OPEN_FOUR: {c.WINS_IN_THREE},
    Shape.TWO_FOURS: {c.WINS_IN_THREE},
    Shape.FOUR_AND_THREE: {c.FOUR_AND_THREE},
    Shape.FOUR: {c.FOUR, c.FOUR_AND_MORE},
    Shape.TWO_THREES: {c.TWO_THREES},
    Shape.THREE: {c.THREE, c.THREE_AND_MORE},
    Shape.NOTHING: {c.NOTHING, c.QUIET, c.TWO, c.TWO_TWOS},
}


def shape_in_row(row: str, k: int, win: WinRule) -> Shape:
    """Return the shape that a stone of X makes on the star."""
    board = row_board(row.replace("*", "."), k, win, Player.FIRST)
    return effect_of(board, Point(0, row.index("*"))).made


@pytest.mark.parametrize(
    "row, k, win, shape",
    [
        ("..XX*X..", 5, FREE, Shape.OPEN_FOUR),
        ("O.XX*X.O", 5, FREE, Shape.OPEN_FOUR),
        (".OXX*X..", 5, FREE, Shape.FOUR),
        (".OXX*XO.", 5, FREE, Shape.NOTHING),
        ("..X*X...", 5, FREE, Shape.THREE),
        (".OX*X...", 5, FREE, Shape.NOTHING),
        ("O.X*X.O.", 5, FREE, Shape.NOTHING),
        ("..XX.*..", 5, FREE, Shape.THREE),
        ("XX*XX", 5, FREE, Shape.FIVE),
        ("XXX*XX", 5, FREE, Shape.FIVE),
        ("XXX*XX", 5, EXACT, Shape.NOTHING),
        ("X.XX*X.", 5, EXACT, Shape.FOUR),
        ("X.XX*X.", 5, FREE, Shape.OPEN_FOUR),
        ("OXX*XXO", 5, CARO, Shape.NOTHING),
        ("O.XX*X.O", 5, CARO, Shape.OPEN_FOUR),
        ("O.XX*XO", 5, CARO, Shape.NOTHING),
        ("OXX*XX.", 5, CARO, Shape.FIVE),
        ("..X*X..", 4, FREE, Shape.OPEN_FOUR),
        (".X*..", 4, FREE, Shape.THREE),
        ("X*.", 3, FREE, Shape.FOUR),
        ("..*..", 3, FREE, Shape.NOTHING),
        ("..*..", 2, FREE, Shape.NOTHING),
        (".*.", 1, FREE, Shape.FIVE),
    ],
)
def test_a_stone_makes_the_expected_shape_in_its_row(
    row: str, k: int, win: WinRule, shape: Shape
) -> None:
    assert shape_in_row(row, k, win) is shape


@pytest.mark.parametrize("win", [FREE, EXACT])
@pytest.mark.parametrize("seed", range(20))
def test_shapes_agree_with_the_patterns_of_the_search(win: WinRule, seed: int) -> None:
    board = crowd(Rules(9, 9, 5, win), seed)
    if board is None:
        return
    position, stones = make_position(board), ShapeFinder(board)
    kinds = position.facts()[2]
    for half, player in enumerate(Player):
        for point in board.empty_points():
            shape = stones.shape_on((point.row, point.col), player)
            kind = kinds[half * CELLS + position.cell(point.row, point.col)]
            assert kind in KINDS[shape], (player, point, str(board))


@pytest.mark.parametrize("seed", range(20))
def test_a_legal_stone_of_the_first_player_in_renju_never_makes_two_threes_or_fours(
    seed: int,
) -> None:
    board = crowd(Rules(11, 11, 5, RENJU), seed)
    if board is None:
        return
    stones = ShapeFinder(board)
    legal = Board(board.rules, board.stones, Player.FIRST).legal_points()
    shapes = {stones.shape_on((point.row, point.col), Player.FIRST) for point in legal}
    assert shapes.isdisjoint({Shape.TWO_THREES, Shape.TWO_FOURS})


def test_two_threes_are_made_in_freestyle_and_forbidden_in_renju() -> None:
    drawing = """
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . X . . . .
        . . . . X . . . .
        . . X X . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
    """
    for win, shape in ((FREE, Shape.TWO_THREES), (RENJU, Shape.NOTHING)):
        board = parse_diagram(drawing, Rules(9, 9, 5, win))
        assert ShapeFinder(board).shape_on((5, 4), Player.FIRST) is shape
        prevented = effect_of(Board(board.rules, board.stones, Player.SECOND), Point(5, 4))
        assert prevented.prevented is shape


@pytest.mark.parametrize(
    "row, stopped",
    [
        ("OXXXX*..", (Shape.FOUR,)),
        (".XXXX*..", (Shape.OPEN_FOUR,)),
        ("..XXX*..", (Shape.THREE,)),
        ("..XXX.*.", ()),
        (".OXXX.*.", ()),
        ("..XX.*..", ()),
        (".X.XX*..", (Shape.THREE,)),
        (".X*XX...", (Shape.THREE,)),
    ],
)
def test_a_stone_stops_the_expected_shapes_in_its_row(row: str, stopped: tuple[Shape, ...]) -> None:
    board = row_board(row.replace("*", "."), 5, FREE, Player.SECOND)
    assert effect_of(board, Point(0, row.index("*"))).stopped == stopped


def test_in_caro_a_four_is_blocked_from_a_distance() -> None:
    board = row_board("OXXXX..", 5, CARO, Player.SECOND)
    assert effect_of(board, Point(0, 6)).stopped == (Shape.FOUR,)
    assert only_defence(board) is None


def test_a_winning_move_has_no_other_effect() -> None:
    board = row_board("XXXX.OOOO", 5, FREE, Player.SECOND)
    assert effect_of(board, Point(0, 4)) == Effect(Shape.FIVE)


@pytest.mark.parametrize(
    "row, win, col",
    [
        ("OXXXX..O", FREE, 5),
        (".XXXX...", FREE, None),
        ("OXXX....", FREE, None),
        ("XXXX.OOOO.", FREE, None),
        ("XXXX.OOO..", FREE, 4),
        ("XXXX..", CARO, 4),
        ("XXXX.OOOO", FREE, 4),
    ],
)
def test_the_only_defence_is_found(row: str, win: WinRule, col: int | None) -> None:
    board = row_board(row, 5, win, Player.SECOND)
    assert only_defence(board) == (None if col is None else Point(0, col))
