"""`tengen puzzles` as a process."""

from __future__ import annotations

import signal
import threading
from pathlib import Path

import pytest
from kit.program import DEFAULT_INTERRUPT, Ran, finish, play, play_on_a_terminal, started
from kit.puzzles import four_and_three, two_threes

from tengen.cli.puzzle_files import run_check, run_make
from tengen.engine.cancel_token import CancelToken
from tengen.insight import examine, format_puzzle, parse_collection

GAME = "15x15/5 freestyle e8 d8 f8 l3 g8 l4 h9 l5 h10 a1 o15"
"""Black overlooks h8, a four and a three."""


@pytest.fixture
def puzzle_file(tmp_path: Path) -> Path:
    """A file with two puzzles."""
    puzzles = [examine(board) for board in (two_threes(), four_and_three())]
    path = tmp_path / "mine.txt"
    path.write_text("".join(f"{format_puzzle(puzzle)}\n" for puzzle in puzzles if puzzle))
    return path


def solve(tmp_path: Path, typed: str, *args: str) -> Ran:
    """Solve puzzles line by line."""
    return play(["puzzles", "--data", "data", *args], typed.encode(), tmp_path)


def test_a_puzzle_is_solved_line_by_line(tmp_path: Path, puzzle_file: Path) -> None:
    ran = solve(tmp_path, "i8\nhint\nH8\nh7\nquit\n", puzzle_file.name)
    lines = ran.out.decode().splitlines()
    assert lines[0] == "Puzzle 1, grade 1. Black to move and win with fours."
    assert "Row 8: Black E8 F8 G8, White D8." in lines
    assert lines[-5:] == [
        "I8 is a four, but White blocks on H8, and no win is in sight.",
        "Look for a four.",
        "H8 is right. White answers on I8.",
        "Solved: White cannot stop both H11 and H6.",
        "With one wrong try and one hint. Press Enter for the next puzzle.",
    ]
    assert (ran.status, ran.err) == (0, b"")


def test_solved_puzzles_are_remembered(tmp_path: Path, puzzle_file: Path) -> None:
    solve(tmp_path, "h8\nh7\n", puzzle_file.name)
    ran = solve(tmp_path, "", puzzle_file.name, "--list")
    first, second = ran.out.decode().splitlines()
    assert first.endswith("Black to move and win with fours, 15x15/5 freestyle, solved")
    assert second.endswith("win with threats, 15x15/5 freestyle")
    assert solve(tmp_path, "", puzzle_file.name).out.startswith(b"Puzzle 2, grade ")
    assert b"solved before" in solve(tmp_path, "", puzzle_file.name, "--number", "1").out


def test_a_puzzle_whose_solution_was_shown_is_not_remembered(
    tmp_path: Path, puzzle_file: Path
) -> None:
    ran = solve(tmp_path, "solution\nprogress\n", puzzle_file.name)
    assert ran.out.decode().splitlines()[-2:] == [
        "Solution: H8 I8 H11.",
        "Solved: 0 of 2 puzzles.",
    ]


def test_every_command_of_the_plain_puzzles_works(tmp_path: Path, puzzle_file: Path) -> None:
    words = (
        "h8\nback\nback\nagain\nnext\nprevious\nnumber 2\nnumber 9\nboard\ndiagram\nhelp\n\nnxt\n"
    )
    lines = solve(tmp_path, words, puzzle_file.name).out.decode().splitlines()
    assert "There is nothing to take back." in lines
    assert sum(line.startswith("Puzzle 1") for line in lines) == 3
    assert sum(line.startswith("Puzzle 2") for line in lines) == 2
    assert "The puzzle must be 1 to 2, not '9'." in lines
    assert "   a b c d e f g h i j k l m n o" in lines
    assert "quit: quit; solved puzzles are remembered." in lines
    assert lines[-1] == "Unknown command 'nxt'. Did you mean next?"


