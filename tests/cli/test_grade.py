"""`tengen grade`, as a user runs it."""

import json
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from kit.judge import NEEDS_A_COMPILER, PROGRAMS, c_program
from kit.program import Ran, command, play

FAST = ["--games", "0"]
DROPS_WINS = ("{2, 4, 6}", "{2, 4, 5}")


def grade(folder: Path, *options: str, program: list[str]) -> Ran:
    return play(["grade", *options, "--", *program], b"", folder)


@NEEDS_A_COMPILER
def test_a_correct_program_gives_status_zero_and_a_full_score(tmp_path: Path) -> None:
    ran = grade(tmp_path, "tictactoe", *FAST, program=c_program("tictactoe", tmp_path))
    assert (ran.status, ran.err) == (0, b"")
    assert ran.out.endswith(b"\nScore: 29 of 29 (100 %)\n")
    assert b"NOT MET" not in ran.out
    assert {path.name for path in tmp_path.iterdir()} == {"program.c", "program"}


@NEEDS_A_COMPILER
def test_a_broken_program_gives_status_one_and_an_explanation(tmp_path: Path) -> None:
    program = c_program("tictactoe", tmp_path, *DROPS_WINS)
    ran = grade(tmp_path, "tictactoe", *FAST, "--keep", "kept", program=program)
    text = ran.out.decode()
    assert ran.status == 1
    assert "  NOT MET  0/2  win-antidiagonal     3 in a row on a / diagonal is a win\n" in text
    assert "  expected   " in text
    assert max(map(len, text.splitlines())) < 80
    typed = (tmp_path / "kept" / "win-antidiagonal.in").read_text()
    assert typed.split()[-1] == "1"


@NEEDS_A_COMPILER
def test_the_json_has_these_keys_and_values(tmp_path: Path) -> None:
    program = c_program("tictactoe", tmp_path, *DROPS_WINS)
    found = json.loads(grade(tmp_path, "tictactoe", *FAST, "--json", program=program).out)
    assert list(found) == [
        *("version", "assignment", "strictness", "command", "games", "score", "all_met"),
        *("first_difference", "requirements"),
    ]
    assert (found["version"], found["strictness"], found["all_met"]) == (1, "layout", False)
    assert found["games"].keys() == {"run", "wrong", "left_out"}
    assert found["score"].keys() == {"points", "of"}
    assert {tuple(one) for one in found["requirements"]} == {
        ("name", "title", "weight", "status", "games", "failed_games", "difference")
    }
    assert {one["status"] for one in found["requirements"]} == {"met", "not met"}
    assert list(found["first_difference"]) == [
        *("requirement", "game", "explanation", "typed", "expected", "got")
    ]


@NEEDS_A_COMPILER
def test_junit_is_xml_with_a_case_for_each_requirement(tmp_path: Path) -> None:
    evil = '"\\033]0;<&>\\a\\xff"); fflush(stdout); abort(); ("'
    program = c_program("tictactoe", tmp_path, '"Out of range: ', evil)
    ran = grade(tmp_path, "tictactoe", *FAST, "--junit", "grade.xml", program=program)
    suite = ET.parse(tmp_path / "grade.xml").getroot()
    failed = [case for case in suite if case.find("failure") is not None]
    assert (ran.status, suite.tag, suite.get("tests")) == (1, "testsuite", str(len(suite)))
    assert len(failed) == int(suite.get("failures", "0")) > 0
    assert all(case.tag == "testcase" for case in suite)
    text = (tmp_path / "grade.xml").read_text()
    assert "&lt;&amp;&gt;" in text


@NEEDS_A_COMPILER
def test_output_of_a_program_cannot_move_the_cursor(tmp_path: Path) -> None:
    program = c_program("tictactoe", tmp_path, '"Player %d is', '"\\033]0;evil\\aPlaner %d is')
    ran = grade(tmp_path, "tictactoe", *FAST, "--all", program=program)
    assert ran.status == 1
    assert b"evil" in ran.out
    assert b"\x1b" not in ran.out
    assert b"\a" not in ran.out


@NEEDS_A_COMPILER
def test_weights_decide_the_score_and_the_status(tmp_path: Path) -> None:
    program = c_program("tictactoe", tmp_path, *DROPS_WINS)
    (tmp_path / "weights.toml").write_text("win-antidiagonal = 0\nlast-cell = 0\nruns = 50\n")
    ran = grade(tmp_path, "tictactoe", *FAST, "--weights", "weights.toml", program=program)
    assert ran.status == 0
    assert ran.out.endswith(b"\nScore: 74 of 74 (100 %)\n")


