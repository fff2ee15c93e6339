"""`tengen analyse`, as a user runs it."""

from __future__ import annotations

import json
import re
import signal
from pathlib import Path

import pytest
from kit.program import interrupt, play, play_on_a_terminal

from tengen.cli.analyse import make_limits, make_parser
from tengen.engine.analysis import Limits
from tengen.errors import UsageError
from tengen.rules.notation import parse_game, parse_moves

FOUR = "15x15/5 freestyle h8 a1 i8 a2 j8 a3 k8 a5"
WON = "15x15/5 freestyle h8 a1 i8 a2 j8 a3 k8 a5 l8"
TERMINAL = "os.environ['TERM'] = 'xterm'; os.environ.pop('NO_COLOR', None)"


def limits_of(*arguments: str) -> Limits:
    return make_limits(make_parser().parse_args([*arguments, "h8"]))


def test_piped_output_has_one_line_for_each_depth_and_a_verdict(tmp_path: Path) -> None:
    ran = play(["analyse", "h8", "i9", "g9", "--depth", "3"], b"", tmp_path)
    assert (ran.status, ran.err) == (0, b"")
    first, *depths, last = ran.out.decode().splitlines()
    assert first.startswith("White (O) to play move 4: 15x15/5 freestyle O ")
    assert [line[:8].strip() for line in depths] == ["depth 1", "depth 2", "depth 3"]
    assert re.fullmatch(r"Best for White: [a-o]\d+\.", last)


def test_a_win_is_reported_in_words(tmp_path: Path) -> None:
    ran = play(["analyse", FOUR], b"", tmp_path)
    assert ran.out.endswith(b"\nBlack wins in 1 move.\n")
    assert b"win in 1 " in ran.out


