from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.strategies import boards, modest, set_up_boards, some_rules, thorough

from tengen.errors import ParseError, RuleError
from tengen.rules.board import Board
from tengen.rules.notation import format_diagram, parse_diagram
from tengen.rules.point import Point
from tengen.rules.rules import Player, Rules

TIC_TAC_TOE = Rules(3, 3, 3)
DRAWING = """\
3 . . X
2 . O .
1 X . ."""
ALMOST_DRAWINGS = st.lists(st.text(".XO 1٣²abc?\u2028", max_size=7), max_size=5).map("\n".join)


@modest
@given(boards() | set_up_boards())
def test_a_diagram_is_read_as_an_equal_board(board: Board) -> None:
    drawing = format_diagram(board)
    again = parse_diagram(drawing, board.rules, board.turn)
    assert again == board
    assert format_diagram(again) == drawing


@modest
@given(boards())
def test_the_coordinates_may_be_omitted(board: Board) -> None:
    rows = format_diagram(board).splitlines()[:-1]
    bare = "\n".join(" ".join(row.split()[1:]) for row in rows)
    assert parse_diagram(bare, board.rules, board.turn) == board
    assert parse_diagram(f"\n  {bare}  \n\n", board.rules, board.turn) == board


@modest
@given(boards())
def test_a_diagram_has_a_line_for_each_row_and_no_trailing_spaces(board: Board) -> None:
    lines = format_diagram(board).split("\n")
    assert len(lines) == board.rules.height + 1
    assert [line.rstrip() for line in lines] == lines
    assert len({len(line) for line in lines}) == 1


@thorough
@given(st.text() | ALMOST_DRAWINGS, some_rules(st.integers(1, 4)))
def test_any_other_text_is_a_parse_error_or_a_rule_error(text: str, rules: Rules) -> None:
    found = read(text, rules)
    if isinstance(found, ParseError):
        assert (found.what, found.text) == ("diagram", text)
        assert str(found).isprintable()
    elif isinstance(found, RuleError):
        assert "both players have a winning line" in str(found)
    else:
        assert found.rules == rules
        assert len(found.stones) == text.count("X") + text.count("O")


def read(text: str, rules: Rules) -> Board | ParseError | RuleError:
    """Parse a text, and return the value or the error."""
    try:
        return parse_diagram(text, rules)
    except (ParseError, RuleError) as error:
        return error


def test_the_diagram_of_tic_tac_toe() -> None:
    board = parse_diagram(DRAWING, TIC_TAC_TOE)
    assert format_diagram(board) == DRAWING + "\n  a b c"
    assert str(board) == "3x3/3 freestyle O 2X/1O1/X2"
    assert parse_diagram(DRAWING, TIC_TAC_TOE, Player.FIRST).turn is Player.FIRST


def test_the_columns_of_a_large_board_are_aligned() -> None:
    board = Board(Rules(27, 10, 5), {Point(0, 26): Player.FIRST})
    lines = format_diagram(board).splitlines()
    assert lines[0] == "10" + "  ." * 26 + "  X"
    assert lines[9] == " 1" + "  ." * 27
    assert lines[10].startswith("    a  b  c ")
    assert lines[10].endswith("  y  z aa")


@pytest.mark.parametrize("width, height", [(1, 1), (1, 52), (52, 1), (2, 11)])
def test_narrow_boards_can_be_drawn_and_read(width: int, height: int) -> None:
    board = Board(Rules(width, height, 60))
    assert parse_diagram(format_diagram(board), board.rules) == board
    board.play(Point(height - 1, width - 1))
    assert parse_diagram(format_diagram(board), board.rules) == board


@pytest.mark.parametrize(
    "text, why",
    [
        ("", "3 rows were expected, not 0"),
        (". . .\n. . .", "3 rows were expected, not 2"),
        (". . .\n" * 4, "3 rows were expected, not 4"),
        ("...\n...\n...", "3 points were expected in row 1, not 1"),
        (". . .\n. . . .\n. . .", "3 points were expected in row 2, not 4"),
        (". . .\n. . .\n. x .", "'x' in row 3 is not one of . X O"),
        (". . .\n. XO .\n. . .", "'XO' in row 2 is not one of . X O"),
        ("3 . . .\n2 . 0 .\n1 . . .", "'0' in row 2 is not one of . X O"),
    ],
)
def test_an_error_says_what_was_expected(text: str, why: str) -> None:
    with pytest.raises(ParseError) as caught:
        parse_diagram(text, TIC_TAC_TOE)
    assert (caught.value.what, caught.value.text, caught.value.why) == ("diagram", text, why)


@pytest.mark.parametrize("digit", ["\u0663", "\u00b3", "\u2462", "\uff13"])
def test_row_numbers_have_only_ascii_digits(digit: str) -> None:
    with pytest.raises(ParseError):
        parse_diagram(DRAWING.replace("3", digit), TIC_TAC_TOE)


def test_two_winners_are_a_rule_error_and_not_a_parse_error() -> None:
    with pytest.raises(RuleError, match="both players have a winning line") as caught:
        parse_diagram("X X X\n. . .\nO O O", TIC_TAC_TOE)
    assert not isinstance(caught.value, ParseError)


@pytest.mark.parametrize("text", ["X" * 100_000, ". " * 100_000, ".\n" * 100_000, "é" * 100_000])
def test_a_huge_text_gives_a_short_message_in_one_line(text: str) -> None:
    with pytest.raises(ParseError) as caught:
        parse_diagram(text, Rules(1, 1, 1))
    assert len(str(caught.value)) < 800
    assert "\n" not in str(caught.value)
