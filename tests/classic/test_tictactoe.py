"""`tictactoe`: its wording is free, its board, order and answers are specified."""

import random
import re
from collections.abc import Sequence
from itertools import chain, combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kit.program import Ran, play
from kit.transcript import tictactoe_board, tictactoe_boards, tictactoe_words

SAMPLE = "123456789"
BLANK = " " * 9
LINES = ("123", "456", "789", "147", "258", "369", "159", "357")
TIE = "512837469"
WRONG = (
    "0",
    "10",
    "-1",
    "11",
    "99",
    "a",
    "",
    "x5",
    "5x",
    "five",
    "1.5",
    "1,1",
    "1 2",
    "?",
    "9" * 5000,
)


def typed(cells: Sequence[str]) -> bytes:
    return "".join(f"{cell}\n" for cell in cells).encode()


def race(line: str, winner: int) -> str:
    """Return a game in which player `winner` fills the line as early as possible."""
    if winner == 1:
        others = [cell for cell in SAMPLE if cell not in line]
        return "".join(chain.from_iterable(zip(line, [*others[:2], ""], strict=True)))
    threes = ("".join(three) for three in combinations(SAMPLE, 3) if not {*three} & {*line})
    apart = next(three for three in threes if three not in LINES)
    return "".join(chain.from_iterable(zip(apart, line, strict=True)))


def boards_of(cells: str) -> list[str]:
    """Return the board after each move of a game."""
    board, boards = list(BLANK), []
    for turn, cell in enumerate(cells):
        board[int(cell) - 1] = "XO"[turn % 2]
        boards.append("".join(board))
    return boards


def played(cells: Sequence[str], cwd: Path) -> Ran:
    ran = play(["tictactoe"], typed(cells), cwd)
    assert list(cwd.iterdir()) == []
    assert b"Traceback" not in ran.err
    return ran


