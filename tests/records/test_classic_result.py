from __future__ import annotations

import pytest
from kit.records import read_again, written

from tengen.classic.console import plain_marker
from tengen.classic.five import EDITION
from tengen.errors import RecordError
from tengen.records.classic_result import FINAL_BOARD
from tengen.records.reading import Reading
from tengen.records.record import Result, Score, last_board, record_of
from tengen.rules.board import Board
from tengen.rules.notation import parse_moves
from tengen.rules.outcome import Termination
from tengen.rules.point import Point
from tengen.rules.rules import FIVE_IN_A_ROW, Player

GAME = "h8 a1 h9 a2 h10 a3 h11 a4 h12"


def won_board() -> Board:
    board = Board(FIVE_IN_A_ROW)
    for move in parse_moves(GAME, board.rules):
        board.play(move)
    return board


def test_a_final_board_has_1536_bytes_and_the_result_without_a_line_end() -> None:
    data = written(record_of(won_board()), FINAL_BOARD)
    assert len(data) == 1536 + len("Player 1 wins")
    assert data.endswith(b"\nPlayer 1 wins")
    assert data.splitlines()[4][5:].split()[7] == b"_X_"


def test_a_final_board_is_what_five_writes() -> None:
    board = won_board()
    drawing = EDITION.draw(plain_marker(board, EDITION.marks))
    expected = EDITION.result(drawing, "Player 1 wins").encode()
    assert written(record_of(board), FINAL_BOARD) == expected


def test_a_final_board_is_read_as_a_position() -> None:
    (record,) = read_again(written(record_of(won_board()), FINAL_BOARD), FINAL_BOARD)
    assert last_board(record).stones == won_board().stones
    assert record.result == Result(Score.FIRST, Termination.LINE)
    assert record.root.turn is Player.SECOND


def test_a_board_as_outline_draws_it_is_read() -> None:
    header = "Columns: " + " ".join(map(str, range(15)))
    rows = [f"{f'Row {row}:':<9}{' '.join('.' * 15)}" for row in range(15)]
    rows[3] = rows[3][:-1] + "O"
    text = "\n".join([header, *rows, "Tie", ""])
    (record,) = read_again(text.encode(), FINAL_BOARD)
    assert last_board(record).stones == {Point(3, 14): Player.SECOND}
    assert record.result.score is Score.DRAW


def test_a_missing_result_is_reported() -> None:
    reading = Reading()
    (record,) = read_again(b"0 _X_ _O_\n1 ___ ___\n", FINAL_BOARD, reading)
    assert (record.rules.width, record.rules.height) == (2, 2)
    assert [str(problem) for problem in reading.problems.kept] == [
        "line 2: the last line is not one of Player 1 wins, Player 2 wins, Tie"
    ]


@pytest.mark.parametrize("text", ["", "hello", "0 _X_\n1 _X_ _X_\n", "0 " + "_X_ " * 53])
def test_a_text_that_is_not_a_board_is_refused(text: str) -> None:
    with pytest.raises(RecordError):
        read_again(text.encode(), FINAL_BOARD)


def test_a_long_invalid_row_is_rejected_quickly() -> None:
    with pytest.raises(RecordError):
        read_again(b"0 " + b"__ " * 5000 + b"?\n", FINAL_BOARD)
