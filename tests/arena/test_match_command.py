from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from kit.seats import FailingSeat, ScriptedSeat

from tengen.cli import match
from tengen.cli.match import Entrant, make_parser, run
from tengen.errors import EngineTerminated, UsageError
from tengen.records.formats import read_records
from tengen.rules.rules import Rules

PLAIN = ["one", "two", "--rules", "tictactoe"]
Plug = Callable[..., list[Entrant]]

BRAIN = """\
import sys
free = []
for line in sys.stdin:
    words = line.replace(",", " ").split()
    if words[0] in {"START", "RESTART"}:
        free = [f"{col},{row}" for row in range(15) for col in range(15)]
        print("OK", flush=True)
    elif words[0] == "END":
        break
    elif words[0] != "INFO":
        if words[0].isdigit() or words[0] == "TURN":
            place = words[-2:] if words[0] == "TURN" else words[:2]
            free.remove(",".join(place))
        if words[0] in {"BEGIN", "TURN", "DONE"}:
            print(free.pop(0), flush=True)
"""


@pytest.fixture
def plug(monkeypatch: pytest.MonkeyPatch) -> Plug:
    """Replace the engines of a match by test engines, which by default play any move."""

    def plug_in(**makers: Callable[[], ScriptedSeat]) -> list[Entrant]:
        asked: list[Entrant] = []

        def make_seat(entrant: Entrant, rules: Rules) -> ScriptedSeat:
            asked.append(entrant)
            assert rules.area == 9
            return makers.get(entrant.name, ScriptedSeat)()

        monkeypatch.setattr(match, "make_seat", make_seat)
        return asked

    return plug_in


def test_a_match_shows_progress_and_result(plug: Plug, capfd: pytest.CaptureFixture[str]) -> None:
    plug()
    assert run([*PLAIN, "--games", "4"]) == 0
    out, err = capfd.readouterr()
    assert [line.split(":")[0] for line in err.splitlines()] == [f"game {n}/4" for n in range(1, 5)]
    assert "4 (+2 =0 -2), repeated 2" in out
    assert "50.0 % (95 %: " in out


def test_games_are_saved_and_the_next_match_appends_to_them(plug: Plug, tmp_path: Path) -> None:
    plug()
    path = tmp_path / "games.txt"
    for _ in range(2):
        assert run([*PLAIN, "--games", "2", "--keep", str(path)]) == 0
    kept = [line.split("\t")[:2] for line in path.read_text().splitlines()]
    assert kept == [["1", "one"], ["2", "two"]] * 2
    assert [record.second for record in read_records(str(path))] == ["two", "one"] * 2


def test_options_of_an_engine_reach_it(plug: Plug) -> None:
    asked = plug()
    options = ["--info1", "a=1", "b=x=y", "--info1", "c=", "--time", "50", "--slack", "7"]
    assert run(["./bin/one -q", "two", "--rules", "tictactoe", "--games", "2", *options]) == 0
    assert asked[0] == Entrant("./bin/one -q", "one", 50, 7, {"a": "1", "b": "x=y", "c": ""})
    assert asked[1] == Entrant("two", "two", 50, 7, {})


def test_openings_are_read_with_the_given_place_of_row_one(plug: Plug, tmp_path: Path) -> None:
    plug()
    openings, kept = tmp_path / "openings.txt", tmp_path / "games.txt"
    openings.write_text("a1c1\n")
    arguments = [*PLAIN, "--games", "2", "--openings", str(openings), "--keep", str(kept)]
    assert run([*arguments, "--row-one", "top"]) == 0
    assert all("freestyle a3 c3 " in line for line in kept.read_text().splitlines())


def test_ctrl_c_shows_the_score_so_far(plug: Plug, capfd: pytest.CaptureFixture[str]) -> None:
    plug(two=lambda: FailingSeat(KeyboardInterrupt(), after=5))
    assert run([*PLAIN, "--games", "10"]) == 130
    out, err = capfd.readouterr()
    assert err.count("\n") == 1
    assert "games                     1 (" in out


