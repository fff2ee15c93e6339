"""`gomoku`: 13x13, with moves read as a C++ program reads a letter and an integer."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kit.program import play
from kit.transcript import (
    Cell,
    as_letters,
    gomoku,
    gomoku_board,
    has_row,
    moves_in,
    race,
    rows_around_the_border,
    rows_at_every_border,
)

O_ASKED = b"Player O, make a move: "
X_ASKED = b"Player X, make a move: "
INVALID = b"Invalid move!\n"
EMPTY = gomoku_board({})
E6 = gomoku_board({(6, 4): "O"})


def brief(typed: str | bytes) -> str:
    return ascii(typed[:20])


def assert_follows_model(typed: bytes, cwd: Path) -> bytes:
    """Compare a whole session with the model, and check that no file is written."""
    ran, model = play(["gomoku"], typed, cwd), gomoku(typed)
    assert ran.out == model.out
    assert ran.status == model.status
    assert bool(ran.err) == bool(model.status)
    assert list(cwd.iterdir()) == []
    return ran.out


def test_the_first_screen(tmp_path: Path) -> None:
    ran = play(["gomoku"], b"", tmp_path)
    lines = ran.out.decode().splitlines()
    assert lines[0] == "   A B C D E F G H I J K L M"
    assert lines[1] == " 0 . . . . . . . . . . . . ."
    assert lines[13] == "12 . . . . . . . . . . . . ."
    assert lines[14:] == ["Player O, make a move: "]
    assert ran.status == 1


def test_the_board_follows_the_prompt_directly(tmp_path: Path) -> None:
    out = play(["gomoku"], b"E 6\nM 12\n", tmp_path).out
    lines = out.decode().splitlines()
    assert lines[14] == "Player O, make a move:    A B C D E F G H I J K L M"
    assert lines[21] == " 6 . . . . O . . . . . . . ."
    assert lines[28] == "Player X, make a move:    A B C D E F G H I J K L M"
    assert lines[-2] == "12 . . . . . . . . . . . . X"
    assert out.endswith(O_ASKED + b"\n")


@pytest.mark.parametrize(
    "typed",
    [
        *(b"E 6\n", b"E6\n", b"E\n6\n", b"E6", b"E 6", b"E\r\n6\r\n", b"E\n\n\n6\n", b"\n\n E 6\n"),
        *(b"\t E \t 6 \t\n", b"E\v6\f\n", b"E+6\n", b"E +6\n", b"E 06\n", b"E006\n", b"E+06\n"),
        *(b"E" + b"0" * 5000 + b"6\n", b" " * 70_000 + b"E" + b"\n" * 70_000 + b"6\n"),
    ],
    ids=brief,
)
def test_the_different_spellings_of_a_move(typed: bytes, tmp_path: Path) -> None:
    ran = play(["gomoku"], typed, tmp_path)
    assert ran.out == EMPTY + O_ASKED + E6 + X_ASKED + b"\n"
    assert ran.status == 1


@pytest.mark.parametrize(
    "typed",
    [
        *(
            "e 6",
            "e6",
            "N1",
            "N 0",
            "A13",
            "A 13",
            "M 13",
            "A-1",
            "E-6",
            "E -1",
            "A 99",
            "@1",
            "[1",
        ),
        *("1 2", "66", "+6", "-6", ".6", "E6000", "E2147483648", "E4294967302", "E-4294967290"),
        *(
            "E18446744073709551622",
            "E" + "9" * 400,
            "E" + "9" * 5000,
            "E-" + "9" * 5000,
            "a" * 2 + "6",
        ),
        *("AB 3", "EE 6", "Ex", "E x6", "E +", "E+ 6", "E--6", "E+-6", "E-", "E - 6", "E.6", "E,6"),
        *(
            "E ,6 F7",
            "E six F 6",
            "6E",
            "6 E",
            "E:6",
            "E\x006",
            "\x006",
            "E\x1c6",
            "E\x1f6",
            "\u00c96",
        ),
        *("E\u00a06", "E\u0666", "E\uff16", "\uff256", "E\u20036", "\ufeffE6", "E\x7f6", "E\x086"),
    ],
    ids=brief,
)
def test_input_that_is_not_a_cell_is_one_invalid_move(typed: str, tmp_path: Path) -> None:
    ran = play(["gomoku"], typed.encode() + b"\nE6\n", tmp_path)
    assert ran.out == EMPTY + O_ASKED + INVALID + O_ASKED + E6 + X_ASKED + b"\n"
    assert ran.status == 1


@pytest.mark.parametrize("byte", [b"\x80", b"\x85", b"\xa0", b"\xb2", b"\xb9", b"\xff", b"\xc3"])
def test_bytes_above_ascii_are_neither_blanks_nor_digits(byte: bytes, tmp_path: Path) -> None:
    for typed in (b"E" + byte + b"6\n", b"E " + byte + b" 6\n", byte + b"6\n"):
        out = assert_follows_model(typed + b"E6\n", tmp_path)
        assert out == EMPTY + O_ASKED + INVALID + O_ASKED + E6 + X_ASKED + b"\n"


def test_each_of_several_moves_on_a_line_gets_a_prompt(tmp_path: Path) -> None:
    first, second = gomoku_board({(6, 4): "O"}), gomoku_board({(6, 4): "O", (7, 5): "X"})
    third = gomoku_board({(6, 4): "O", (7, 5): "X", (0, 0): "O"})
    shown = EMPTY + O_ASKED + first + X_ASKED + second + O_ASKED + third + X_ASKED + b"\n"
    for typed in (b"E6F7A0\n", b"E 6 F 7 A 0\n", b"E6\tF\n7A\n0\n", b"E\n6\nF\n7\nA\n0"):
        assert assert_follows_model(typed, tmp_path) == shown


def test_a_row_that_is_not_an_integer_drops_the_rest_of_its_line(tmp_path: Path) -> None:
    out = assert_follows_model(b"E6 AB 3 F7 G8\nF 7 x G8 H9\nA 0\n", tmp_path)
    assert out.count(INVALID) == 2
    assert out.endswith(X_ASKED + b"\n")
    last = gomoku_board({(6, 4): "O", (7, 5): "X", (0, 0): "O"})
    assert out.endswith(last + X_ASKED + b"\n")


def test_a_number_off_the_board_does_not_drop_the_rest_of_the_line(tmp_path: Path) -> None:
    out = assert_follows_model(b"A13 E6\n", tmp_path)
    assert out == EMPTY + O_ASKED + INVALID + O_ASKED + E6 + X_ASKED + b"\n"


def test_an_integer_ends_where_its_digits_end(tmp_path: Path) -> None:
    out = assert_follows_model(b"E6.5 F7\nG0x1 A1e5\n", tmp_path)
    assert out.count(INVALID) == 3
    assert out.endswith(O_ASKED + b"\n")


def test_a_number_on_a_later_line_still_belongs_to_its_letter(tmp_path: Path) -> None:
    out = assert_follows_model(b"E\n\n \t\nF 7 G 8\nH 9\n", tmp_path)
    moved = gomoku_board({(9, 7): "O"})
    assert out == EMPTY + O_ASKED + INVALID + O_ASKED + moved + X_ASKED + b"\n"


def test_a_taken_cell_is_an_invalid_move_for_the_same_player(tmp_path: Path) -> None:
    out = assert_follows_model(b"E6 E6 E 06\nF7\nE6 F7\n", tmp_path)
    assert out.count(X_ASKED + INVALID) == 2
    assert out.count(O_ASKED + INVALID) == 2


@pytest.mark.parametrize("typed", [b"E", b"E \n\n", b"E6 F", b"E6\nF\n", b"E+", b"Ex", b"  \n\t"])
def test_input_that_ends_inside_a_move(typed: bytes, tmp_path: Path) -> None:
    assert assert_follows_model(typed, tmp_path).endswith(b", make a move: \n")


@pytest.mark.parametrize("winner", [1, 2])
@pytest.mark.parametrize("row", rows_at_every_border(13), ids=str)
def test_five_in_a_row_win_anywhere(row: list[Cell], winner: int, tmp_path: Path) -> None:
    out = assert_follows_model(as_letters(race(row, winner, 13)), tmp_path)
    assert out.endswith(f"\nPlayer {' OX'[winner]} wins!\n".encode())
    assert out.count(b"make a move") == 8 + winner


@pytest.mark.parametrize("row", rows_around_the_border(13), ids=str)
def test_a_row_does_not_continue_at_the_opposite_edge(row: list[Cell], tmp_path: Path) -> None:
    for winner in (1, 2):
        assert b"wins" not in assert_follows_model(as_letters(race(row, winner, 13)), tmp_path)


@pytest.mark.parametrize("winner", [1, 2])
@pytest.mark.parametrize("step", [(0, 1), (1, 0), (1, 1), (1, -1)], ids=str)
def test_an_overline_made_by_filling_a_gap_wins(step: Cell, winner: int, tmp_path: Path) -> None:
    left = 2 if step[1] >= 0 else 10
    row = [(2 + i * step[0], left + i * step[1]) for i in (0, 1, 2, 3, 5, 6, 4)]
    out = assert_follows_model(as_letters(race(row, winner, 13)), tmp_path)
    assert out.endswith(f"\nPlayer {' OX'[winner]} wins!\n".encode())


@pytest.mark.parametrize("name", ["tie-13.txt", "last-13.txt"])
def test_stored_games_have_no_five_before_their_last_stone(name: str) -> None:
    moves = moves_in(name)
    assert sorted(moves) == [(row, col) for row in range(13) for col in range(13)]
    for played in range(1, 169):
        assert not has_row(set(moves[:played:2]), 5)
        assert not has_row(set(moves[1:played:2]), 5)
    assert has_row(set(moves[::2]), 5) == (name == "last-13.txt")
    assert not has_row(set(moves[1::2]), 5)


@pytest.mark.parametrize(
    "name, ending", [("tie-13.txt", "Draw game!"), ("last-13.txt", "Player O wins!")]
)
def test_a_full_board_is_a_draw_unless_its_last_stone_wins(
    name: str, ending: str, tmp_path: Path
) -> None:
    moves = moves_in(name)
    final = gomoku_board({cell: "OX"[number % 2] for number, cell in enumerate(moves)})
    out = assert_follows_model(as_letters(moves), tmp_path)
    assert out.endswith(final + ending.encode() + b"\n")
    assert assert_follows_model(as_letters(moves).replace(b"\n", b" "), tmp_path) == out


def test_input_after_the_end_of_the_game_is_not_read(tmp_path: Path) -> None:
    typed = as_letters(race(rows_at_every_border(13)[0], 2, 13))
    assert assert_follows_model(typed + b"A 12 zzz\n\xff", tmp_path).endswith(b"Player X wins!\n")


def typed_tokens() -> st.SearchStrategy[list[bytes]]:
    move = st.builds(
        "{}{}{}".format,
        st.sampled_from("ABCDEFGM"),
        st.sampled_from([" ", "", "\n"]),
        st.integers(0, 13),
    )
    noise = st.one_of(
        st.binary(max_size=4), st.sampled_from([b"x", b"+", b"-3", b"E", b"\n", b"\r\n"])
    )
    return st.lists(st.one_of(move.map(str.encode), move.map(str.encode), noise), max_size=50)


@given(tokens=typed_tokens(), between=st.sampled_from([b" ", b"\n", b"\r\n", b""]))
@settings(max_examples=30, deadline=None, database=None)
def test_any_session_follows_the_specification(
    tokens: list[bytes], between: bytes, tmp_path_factory: pytest.TempPathFactory
) -> None:
    assert_follows_model(between.join(tokens), tmp_path_factory.mktemp("any"))