@pytest.mark.parametrize(
    "args, why",
    [
        (["--grade", "6"], "grades are 1 to 5"),
        (["--grade", "5"], "there is no puzzle of grade 5"),
        (["--number", "3"], "there is no puzzle 3 here"),
        (["--number", "x"], "expected a whole number from 1 to 1000000000"),
        (["--data", ""], "--data needs the name of a directory"),
    ],
)
def test_wrong_use_is_reported_in_one_line(
    tmp_path: Path, puzzle_file: Path, args: list[str], why: str
) -> None:
    ran = play(["puzzles", puzzle_file.name, *args], b"", tmp_path)
    assert ran.status == 2
    assert ran.complained_once
    assert why in ran.err.decode()


def test_a_file_without_puzzles_is_reported(tmp_path: Path) -> None:
    (tmp_path / "none.txt").write_text("# nothing\n")
    for name, why in (("none.txt", "there are no puzzles"), ("gone.txt", "cannot read")):
        ran = solve(tmp_path, "", name)
        assert (ran.status, ran.complained_once) == (2, True)
        assert why in ran.err.decode()


def test_puzzles_are_found_in_games_and_added_to_a_file_once(tmp_path: Path) -> None:
    (tmp_path / "games.txt").write_text(f"1\tA\tB\t1-0\tline\t{GAME}\n# mine\n{GAME}\n")
    for _ in range(2):
        ran = play(["puzzles", "make", "games.txt", "--out", "out.txt"], b"", tmp_path)
        assert ran.status == 0
    (puzzle,) = parse_collection((tmp_path / "out.txt").read_text().splitlines()).puzzles
    assert puzzle.source == "games.txt, game 1, move 11"
    assert ran.err.startswith(b"2 games, 22 positions, 0 new puzzles; by grade 1:1 2:0")


def test_puzzles_go_to_standard_output_and_a_bad_game_is_reported(tmp_path: Path) -> None:
    (tmp_path / "games.txt").write_text(f"{GAME}\n15x15/5 freestyle h8 h8\n")
    ran = play(["puzzles", "make", "games.txt", "--count", "2"], b"", tmp_path)
    assert ran.status == 1
    assert len(parse_collection(ran.out.decode().splitlines()).puzzles) == 1
    assert ran.err.startswith(b"tengen: games.txt: line 2, character 22: ")


def test_puzzles_are_found_in_games_of_the_engine_against_itself(tmp_path: Path) -> None:
    args = ["puzzles", "make", "--selfplay", "30", "--seed", "3", "--count", "2"]
    ran = play(args, b"", tmp_path)
    assert ran.status == 0
    assert len(parse_collection(ran.out.decode().splitlines()).puzzles) == 2


@pytest.mark.parametrize("limit", [["--count", "3"], ["--each", "1"]])
def test_several_processes_find_the_same_puzzles(tmp_path: Path, limit: list[str]) -> None:
    args = ["puzzles", "make", "--selfplay", "8", "--seed", "3", *limit]
    one = play(args, b"", tmp_path)
    two = play([*args, "--processes", "2"], b"", tmp_path)
    assert one.status == two.status == 0
    assert one.out
    assert (two.out, two.err) == (one.out, one.err)


def test_ctrl_c_ends_a_search_by_several_processes(tmp_path: Path) -> None:
    args = ["puzzles", "make", "--selfplay", "9999", "--processes", "2"]
    with started(args, tmp_path, before=DEFAULT_INTERRUPT) as child:
        assert child.stdout is not None
        first = child.stdout.readline()
        child.send_signal(signal.SIGINT)
        ran = finish(child, first)
    assert ran.status == 130
    assert b"Traceback" not in ran.err


def test_ctrl_c_keeps_the_puzzles_found_so_far(tmp_path: Path) -> None:
    args = ["puzzles", "make", "--selfplay", "9999"]
    with started(args, tmp_path, before=DEFAULT_INTERRUPT) as child:
        assert child.stdout is not None
        first = child.stdout.readline()
        child.send_signal(signal.SIGINT)
        ran = finish(child, first)
    assert ran.status == 130
    assert b" positions, " in ran.err
    assert b"Traceback" not in ran.err
    assert parse_collection(ran.out.decode().splitlines()).puzzles