def test_the_sample_board_is_sixty_bytes_of_numbered_cells() -> None:
    board = tictactoe_board(SAMPLE)
    rows = b" 1 | 2 | 3 \n", b" 4 | 5 | 6 \n", b" 7 | 8 | 9 \n"
    assert board == b"---+---+---\n".join(rows)
    assert len(board) == 60
    for cell in range(9):
        assert board[24 * (cell // 3) + 1 + 4 * (cell % 3)] == ord("1") + cell


def test_the_sample_comes_first_and_is_cleared_before_play(tmp_path: Path) -> None:
    ran = played([], tmp_path)
    assert tictactoe_boards(ran.out) == [SAMPLE, BLANK]
    sample, blank = (ran.out.index(tictactoe_board(cells)) for cells in (SAMPLE, BLANK))
    introduction = ran.out[:sample].decode("ascii")
    assert len(introduction.split()) > 20
    assert introduction.endswith("\n")
    assert sample < blank
    asked = ran.out[blank + 60 :].decode("ascii")
    assert "Player 1" in asked
    assert "X" in ran.out.decode("ascii")


@pytest.mark.parametrize("cell", SAMPLE)
def test_a_mark_replaces_the_number_of_its_cell(cell: str, tmp_path: Path) -> None:
    out = played([cell], tmp_path).out
    board = bytearray(tictactoe_board(BLANK))
    index = int(cell) - 1
    board[24 * (index // 3) + 1 + 4 * (index % 3)] = ord("X")
    assert out.count(bytes(board)) == 1
    assert tictactoe_boards(out) == [SAMPLE, BLANK, *boards_of(cell)]


def test_each_turn_names_its_player_and_what_is_accepted(tmp_path: Path) -> None:
    turns = tictactoe_words(played(list(TIE[:-1]), tmp_path).out)[-9:]
    for count, turn in enumerate(turns):
        assert f"Player {1 + count % 2}" in turn
        assert f"Player {2 - count % 2}" not in turn
        assert "1 to 9" in turn


@pytest.mark.parametrize("opening", ["", "5"], ids=["Player 1", "Player 2"])
def test_each_wrong_answer_is_explained_to_the_same_player(opening: str, tmp_path: Path) -> None:
    before = played([*opening], tmp_path).out
    for wrong in WRONG:
        after = played([*opening, wrong], tmp_path).out
        assert after.startswith(before[:-1])
        shown = after[len(before) - 1 :].decode("ascii")
        assert f"Player {len(opening) + 1}" in shown
        assert f"Player {2 - len(opening)}" not in shown
        assert "1 to 9" in shown
    boards = tictactoe_boards(played([*opening, *WRONG], tmp_path).out)
    assert boards == [SAMPLE, BLANK, *boards_of(opening)]


def test_a_taken_cell_has_its_own_message(tmp_path: Path) -> None:
    before = played(["5"], tmp_path).out
    taken, no_number, too_large = (
        played(["5", answer], tmp_path).out[len(before) - 1 :].decode("ascii")
        for answer in ("5", "x", "10")
    )
    assert taken not in {no_number, too_large}
    assert re.search("taken|occupied", taken)
    assert "Player 2" in taken
    assert not re.search("taken|occupied", no_number + too_large)


@pytest.mark.parametrize(
    "answer, why",
    [
        *[
            (answer, "not a number")
            for answer in ("x", "", "1.5", "five", "1 2", "\u0663", "\u00b2")
        ],
        *[(answer, "out of range") for answer in ("0", "10", "-1", "99", "000")],
        ("5", "taken"),
    ],
)
def test_the_message_says_what_was_wrong_with_an_answer(
    answer: str, why: str, tmp_path: Path
) -> None:
    shown = played(["5", answer], tmp_path).out.decode("ascii").splitlines()[-2:]
    assert shown[0].startswith("Player 2 (O), ")
    assert why in shown[0]
    assert "1 to 9" in shown[0]
    assert shown[1].startswith("Player 2 (O), ")


def test_any_number_of_wrong_answers_does_not_change_the_game(tmp_path: Path) -> None:
    answers = ["x", "0", "10", ""] * 1000 + ["5"] + ["5", "99"] * 1000 + ["1"]
    ran = played(answers, tmp_path)
    assert [
        board for board in tictactoe_boards(ran.out) if board not in {SAMPLE, BLANK}
    ] == boards_of("51")
    assert ran.status == 1


@pytest.mark.parametrize("length", [1 << 12, 1 << 13, 1 << 16, 1 << 17, 1 << 20])
def test_a_long_line_is_judged_as_a_whole(length: int, tmp_path: Path) -> None:
    before = play(["tictactoe"], b"", tmp_path).out
    ends_in_noise = b"5" + b" " * length + b"x\n"
    starts_blank = b" " * (length - 1) + b"5x\n"
    starts_zero = b"0" * (length - 1) + b"57\n"
    ran = play(["tictactoe"], ends_in_noise + starts_blank + starts_zero, tmp_path)
    assert ran.out.startswith(before[:-1])
    assert tictactoe_boards(ran.out) == [SAMPLE, BLANK]


def test_a_long_answer_to_the_rematch_is_judged_as_a_whole(tmp_path: Path) -> None:
    for long in (b"0" + b" " * (1 << 20) + b"x\n", b" " * ((1 << 16) - 1) + b"0x\n"):
        ran = play(["tictactoe"], typed(race("123", 1)) + long + b"5\n", tmp_path)
        assert len(tictactoe_boards(ran.out)) == 7
        assert ran.status == 0


@pytest.mark.parametrize("winner", [1, 2])
@pytest.mark.parametrize("line", LINES)
def test_three_in_a_row_win_at_once(line: str, winner: int, tmp_path: Path) -> None:
    game = race(line, winner)
    ran = played(list(game), tmp_path)
    assert tictactoe_boards(ran.out) == [SAMPLE, BLANK, *boards_of(game)]
    shown = tictactoe_words(ran.out)[-1]
    assert f"Player {winner}" in shown
    assert f"Player {3 - winner}" not in shown
    assert "win" in shown.lower()
    assert "tie" not in shown.lower()
    assert ran.status == 0
    assert ran.err == b""


def test_nine_marks_without_a_row_are_a_tie(tmp_path: Path) -> None:
    ran = played(list(TIE), tmp_path)
    assert tictactoe_boards(ran.out) == [SAMPLE, BLANK, *boards_of(TIE)]
    shown = tictactoe_words(ran.out)[-1].lower()
    assert "tie" in shown
    assert "win" not in shown
    assert ran.status == 0


def test_a_row_made_by_the_ninth_mark_is_a_win(tmp_path: Path) -> None:
    game = "125463879"
    ran = played(list(game), tmp_path)
    assert tictactoe_boards(ran.out) == [SAMPLE, BLANK, *boards_of(game)]
    shown = tictactoe_words(ran.out)[-1]
    assert "Player 1" in shown
    assert "win" in shown.lower()
    assert "tie" not in shown.lower()
    assert ran.status == 0


def test_a_rematch_starts_on_an_empty_board_with_player_one(tmp_path: Path) -> None:
    first, second = race("147", 2), race("357", 1)
    ran = played([*first, "0", *second, "no"], tmp_path)
    shown = [board for board in tictactoe_boards(ran.out) if board not in {SAMPLE, BLANK}]
    assert shown == boards_of(first) + boards_of(second)
    between = ran.out.split(tictactoe_board(boards_of(first)[-1]))[1]
    between = between.split(tictactoe_board(boards_of(second)[0]))[0]
    assert b"Player 1" in between
    assert ran.status == 0
    assert ran.err == b""


@pytest.mark.parametrize(
    "answer", [b"", b"\n", b"1\n", b"y\n", b"00x\n", b"-1\n", b"\xff\x00\n", b"5", b"0 0\n"]
)
def test_anything_but_a_zero_stops(answer: bytes, tmp_path: Path) -> None:
    game = typed(race("123", 1))
    ran = play(["tictactoe"], game + answer + b"5\n" * bool(answer), tmp_path)
    assert len(tictactoe_boards(ran.out)) == 7
    assert ran.out.endswith(b"\n")
    assert ran.status == 0
    assert ran.err == b""


@pytest.mark.parametrize("zero", [b"0\n", b"0\r\n", b"0"])
def test_a_zero_starts_a_rematch_that_may_stay_unfinished(zero: bytes, tmp_path: Path) -> None:
    ran = play(["tictactoe"], typed(race("123", 1)) + zero, tmp_path)
    assert "Player 1" in ran.out.decode().rstrip("\n").splitlines()[-1]
    assert ran.out.endswith(b"\n")
    assert ran.complained_once
    assert ran.status == 1


def random_game(source: random.Random) -> str:
    cells = source.sample(SAMPLE, 9)
    for length in range(5, 10):
        mine = set(cells[length % 2 ^ 1 : length : 2])
        if any(mine >= set(line) for line in LINES):
            return "".join(cells[:length])
    return "".join(cells)


def test_five_hundred_games_in_one_process(tmp_path: Path) -> None:
    source = random.Random(60)
    games = [random_game(source) for _ in range(500)]
    answers = [answer for game in games for answer in (*game, "0")][:-1]
    ran = played(answers, tmp_path)
    shown = [board for board in tictactoe_boards(ran.out) if board not in {SAMPLE, BLANK}]
    assert shown == [board for game in games for board in boards_of(game)]
    assert ran.status == 0


@given(
    answers=st.lists(
        st.one_of(st.integers(-1, 10).map(lambda n: b"%d" % n), st.binary(max_size=5)), max_size=60
    )
)
@settings(max_examples=25, deadline=None, database=None)
def test_any_bytes_lead_to_a_finished_or_an_unfinished_game(
    answers: list[bytes], tmp_path_factory: pytest.TempPathFactory
) -> None:
    ran = play(["tictactoe"], b"\n".join(answers), tmp_path_factory.mktemp("any"))
    assert ran.status in {0, 1}
    assert ran.complained_once == bool(ran.status)
    assert tictactoe_boards(ran.out)[:2] == [SAMPLE, BLANK]
