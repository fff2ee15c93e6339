from __future__ import annotations

import json
import os
import re
import shlex
import signal
from pathlib import Path

import pytest
from kit.model_brain import PATIENT, check, faults, model, named
from kit.program import DEFAULT_INTERRUPT, command, finish, started

from tengen.cli import main
from tengen.cli.check_brain import make_parser, run
from tengen.errors import UsageError
from tengen.gomocup.brain_check import StepVerdict
from tengen.gomocup.brain_steps import STEPS

PAGE = (Path(__file__).parents[2] / "docs" / "matches.md").read_text()
SURE = ("--timeout", "60", "--slack", "60000")
CRASHING = shlex.join(model("word == 'TURN' and 1 / 0"))


def test_our_own_brain_does_nothing_wrong() -> None:
    reports = check(command(["brain"]), limits=PATIENT)
    assert faults(reports) == {}
    assert named(reports, StepVerdict.OK) == list(reports)


def test_the_table_has_a_line_for_each_step_and_a_summary(
    capfd: pytest.CaptureFixture[str],
) -> None:
    assert run([shlex.join(model()), *SURE, "--only", "about", "--only", "start-15"]) == 0
    out, err = capfd.readouterr()
    lines = out.splitlines()
    assert re.fullmatch(r"start-15  ok +\d+ ms", lines[0])
    assert re.fullmatch(r"about     ok +\d+ ms  Model 1 by A, B", lines[1])
    assert lines[2:] == ["", "2 of 2 checks passed, 0 wrong, 0 warnings"]
    assert err == ""


def test_a_wrong_step_is_explained_with_its_lines(capfd: pytest.CaptureFixture[str]) -> None:
    assert run([CRASHING, *SURE, "--only", "turn", "--only", "line-ends"]) == 1
    out = capfd.readouterr().out
    assert re.search(r"^turn       wrong +\d+ ms  ended with status 1$", out, re.MULTILINE)
    assert re.search(r"^line-ends  skipped {12}needs turn$", out, re.MULTILINE)
    assert "\nturn: ended with status 1\n  wanted    TURN gets a legal move\n" in out
    assert "\n  sent      TURN 7,7\n  stderr    Traceback" in out
    assert out.endswith("\n0 of 1 check passed, 1 wrong, 0 warnings, 1 skipped\n")


def test_json_is_one_object_with_all_lines(capfd: pytest.CaptureFixture[str]) -> None:
    assert run([CRASHING, *SURE, "--json", "--only", "turn", "--only", "odd-size"]) == 1
    data = json.loads(capfd.readouterr().out)
    assert data["command"] == shlex.split(CRASHING)
    assert [data[verdict.value] for verdict in StepVerdict] == [1, 1, 0, 0]
    size, turn = data["steps"]
    assert size["lines"] == [{"sent": "START 5"}, {"answered": "ERROR size"}]
    assert (size["verdict"], size["fault"], size["note"]) == ("ok", None, "refused with ERROR")
    assert (turn["verdict"], turn["fault"]) == ("wrong", "crash")
    assert turn["lines"][-1]["stderr"].startswith("ZeroDivisionError")


def test_text_from_the_brain_cannot_control_the_terminal(
    capfd: pytest.CaptureFixture[str],
) -> None:
    brain = model("if word == 'BEGIN': say('\\x1b[2J\\u202e' + 'x' * 500); sys.exit(1)")
    assert run([shlex.join(brain), *SURE, "--only", "begin"]) == 1
    out = capfd.readouterr().out
    assert "\x1b" not in out
    assert "\u202e" not in out
    assert max(map(len, out.splitlines())) < 120


def test_the_list_explains_each_step_in_a_line(capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["--list"]) == 0
    lines = capfd.readouterr().out.splitlines()
    assert [line.split("  ")[0] for line in lines] == [step.name for step in STEPS]
    assert max(map(len, lines)) <= 100


@pytest.mark.parametrize(
    "arguments, message",
    [
        ([], "which engine"),
        ([""], "the command line of an engine is empty"),
        (["'two"], "not a command line"),
        (["x", "--only", "turns"], "no step 'turns': did you mean turn"),
        (["x", "--only", "7"], "no step '7': `tengen check-brain --list`"),
        (["x", "--timeout", "0"], "expected seconds above 0"),
        (["x", "--slack", "soon"], "expected a whole number"),
        (["x", "y"], "unrecognized arguments"),
    ],
)
def test_wrong_use_says_what_to_do(arguments: list[str], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        run(arguments)


def test_a_missing_program_is_reported_in_one_line(capfd: pytest.CaptureFixture[str]) -> None:
    assert main.run(["check-brain", "/nowhere/brain"]) == 1
    out, err = capfd.readouterr()
    assert out == ""
    assert err.startswith("tengen: engine '/nowhere/brain' could not be started: ")
    assert err.count("\n") == 1


def test_ctrl_c_ends_the_check_and_the_brain(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "begun")
    begun = "import os; open('begun', 'w').write(str(os.getpid())); time.sleep(60)"
    brain = shlex.join(model(f"if word == 'BEGIN': {begun}"))
    arguments = ["check-brain", brain, "--only", "begin", "--timeout", "60"]
    with started(arguments, tmp_path, before=DEFAULT_INTERRUPT) as child:
        pid = int((tmp_path / "begun").read_text())
        child.send_signal(signal.SIGINT)
        ran = finish(child)
    assert (ran.status, ran.out, ran.err) == (130, b"", b"")
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_help_names_every_option_and_the_page_explains_it(
    capfd: pytest.CaptureFixture[str],
) -> None:
    assert run(["--help"]) == 0
    text = capfd.readouterr().out
    assert text == make_parser().format_help()
    options = set(re.findall(r"  (--[a-z-]+)", text))
    assert len(options) >= 5
    assert [option for option in sorted(options) if f"`{option}" not in PAGE] == []


def test_the_page_explains_every_step() -> None:
    section = PAGE.partition("## Check an engine")[2]
    assert [step.name for step in STEPS if f"`{step.name}`" not in section] == []
