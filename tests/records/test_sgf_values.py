"""Values of SGF properties, each with its exact result."""

from __future__ import annotations

import pytest

from tengen.records import sgf_values
from tengen.records.reading import Reading
from tengen.records.record import Result, Score
from tengen.rules.outcome import Termination
from tengen.rules.point import Point
from tengen.rules.rules import Player

BLACK, WHITE = Player.FIRST, Player.SECOND


@pytest.mark.parametrize(
    "text, cell",
    [
        *[("aa", 0), ("ba", 1), ("ab", 15), ("hh", 112), ("oo", 224)],
        *[("pa", None), ("ap", None), ("", None), ("h", None), ("hhh", None)],
        *[("?a", None), ("a?", None), ("Aa", None)],
    ],
)
def test_a_point_is_a_cell_of_the_board(text: str, cell: int | None) -> None:
    assert sgf_values.point_number(text, 15, 15) == cell


def test_capital_letters_follow_small_ones() -> None:
    assert sgf_values.point_number("Aa", 52, 52) == 26
    assert sgf_values.point_number("ZZ", 52, 52) == 52 * 52 - 1
    assert sgf_values.format_point(Point(51, 26)) == "AZ"


@pytest.mark.parametrize(
    "text, cells",
    [
        ("bb", [5]),
        ("ba:cb", [1, 2, 5, 6]),
        ("cb:ba", [1, 2, 5, 6]),
        (" ca : bb ", [1, 2, 5, 6]),
        ("da:dc", [3, 7, 11]),
        ("ea", None),
        ("aa:ad", None),
        ("aa:bb:cc", None),
    ],
)
def test_a_rectangle_has_the_cells_between_two_corners(text: str, cells: list[int] | None) -> None:
    found = sgf_values.rectangle_points(text, 4, 3)
    assert (None if found is None else list(found)) == cells


def test_moves_have_a_player_a_point_and_a_bit() -> None:
    moves = sgf_values.SgfMoveTable(19, 19)
    assert moves["B[hh]"] == (BLACK, Point(7, 7), 1 << (7 * 19 + 7))
    assert moves["W[ba]"] == (WHITE, Point(0, 1), 2)
    assert moves["W[]"] == (WHITE, None, 0)
    assert moves["B[tt]"] == (BLACK, None, 0)
    assert moves["B[ta]"] is None
    assert set(moves) == {"B[hh]", "W[ba]", "W[]", "B[tt]"}


def test_tt_is_a_point_if_one_side_has_more_than_19_points() -> None:
    assert sgf_values.SgfMoveTable(20, 20)["B[tt]"] == (BLACK, Point(19, 19), 1 << 399)
    assert sgf_values.SgfMoveTable(19, 20)["B[tt]"] is None
    assert sgf_values.SgfMoveTable(20, 19)["B[tt]"] is None


def test_the_texts_of_moves_are_in_reading_order_and_end_with_the_pass() -> None:
    assert sgf_values.move_texts(2, 2) == {
        BLACK: ("B[aa]", "B[ba]", "B[ab]", "B[bb]", "B[]"),
        WHITE: ("W[aa]", "W[ba]", "W[ab]", "W[bb]", "W[]"),
    }


@pytest.mark.parametrize(
    "value, text",
    [
        ("a\\]b\\\\c\\:d", "a]b\\c:d"),
        ("a\\\nb\\\r\nc\\\n\rd", "abcd"),
        ("a\nb\r\nc\n\rd\re", "a\nb\nc\nd\ne"),
        ("a\tb\vc\fd", "a b c d"),
        ("a\\\tb\\\vc\\\fd", "a b c d"),
        ("a\\", "a\\"),
    ],
)
def test_a_text_is_unescaped(value: str, text: str) -> None:
    assert sgf_values.unescape_text(value) == text


@pytest.mark.parametrize(
    "value, text",
    [(" a b ", "a b"), (" a\\]b ", "a]b"), ("\na\nb\n", "a b"), ("a\\\nb", "ab")],
)
def test_a_line_is_unescaped_without_blanks_around_it(value: str, text: str) -> None:
    assert sgf_values.unescape_line(value) == text


def test_what_would_end_a_value_is_escaped() -> None:
    text = "a]b\\c:d\te\x7ff\r\ng\rh\ni\x1f"
    assert sgf_values.escape_text(text) == "a\\]b\\\\c:d e f\ng\nh\ni "
    assert sgf_values.escape_line(text) == "a\\]b\\\\c:d e f  g h i "
    assert sgf_values.escape_part(text) == "a\\]b\\\\c\\:d e f  g h i "


@pytest.mark.parametrize(
    "name, values, moves",
    [
        ("QPR", ["hh,hg,jf"], ["B[hh]", "W[hg]", "B[jf]"]),
        ("QPR", ["hh", " hg , "], ["B[hh]", "W[hg]"]),
        ("QSL", ["ig"], ["W[ig]"]),
        ("QSLW", ["ig,ih"], ["W[ig]", "W[ih]"]),
        ("QSLB", ["ig"], ["B[ig]"]),
        ("QSLB", [""], []),
    ],
)
def test_the_stones_of_an_opening_are_moves(name: str, values: list[str], moves: list[str]) -> None:
    assert sgf_values.quest_moves(name, values) == moves