def test_a_decided_test_ends_the_match(plug: Plug, capfd: pytest.CaptureFixture[str]) -> None:
    plug(two=FailingSeat)
    assert run([*PLAIN, "--games", "100", "--sprt", "-20", "400"]) == 0
    out, err = capfd.readouterr()
    assert err.count("\n") < 20
    assert "+400 Elo rather than -20: accepted" in out


def test_an_engine_that_cannot_be_started_is_reported_in_one_line(
    plug: Plug, capfd: pytest.CaptureFixture[str]
) -> None:
    def fail() -> ScriptedSeat:
        raise EngineTerminated("two", "could not be started")

    plug(two=fail)
    assert run(PLAIN) == 1
    err = capfd.readouterr().err
    assert err == "tengen: the match was stopped: engine 'two' could not be started\n"


def test_a_file_that_cannot_be_written_stops_the_match_before_it_starts(
    plug: Plug, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    asked = plug()
    assert run([*PLAIN, "--keep", str(tmp_path)]) == 1
    assert capfd.readouterr().err.startswith("tengen: cannot write ")
    assert asked == []


def test_two_programs_play_a_match(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    brain, openings = tmp_path / "brain.py", tmp_path / "openings.txt"
    brain.write_text(BRAIN)
    openings.write_text("h8i9g9\nj4k5\n")
    command = f"'{sys.executable}' '{brain}'"
    names = ["--name1", "one", "--name2", "two", "--openings", str(openings)]
    assert run([command, command, *names, "--games", "4", "--threads", "2"]) == 0
    out, err = capfd.readouterr()
    assert err.count(", line, ") == 4
    assert "4 (+2 =0 -2), repeated 0" in out


@pytest.mark.parametrize("word", ["ERROR", "UNKNOWN"])
def test_a_program_that_refuses_the_rules_ends_the_match_with_its_message(
    word: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    brain, picky = tmp_path / "brain.py", tmp_path / "picky.py"
    brain.write_text(BRAIN)
    refusal = f"words[1] == 'rule' and print('{word} no such rule', flush=True)"
    picky.write_text(f"{BRAIN}    else:\n        {refusal}\n")
    commands = [f"'{sys.executable}' '{path}'" for path in (brain, picky)]
    names = ["--name1", "one", "--name2", "two"]
    assert run([*commands, *names, "--games", "4", "--rules", "renju", "--slack", "60000"]) == 1
    out, err = capfd.readouterr()
    assert err == f"tengen: the match was stopped: engine 'two' answered {word} 'no such rule'\n"
    assert "0 (+0 =0 -0)" in out


def test_a_missing_program_ends_the_match(capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["/nowhere/one", "/nowhere/two"]) == 1
    out, err = capfd.readouterr()
    assert err.startswith("tengen: the match was stopped: engine ")
    assert err.count("\n") == 1
    assert "0 (+0 =0 -0)" in out


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["one"], "the following arguments are required: ENGINE2"),
        (["one", "./one"], "both engines are called 'one'"),
        (["one", ""], "the command line of an engine is empty"),
        (["one", "'two"], "not a command line"),
        (["one", "two", "--games", "3"], "--games must be even"),
        (["one", "two", "--games", "0"], "a whole number above 0"),
        (["one", "two", "--time", "soon"], "a whole number above 0"),
        (["one", "two", "--rules", "chess"], "--rules: not a set of rules"),
        (
            ["one", "two", "--rules", "3x3/5 freestyle"],
            "--rules: 5 in a row do not fit on a board of 3x3",
        ),
        (["one", "two", "--info1", "key"], "a setting must be KEY=VALUE, not 'key'"),
        (["one", "two", "--threads", "3"], "invalid choice"),
        (["one", "two", "--sprt", "5", "0"], "--sprt: cannot test 5 against 0 Elo"),
        (["one", "two", "--openings", "/none"], "--openings: cannot read '/none'"),
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
