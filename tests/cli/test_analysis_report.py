"""The texts of an analysis, without a search."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.strategies import boards, modest, some_rules

from tengen.cli.analyse import AnalysisSnapshot, compose_rows
from tengen.cli.analysis_report import (
    format_analysis_text,
    format_ending_text,
    format_score,
    format_short,
    format_turn,
    format_verdict,
)
from tengen.cli.game_arguments import parse_any_position
from tengen.engine.analysis import Analysis, Line
from tengen.errors import UsageError
from tengen.render.text import Role, Row, crop_row, fit_words, pad_row, paint_row, row_text
from tengen.rules.board import Board
from tengen.rules.notation import (
    format_diagram,
    format_game,
    parse_game,
    parse_moves,
    parse_position,
)
from tengen.rules.rules import GAMES, Rules

GAME = "15x15/5 freestyle h8 h9 i9 g7 j10 k11"
ROLES = st.sampled_from(list(Role))
ROWS = st.lists(st.tuples(st.text("ab ", max_size=9), ROLES), max_size=5)


def line_of(moves: str, score: int = 0, plies: int = 0) -> Line:
    return Line(tuple(parse_moves(moves, GAMES["five"])), score, plies)


ANALYSIS = Analysis(
    (
        line_of("i7 h10 i8 i10 i6 i5 j8 k8 h6 k9 j6 j7 g9 f10 k5", 29985, 15),
        line_of("g10 i7 j8", 120),
        line_of("a1 i7", -29996, -4),
    ),
    *(12, 12_345_678, 3.21),
)


def shown(columns: int, rows: int, *, is_done: bool = True) -> str:
    state = AnalysisSnapshot(parse_game(GAME), ANALYSIS, 3.4, is_done)
    return "\n".join(row_text(row).rstrip() for row in compose_rows(state, columns, rows))


# Parsing


@pytest.mark.parametrize(
    "text, game, same",
    [
        (GAME, None, GAME),
        (f"  {GAME.replace(' ', '   ')} \n", None, GAME),
        ("h8h9,i9", None, "15x15/5 freestyle h8 h9 i9"),
        ("h8 h9", "renju", "15x15/5 renju h8 h9"),
        ("renju h8 h9", None, "15x15/5 renju h8 h9"),
        ("renju h8 h9", "renju", "15x15/5 renju h8 h9"),
        ("9x9/5 standard", None, "9x9/5 standard"),
        ("a1", "3x3/3 freestyle", "3x3/3 freestyle a1"),
        ("", None, "15x15/5 freestyle"),
        (f"7\tMr. X\tB.\t1-0\tline\t{GAME}\n", None, GAME),
    ],
)
def test_games_and_moves_can_be_parsed(text: str, game: str | None, same: str) -> None:
    assert format_game(parse_any_position(text, game)) == same


@modest
@given(boards(some_rules(st.integers(1, 20))))
def test_the_text_of_a_board_can_be_parsed(board: Board) -> None:
    assert parse_any_position(str(board), None) == board


def test_a_diagram_is_parsed_with_the_given_rules() -> None:
    board = parse_position("3x3/3 freestyle O O1X/1X1/3")
    assert parse_any_position(format_diagram(board), "tictactoe") == board


@pytest.mark.parametrize(
    "text, game, message",
    [
        ("h8 h9 h8", None, "move 3 cannot be played: h8 is taken."),
        ("tictactoe a1 a2 b1 b2 c1 c2", None, "move 6 cannot be played: c2 comes after the end"),
        ("renju h8 i9 x", None, "not a list of moves: 'renju h8 i9 x' at character 13: a move"),
        (
            f"{GAME} p1 {'a1 ' * 30}",
            None,
            "'...h8 h9 i9 g7 j10 k11 p1 a1 a1 a1 a1 a1 a1...' at character 39",
        ),
        ("3x3/3 freestyle Z O1X/1X1/3", None, "not a position: '3x3/3 freestyle Z O1X/1X1/3' at"),
        ("3x3/3 x a1", None, "at character 7: the win rules are freestyle, standard"),
        ("3x3/3 freestyle a1", "five", "--game says 15x15/5 freestyle, but the text says 3x3/3"),
        ("5x5/3 freestyle X XXX2/5/OOO2/5/5", None, "both players have a winning line"),
        ("h8\nh9\n", None, "expected one game or position, not 2 lines"),
        (". .\n. .", None, "not a diagram: '. .\\n. .': 15 rows were expected, not 2"),
        ("h8", "chess", "not a set of rules: 'chess'"),
        ("\x00\ufffd", None, "not a list of moves: '\\x00\\ufffd' at character 1: a move"),
    ],
)
def test_an_error_and_its_place_are_reported_in_one_line(
    text: str, game: str | None, message: str
) -> None:
    with pytest.raises(UsageError) as caught:
        parse_any_position(text, game)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@modest
@given(st.text(max_size=60) | st.text("XO123/. \n", max_size=60).map("5x5/5 freestyle X {}".format))
def test_any_text_is_a_board_or_a_usage_error(text: str) -> None:
    try:
        result = str(parse_any_position(text, None))
    except UsageError as error:
        result = str(error)
    assert result.isprintable()


# Texts


def test_scores_of_decided_positions_are_words() -> None:
    scores = [(29993, 7), (-29996, -4), (28500, 0), (-28500, 0), (120, 0), (0, 0), (-7, 0)]
    words = [format_score(line_of("h8", *score)) for score in scores]
    assert words == ["win in 7", "loss in 4", "winning", "losing", "+120", "0", "-7"]


def test_a_verdict_names_the_winner() -> None:
    board = parse_game("15x15/5 freestyle h8")
    assert format_verdict(board, line_of("i9", 29993, 7)) == "White wins in 7 moves."
    assert format_verdict(board, line_of("i9", -29998, -2)) == "Black wins in 2 moves."
    assert format_verdict(board, line_of("i9", -40)) == "Best for White: i9."
    assert format_turn(board) == "White (O) to play move 2"


def test_the_ending_of_a_game_is_described() -> None:
    won = parse_game("3x3/3 freestyle a1 a2 b1 b2 c1")
    assert format_ending_text(won) == "The game is over: Black has won, a1 to c1."
    tie = parse_position("3x3/3 freestyle X XOX/XOO/OXX")
    assert format_ending_text(tie) == "The game is over: a tie, the board is full."


@given(st.floats(0, 1e13))
def test_large_numbers_are_short_and_exact_to_half_a_percent(number: float) -> None:
    match = re.fullmatch(r"([\d.]+)([kMG]?)", format_short(number))
    assert match is not None
    value = float(match[1]) * 1000 ** " kMG".index(match[2] or " ")
    assert abs(value - number) <= max(0.5, 0.006 * number)
    assert len(format_short(number)) <= 6


# Rows


@given(ROWS, st.integers(0, 30))
def test_a_row_is_cropped_or_padded_to_a_width(row: Row, width: int) -> None:
    assert row_text(crop_row(row, width)) == row_text(row)[:width]
    assert row_text(pad_row(row, width)) == row_text(row)[:width].ljust(width)
    assert re.sub(r"\x1b\[[\d;]*m", "", paint_row(row)) == row_text(row)


def test_only_whole_words_are_shown_with_a_sign_that_there_are_more() -> None:
    words = ["h8", "i10", "g9"]
    assert [fit_words(words, width) for width in (9, 8, 5, 4, 1, 0, -3)] == [
        *("h8 i10 g9", "h8 ..", "h8 ..", "..", ".", "", "")
    ]


# The display


@modest
@given(st.integers(1, 120), st.integers(1, 50), st.booleans())
def test_the_display_fits_the_terminal(columns: int, rows: int, is_done: bool) -> None:  # noqa: FBT001
    lines = shown(columns, rows, is_done=is_done).split("\n")
    assert len(lines) <= rows
    assert max(map(len, lines)) <= columns


@pytest.mark.parametrize("columns, rows", [(79, 23), (59, 19)])
def test_a_usual_terminal_shows_the_board_and_all_lines_beside_it(columns: int, rows: int) -> None:
    text = shown(columns, rows)
    assert text.count("\n") == 15
    assert "   a b c d e f g h i j k l m n o" in text
    for words in ("15x15/5 freestyle", "Black (X) to play move 7", "depth 12, 3.2 s"):
        assert words in text
    for words in ("12.3M nodes, 3.85M/s", " 1 win in 15 i7 h10", " 2 +120", " 3 loss in 4 a1 i7"):
        assert words in text
    assert "Black wins in 15 moves." in text


def test_a_narrow_terminal_has_the_panel_below_and_a_tiny_one_has_no_board() -> None:
    below = shown(39, 19).split("\n")
    assert below[17] == " 1 win in 15 i7 h10 i8 i10 i6 i5 j8 .."
    assert below[15].startswith("   a b c")
    assert [line[:12] for line in below[16:]] == ["Black (X) to", " 1 win in 15", "Black wins i"]
    tiny = shown(30, 3).split("\n")
    assert [line[:12] for line in tiny] == ["Black (X) to", " 1 win in 15", "Black wins i"]


def test_before_the_first_result_the_board_and_a_clock_are_shown() -> None:
    state = AnalysisSnapshot(Board(Rules(15, 15, 5)), None, 0.1, is_done=False)
    text = "\n".join(row_text(row) for row in compose_rows(state, 79, 23))
    assert "Black (X) to play move 1" in text
    assert "0.1 s; Ctrl-C to stop" in text


def test_plain_lines_contain_the_whole_analysis() -> None:
    first, second, third = format_analysis_text(parse_game(GAME), ANALYSIS).splitlines()
    assert first.split()[:6] == ["depth", "12", "1", "win", "in", "15"]
    assert " ".join(second.split()) == "depth 12 2 +120 12345678 nodes 3.21 s g10 i7 j8"
    assert third.endswith("  a1 i7")
