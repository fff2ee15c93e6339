"""`tengen solve`, as a user runs it."""

from __future__ import annotations

import json
import re
import signal
from pathlib import Path

import pytest
from kit.program import interrupt, play

from tengen.cli.solve import SearchStateFile, make_limits, make_parser, wait_for_value
from tengen.cli.solve_report import SolveProgressBar, format_progress
from tengen.engine.analysis import Limits
from tengen.engine.search_thread import run_in_thread
from tengen.errors import UsageError
from tengen.prove import Meter, SolverMemory, SolverProgress, check, check_draw
from tengen.prove.solver import make_listeners, solve
from tengen.rules.board import Board
from tengen.rules.rules import Rules

WON = "15x15/5 freestyle h8 a1 i8 a2 j8 a3 k8 a5 l8"


def limits_of(*arguments: str) -> Limits:
    return make_limits(make_parser().parse_args([*arguments]))


def test_a_win_is_reported_and_its_certificate_written(tmp_path: Path) -> None:
    ran = play(["solve", "4x3/3", "freestyle", "--out", "four.proof"], b"", tmp_path)
    assert (ran.status, ran.err) == (0, b"")
    first, verdict, proof = ran.out.decode().splitlines()
    assert first == "Black (X) to play move 1: 4x3/3 freestyle X 4/4/4"
    assert verdict.startswith("Black wins in at most 9 moves, beginning with b2. (")
    assert re.fullmatch(r"Proved: four.proof, \d+ bytes, checked.", proof)
    assert check.check(tmp_path / "four.proof").plies == 9
    assert [path.name for path in tmp_path.iterdir()] == ["four.proof"]


def test_the_draw_of_a_named_game_is_proved(tmp_path: Path) -> None:
    ran = play(["solve", "--game", "tictactoe", "--out", "draw"], b"", tmp_path)
    assert (ran.status, ran.err) == (0, b"")
    assert b"\nNeither side can win. (" in ran.out
    assert check_draw.check(str(tmp_path / "draw")).k == 3


def test_json_is_one_object(tmp_path: Path) -> None:
    ran = play(["solve", "3x3/3 freestyle b2 a2", "--json"], b"", tmp_path)
    found = json.loads(ran.out)
    assert (found["value"], found["winner"], found["proved"]) == ("win", "X", True)
    assert (found["checked"], found["certificate"]) == (True, None)
    assert found["bytes"] > 0
    assert found["plies"] >= 5
    assert isinstance(found["move"], str)
    assert list(tmp_path.iterdir()) == []


def test_other_rules_get_a_value_without_a_certificate(tmp_path: Path) -> None:
    ran = play(["solve", "3x3/3 standard"], b"", tmp_path)
    assert ran.status == 0
    assert ran.out.endswith(b"There is no certificate: this is only the result of the search.\n")


def test_a_search_claims_nothing_at_its_limit_and_can_be_resumed(tmp_path: Path) -> None:
    command = ["solve", "6x6/4 freestyle", "--out", "six"]
    ran = play([*command, "--nodes", "2000"], b"", tmp_path)
    assert (ran.status, ran.err) == (0, b"")
    assert b"\nUnknown: nothing was proved within the limits. (" in ran.out
    assert [path.name for path in tmp_path.iterdir()] == ["six.state"]
    ran = play(command, b"", tmp_path)
    assert ran.err == b"tengen: resuming the search in 'six.state'\n"
    assert b"\nBlack wins in at most " in ran.out
    assert [path.name for path in tmp_path.iterdir()] == ["six"]


@pytest.mark.parametrize(
    "moves, move, plies",
    [((), "h8", 65), (("h8",), None, 64), (("h8", "h9"), "g9", 0), (("h8", "h9", "g9"), None, 0)],
)
def test_positions_of_the_theorem_are_answered_by_the_theorem(
    moves: tuple[str, ...], move: str | None, plies: int, tmp_path: Path
) -> None:
    ran = play(["solve", *moves, "--json"], b"", tmp_path)
    found = json.loads(ran.out)
    assert (ran.status, found["value"], found["winner"]) == (0, "win", "X")
    assert (found["theorem"], found["proved"], found["nodes"]) == (True, False, 0)
    assert found["move"] == move
    assert found["plies"] == plies or (plies == 0 and found["plies"] > 0)


def test_the_theorem_is_named_and_a_certificate_must_still_be_searched(tmp_path: Path) -> None:
    ran = play(["solve", "--out", "five", "--nodes", "2000"], b"", tmp_path)
    _, verdict, why = ran.out.decode().splitlines()
    assert verdict.startswith("Black wins in at most 65 moves, beginning with h8. (")
    assert why.startswith(
        "By the theorem that comes with Tengen: `tengen theorem show` explains why. "
    )
    assert why.endswith("The certificate is not finished; the same command resumes it.")
    assert [path.name for path in tmp_path.iterdir()] == ["five.state"]


def test_the_theorem_is_not_used_on_another_board(tmp_path: Path) -> None:
    for game in ("15x15/5 standard", "19x19/5 freestyle"):
        ran = play(["solve", "--game", game, "--nodes", "20000", "--json"], b"", tmp_path)
        found = json.loads(ran.out)
        assert (found["value"], found["theorem"]) == ("unknown", False)


