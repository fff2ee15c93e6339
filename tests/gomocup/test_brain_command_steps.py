from __future__ import annotations

import pytest
from kit.model_brain import check, faults, model, named

from tengen.gomocup import process_family
from tengen.gomocup.brain_check import StepVerdict
from tengen.gomocup.brain_steps import STEPS
from tengen.gomocup.brain_talk import TalkLimits
from tengen.gomocup.connection import LineSource
from tengen.gomocup.faults import EngineFault

COUNTED = ("info", "info-unknown", "info-first", "one-line")
CHILD = "[sys.executable, '-S', '-E', '-c', 'import time; time.sleep(60)']"


def answering(word: str, answer: str) -> list[str]:
    """Return a brain that is correct but for its answer to one command."""
    return model(f"if word == {word!r}: say({answer!r}); continue")


def verdict_of(name: str, brain: list[str]) -> tuple[StepVerdict, str]:
    finding = check(brain, name)[name].finding
    return finding.verdict, finding.note


@pytest.mark.parametrize(
    "name, word, answer, verdict, note",
    [
        ("odd-size", "START", "OK", StepVerdict.OK, "accepted"),
        ("odd-size", "START", "UNKNOWN", StepVerdict.WARNING, "UNKNOWN instead of ERROR"),
        ("about", "ABOUT", "A brain", StepVerdict.WARNING, "free text"),
        ("about", "ABOUT", 'name="A", author="B"', StepVerdict.WARNING, "without version, country"),
        ("about", "ABOUT", "UNKNOWN", StepVerdict.WRONG, "refuses"),
        ("about", "ABOUT", "OK", StepVerdict.WRONG, "something else"),
        ("unknown-command", "FLY", "ERROR", StepVerdict.WARNING, "ERROR instead of UNKNOWN"),
        ("start-20", "START", "ERROR no", StepVerdict.WRONG, "answered ERROR 'no'"),
        ("restart", "RESTART", "UNKNOWN", StepVerdict.SKIPPED, "optional"),
        ("restart", "RESTART", "ERROR no", StepVerdict.WARNING, "answered ERROR 'no'"),
        ("takeback", "TAKEBACK", "UNKNOWN", StepVerdict.SKIPPED, "optional"),
        ("rectstart", "RECTSTART", "ERROR", StepVerdict.SKIPPED, "optional"),
        ("rectstart", "RECTSTART", "UNKNOWN", StepVerdict.SKIPPED, "optional"),
        ("swap2", "SWAP2BOARD", "UNKNOWN", StepVerdict.SKIPPED, "optional"),
        ("swap2", "SWAP2BOARD", "1,1", StepVerdict.WRONG, "instead of 3"),
        ("swap2", "SWAP2BOARD", "1,1 2,2 1,1", StepVerdict.WRONG, "1,1 is taken"),
    ],
)
def test_an_answer_has_its_verdict(
    name: str, word: str, answer: str, verdict: StepVerdict, note: str
) -> None:
    found, why = verdict_of(name, answering(word, answer))
    assert found is verdict
    assert note in why


@pytest.mark.parametrize("name, point", [("turn-taken", "7,7"), ("turn-off-board", "99,99")])
def test_a_brain_that_plays_on_after_a_wrong_move_is_warned(name: str, point: str) -> None:
    careless = model("if word == 'TURN' and point not in free(): say(move()); continue")
    assert verdict_of(name, careless) == (StepVerdict.WARNING, "answers a move instead of ERROR")
    assert verdict_of(name, model())[0] is StepVerdict.OK
    sent = check(model(), name)[name].dialogue
    assert (LineSource.INPUT, f"TURN {point}") in sent


def test_a_restart_that_keeps_the_stones_is_wrong() -> None:
    reports = check(model("if word == 'RESTART': say('OK'); continue"), "restart")
    assert faults(reports) == {"restart": EngineFault.REFUSAL}


def test_a_takeback_that_keeps_the_stones_is_wrong() -> None:
    reports = check(model("if word == 'TAKEBACK': say('OK'); continue"), "takeback")
    assert faults(reports) == {"takeback": EngineFault.REFUSAL}


