"""`five`: every byte of the game of the report."""

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kit.editions import typed_lines
from kit.program import play
from kit.transcript import (
    ASK,
    DIGIT,
    FORMAT,
    LEADING_ZERO,
    RANGE,
    REFUSED,
    TAKEN,
    Cell,
    as_lines,
    five,
    five_board,
    has_row,
    moves_in,
    race,
    refuse_five,
    rows_around_the_border,
    rows_at_every_border,
)

EMPTY = five_board({})
FACTS = {
    "* GAME OBJECTIVE *": (
        *("first", "5 marks in a row", "horizontally", "vertically", "diagonally"),
        *("15x15", "225 cells"),
    ),
    "* PLAYERS AND SYMBOLS *": ("Two players", "turn", "Player 1: X", "Player 2: O"),
    "* INPUT FORMAT *": (
        *("row,column", "row: 0 to 14", "column: 0 to 14", "(?i)no leading zeros"),
        *("no trailing spaces", "mistake in the format", "type again"),
    ),
    "* WINNING CONDITION & TIE CONDITION *": (
        *("5 or more", "horizontal", "vertical", "diagonal", r"\\ or /", "all 225 cells", '"Tie"'),
    ),
}
"""What the rules must say under each heading."""
BAD_PARTS = {"15": RANGE, "a": DIGIT, "09": LEADING_ZERO}
KEPT_GAMES = {"tie-15.txt": b"Tie", "last-15.txt": b"Player 1 wins"}


def after_the_rules(out: bytes) -> bytes:
    return out[out.index(EMPTY) :]


def answers(out: bytes, player: int) -> list[str]:
    """Return what follows each of a player's prompts, up to the next prompt."""
    return out.decode().split(ASK.format(player))[1:]


def assert_follows_model(typed: bytes, cwd: Path) -> bytes:
    """Compare a whole session with the model, from the first board to the result file."""
    ran, model = play(["five"], typed, cwd), five(typed)
    result = cwd / "result.txt"
    assert after_the_rules(ran.out) == model.out
    assert ran.status == model.status
    assert bool(ran.err) == bool(model.status)
    assert (result.read_bytes() if result.exists() else None) == model.result
    return ran.out


def rules_shown(cwd: Path) -> str:
    out = play(["five"], b"", cwd).out
    return out[: out.index(EMPTY)].decode("ascii")


def test_the_rules_have_the_title_and_headings_of_the_report(tmp_path: Path) -> None:
    rules = rules_shown(tmp_path)
    title, *parts = re.split(r"^-{3,}\n", rules, flags=re.MULTILINE)
    assert title == "===== FIVE IN A ROW RULES =====\n"
    assert [part.partition("\n")[0] for part in parts] == [*FACTS, ""]
    assert max(map(len, rules.splitlines())) <= 79


@pytest.mark.parametrize("heading", FACTS)
def test_each_part_of_the_rules_states_its_facts(heading: str, tmp_path: Path) -> None:
    part = rules_shown(tmp_path).partition(f"{heading}\n")[2].partition("---")[0]
    words = " ".join(part.split())
    assert [fact for fact in FACTS[heading] if not re.search(fact, words)] == []


def test_without_a_command_five_is_played(tmp_path: Path) -> None:
    typed = as_lines(race(rows_at_every_border(15)[0], 1, 15))
    named = play(["five"], typed, tmp_path)
    kept = (tmp_path / "result.txt").read_bytes()
    (tmp_path / "result.txt").unlink()
    assert play([], typed, tmp_path) == named
    assert (tmp_path / "result.txt").read_bytes() == kept


def test_the_empty_board_as_printed_in_the_report(tmp_path: Path) -> None:
    header = b"     _0_   _1_   _2_   _3_   _4_   _5_   _6_   _7_   _8_   _9_   "
    header += b"_10   _11   _12   _13   _14   \n"
    first, last = b"0    " + b"___   " * 15 + b"\n", b"14   " + b"___   " * 15 + b"\n"
    out = after_the_rules(play(["five"], b"", tmp_path).out)
    lines = out[:1536].splitlines(keepends=True)
    assert [len(line) for line in lines] == [96] * 16
    assert lines[0] == header
    assert lines[1] == first
    assert lines[15] == last
    assert out[1536:] == b"Player 1, please input your coordinates: \n"