def test_an_exhausted_search_is_reported_differently_from_one_at_its_limits(tmp_path: Path) -> None:
    rows = "XOXOXOXOX/XOXOXOXOX/OXOXOXOXO/OXOXOXOXO/XOXOXOXOX/XOXOXOXOX/OXOXOXOXO/OXOXOXO2/XOXOXOX2"
    ran = play(["solve", f"9x9/5 caro X {rows}"], b"", tmp_path)
    assert b"\nUnknown: the search ended before the limits and" in ran.out


def test_the_saved_state_of_another_search_is_not_changed(tmp_path: Path) -> None:
    (tmp_path / "one.state").write_text("something else")
    ran = play(["solve", "3x3/3 freestyle", "--out", "one"], b"", tmp_path)
    assert (ran.status, ran.complained_once) == (2, True)
    assert b"remove it, or choose another name with --out." in ran.err
    assert (tmp_path / "one.state").read_text() == "something else"


def test_a_finished_game_is_reported_as_such(tmp_path: Path) -> None:
    ran = play(["solve", WON], b"", tmp_path)
    assert (ran.status, ran.out) == (0, b"The game is over: Black has won, h8 to l8.\n")
    assert json.loads(play(["solve", WON, "--json"], b"", tmp_path).out)["winner"] == "X"


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["h8", "h8"], "move 2 cannot be played: h8 is taken."),
        (["--game", "chess"], "not a set of rules: 'chess'"),
        (["--game", "renju", "--out", "x"], "no certificates for renju rules: leave out --out."),
        (
            ["h8", "--endless", "--time", "3"],
            "--endless cannot be combined with --time or --nodes.",
        ),
        (["h8", "--nodes", "0"], "a whole number from 1 to"),
    ],
)
def test_wrong_use_is_reported_in_one_line(
    arguments: list[str], message: str, tmp_path: Path
) -> None:
    ran = play(["solve", *arguments], b"", tmp_path)
    assert (ran.status, ran.out) == (2, b"")
    assert message in ran.err.decode()
    assert ran.complained_once


def test_a_certificate_that_cannot_be_written_is_a_failure(tmp_path: Path) -> None:
    ran = play(["solve", "3x3/3 freestyle", "--out", "no/where"], b"", tmp_path)
    assert ran.status == 1
    assert b"cannot write 'no/where': No such file or directory" in ran.err


@pytest.mark.parametrize("limit, status", [("--endless", 0), ("--time=600", 130)])
def test_ctrl_c_ends_at_once(limit: str, status: int, tmp_path: Path) -> None:
    command = ["solve", "8x8/5 freestyle", limit]
    ran = interrupt(command, b"", tmp_path, after=20, signal=signal.SIGINT)
    assert (ran.status, ran.err) == (status, b"")
    assert b"\nUnknown: " in ran.out


def test_a_progress_bar_is_drawn_in_place_and_removed(capfd: pytest.CaptureFixture[str]) -> None:
    for shown in (True, False):
        bar = SolveProgressBar(shown=shown)
        bar.show(SolverProgress("who wins", 0, 0, 1234, 5))
        bar.show(SolverProgress("moves", 2, 4, 9999, 6))
        bar.clear()
    drawn = capfd.readouterr().err.split("\r\x1b[K")
    assert [text.partition("] ")[2] for text in drawn[1:3]] == [
        "who wins: 1,234 positions, 5 s",
        " 50% moves, about 0 s left: 9,999 positions, 6 s",
    ]
    assert drawn[3:] == [""]


def test_the_state_is_saved_during_the_search(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tengen.cli.solve.SAVE_INTERVAL", 0.0)
    board, memory, meter = Board(Rules(8, 8, 5)), SolverMemory(1), Meter()
    cancel = meter.cancel
    state = SearchStateFile(str(tmp_path / "eight"), board, memory)

    saved: list[SolverMemory] = []

    def save_and_stop_once_something_was_known() -> None:
        state.save()
        again = SolverMemory(1)
        SearchStateFile(str(tmp_path / "eight"), board, again).load()
        if any(again.tables[0].entries) or any(again.tables[1].entries):
            saved.append(again)
            cancel.cancel()

    found = run_in_thread(
        lambda: [solve(board, make_listeners(board), meter, memory)], cancel, 0.05
    )
    wait_for_value(found, lambda: None, save_and_stop_once_something_was_known)
    assert saved


def test_the_time_left_is_estimated_after_enough_progress() -> None:
    unknown = SolverProgress("who wins", 0, 0, 1234, 5)
    early = SolverProgress("moves", 1, 4, 10, 5)
    half = SolverProgress("moves", 2, 4, 10, 5)
    assert format_progress(unknown, 5).endswith("] who wins: 1,234 positions, 5 s")
    assert "left" not in format_progress(early, 5)
    assert format_progress(half, 4).endswith(" 50% moves, about 4 s left: 10 positions, 5 s")


def test_without_limits_the_default_time_applies() -> None:
    assert limits_of() == Limits(60)
    assert limits_of("--nodes", "10", "--time", ".5") == Limits(0.5, 10)
    assert limits_of("--endless") == Limits()
    with pytest.raises(UsageError):
        limits_of("--endless", "--nodes", "3")


def test_the_help_and_the_page_name_every_option(tmp_path: Path) -> None:
    shown = play(["solve", "--help"], b"", tmp_path).out.decode()
    page = (Path(__file__).parent.parent.parent / "docs" / "solve.md").read_text()
    options = set(re.findall(r"  (--[a-z-]+)", shown))
    assert len(options) >= 8
    assert all(f"`{option}" in page for option in options)