def test_a_brain_that_answers_settings_breaks_the_steps_that_count_lines() -> None:
    reports = check(model("word == 'INFO' and say('OK')"))
    assert faults(reports) == dict.fromkeys(COUNTED, EngineFault.EXTRA_OUTPUT)
    assert len(named(reports, StepVerdict.OK)) == len(STEPS) - len(COUNTED)
    assert reports["info"].finding.note == "11 lines for 2 questions"


def test_a_brain_that_refuses_an_unknown_setting_is_wrong_there_only() -> None:
    reports = check(model("word == 'INFO' and 'table' in line and say('UNKNOWN ' + rest[0])"))
    assert faults(reports) == {"info-unknown": EngineFault.REFUSAL}


def test_a_brain_that_thinks_aloud_breaks_the_steps_that_count_lines() -> None:
    reports = check(model("word in ('BEGIN', 'TURN', 'DONE') and say('depth 7')"))
    assert faults(reports) == dict.fromkeys(COUNTED, EngineFault.EXTRA_OUTPUT)
    assert len(named(reports, StepVerdict.OK)) == len(STEPS) - len(COUNTED)


def test_messages_and_debug_lines_are_no_extra_output() -> None:
    reports = check(model("word and say('MESSAGE hm', 'DEBUG 7,7')"))
    assert named(reports, StepVerdict.OK) == list(reports)


def test_a_second_move_is_out_of_turn() -> None:
    reports = check(model("if word == 'BEGIN': say('1,1\\n2,2'); continue"), "begin", "one-line")
    assert faults(reports) == {"one-line": EngineFault.GARBAGE}
    assert "moved out of turn: '2,2'" in reports["one-line"].finding.note


def test_output_to_standard_error_is_noted() -> None:
    reports = check(model("word == 'BEGIN' and sys.stderr.write('hello\\n')"), "one-line")
    assert reports["one-line"].finding.verdict is StepVerdict.OK
    assert reports["one-line"].finding.note == "1 line on standard error"
    assert (LineSource.ERRORS, "hello") in reports["one-line"].dialogue


def test_a_brain_that_needs_carriage_returns_fails_with_plain_line_ends() -> None:
    brain = model("line.endswith('\\r\\n') or sys.exit(1)")
    brain[-1] = f"import sys; sys.stdin = open(0, newline='\\n')\n{brain[-1]}"
    reports = check(brain, "line-ends", "blanks")
    assert faults(reports) == {"line-ends": EngineFault.CRASH}
    assert named(reports, StepVerdict.OK) == ["blanks"]


@pytest.mark.parametrize(
    "reaction, verdict",
    [("say('UNKNOWN')", StepVerdict.WARNING), ("sys.exit(1)", StepVerdict.WRONG)],
)
def test_a_brain_that_stumbles_over_blanks_is_warned_unless_it_crashes(
    reaction: str, verdict: StepVerdict
) -> None:
    assert verdict_of("blanks", model(f"if line[0] == ' ': {reaction}; continue"))[0] is verdict


def test_a_brain_that_ignores_the_end_of_its_input_is_still_running() -> None:
    endless = model()
    endless[-1] += "\nelse: time.sleep(60)"
    limits = TalkLimits(silence=60_000, slack=60_000, exit=300)
    reports = check(endless, "end-of-input", limits=limits)
    assert faults(reports) == {"end-of-input": EngineFault.STILL_RUNNING}


@pytest.mark.skipif(
    not process_family.CAN_LIST_PROCESSES, reason="processes are listed on Linux only"
)
@pytest.mark.parametrize("session", ["False", "True"])
def test_a_child_that_a_brain_leaves_is_reported_and_killed(session: str) -> None:
    brain = model(
        f"if word == 'BEGIN': import subprocess; child = subprocess.Popen({CHILD},"
        f" start_new_session={session}); say('MESSAGE %d' % child.pid)"
    )
    limits = TalkLimits(silence=60_000, slack=60_000, exit=2_000)
    reports = check(brain, "end", limits=limits)
    assert faults(reports) == {"end": EngineFault.CHILD_LEFT}
    assert reports["end"].finding.note == "leaves 1 process"
    pids = [int(line.split()[1]) for _, line in reports["end"].dialogue if "MESSAGE" in line]
    assert [process_family.family_of(pid) for pid in pids] == [[]]
