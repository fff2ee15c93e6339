"""`tengen play` as a process: its options, its exit statuses, and how it ends."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from kit.brains import mover
from kit.program import DEFAULT_INTERRUPT, finish, play, play_on_a_terminal, started, weigh
from kit.talk import Program, talking

from tengen.cli.arguments import COMMANDS
from tengen.cli.main import run
from tengen.cli.play import make_parser
from tengen.storage import Store

PEOPLE = ("--white", "person")
TIC_TAC_TOE = ("--game", "tictactoe", *PEOPLE)
WON = ("a1", "b1", "a2", "b2", "a3")


def usage_error(capfd: pytest.CaptureFixture[str], *args: str) -> str:
    """Return the one-line error for wrong arguments."""
    assert run(["play", "--plain", *args]) == 2
    out, err = capfd.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    return err.removeprefix("tengen: ").rstrip("\n")


@pytest.mark.parametrize(
    "args, words",
    [
        (("--game", "chess"), "not a set of rules: 'chess': 15x15/5 freestyle or one of "),
        (("--game", ""), "not a set of rules: '': "),
        (("--game", "99x99/5 freestyle"), "not a set of rules: '99x99/5 freestyle': width 99 is "),
        (("--opening", "e4"), "argument --opening: invalid choice: 'e4' "),
        (("--game", "tictactoe", "--opening", "swap2"), "the swap2 opening needs a board of "),
        (("--black", ""), "give the command that starts the engine, "),
        (("--black", "0"), "'0' is not a level: levels are 1 to 10; "),
        (("--white", "11"), "'11' is not a level: levels are 1 to 10; "),
        (("--white", "\u0663"), r"'\u0663' is not a level: levels are 1 to 10; "),
        (("--white", "'x"), '"\'x" is not a command: No closing quotation; '),
        (("--white", "person:\udcff"), r"the name '\udcff' cannot be written as text; "),
        (("--clock", ""), "not a clock: '': a clock is none, seconds a move as in 30s, "),
        (("--clock", "5"), "not a clock: '5': "),
        (("--clock", "0+0"), "not a clock: '0+0': it has run out before the game begins; "),
        (("--fouls-lose",), "--fouls-lose needs renju: other games have no forbidden points; "),
        (("--game", "five", "--fouls-lose"), "--fouls-lose needs renju: "),
        (("--theme", "pink"), "argument --theme: invalid choice: 'pink' "),
        (("--data", ""), "--data needs the name of a directory; "),
        (("--data",), "argument --data: expected one argument; "),
        (("h8",), "unrecognized arguments: h8; "),
        (("--pla",), "unrecognized arguments: --pla; "),
    ],
)
def test_wrong_use_is_reported_with_where_to_read_more(
    capfd: pytest.CaptureFixture[str], args: tuple[str, ...], words: str
) -> None:
    error = usage_error(capfd, *args)
    assert error.startswith(words)
    assert error.endswith("see `tengen play --help`.")


def test_without_a_terminal_the_error_names_the_plain_option(
    tmp_path: Path,
) -> None:
    ran = play(["play"], b"", tmp_path)
    assert (ran.status, ran.out) == (2, b"")
    assert ran.err.startswith(b"tengen: tengen play needs a terminal: use `tengen play --plain` ")
    assert ran.complained_once


def test_the_help_names_every_option(capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["play", "--help"]) == 0
    help_text = capfd.readouterr().out
    options = set(re.findall(r"--[a-z-]+", make_parser().format_usage()))
    assert len(options) >= 10
    assert all(f"  {option}" in help_text or f", {option}" in help_text for option in options)
    assert "play" in COMMANDS


@pytest.mark.parametrize("place", ["file/data", "file", "read-only/data", "/proc/1/data"])
def test_a_directory_that_cannot_be_used_is_reported(tmp_path: Path, place: str) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "read-only").symlink_to("/proc/self")
    ran = play(["play", "--plain", "--data", place], b"", tmp_path)
    assert (ran.status, ran.out) == (1, b"")
    assert b"; use --data DIR\n" in ran.err
    assert ran.complained_once


def test_a_directory_may_have_any_name(tmp_path: Path) -> None:
    name = os.fsdecode(b"d\xff\xc3\xa9")
    ran = play(["play", "--plain", "--data", name, *PEOPLE], b"h8\nquit\n", tmp_path)
    assert (ran.status, ran.err) == (0, b"")


def test_a_whole_game_of_two_people_is_played_and_saved(tmp_path: Path) -> None:
    typed = "".join(f"{move}\n" for move in WON).encode()
    ran = play(["play", "--plain", "--data", "data", *TIC_TAC_TOE], typed, tmp_path)
    assert (ran.status, ran.err) == (0, b"")
    assert b"\nBlack wins: three from A3 to A1. Type rematch, new, review or quit.\n" in ran.out
    with Store(str(tmp_path / "data")) as store:
        assert [len(store.load(game.game)) for game in store.games()] == [7]


def play_to_the_end(game: Program, points: Sequence[str]) -> str:
    """Play empty points against a computer until the game is over; return how it ended."""
    while not any("rematch, new" in line for line in game.heard):
        taken = {line[6:].split(",")[0].lower() for line in game.heard if ", move " in line}
        game.ask(next(point for point in points if point not in taken), ", move ")
        game.hear(", move ", "rematch, new")
        game.told()
    return next(line for line in game.heard if "rematch, new" in line)


def test_a_whole_game_against_the_computer(tmp_path: Path) -> None:
    with talking(tmp_path, "--game", "9x9/5 freestyle", "--white", "1") as game:
        points = [f"{column}{row}" for row in (5, 1, 9, 3, 7) for column in "abcdefghi"]
        assert play_to_the_end(game, points).startswith(("Black wins: ", "White wins: "))
        ran = game.end()
    assert (ran.status, ran.err) == (0, b"")


def test_a_whole_game_against_another_engine(tmp_path: Path) -> None:
    with talking(tmp_path, "--white", shlex.join(mover())) as game:
        assert play_to_the_end(game, ["a1", "b1", "c1", "d1", "e1"]).startswith(
            "Black wins: five from"
        )
        assert game.end().status == 0


def test_a_missing_engine_is_reported_when_it_is_to_move(tmp_path: Path) -> None:
    with talking(tmp_path, "--white", "./no-such-engine --fast") as game:
        game.hear("Black to move")
        lines = game.ask("h8", "Type again to retry")
        assert lines[1].startswith("no-such-engine cannot move: engine 'no-such-engine' ")
        ran = game.end()
    assert ran.status == 1


def test_an_early_end_of_input_is_reported_and_the_game_is_saved(tmp_path: Path) -> None:
    ran = play(["play", "--plain", "--data", "data", *PEOPLE], b"h8\ni9", tmp_path)
    assert (ran.status, ran.err) == (1, b"tengen: the input ended before the game did\n")
    with talking(tmp_path) as game:
        assert "2 moves: Black to move." in game.hear("help")[0]
        assert (
            game.ask("", "Black to move")[-2] == "The game continues. Last move: White I9, move 2."
        )


def test_a_killed_game_resumes_where_it_was(tmp_path: Path) -> None:
    with talking(tmp_path, *PEOPLE, "--clock", "5+0") as game:
        game.ask("h8", "White to move")
        game.ask("i9", "Black to move")
        game.child.send_signal(signal.SIGKILL)
        assert game.child.wait() == -signal.SIGKILL
    with talking(tmp_path) as game:
        game.hear("help")
        game.ask("go", "Black to move")
        assert game.ask("moves", "1 ") == ["1 H8, 2 I9."]
        assert game.ask("clocks", "has")[0].startswith("Black has 4 minutes ")


def test_a_game_can_be_open_only_once(tmp_path: Path) -> None:
    with talking(tmp_path, *PEOPLE) as game:
        game.ask("h8", "White to move")
        with talking(tmp_path, *PEOPLE) as other:
            other.ask("open 1", "game 1 is being played elsewhere")
            game.say("quit")
            assert game.child.wait() == 0
            other.ask("open 1", "White to move")


def interrupt(game: Program) -> None:
    game.child.send_signal(signal.SIGINT)


@pytest.mark.parametrize("white", ["person", "10"])
def test_ctrl_c_leaves_without_a_message_and_the_game_is_saved(tmp_path: Path, white: str) -> None:
    with talking(tmp_path, "--white", white, before=DEFAULT_INTERRUPT) as game:
        game.ask("h8", "Black H8, move 1.")
        interrupt(game)
        ran = finish(game.child)
    assert (ran.status, ran.err) == (130, b"")
    with Store(str(tmp_path / "data")) as store:
        assert [summary.moves for summary in store.unfinished()] in ([1], [2])


def test_ctrl_c_ends_only_the_analysis(tmp_path: Path) -> None:
    with talking(tmp_path, *PEOPLE, before=DEFAULT_INTERRUPT) as game:
        game.ask("h8", "White to move")
        game.ask("analyse 600", "Thinking")
        interrupt(game)
        game.hear("Stopped.")
        game.ask("i9", "Black to move")
        interrupt(game)
        ran = finish(game.child)
    assert ran.status == 130


def test_ctrl_c_ends_only_the_review(tmp_path: Path) -> None:
    with talking(tmp_path, *PEOPLE, before=DEFAULT_INTERRUPT) as game:
        for point in ("h8", "i9", "h9", "h7", "i8", "g8", "j7", "k6", "g10"):
            game.ask(point, "to move")
        game.say("resign")
        game.ask("resign", "wins")
        game.ask("review", "Reviewing 9 moves")
        interrupt(game)
        game.hear("Stopped.")
        game.say("quit")
        assert finish(game.child).status == 0


def test_an_ignored_interrupt_stays_ignored(tmp_path: Path) -> None:
    ignore = "signal.signal(signal.SIGINT, signal.SIG_IGN)"
    with talking(tmp_path, *PEOPLE, before=ignore) as game:
        game.hear("Black to move")
        interrupt(game)
        game.ask("h8", "White to move")
        game.say("quit")
        assert finish(game.child).status == 0


def test_a_timeout_is_shown_without_any_input(tmp_path: Path) -> None:
    with talking(tmp_path, *PEOPLE, "--clock", "1s") as game:
        game.hear("The game was aborted: no move was made in time.")
        assert game.end().status == 0


def test_a_closed_output_ends_the_game_without_a_message(tmp_path: Path) -> None:
    ours, theirs = os.pipe()
    args = ["play", "--plain", "--data", "data", *PEOPLE]
    with started(args, tmp_path, stdout=theirs) as child:
        os.close(theirs)
        os.read(ours, 10)
        os.close(ours)
        assert child.stdin is not None
        child.stdin.write(b"h8\ni9\n")
        ran = finish(child)
    assert (ran.status, ran.err) == (141, b"")


def test_a_full_device_as_output_is_reported(tmp_path: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        args = ["play", "--plain", "--data", "data", *PEOPLE]
        with started(args, tmp_path, stdout=full.fileno()) as child:
            ran = finish(child)
    assert ran.status == 1
    assert ran.complained_once
    assert b"cannot write standard output: No space left on device" in ran.err


@pytest.mark.parametrize("fd, status", [(0, 1), (1, 141)])
def test_a_closed_input_is_empty_and_a_closed_output_ends_the_game(
    tmp_path: Path, fd: int, status: int
) -> None:
    args = ["play", "--plain", "--data", "data", *PEOPLE]
    ran = play(args, b"h8\n", tmp_path, before=f"os.close({fd})")
    assert ran.status == status
    assert b"Traceback" not in ran.err


def test_invalid_bytes_are_reported_like_any_wrong_input(tmp_path: Path) -> None:
    args = ["play", "--plain", "--data", "data", *PEOPLE]
    ran = play(args, b"\xff\xfe8\n\x00\nsave /no\xffwhere/x\nquit\n", tmp_path)
    assert (ran.status, ran.err) == (0, b"")
    assert b"Unknown command" in ran.out
    assert b"Cannot save to /no where/x: No such file or directory." in ran.out


def test_an_endless_line_does_not_fill_the_memory(tmp_path: Path) -> None:
    args = ["play", "--plain", "--data", "data", *PEOPLE]
    ran, peak = weigh(args, "x", 100, "\nquit\n", tmp_path)
    assert (ran.status, ran.err) == (0, b"")
    assert peak < 150 << 20


def test_names_are_escaped_where_the_output_cannot_show_them(tmp_path: Path) -> None:
    args = ["play", "--plain", "--data", "data", *PEOPLE, "--black", "person:Zo\u00eb"]
    ran = play(args, b"quit\n", tmp_path, env={"LC_ALL": "C.UTF-8"})
    assert "Black: Zo\u00eb.".encode() in ran.out


def test_the_plain_game_works_on_a_terminal(tmp_path: Path) -> None:
    typed = "".join(f"{move}\n" for move in (*WON, "quit")).encode()
    args = ["play", "--plain", "--data", "data", *TIC_TAC_TOE]
    ran = play_on_a_terminal(args, typed, tmp_path)
    assert (ran.status, ran.err) == (0, b"")
    assert b"Black wins: three from A3 to A1." in ran.out


@pytest.mark.parametrize("term", ["dumb", "unknown", ""])
def test_a_terminal_without_a_cursor_gets_lines(tmp_path: Path, term: str) -> None:
    typed = "".join(f"{move}\n" for move in (*WON, "quit")).encode()
    before = f"os.environ['TERM'] = {term!r}"
    args = ["play", "--data", "data", *TIC_TAC_TOE]
    ran = play_on_a_terminal(args, typed, tmp_path, before=before)
    assert (ran.status, ran.err, b"\x1b" in ran.out) == (0, b"", False)
    assert b"Black wins: three from A3 to A1." in ran.out


def test_no_engine_is_left_behind(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    brain = mover(f"open({str(note)!r}, 'w').write(str(__import__('os').getpid()))")
    with talking(tmp_path, "--white", shlex.join(brain)) as game:
        game.ask("h8", "White A15, move 2.")
        game.say("quit")
        assert finish(game.child).status == 0
    with pytest.raises(ProcessLookupError):
        os.kill(int(note.read_text()), 0)


def test_the_plain_game_does_not_import_textual() -> None:
    code = "import sys, tengen.terminal.plain_game; print('textual' in sys.modules)"
    command = [sys.executable, "-I", "-c", code]
    assert subprocess.run(command, capture_output=True, check=True).stdout == b"False\n"
