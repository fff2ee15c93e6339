from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.strategies import boards, modest, points_of, some_rules, thorough

from tengen.errors import ParseError
from tengen.rules.board import Board
from tengen.rules.notation import format_moves, parse_moves
from tengen.rules.point import Point
from tengen.rules.rules import Rules

GOMOKU = Rules(15, 15, 5)
ALMOST_MOVES = st.text("abhHoz0189 ,;\t\n\u0663\u00b2-", max_size=12)


@modest
@given(boards())
def test_the_moves_of_a_game_are_read_as_they_were_printed(board: Board) -> None:
    text = format_moves(board.moves, board.rules)
    assert tuple(parse_moves(text, board.rules)) == board.moves
    assert len(text.split()) == len(board.moves)


@modest
@given(some_rules(), st.data())
def test_moves_are_read_with_and_without_separators(rules: Rules, data: st.DataObject) -> None:
    points = data.draw(st.lists(points_of(rules), max_size=12))
    words = format_moves(points, rules).split()
    for between in (" ", ",", ", ", "; ", "\n", "\t", "\r\n", ""):
        text = between.join(words)
        assert parse_moves(text, rules) == points
        assert parse_moves(f" {text.upper()},\n", rules) == points


@thorough
@given(st.text() | ALMOST_MOVES, some_rules())
def test_any_other_text_is_a_parse_error(text: str, rules: Rules) -> None:
    found = read(text, rules)
    if isinstance(found, ParseError):
        assert (found.what, found.text) == ("list of moves", text)
        assert found.at is not None
        assert 0 <= found.at < len(text)
    else:
        assert format_moves(found, rules).split() == words_of(text)


def read(text: str, rules: Rules) -> list[Point] | ParseError:
    """Parse a text, and return the value or the error."""
    try:
        return parse_moves(text, rules)
    except ParseError as error:
        return error


def words_of(text: str) -> list[str]:
    """Return the moves of a correct text, in lower case and in their order."""
    spaced = "".join(
        f" {mark}" if mark.isalpha() and before.isdigit() else mark
        for before, mark in zip(" " + text, text, strict=False)
    )
    return spaced.lower().replace(",", " ").replace(";", " ").split()


def test_an_empty_text_has_no_moves() -> None:
    assert parse_moves("", GOMOKU) == []
    assert parse_moves(" \n,; ", GOMOKU) == []
    assert format_moves([], GOMOKU) == ""


def test_moves_are_in_the_order_played_and_may_repeat() -> None:
    points = [Point(7, 7), Point(6, 8), Point(7, 7)]
    assert format_moves(points, GOMOKU) == "h8 i9 h8"
    assert parse_moves("h8i9 H8", GOMOKU) == points
    assert format_moves(iter(points), GOMOKU) == "h8 i9 h8"


@pytest.mark.parametrize(
    "text, at, why",
    [
        ("h8 i9 p1", 6, "the columns are a to o"),
        ("h8 i16", 4, "the row must be from 1 to 15"),
        ("h8, 9", 4, "a move such as h8 was expected"),
        ("h8 i", 3, "a move such as h8 was expected"),
        ("h8i09", 3, "the row must be a number from 1 to 15"),
        ("h8 -- i9", 3, "a move such as h8 was expected"),
        ("h8\u00a0i9", 2, "a move such as h8 was expected"),
        ("h8 h٨", 3, "a move such as h8 was expected"),
        ("²", 0, "a move such as h8 was expected"),
    ],
)
def test_an_error_has_its_place_in_the_whole_text(text: str, at: int, why: str) -> None:
    with pytest.raises(ParseError) as caught:
        parse_moves(text, GOMOKU)
    assert (caught.value.text, caught.value.at, caught.value.why) == (text, at, why)
    assert str(caught.value).endswith(f" at character {at + 1}: {why}")


def test_a_huge_text_gives_a_short_message_in_one_line() -> None:
    for text in ("h8\n" * 50_000 + "?", "h" * 100_000, "h" + "8" * 100_000):
        with pytest.raises(ParseError) as caught:
            parse_moves(text, GOMOKU)
        assert len(str(caught.value)) < 250
        assert "\n" not in str(caught.value)