def test_a_simulators_banner_can_be_ignored(tmp_path: Path) -> None:
    (tmp_path / "spim.toml").write_text('[screen]\nignore_lines = ["SPIM .*", "Loaded: .*"]\n')
    source = (PROGRAMS / "gomoku.py").read_text()
    (tmp_path / "gomoku.py").write_text(f"print('SPIM Version 8.0\\nLoaded: x')\n{source}")
    options = ("gomoku", "--strictness", "exact", *FAST)
    program = [sys.executable, "-IS", "gomoku.py"]
    with_file = grade(tmp_path, *options, "--conventions", "spim.toml", program=program)
    assert with_file.status == 0
    (tmp_path / "short.toml").write_text('[screen]\nignore_lines = ["SPIM .*"]\n')
    assert grade(tmp_path, *options, "--conventions", "short.toml", program=program).status == 1


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["five"], "which program? Write its command after two hyphens"),
        (["five", "--"], "which program? Write its command after two hyphens"),
        (["--", "./x"], "which assignment? Name an edition (five, outline, gomoku, tictactoe)"),
        (["chess", "--", "sh"], "there is no edition 'chess': choose from five,"),
        (["five", "--", "./nosuch"], "cannot start './nosuch': no such program."),
        (["five", "--strictness", "high", "--", "sh"], "invalid choice: 'high'"),
        (["five", "--time", "0", "--", "sh"], "seconds above 0"),
        (["--conventions", "no.toml", "--", "sh"], "no.toml: cannot be read: No such file"),
        (["five", "--weights", "no.toml", "--", "sh"], "no.toml: cannot be read: No such file"),
        (["five", "--junit", "no/x.xml", "--", "sh"], "--junit: cannot write 'no/x.xml'"),
    ],
)
def test_wrong_use_is_reported_in_one_line(
    arguments: list[str], message: str, tmp_path: Path
) -> None:
    ran = play(["grade", *arguments], b"", tmp_path)
    assert (ran.status, ran.out) == (2, b"")
    assert ran.complained_once
    assert message in ran.err.decode()


def test_help_names_the_strictnesses_and_examples(tmp_path: Path) -> None:
    ran = play(["grade", "--help"], b"", tmp_path)
    assert ran.status == 0
    for word in (b"exact", b"layout", b"rules", b"tengen grade five -- ./five", b"-- COMMAND"):
        assert word in ran.out


def test_help_after_the_hyphens_belongs_to_the_program(tmp_path: Path) -> None:
    ran = play(
        ["grade", "five", "--time", "5", *FAST, "--", "sh", "-c", "exit 3", "--help"], b"", tmp_path
    )
    assert ran.status == 1
    assert b"ends with exit status 3" in ran.out


def test_a_program_that_always_hangs_is_not_run_with_every_game(tmp_path: Path) -> None:
    ran = grade(tmp_path, "five", "--time", "0.2", *FAST, "--jobs", "5", program=["sleep", "600"])
    assert ran.status == 1
    assert b"not run after too many time-outs" in ran.out
    assert b"did not end within the time limit" in ran.out


@pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")
@pytest.mark.parametrize("number, status", [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_leaves_no_program_behind(number: int, status: int, tmp_path: Path) -> None:
    code = (
        "import os, time; open(os.environ['PIDS'], 'a').write(f'{os.getpid()} '); time.sleep(600)"
    )
    arguments = ["grade", "five", "--time", "600", "--", sys.executable, "-IS", "-c", code]
    pids = tmp_path / "pids"
    before = "signal.signal(signal.SIGINT, signal.default_int_handler)"
    with subprocess.Popen(
        command(arguments, before),
        cwd=tmp_path,
        env={"PIDS": str(pids), "PATH": "/usr/bin:/bin"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as child:
        while not (pids.exists() and pids.read_text().endswith(" ")):
            time.sleep(0.05)
        child.send_signal(number)
        with suppress(subprocess.TimeoutExpired):
            child.wait(60)
        child.kill()
        out, err = child.communicate()
    assert (child.returncode, out, err) == (status, b"", b"")
    assert not [pid for pid in pids.read_text().split() if Path(f"/proc/{pid}").exists()]
