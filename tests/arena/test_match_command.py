from __future__ import annotations

import re
import shlex
import sys
from pathlib import Path

import pytest
from kit.brains import ORDERLY_BRAIN, allocating, mover
from kit.plugged import plug_in
from kit.seats import FailingSeat, ScriptedSeat

from tengen.arena.engine_spec import EngineSpec
from tengen.arena.game import GameConditions
from tengen.cli.match import make_parser, run
from tengen.errors import EngineTerminated, UsageError
from tengen.records.formats import read_records

PLAIN = ["one", "two", "--rules", "tictactoe"]


def test_a_match_shows_progress_and_result(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    plug_in(monkeypatch)
    assert run([*PLAIN, "--games", "4"]) == 0
    out, err = capfd.readouterr()
    assert [line.split(":")[0] for line in err.splitlines()] == [f"game {n}/4" for n in range(1, 5)]
    assert "4 (+2 =0 -2), repeated 2" in out
    assert "50.0 % (95 %: " in out


def test_games_are_saved_and_the_next_match_appends_to_them(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    plug_in(monkeypatch)
    path = tmp_path / "games.txt"
    for _ in range(2):
        assert run([*PLAIN, "--games", "2", "--keep", str(path)]) == 0
    kept = [line.split("\t")[:2] for line in path.read_text().splitlines()]
    assert kept == [["1", "one"], ["2", "two"]] * 2
    assert [record.second for record in read_records(str(path))] == ["two", "one"] * 2


def test_options_of_an_engine_reach_it(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = plug_in(monkeypatch)
    options = ["--info1", "a=1", "b=x=y", "--info1", "c=", "--time", "50", "--slack", "7"]
    assert run(["./bin/one -q", "two", "--rules", "tictactoe", "--games", "2", *options]) == 0
    (one, conditions), (two, _) = asked
    info = (("a", "1"), ("b", "x=y"), ("c", ""))
    assert (one, two) == (EngineSpec("one", "./bin/one -q", info), EngineSpec("two", "two"))
    assert conditions == GameConditions(turn_ms=50, slack_ms=7)


def test_openings_are_read_with_the_given_place_of_row_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    plug_in(monkeypatch)
    openings, kept = tmp_path / "openings.txt", tmp_path / "games.txt"
    openings.write_text("a1c1\n")
    arguments = [*PLAIN, "--games", "2", "--openings", str(openings), "--keep", str(kept)]
    assert run([*arguments, "--row-one", "top"]) == 0
    assert all("freestyle a3 c3 " in line for line in kept.read_text().splitlines())


def test_ctrl_c_shows_the_score_so_far(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    plug_in(monkeypatch, two=lambda: FailingSeat(KeyboardInterrupt(), after=9))
    assert run([*PLAIN, "--games", "10"]) == 130
    out, err = capfd.readouterr()
    assert err.count("\n") == 2
    assert "games                     2 (" in out


def test_an_engine_that_takes_more_memory_than_allowed_loses_both_games(
    capfd: pytest.CaptureFixture[str],
) -> None:
    greedy = shlex.join(mover(f"if word in ('BEGIN', 'TURN', 'BOARD'): {allocating(80)}"))
    modest = shlex.join(mover())
    limits = ["--games", "2", "--memory", "64", "--time", "30000", "--openings", "empty"]
    assert run([greedy, modest, "--name1", "greedy", *limits]) == 0
    out, err = capfd.readouterr()
    assert "2 (+0 =0 -2)" in out
    assert err.count("engine error (used ") == 2
    assert err.count("MB of memory instead of 64 MB") == 2
    assert run([greedy, modest, *limits, "--memory", "2000"]) == 0
    assert "MB of memory" not in capfd.readouterr().err


def test_a_decided_test_ends_the_match(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    plug_in(monkeypatch, two=FailingSeat)
    assert run([*PLAIN, "--games", "100", "--sprt", "-20", "400"]) == 0
    out, err = capfd.readouterr()
    assert err.count("\n") < 20
    assert "+400 Elo rather than -20: accepted" in out


def test_a_test_has_error_rates_and_its_state_is_in_the_progress(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    plug_in(monkeypatch)
    rates = ["--sprt", "0", "10", "--alpha", "0.1", "--beta", "0.2"]
    assert run([*PLAIN, "--games", "4", *rates]) == 0
    out, err = capfd.readouterr()
    assert err.count("; +10 Elo rather than +0: ratio -0.0") == 2
    assert err.count(" of the way to rejected (-1.50)") == 2
    assert "undecided, ratio -0.06 (-1.50 to 2.08)" in out


def test_two_levels_need_no_other_words(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = plug_in(monkeypatch)
    assert run(["level-3", "level-5", "--rules", "tictactoe", "--games", "2"]) == 0
    assert [spec.argv()[-2:] for spec, _ in asked] == [["--level", "3"], ["--level", "5"]]


def test_the_same_engine_twice_gets_two_names(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    plug_in(monkeypatch)
    assert run(["one", "./one", "--rules", "tictactoe", "--games", "2"]) == 0
    assert capfd.readouterr().out.splitlines()[0].split() == ["one", "one-2"]


def test_an_engine_that_cannot_be_started_is_reported_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def fail() -> ScriptedSeat:
        raise EngineTerminated("two", "could not be started")

    plug_in(monkeypatch, two=fail)
    assert run(PLAIN) == 1
    err = capfd.readouterr().err
    assert err == "tengen: the match was stopped: engine 'two' could not be started\n"


def test_a_file_that_cannot_be_written_stops_the_match_before_it_starts(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    asked = plug_in(monkeypatch)
    assert run([*PLAIN, "--keep", str(tmp_path / "none" / "games.txt")]) == 1
    assert capfd.readouterr().err.startswith("tengen: cannot write ")
    assert asked == []


def test_two_programs_play_a_match(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    brain, openings = tmp_path / "brain.py", tmp_path / "openings.txt"
    brain.write_text(ORDERLY_BRAIN)
    openings.write_text("h8i9g9\nj4k5\n")
    command = f"'{sys.executable}' '{brain}'"
    names = ["--name1", "one", "--name2", "two", "--openings", str(openings)]
    assert run([command, command, *names, "--games", "4", "--processes", "2"]) == 0
    out, err = capfd.readouterr()
    assert err.count(", line, ") == 4
    assert "4 (+2 =0 -2), repeated 0" in out


@pytest.mark.parametrize("word", ["ERROR", "UNKNOWN"])
def test_a_program_that_refuses_the_rules_ends_the_match_with_its_message(
    word: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    brain, picky = tmp_path / "brain.py", tmp_path / "picky.py"
    brain.write_text(ORDERLY_BRAIN)
    refusal = f"words[1] == 'rule' and print('{word} no such rule', flush=True)"
    picky.write_text(f"{ORDERLY_BRAIN}    else:\n        {refusal}\n")
    commands = [f"'{sys.executable}' '{path}'" for path in (brain, picky)]
    names = ["--name1", "one", "--name2", "two"]
    assert run([*commands, *names, "--games", "4", "--rules", "renju", "--slack", "60000"]) == 1
    out, err = capfd.readouterr()
    assert err == f"tengen: the match was stopped: engine 'two' answered {word} 'no such rule'\n"
    assert out == ""


def test_a_missing_program_ends_the_match(capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["/nowhere/one", "/nowhere/two"]) == 1
    out, err = capfd.readouterr()
    assert err.startswith("tengen: the match was stopped: engine ")
    assert err.count("\n") == 1
    assert out == ""


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["one"], "the following arguments are required: ENGINE2"),
        (["one", ""], "the command line of an engine is empty"),
        (["one", "'two"], "not a command line"),
        (["one", "two", "--games", "3"], "--games must be even"),
        (["one", "two", "--games", "0"], "a whole number from "),
        (["one", "two", "--time", "soon"], "a whole number from "),
        (["one", "two", "--rules", "chess"], "--rules: not a set of rules"),
        (
            ["one", "two", "--rules", "3x3/5 freestyle"],
            "--rules: 5 in a row do not fit on a board of 3x3",
        ),
        (["one", "two", "--info1", "key"], "a setting must be KEY=VALUE, not 'key'"),
        (["one", "two", "--processes", "0"], "a whole number from 1"),
        (["one", "two", "--alpha", "0.1"], "--alpha needs --sprt"),
        (["one", "two", "--sprt", "0", "5", "--beta", "2"], "error rates must be between"),
        (["one", "two", "--resume", "file"], "unrecognized arguments: one two"),
        (["one", "two", "--sprt", "5", "0"], "--sprt: cannot test 5 against 0 Elo"),
        (["one", "two", "--openings", "/none"], "--openings: cannot read '/none'"),
        (["one", "two", "--keep", "games.rif"], "--keep: .* cannot grow game by game"),
        (["one", "two", "--opening-rule", "swap3"], "invalid choice: 'swap3'"),
        (["one", "two", "--opening-rule", "taraguchi-10"], "--opening-rule: .* is for renju"),
        (["one", "two", "--opening-rule", "swap", "--openings", "f"], "not allowed with"),
    ],
)
def test_wrong_use_says_what_to_do(arguments: list[str], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        run(arguments)


def test_a_wrong_opening_is_reported_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "openings.txt"
    path.write_text("h8\nh8h8\nz1\n")
    with pytest.raises(
        UsageError, match=r"--openings: line 2, character 3: h8 is already taken.* \(problems: 2\)"
    ):
        run(["one", "two", "--openings", str(path)])


def test_help_names_every_option_and_the_page_explains_it(
    capfd: pytest.CaptureFixture[str],
) -> None:
    assert run(["--help"]) == 0
    text = capfd.readouterr().out
    assert text == make_parser().format_help()
    assert "example:\n  tengen match " in text
    page = (Path(__file__).parents[2] / "docs" / "matches.md").read_text()
    options = set(re.findall(r"  (--[a-z0-9-]+)", text))
    assert len(options) >= 14
    assert [option for option in sorted(options) if f"`{option}" not in page] == []
