from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tengen.rules.point import Point
from tengen.rules.rules import Player, Rules
from tengen.terminal.canvas import (
    ASCII_GLYPHS,
    BIG,
    LETTER_GLYPHS,
    MIDDLE,
    SMALL,
    SOLID_GLYPHS,
    STONE_GLYPHS,
    BoardView,
    Canvas,
    CanvasLayout,
    CellSize,
    TerminalGlyphs,
    fitting_cell,
)

CELLS = st.sampled_from([SMALL, MIDDLE, BIG])
RULES = Rules(5, 5, 5)
BLACK, WHITE = Player.FIRST, Player.SECOND


def draw(
    view: BoardView, glyphs: TerminalGlyphs = STONE_GLYPHS, cell: CellSize = SMALL
) -> list[str]:
    rows = Canvas(view, glyphs, cell).runs()
    return ["".join(text for _, text in row).rstrip() for row in rows]


def roles(view: BoardView, cell: CellSize = SMALL) -> set[str]:
    return {role for row in Canvas(view, STONE_GLYPHS, cell).runs() for role, _ in row}


def test_a_small_board_has_a_character_and_a_gap_for_every_point() -> None:
    view = BoardView(RULES, {Point(0, 0): BLACK, Point(2, 3): WHITE})
    assert draw(view) == [
        "5  ●─┬─┬─┬─┐",
        "4  ├─┼─┼─┼─┤",
        "3  ├─┼─•─○─┤",
        "2  ├─┼─┼─┼─┤",
        "1  └─┴─┴─┴─┘",
        "   A B C D E",
    ]


def test_the_last_move_the_cursor_and_hints_are_bracketed() -> None:
    view = BoardView(
        RULES,
        {Point(2, 1): BLACK},
        last=Point(2, 1),
        cursor=Point(0, 3),
        ghost=WHITE,
        hints={Point(4, 2): 1},
    )
    picture = draw(view)
    assert picture[0] == "5  ┌─┬─┬[○]┐"
    assert picture[2] == "3  ├(●)•─┼─┤"
    assert picture[4] == "1  └─┴(1)┴─┘"


def test_a_winning_line_has_other_shapes_and_a_stroke() -> None:
    stones = {Point(1, col): BLACK for col in range(5)}
    view = BoardView(RULES, stones, line=frozenset(stones))
    assert draw(view)[1] == "4  ◆━◆━◆━◆━◆"


def test_a_winning_line_of_letters_differs_in_more_than_colour() -> None:
    stones = {Point(1, col): BLACK for col in range(5)}
    rows = Canvas(BoardView(RULES, stones, line=frozenset(stones)), LETTER_GLYPHS, SMALL).runs()
    assert "win-mark" in {role for role, _ in rows[1]}


def test_the_cursor_does_not_cover_the_number_of_a_hint() -> None:
    view = BoardView(RULES, cursor=Point(0, 1), ghost=BLACK, hints={Point(0, 1): 2})
    assert draw(view)[0] == "5  ┌[2]┬─┬─┐"


def test_forbidden_and_offered_points_are_marked() -> None:
    view = BoardView(RULES, forbidden=frozenset({Point(0, 1)}), offered=frozenset({Point(1, 1)}))
    assert draw(view)[:2] == ["5  ┌─×─┬─┬─┐", "4  ├─?─┼─┼─┤"]


def test_move_numbers_keep_two_digits_in_small_cells() -> None:
    view = BoardView(
        RULES, {Point(0, 1): BLACK, Point(0, 3): WHITE}, numbers={Point(0, 1): 7, Point(0, 3): 128}
    )
    assert draw(view)[0] == "5  ┌ 7─┬28─┐"
    assert draw(view, cell=MIDDLE)[0] == "5   ┌── 7 ──┬──128──┐"


def test_big_stones_differ_in_shape() -> None:
    view = BoardView(Rules(2, 1, 2), {Point(0, 0): BLACK, Point(0, 1): WHITE})
    assert draw(view, cell=BIG)[:3] == ["   ▗▄▄▄▖ ▗▄▄▄▖", "1  █████─█   █", "   ▝▀▀▀▘ ▝▀▀▀▘"]


