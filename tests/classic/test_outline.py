"""`outline`: the game of `five` on the screen of the design outline."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kit.editions import typed_lines
from kit.program import play
from kit.transcript import (
    REFUSED,
    WRONG,
    Cell,
    as_lines,
    moves_in,
    outline,
    race,
    rows_around_the_border,
    rows_at_every_border,
)


def assert_follows_model(typed: bytes, cwd: Path) -> bytes:
    """Compare a whole session with the model, from the first byte to the result file."""
    ran, model = play(["outline"], typed, cwd), outline(typed)
    result = cwd / "result.txt"
    assert ran.out == model.out
    assert ran.status == model.status
    assert bool(ran.err) == bool(model.status)
    assert (result.read_bytes() if result.exists() else None) == model.result
    return ran.out


def test_the_first_screen(tmp_path: Path) -> None:
    ran = play(["outline"], b"", tmp_path)
    lines = ran.out.decode().splitlines()
    assert lines[0] == "Columns: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14"
    assert lines[1] == "Row 0:   . . . . . . . . . . . . . . ."
    assert lines[10] == "Row 9:   . . . . . . . . . . . . . . ."
    assert lines[15] == "Row 14:  . . . . . . . . . . . . . . ."
    assert lines[16:] == ["Player 1, please input your coordinates: "]
    assert ran.status == 1


def test_row_comes_first(tmp_path: Path) -> None:
    lines = play(["outline"], b"4,5\n14,0\n", tmp_path).out.decode().splitlines()
    assert lines[16] == "Player 1, please input your coordinates: "
    assert lines[17].startswith("Columns: ")
    assert lines[22] == "Row 4:   . . . . . X . . . . . . . . ."
    assert lines[-2] == "Row 14:  O . . . . . . . . . . . . . ."
    assert lines[-1] == "Player 1, please input your coordinates: "


@pytest.mark.parametrize("opening", [b"", b"7,7\n"], ids=["Player 1", "Player 2"])
def test_every_wrong_input_gets_the_same_message(opening: bytes, tmp_path: Path) -> None:
    typed = opening + b"".join(line + b"\n" for line in REFUSED)
    out = assert_follows_model(typed, tmp_path)
    prompt = f"Player {2 if opening else 1}, please input your coordinates: "
    assert out.decode().endswith(f"{prompt}{WRONG}\n" * len(REFUSED) + prompt + "\n")


def test_a_taken_cell_is_also_wrong_input(tmp_path: Path) -> None:
    out = assert_follows_model(b"4,5\n4,5\n4,6\n4,5\n4,6\n", tmp_path)
    assert out.count(b"Invalid input, try again\n") == 3
    assert out.endswith(b"Player 1, please input your coordinates: \n")


@pytest.mark.parametrize("typed", [b"1,2\r\n3,4\r\nx\r\n", b"1,2\n3,4", b"1,2\n3,", b"1,2\r\r\n"])
def test_line_ends(typed: bytes, tmp_path: Path) -> None:
    assert_follows_model(typed, tmp_path)


@pytest.mark.parametrize("row", rows_at_every_border(15), ids=str)
def test_five_in_a_row_win_anywhere(row: list[Cell], tmp_path: Path) -> None:
    winner = 1 + sum(row[0]) % 2
    out = assert_follows_model(as_lines(race(row, winner, 15)), tmp_path)
    assert out.endswith(f"\nPlayer {winner} wins\n".encode())
    assert (tmp_path / "result.txt").read_bytes().endswith(f"\nPlayer {winner} wins\n".encode())


@pytest.mark.parametrize("row", rows_around_the_border(15), ids=str)
def test_a_row_does_not_continue_at_the_opposite_edge(row: list[Cell], tmp_path: Path) -> None:
    assert b"wins" not in assert_follows_model(as_lines(race(row, 2, 15)), tmp_path)


def test_an_overline_made_by_filling_a_gap_wins(tmp_path: Path) -> None:
    row = [(col, col) for col in (3, 4, 5, 7, 8, 9, 6)]
    assert assert_follows_model(as_lines(race(row, 2, 15)), tmp_path).endswith(b"\nPlayer 2 wins\n")


@pytest.mark.parametrize(
    "name, ending", [("tie-15.txt", b"Tie"), ("last-15.txt", b"Player 1 wins")]
)
def test_a_full_board_is_a_tie_unless_its_last_stone_wins(
    name: str, ending: bytes, tmp_path: Path
) -> None:
    out = assert_follows_model(as_lines(moves_in(name)), tmp_path)
    result = (tmp_path / "result.txt").read_bytes()
    assert out.endswith(result)
    assert result.endswith(b"\n" + ending + b"\n")
    assert len(result.splitlines()) == 17


@given(lines=typed_lines(), end=st.sampled_from([b"\n", b"\r\n"]))
@settings(max_examples=15, deadline=None, database=None)
def test_any_session_follows_the_specification(
    lines: list[bytes], end: bytes, tmp_path_factory: pytest.TempPathFactory
) -> None:
    assert_follows_model(b"".join(line + end for line in lines), tmp_path_factory.mktemp("any"))