def test_the_worked_example(tmp_path: Path) -> None:
    ran = play(["five"], b"1,2\n1,2\n30,1\n", tmp_path)
    prompt = b"Player 2, please input your coordinates: "
    moved = bytearray(EMPTY)
    moved[2 * 96 + 5 + 2 * 6 + 1] = ord("X")
    assert after_the_rules(ran.out) == (
        EMPTY + b"Player 1, please input your coordinates: \n" + bytes(moved) + prompt
        + b"WARNING: Coordinates already occupied. Input again.\n" + prompt
        + b"WARNING: Coordinate out of range. Must be between 0-14. Input again.\n" + prompt + b"\n"
    )  # fmt: skip
    assert ran.status == 1
    assert not (tmp_path / "result.txt").exists()


@pytest.mark.parametrize("name", KEPT_GAMES)
def test_stored_games_have_no_five_before_their_last_stone(name: str) -> None:
    moves = moves_in(name)
    assert sorted(moves) == [(row, col) for row in range(15) for col in range(15)]
    for played in range(1, 225):
        assert not has_row(set(moves[:played:2]), 5)
        assert not has_row(set(moves[1:played:2]), 5)
    assert has_row(set(moves[::2]), 5) == (name == "last-15.txt")
    assert not has_row(set(moves[1::2]), 5)


@pytest.mark.parametrize("name", KEPT_GAMES)
def test_a_game_of_225_moves_ends_as_its_last_stone_says(name: str, tmp_path: Path) -> None:
    moves = moves_in(name)
    out = assert_follows_model(as_lines(moves), tmp_path)
    result = (tmp_path / "result.txt").read_bytes()
    assert result[1536:] == KEPT_GAMES[name]
    assert out.endswith(result + b"\n")
    for number, (row, col) in enumerate(moves):
        assert result[(row + 1) * 96 + 5 + col * 6 + 1] == b"XO"[number % 2]


@pytest.mark.parametrize("winner", [1, 2])
@pytest.mark.parametrize("row", rows_at_every_border(15), ids=str)
def test_five_in_a_row_win_anywhere(row: list[Cell], winner: int, tmp_path: Path) -> None:
    typed = as_lines(race(row, winner, 15))
    out = assert_follows_model(typed, tmp_path)
    assert out.endswith(f"\nPlayer {winner} wins\n".encode())
    assert out.count(b"please input") == 8 + winner
    assert (tmp_path / "result.txt").stat().st_size == 1536 + len(b"Player 1 wins")


@pytest.mark.parametrize("row", rows_around_the_border(15), ids=str)
def test_a_row_does_not_continue_at_the_opposite_edge(row: list[Cell], tmp_path: Path) -> None:
    for winner in (1, 2):
        out = assert_follows_model(as_lines(race(row, winner, 15)), tmp_path)
        assert b"wins" not in out[out.index(EMPTY) :]