def test_a_position_may_come_from_standard_input_or_a_file(tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_text(FOUR + "\n")
    piped = play(["analyse", "-", "--depth", "1"], FOUR.encode(), tmp_path)
    read = play(["analyse", "game.txt", "--depth", "1"], b"", tmp_path)
    assert piped.status == read.status == 0
    assert piped.out.splitlines()[0] == read.out.splitlines()[0]


def test_the_first_of_several_games_is_analysed_unless_another_is_chosen(
    tmp_path: Path,
) -> None:
    (tmp_path / "games.txt").write_text(f"15x15/5 freestyle h8 i9\n{FOUR}\n")
    first = play(["analyse", "games.txt", "--depth", "1"], b"", tmp_path)
    second = play(["analyse", "games.txt", "--depth", "1", "--game-number", "2"], b"", tmp_path)
    earlier = [*("analyse", "games.txt", "--depth", "1"), "--game-number", "2", "--move", "2"]
    assert first.out.startswith(b"Black (X) to play move 3: ")
    assert (
        first.err
        == b"the file has several games, this is the first: choose one with --game-number\n"
    )
    assert (second.out[:25], second.err) == (b"Black (X) to play move 9:", b"")
    assert play(earlier, b"", tmp_path).out.startswith(b"Black (X) to play move 3: ")


def test_several_games_may_come_from_standard_input(tmp_path: Path) -> None:
    games = f"15x15/5 freestyle h8 i9\n{FOUR}\n".encode()
    ran = play(["analyse", "-", "--depth", "1", "--game-number", "2"], games, tmp_path)
    assert ran.out.startswith(b"Black (X) to play move 9: ")


@pytest.mark.parametrize("text", ["", " \n\n"])
def test_an_empty_file_is_an_error(text: str, tmp_path: Path) -> None:
    (tmp_path / "empty.txt").write_text(text)
    for command in ("analyse", "solve"):
        ran = play([command, "empty.txt"], b"", tmp_path)
        assert (ran.status, ran.out) == (2, b"")
        assert b"'empty.txt' is empty" in ran.err
        assert b"standard input is empty" in play([command, "-"], text.encode(), tmp_path).err


def test_json_is_one_object_for_each_depth(tmp_path: Path) -> None:
    ran = play(["analyse", "h8 i9 g9", "--depth", "2", "--lines", "2", "--json"], b"", tmp_path)
    board = parse_game("15x15/5 freestyle h8 i9 g9")
    objects = [json.loads(line) for line in ran.out.splitlines()]
    assert [found["depth"] for found in objects] == [1, 2]
    for found in objects:
        assert list(found) == ["position", "depth", "nodes", "seconds", "lines"]
        assert found["position"] == str(board)
        assert len(found["lines"]) == 2
        for line in found["lines"]:
            assert list(line) == ["score", "plies", "moves", "points"]
            points = parse_moves(line["moves"], board.rules)
            assert [[point.row, point.col] for point in points] == line["points"] != []


def test_a_finished_game_is_reported_as_such(tmp_path: Path) -> None:
    ran = play(["analyse", WON], b"", tmp_path)
    assert (ran.status, ran.err) == (0, b"")
    assert b"X X X X(X)" in ran.out
    assert ran.out.endswith(b"\nThe game is over: Black has won, h8 to l8.\n")


def test_a_finished_game_is_one_json_object(tmp_path: Path) -> None:
    found = json.loads(play(["analyse", WON, "--json"], b"", tmp_path).out)
    assert (found["ending"], found["winner"]) == ("line", "X")
    assert found["lines"][0]["moves"] == "h8 i8 j8 k8 l8"
    tie = "3x3/3 freestyle X XOX/XOO/OXX"
    found = json.loads(play(["analyse", tie, "--json"], b"", tmp_path).out)
    assert (found["ending"], found["winner"], found["lines"]) == ("full board", None, [])


@pytest.mark.parametrize(
    "arguments, message",
    [
        ([], "expected a position: moves such as h8 i9, a game,"),
        (["h8", "h8"], "move 2 cannot be played: h8 is taken."),
        (["h8", "p9"], "not a list of moves: 'h8 p9' at character 4: the columns are a to o"),
        (["no.txt"], "cannot read 'no.txt': No such file or directory."),
        (["h8", "--lines", "0"], "expected a whole number from 1 to 20, not '0'"),
        (["h8", "--time", "0"], "expected seconds above 0 and up to 86400, not '0'"),
        (["h8", "--time", "nan"], "seconds above 0"),
        (
            ["h8", "--depth", "-1"],
            "argument --depth: expected a whole number from 1 to 100, not '-1'",
        ),
        (
            ["h8", "--endless", "--time", "3"],
            "--endless cannot be combined with --time, --nodes or --depth.",
        ),
        (["h8", "--game", "chess"], "not a set of rules: 'chess'"),
        (["h8", "--colour", "pink"], "invalid choice: 'pink'"),
    ],
)
def test_wrong_use_is_reported_in_one_line(
    arguments: list[str], message: str, tmp_path: Path
) -> None:
    ran = play(["analyse", *arguments], b"", tmp_path)
    assert (ran.status, ran.out) == (2, b"")
    assert message in ran.err.decode()
    assert ran.complained_once


def test_rules_without_a_search_are_reported_in_one_line(tmp_path: Path) -> None:
    ran = play(["analyse", "23x23/5 renju h8"], b"", tmp_path)
    assert ran.status == 1
    assert b"23x23/5 renju" in ran.err
    assert ran.complained_once


def test_a_hash_table_that_is_too_large_is_reported_in_one_line(tmp_path: Path) -> None:
    before = "resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))"
    ran = play(["analyse", "h8", "--memory", "8000"], b"", tmp_path, before=before)
    assert (ran.status, ran.out) == (1, b"")
    assert b"not enough memory for a hash table of 8000 MB" in ran.err
    assert ran.complained_once


@pytest.mark.parametrize("limit, status", [("--endless", 0), ("--time=600", 130)])
def test_ctrl_c_ends_the_analysis_with_the_results_so_far(
    limit: str, status: int, tmp_path: Path
) -> None:
    command = ["analyse", "h8", "i9", limit]
    ran = interrupt(command, b"", tmp_path, after=200, signal=signal.SIGINT)
    assert (ran.status, ran.err) == (status, b"")
    assert ran.out.decode().splitlines()[-1].startswith("Best for Black: ")


def test_without_limits_the_default_time_applies() -> None:
    assert limits_of() == Limits(5)
    assert limits_of("--depth", "3") == Limits(depth=3)
    assert limits_of("--nodes", "10", "--time", ".5") == Limits(0.5, 10)
    assert limits_of("--endless") == Limits()
    with pytest.raises(UsageError):
        limits_of("--endless", "--depth", "3")


def test_on_a_terminal_the_board_is_redrawn_in_place(tmp_path: Path) -> None:
    command = ["analyse", "h8", "i9", "--depth", "3", "--colour", "never"]
    ran = play_on_a_terminal(command, b"", tmp_path, before=TERMINAL)
    assert (ran.status, ran.err) == (0, b"")
    first, *pictures = ran.out.decode().split("\x1b[J")
    heights = [picture.count("\n") for picture in pictures]
    ups = [int(up) for up in re.findall(r"\r\x1b\[(\d+)A", first + "".join(pictures))]
    assert len(pictures) >= 4
    assert ups == heights[:-1]
    assert "Ctrl-C" in pictures[0]
    assert "Ctrl-C" not in pictures[-1]
    assert "Best for Black: " in pictures[-1]
    assert pictures[-1].endswith("\n")


def test_colour_follows_the_option_and_the_terminal(tmp_path: Path) -> None:
    command = ["analyse", "h8", "--depth", "1"]
    painted = b"\x1b[36;7mX\x1b[0m"
    assert painted in play_on_a_terminal(command, b"", tmp_path, before=TERMINAL).out
    plain = f"{TERMINAL}; os.environ['NO_COLOR'] = '1'"
    assert painted not in play_on_a_terminal(command, b"", tmp_path, before=plain).out


def test_a_dumb_terminal_gets_plain_lines(tmp_path: Path) -> None:
    before = "os.environ['TERM'] = 'dumb'"
    ran = play_on_a_terminal(["analyse", "h8", "--depth", "1"], b"", tmp_path, before=before)
    assert b"\x1b" not in ran.out
    assert b"\ndepth 1 " in ran.out


def test_a_closed_output_ends_without_a_message(tmp_path: Path) -> None:
    before = "reader, writer = os.pipe(); os.close(reader); os.dup2(writer, 1)"
    ran = play(["analyse", "h8", "--depth", "2"], b"", tmp_path, before=before)
    assert (ran.status, ran.err) == (141, b"")


def test_the_help_and_the_page_name_every_option(tmp_path: Path) -> None:
    shown = play(["analyse", "--help"], b"", tmp_path).out.decode()
    page = (Path(__file__).parent.parent.parent / "docs" / "analysis.md").read_text()
    options = set(re.findall(r"  (--[a-z-]+)", shown)) | set(re.findall(r"--[a-z]+", shown))
    assert len(options) >= 11
    assert all(f"`{option}" in page for option in options - {"--color"})
    assert "examples:\n" in shown


def test_the_last_position_of_a_recorded_game_is_analysed(tmp_path: Path) -> None:
    (tmp_path / "game.sgf").write_text("(;FF[4]GM[4]SZ[15];B[hh];W[ii])")
    (tmp_path / "bad.sgf").write_text("no game")
    ran = play(["analyse", "game.sgf", "--depth", "2", "--json"], b"", tmp_path)
    assert ran.status == 0
    assert b"15x15/5 freestyle X " in ran.out
    assert play(["analyse", "bad.sgf"], b"", tmp_path).complained_once
    assert play(["analyse", "none.sgf"], b"", tmp_path).complained_once