def test_middle_stones_fill_half_of_their_cells() -> None:
    stones = {Point(0, 0): BLACK, Point(0, 1): WHITE}
    view = BoardView(Rules(3, 1, 3), stones, Point(0, 1), Point(0, 2), WHITE)
    assert draw(view, cell=MIDDLE)[0] == "1  ▐█▌─▐◆▌[▐○▌]"
    assert draw(view, SOLID_GLYPHS, cell=MIDDLE)[0] == "1  ▐█▌─▐◆▌[▐○▌]"
    assert draw(BoardView(Rules(2, 1, 2), stones), SOLID_GLYPHS, MIDDLE)[0] == "1  ▐█▌─▐█▌"


@pytest.mark.parametrize("cell", [SMALL, MIDDLE, BIG])
@pytest.mark.parametrize("numbers", [{}, {Point(1, col): col + 1 for col in range(5)}])
def test_winning_stones_keep_their_colours(cell: CellSize, numbers: dict[Point, int]) -> None:
    for player, name in {BLACK: "black", WHITE: "white"}.items():
        stones = {Point(1, col): player for col in range(5)}
        found = roles(BoardView(RULES, stones, line=frozenset(stones), numbers=numbers), cell)
        marks = found & {f"win-{name}", f"mark-{name}"}
        assert marks
        assert not {role for role in found - marks if role.startswith(("win-", "mark-"))}


def test_solid_stones_have_one_shape_and_two_colours() -> None:
    view = BoardView(RULES, {Point(0, 0): BLACK, Point(0, 1): WHITE})
    rows = Canvas(view, SOLID_GLYPHS, SMALL).runs()
    assert [run for run in rows[0] if "●" in run[1]] == [("black", "●"), ("white", "●")]


def test_ascii_glyphs_are_ascii() -> None:
    stones = {Point(0, 0): BLACK, Point(0, 1): WHITE}
    view = BoardView(
        RULES, stones, Point(0, 1), Point(3, 3), BLACK, frozenset({Point(0, 0)}),
        forbidden=frozenset({Point(2, 2)}), hints={Point(1, 1): 1},
    )  # fmt: skip
    for cell in (SMALL, MIDDLE, BIG):
        assert "".join(draw(view, ASCII_GLYPHS, cell)).isascii()


@pytest.mark.parametrize("glyphs", [STONE_GLYPHS, LETTER_GLYPHS, ASCII_GLYPHS])
def test_both_sides_differ_in_shape_whatever_the_colours(glyphs: TerminalGlyphs) -> None:
    for shapes in (glyphs.stones, glyphs.winners, glyphs.wide, glyphs.big):
        assert shapes is None or shapes[BLACK] != shapes[WHITE]


def test_every_mark_has_its_own_role() -> None:
    view = BoardView(
        RULES, {Point(0, 0): BLACK, Point(0, 1): WHITE}, Point(0, 1), Point(3, 3), BLACK,
        forbidden=frozenset({Point(2, 2)}), hints={Point(1, 1): 1},
    )  # fmt: skip
    wanted = {"black", "white", "last", "cursor", "ghost", "forbidden", "hint", "hot", "label"}
    assert wanted <= roles(view)


@given(st.integers(1, 52), st.integers(1, 52), CELLS, st.data())
def test_a_point_is_found_where_it_is_drawn(
    columns: int, rows: int, cell: CellSize, data: st.DataObject
) -> None:
    layout = CanvasLayout(columns, rows, cell)
    point = Point(data.draw(st.integers(0, rows - 1)), data.draw(st.integers(0, columns - 1)))
    x, y = layout.place(point)
    assert 0 <= x < layout.width
    assert 0 <= y < layout.height - 1
    assert layout.point_at(x, y) == point


@given(st.integers(1, 52), st.integers(1, 52), st.integers(1, 400), st.integers(1, 200))
def test_the_cells_fit_or_are_the_smallest(
    columns: int, rows: int, width: int, height: int
) -> None:
    cell = fitting_cell(columns, rows, width, height)
    layout = CanvasLayout(columns, rows, cell)
    assert cell == SMALL or (layout.width <= width and layout.height <= height)


def test_a_15x15_board_fits_small_terminals() -> None:
    layout = CanvasLayout(15, 15, SMALL)
    assert (layout.width, layout.height) == (34, 16)