@pytest.mark.parametrize("winner", [1, 2])
@pytest.mark.parametrize("length", [6, 7, 9])
@pytest.mark.parametrize("step", [(0, 1), (1, 0), (1, 1), (1, -1)], ids=str)
def test_an_overline_made_by_filling_a_gap_wins(
    step: Cell, length: int, winner: int, tmp_path: Path
) -> None:
    start = (3, 3) if step[1] >= 0 else (3, 11)
    row = [(start[0] + i * step[0], start[1] + i * step[1]) for i in range(length)]
    row.append(row.pop(length // 2 if length > 6 else 4))
    out = assert_follows_model(as_lines(race(row, winner, 15)), tmp_path)
    assert out.endswith(f"\nPlayer {winner} wins\n".encode())
    assert out.count(b"please input") == 2 * length - 2 + winner


@pytest.mark.parametrize("opening", [b"", b"7,7\n"], ids=["Player 1", "Player 2"])
def test_each_wrong_line_gets_its_own_warning(opening: bytes, tmp_path: Path) -> None:
    typed = opening + b"".join(line + b"\n" for line in REFUSED)
    ran = play(["five"], typed, tmp_path)
    given_answers = answers(ran.out, 2 if opening else 1)
    assert dict(zip(REFUSED, given_answers[:-1], strict=True)) == {
        line: warning + "\n" for line, warning in REFUSED.items()
    }
    assert given_answers[-1] == "\n"
    assert ran.status == 1


def test_the_model_of_the_input_checks_agrees_with_a_table() -> None:
    for line, warning in REFUSED.items():
        assert refuse_five(line, {}) == warning
    assert len(REFUSED) >= 60


@pytest.mark.parametrize("end", [b"\n", b"\r\n"], ids=["LF", "CRLF"])
def test_every_byte_as_a_coordinate(end: bytes, tmp_path: Path) -> None:
    others = [byte for byte in range(256) if chr(byte) not in "0123456789\n"]
    typed = b"".join(bytes([byte]) + b",1" + end for byte in others)
    ran = play(["five"], typed, tmp_path)
    for byte, answer in zip(others, answers(ran.out, 1), strict=False):
        printable = 0x20 <= byte <= 0x7E and byte != ord(",")
        assert (byte, answer) == (byte, (DIGIT if printable else FORMAT) + "\n")
    assert after_the_rules(ran.out) == five(typed).out


def test_every_cell_can_be_played_and_has_one_spelling(tmp_path: Path) -> None:
    cells = moves_in("tie-15.txt")[:-1]
    typed = as_lines(cell for cell in cells for _ in "ab")
    out = assert_follows_model(typed, tmp_path)
    assert out.count(TAKEN.encode()) == 224
    assert out.count(b"WARNING") == 224


def test_a_taken_cell_is_refused_to_both_players(tmp_path: Path) -> None:
    out = assert_follows_model(b"0,0\n0,0\n14,14\n0,0\n14,14\n1,1\n", tmp_path)
    assert answers(out, 2)[0] == TAKEN + "\n"
    second = answers(out, 1)[1:]
    assert second[:2] == [TAKEN + "\n", TAKEN + "\n"]
    assert second[2].startswith("\n     _0_")


def test_the_exact_warnings(tmp_path: Path) -> None:
    typed = b"1,2\n1\na,1\n01,1\n15,1\n1,2\n"
    out = play(["five"], typed, tmp_path).out.decode()
    assert re.findall("WARNING.*", out) == [
        "WARNING: Invalid format. Must be row,column. Input again.",
        "WARNING: Coordinate is not a digit. Must be between 0-14. Input again.",
        "WARNING: Coordinate has a leading zero. Input again.",
        "WARNING: Coordinate out of range. Must be between 0-14. Input again.",
        "WARNING: Coordinates already occupied. Input again.",
    ]


def test_a_line_has_three_to_five_characters(tmp_path: Path) -> None:
    lines = ["1,", ",1", "100,14", "14,100", "10,10,", "1234567"]
    out = play(["five"], "\n".join([*lines, "1,1", "1,10", "10,1", "10,10"]).encode(), tmp_path).out
    assert answers(out, 1)[: len(lines)] == [FORMAT + "\n"] * len(lines)
    assert out.count(b"WARNING") == len(lines)


@pytest.mark.parametrize(
    "line", ["123", "1 2", "1.2", "1;2", ",,,", "1,,2", ",1,", "1,2,3", ",1,2"]
)
def test_a_line_has_exactly_one_comma(line: str, tmp_path: Path) -> None:
    out = play(["five"], line.encode() + b"\n", tmp_path).out
    assert answers(out, 1) == [FORMAT + "\n", "\n"]


@pytest.mark.parametrize("line", ["a,1,2", "99,1,", "01,2,", "15,150", "a,\x7f1", "00,1\t"])
def test_the_form_of_the_whole_line_is_checked_before_its_parts(line: str, tmp_path: Path) -> None:
    out = play(["five"], line.encode() + b"\n", tmp_path).out
    assert answers(out, 1)[0] == FORMAT + "\n"


@pytest.mark.parametrize(
    "part, warning",
    [
        *[(part, RANGE) for part in ("", "100", "14 ", "001", "abc")],
        *[(part, DIGIT) for part in ("a", " ", "-", "/", ":", "x", "~")],
        *[(part, LEADING_ZERO) for part in ("00", "01", "09", "0a", "0 ")],
        *[(part, RANGE) for part in ("15", "19", "1a", "1 ", "1/", "1:", "20", "99", "a1", " 1")],
    ],
)
def test_each_kind_of_wrong_part_has_its_warning(part: str, warning: str, tmp_path: Path) -> None:
    other = "11" if len(part) < 2 else "1"
    out = play(["five"], f"{part},{other}\n{other},{part}\n".encode(), tmp_path).out
    assert answers(out, 1) == [warning + "\n", warning + "\n", "\n"]


@pytest.mark.parametrize("line", ["01,2", "1,02", "00,0", "0,00", "0a,1", "01,99", "01,"])
def test_a_leading_zero_has_its_own_warning(line: str, tmp_path: Path) -> None:
    out = play(["five"], line.encode() + b"\n", tmp_path).out
    assert answers(out, 1)[0] == "WARNING: Coordinate has a leading zero. Input again.\n"


@pytest.mark.parametrize("first", [*BAD_PARTS, "1"])
@pytest.mark.parametrize("second", BAD_PARTS)
def test_the_part_before_the_comma_is_checked_first(
    first: str, second: str, tmp_path: Path
) -> None:
    line = f"{first},{second}"
    assert 3 <= len(line) <= 5
    expected = BAD_PARTS[second] if first == "1" else BAD_PARTS[first]
    out = play(["five"], f"1,1\n{line}\n".encode(), tmp_path).out
    assert answers(out, 2)[0] == expected + "\n"


def test_the_format_is_checked_before_the_cell(tmp_path: Path) -> None:
    typed = b"1,2\n01,2\n1,02\n1,2,\n1,2 \n 1,2\n1,2\n"
    assert_follows_model(typed, tmp_path)


@pytest.mark.parametrize(
    "typed",
    [
        b"1,2\r\n1,2\r\n3,4\r\n\r\n",
        b"1,2\n3,4\r\n5,6\n",
        b"1,2\n3,4",
        b"1,2\n3",
        b"1,2\n1,2",
        b"\n\n\n",
        b"1,2\r\r\n1\r,2\n",
        b"1,2\x0c3,4\n5,6\n",
        b"1,2\xe2\x80\xa83,4\n5,6\n",
    ],
)
def test_line_ends(typed: bytes, tmp_path: Path) -> None:
    assert_follows_model(typed, tmp_path)


def test_a_last_line_without_its_end_can_win(tmp_path: Path) -> None:
    typed = as_lines(race(rows_at_every_border(15)[0], 1, 15)).rstrip(b"\n")
    assert assert_follows_model(typed, tmp_path).endswith(b"Player 1 wins\n")


def test_input_after_the_end_of_the_game_is_not_read(tmp_path: Path) -> None:
    typed = as_lines(race(rows_at_every_border(15)[20], 2, 15))
    assert assert_follows_model(typed + b"14,14\nquit\n\xff", tmp_path).endswith(b"Player 2 wins\n")


@given(lines=typed_lines(), end=st.sampled_from([b"\n", b"\r\n"]))
@settings(max_examples=25, deadline=None, database=None)
def test_any_session_follows_the_specification(
    lines: list[bytes], end: bytes, tmp_path_factory: pytest.TempPathFactory
) -> None:
    assert_follows_model(b"".join(line + end for line in lines), tmp_path_factory.mktemp("any"))