@pytest.mark.parametrize(
    "searched, args",
    [
        ("tengen.insight.puzzle_finder.examine", ["games.txt"]),
        ("tengen.insight.puzzle_games.play_self_game", ["--selfplay", "1"]),
    ],
)
def test_ctrl_c_ends_a_search_for_puzzles_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, searched: str, args: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "games.txt").write_text(f"{GAME}\n")
    cancelled = interrupt_during(searched, monkeypatch)
    assert run_make([*args, "--out", "out.txt"]) == 130
    assert cancelled.is_set()


def test_ctrl_c_ends_a_check_of_puzzles_at_once(
    puzzle_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cancelled = interrupt_during("tengen.insight.unique_line.examine", monkeypatch)
    assert run_check([str(puzzle_file)]) == 130
    assert cancelled.is_set()


def interrupt_during(searched: str, monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Let a search press Ctrl-C and go on until it is cancelled; return whether it was."""
    cancelled = threading.Event()

    def search_until_cancelled(*arguments: object, **named: object) -> None:
        (cancel,) = [one for one in (*arguments, *named.values()) if isinstance(one, CancelToken)]
        with cancel.on_cancel(cancelled.set):
            signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
            cancelled.wait(60)

    monkeypatch.setattr(searched, search_until_cancelled)
    return cancelled


@pytest.mark.parametrize(
    "args, why",
    [
        ([], "no games: name files"),
        (["gone.txt"], "cannot read 'gone.txt'"),
        (["bad.txt"], "cannot detect the format of"),
        (["bad.txt", "--from", "chess"], "chess"),
        (["x", "--game", "caro"], "there are no puzzles for 15x15/5 caro-exact"),
        (["x", "--game", "chess"], "--game: not a set of rules"),
        (["x", "--out", "bad.txt"], "is not a file of puzzles"),
        (["--selfplay", "0"], "a whole number above 0"),
    ],
)
def test_wrong_use_of_make_is_reported_in_one_line(
    tmp_path: Path, args: list[str], why: str
) -> None:
    (tmp_path / "bad.txt").write_text("nothing\n")
    ran = play(["puzzles", "make", *args], b"", tmp_path)
    assert ran.status == 2
    assert ran.complained_once
    assert why in ran.err.decode()


def test_puzzles_are_solved_again_from_their_positions(tmp_path: Path, puzzle_file: Path) -> None:
    ran = play(["puzzles", "check", puzzle_file.name], b"", tmp_path)
    assert (ran.status, ran.out) == (0, b"2 puzzles: all are correct\n")
    text = puzzle_file.read_text()
    puzzle_file.write_text(text.replace("fours; 1;", "fours; 3;") + text.partition("\n")[0])
    ran = play(["puzzles", "check", puzzle_file.name], b"", tmp_path)
    assert ran.status == 1
    assert b"puzzle 1: the number of tempting moves is 1: 15x15/5 " in ran.out
    assert b"puzzle 3: it is like an easier one: 15x15/5 " in ran.out
    assert ran.out.endswith(b"3 puzzles: 2 are wrong\n")


def test_a_terminal_without_a_cursor_gets_lines(tmp_path: Path) -> None:
    before = "os.environ['TERM'] = 'dumb'"
    args = ["puzzles", "--data", "data"]
    ran = play_on_a_terminal(args, b"quit\n", tmp_path, before=before)
    assert (ran.status, ran.err, b"\x1b" in ran.out) == (0, b"", False)
    assert ran.out.startswith(b"Puzzle 1")


@pytest.mark.parametrize("command", [[], ["make"], ["check"]])
def test_help_is_shown(tmp_path: Path, command: list[str]) -> None:
    ran = play(["puzzles", *command, "--help"], b"", tmp_path)
    assert ran.status == 0
    assert ran.out.decode().startswith(" ".join(["usage: tengen puzzles", *command]))