@pytest.mark.parametrize(
    "game, more, clock",
    [
        ("60", "", "1+0"),
        ("60.00", "", "1+0"),
        ("60.5", "", "60.5"),
        ("61", "", "61 seconds"),
        ("61", "5s increment", "61 seconds, 5s increment"),
        ("600", "5s increment", "10+5"),
        ("600", "5s increments", "600 seconds, 5s increments"),
        ("9999960", "", "166666+0"),
        ("12345678", "x", "12345678, x"),
        ("", "", ""),
        ("", "fast", "fast"),
        ("slow", "", "slow"),
    ],
)
def test_a_clock_is_read_from_two_properties(game: str, more: str, clock: str) -> None:
    assert sgf_values.parse_clock(game, more) == clock


@pytest.mark.parametrize(
    "clock, values",
    [
        ("10+5", ("600", "5s increment")),
        ("10+0", ("600", "")),
        ("10+1", ("600", "1s increment")),
        ("0+5", ("0", "5s increment")),
        ("010+5", ("", "010+5")),
        ("10+05", ("600", "05s increment")),
        ("12345+5", ("", "12345+5")),
        ("fast", ("", "fast")),
        ("", ("", "")),
    ],
)
def test_a_clock_is_written_to_two_properties(clock: str, values: tuple[str, str]) -> None:
    assert sgf_values.format_clock(clock) == values


RESULTS = [
    ("", Result()),
    ("?", Result()),
    ("*", Result()),
    ("=", Result(Score.DRAW)),
    (" JIGO ", Result(Score.DRAW)),
    ("1-0", Result(Score.FIRST)),
    ("0-1", Result(Score.SECOND)),
    ("1/2-1/2", Result(Score.DRAW)),
    ("void", Result(Score.UNKNOWN, Termination.ABORTED)),
    ("Black + Resign", Result(Score.FIRST, Termination.RESIGNED)),
    ("white+time", Result(Score.SECOND, Termination.TIME)),
    ("b+Forfeit", Result(Score.FIRST, Termination.FOUL)),
    ("w+3", Result(Score.SECOND)),
    ("Black wins", None),
    ("C+R", None),
]


@pytest.mark.parametrize("text, result", RESULTS)
def test_a_result_is_read(text: str, result: Result | None) -> None:
    assert sgf_values.parse_result(text) == result


@pytest.mark.parametrize(
    "score, reason, values",
    [
        (Score.FIRST, Termination.RESIGNED, ("B+R", "")),
        (Score.SECOND, Termination.TIME, ("W+T", "")),
        (Score.FIRST, Termination.FOUL, ("B+F", "")),
        (Score.FIRST, Termination.ILLEGAL_MOVE, ("B+F", Termination.ILLEGAL_MOVE.value)),
        (Score.SECOND, Termination.ENGINE_ERROR, ("W+F", Termination.ENGINE_ERROR.value)),
        (Score.SECOND, Termination.UNKNOWN, ("W+", "")),
        (Score.SECOND, Termination.LINE, ("W+", Termination.LINE.value)),
        (Score.DRAW, Termination.UNKNOWN, ("0", "")),
        (Score.DRAW, Termination.AGREED, ("0", Termination.AGREED.value)),
        (Score.UNKNOWN, Termination.UNKNOWN, ("", "")),
        (Score.UNKNOWN, Termination.ABORTED, ("Void", "")),
        (Score.UNKNOWN, Termination.ENGINE_ERROR, ("?", Termination.ENGINE_ERROR.value)),
    ],
)
def test_a_result_is_written_with_a_reason_only_if_its_letter_does_not_say_it(
    score: Score, reason: Termination, values: tuple[str, str]
) -> None:
    assert sgf_values.format_result(Result(score, reason)) == values


def test_every_reason_is_read_as_it_is_written() -> None:
    assert [sgf_values.parse_reason(reason.value) for reason in Termination] == list(Termination)
    assert sgf_values.parse_reason("no reason") is None


@pytest.mark.parametrize(
    "text, reason",
    [
        ("Black win by five connection", Termination.LINE),
        ("Draw by full board", Termination.FULL_BOARD),
        ("White win by opponent illegal move", Termination.ILLEGAL_MOVE),
        ("White win by forbidden move", Termination.FOUL),
        ("Black win by adjudication", Termination.ADJUDICATED),
        ("BLACK WIN BY TIME FORFEIT", Termination.TIME),
        ("White win by opponent crash", Termination.ENGINE_ERROR),
        ("Black won", None),
        ("", None),
    ],
)
def test_the_end_of_a_game_of_c_gomoku_cli_is_read(text: str, reason: Termination | None) -> None:
    assert sgf_values.parse_termination(text) is reason


GUESSED = "the file is not in the code page {!r} that it names: another was guessed"


@pytest.mark.parametrize("name", ["klingon", "zlib", "rot13", "ascii"])
def test_another_code_page_than_the_declared_one_is_guessed(name: str) -> None:
    reading = Reading()
    assert sgf_values.decode_sgf(f"(;CA[{name}]C[é])".encode(), reading) == f"(;CA[{name}]C[é])"
    assert [str(problem) for problem in reading.problems.kept] == [GUESSED.format(name)]


@pytest.mark.parametrize("late", [0, 1])
def test_the_declared_code_page_must_be_near_the_start(late: int) -> None:
    declared = b"CA[cp437]"
    data = b"(;" + b" " * ((1 << 14) - len(declared) - 2 + late) + declared + b"C[caf\x82])"
    assert ("café" in sgf_values.decode_sgf(data, Reading())) is not bool(late)


def test_a_given_code_page_overrides_the_declared_one() -> None:
    text = "(;CA[utf-8]C[é])"
    found = sgf_values.decode_sgf(text.encode("cp1252"), Reading(encoding="cp1252"))
    assert found == text
