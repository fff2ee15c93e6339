from __future__ import annotations

import re
from dataclasses import replace

from hypothesis import given
from kit.pictures import at, game, views
from kit.strategies import boards, modest

from tengen.render.layout import columns_of
from tengen.render.text import BOXES, DOTS, LETTERS, format_text
from tengen.render.view import ALL_NUMBERS, MarkShape, View, view_of
from tengen.rules.board import Board
from tengen.rules.notation import format_diagram, parse_game
from tengen.rules.point import Point
from tengen.rules.rules import Player, Rules

ANSI = re.compile(r"\x1b\[[\d;]*m")


@modest
@given(boards())
def test_a_drawing_is_the_diagram_with_marks(board: Board) -> None:
    text = format_text(view_of(board))
    unmarked = "\n".join(line.rstrip() for line in re.sub(r"[()]", " ", text).splitlines())
    assert unmarked == format_diagram(board)
    assert text.count("(") == text.count(")") == (1 if board.moves else 0)
    assert format_text(view_of(board, mark_last=False)) == format_diagram(board)


def test_best_moves_are_numbered_and_the_last_move_is_in_brackets() -> None:
    board = parse_game("3x3/3 freestyle b2 a3")
    text = format_text(view_of(board, hints=[Point(0, 2), Point(2, 0)]))
    assert text == "3(O). 1\n2 . X .\n1 2 . .\n  a b c"


def test_boxes_are_drawn_as_in_the_terminal_game() -> None:
    board = parse_game("4x3/3 freestyle a2 a3 b2 b3 c2")
    lines = ["3 ○─○─┬─┐", "2 ◆━◆━◆)┤", "1 └─┴─┴─┘", "  A B C D"]
    assert format_text(view_of(board, mark_last=False), BOXES).splitlines() == [
        *(line.replace(")", "─") for line in lines)
    ]
    assert format_text(view_of(board), BOXES).splitlines()[1] == "2 ◆━◆(◆)┤"
    assert format_text(view_of(board), LETTERS).splitlines()[1] == "2 X━X(X)┤"


def test_columns_widen_for_numbers() -> None:
    text = format_text(view_of(game(), numbers=ALL_NUMBERS))
    row = next(line for line in text.splitlines() if line.startswith(" 5"))
    assert row == " 5  .  .  .  .  .  .  .  . 12  .(21) .  .  .  ."


def test_brackets_are_next_to_the_stone_in_wide_columns() -> None:
    view = View(Rules(3, 1, 3), {Point(0, 1): Player.FIRST}, 1, last=Point(0, 1))
    labelled = replace(view, labels={Point(0, 0): "abc"})
    assert format_text(labelled).splitlines()[0] == "1 abc  (X)  ."
    assert format_text(labelled, BOXES).splitlines()[0] == "1 abc──(●)──┐"


def test_marks_of_all_kinds_are_shown_on_empty_points() -> None:
    points = [Point(0, col) for col in range(7)]
    view = View(
        Rules(7, 1, 5),
        forbidden=frozenset({points[0]}),
        marks=dict(zip(points[1:5], MarkShape, strict=True)),
        labels={points[5]: "A"},
        ghost=(points[6], Player.SECOND),
        coordinates=False,
    )
    assert format_text(view) == " ! @ ^ # * A O"
    assert format_text(view, BOXES) == " ×─◎─△─□─*─A─○"


def test_the_title_is_above_and_the_caption_below_the_board() -> None:
    view = View(Rules(2, 1, 2), title="Anna\n- Ben", caption="A \x1bdraw")
    assert format_text(view).splitlines() == ["Anna - Ben", "1 . .", "  a b", "A  draw"]


@modest
@given(views())
def test_a_coloured_text_differs_only_by_its_colours(view: View) -> None:
    for glyphs in (DOTS, BOXES):
        plain, coloured = format_text(view, glyphs), format_text(view, glyphs, colour=True)
        assert [line.rstrip() for line in ANSI.sub("", coloured).split("\n")] == plain.split("\n")
        assert len(plain.split("\n")) >= view.rules.height


def test_wide_letters_take_two_columns() -> None:
    view = view_of(game("h8"), labels={at("c3"): "日本語"})
    lines = format_text(view).splitlines()
    assert len({columns_of(line) for line in lines if line[:2].strip().isdigit()}) == 1


def test_a_winning_line_and_the_last_move_are_painted() -> None:
    text = format_text(view_of(game()), colour=True)
    assert text.count("\x1b[36;7mX\x1b[0m") == 5
    assert format_text(view_of(game("h8 h9")), colour=True).count("\x1b[33;7mO") == 1
