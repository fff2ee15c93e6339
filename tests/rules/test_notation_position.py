from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.strategies import boards, modest, set_up_boards, thorough

from tengen.errors import ParseError, RuleError
from tengen.rules.board import Board
from tengen.rules.notation import parse_position
from tengen.rules.point import Point
from tengen.rules.rules import Player, Rules

ROWS = st.lists(st.text("XO0123456789 x٣²", max_size=4), max_size=4).map("/".join)
SIZES = st.sampled_from(["3x3/3", "3x1/2", "12x1/5", "1x3/9", "0x0/0", "3"])
ALMOST_POSITIONS = st.builds("{} freestyle {} {}".format, SIZES, st.sampled_from("XOx"), ROWS)


@modest
@given(boards() | set_up_boards())
def test_a_printed_position_is_read_as_an_equal_board(board: Board) -> None:
    again = parse_position(str(board))
    assert again == board
    assert str(again) == str(board)
    assert again.key == board.key
    assert again.outcome == board.outcome
    assert again.legal_points() == board.legal_points()


@thorough
@given(st.text() | ALMOST_POSITIONS)
def test_any_other_text_is_a_parse_error_or_a_rule_error(text: str) -> None:
    found = read(text)
    if isinstance(found, ParseError):
        assert (found.what, found.text) == ("position", text)
        assert found.at is None or 0 <= found.at <= len(text)
    elif isinstance(found, RuleError):
        assert "both players have a winning line" in str(found)
    else:
        assert str(found) == text


def read(text: str) -> Board | ParseError | RuleError:
    """Parse a text, and return the value or the error."""
    try:
        return parse_position(text)
    except (ParseError, RuleError) as error:
        return error


def test_the_stones_are_set_up_and_no_move_can_be_taken_back() -> None:
    board = parse_position("3x3/3 freestyle O 2X/1O1/X2")
    assert board.rules == Rules(3, 3, 3)
    assert board.turn is Player.SECOND
    assert board.moves == ()
    assert board.setup == {
        Point(0, 2): Player.FIRST,
        Point(1, 1): Player.SECOND,
        Point(2, 0): Player.FIRST,
    }
    with pytest.raises(RuleError, match="no move to take back"):
        board.undo()


@pytest.mark.parametrize(
    "text, at",
    [
        ("", None),
        ("3x3/3 freestyle X", None),
        ("3x3/3 freestyle X 3/3/3 ", None),
        ("3x3/3 freestyle  X 3/3/3", None),
        ("3x3/3 pente X 3/3/3", 6),
        ("3x3/3 freestyle x 3/3/3", 16),
        ("3x3/3 freestyle XO 3/3/3", 16),
        ("3x3/3 freestyle  3/3/3", 16),
        ("3x3/3 freestyle X 3/3", 18),
        ("3x3/3 freestyle X 3/3/3/3", 18),
        ("3x3/3 freestyle X 3/2/3", 20),
        ("3x3/3 freestyle X 3/3/4", 22),
        ("3x3/3 freestyle X 3/3/", 22),
        ("3x3/3 freestyle X 3/X?O/3", 21),
        ("3x3/3 freestyle X 3/x2/3", 20),
        ("3x3/3 freestyle X 3/X0XO/3", 21),
        ("3x3/3 freestyle X 3/03/3", 20),
        ("3x3/3 freestyle X 3/٣/3", 20),
        ("3x3/3 freestyle X 3/³/3", 20),
        ("3x3/3 freestyle X 3/-3/3", 20),
        ("3x3/3 freestyle X 3/3/3\n", 23),
    ],
)
def test_an_error_has_its_place(text: str, at: int | None) -> None:
    with pytest.raises(ParseError) as caught:
        parse_position(text)
    assert (caught.value.what, caught.value.text, caught.value.at) == ("position", text, at)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        "3x1/3 freestyle X 12",
        "3x1/3 freestyle X 111",
        "19x1/5 freestyle X 109",
        "10x1/5 freestyle X 109",
        "13x1/5 freestyle X 121",
        "52x1/5 freestyle X 99",
        "03x1/3 freestyle X 3",
    ],
)
def test_a_run_of_empty_points_must_be_one_plain_number(text: str) -> None:
    with pytest.raises(ParseError):
        parse_position(text)


def test_two_winners_are_a_rule_error_and_not_a_parse_error() -> None:
    with pytest.raises(RuleError, match="both players have a winning line") as caught:
        parse_position("3x3/3 freestyle X XXX/3/OOO")
    assert not isinstance(caught.value, ParseError)


def test_a_huge_text_gives_a_short_message_in_one_line() -> None:
    start = "3x3/3 freestyle X "
    for text in (
        "X" * 100_000,
        " " * 100_000,
        start + "/" * 100_000,
        start + "9" * 100_000 + "/3/3",
    ):
        with pytest.raises(ParseError) as caught:
            parse_position(text)
        assert len(str(caught.value)) < 300
        assert "\n" not in str(caught.value)
