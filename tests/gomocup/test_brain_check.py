from __future__ import annotations

import pytest
from kit.brains import scripted
from kit.model_brain import check, faults, model, named

from tengen.errors import EngineTerminated
from tengen.gomocup.brain_check import StepVerdict
from tengen.gomocup.brain_steps import STEPS
from tengen.gomocup.brain_talk import TalkLimits
from tengen.gomocup.connection import LineSource
from tengen.gomocup.faults import EngineFault

BRIEF = TalkLimits(silence=2_000, exit=60_000)


def test_a_correct_brain_passes_every_step() -> None:
    reports = check(model())
    assert len(reports) == len(STEPS) >= 35
    assert named(reports, StepVerdict.OK) == list(reports)


def test_every_step_comes_after_those_that_it_needs() -> None:
    names = [step.name for step in STEPS]
    assert len(set(names)) == len(names)
    for index, step in enumerate(STEPS):
        assert set(step.needs) <= set(names[:index])


def test_a_step_has_all_lines_that_repeat_it() -> None:
    report = check(model(), "unknown-command")["unknown-command"]
    sent, answered = LineSource.INPUT, LineSource.OUTPUT
    assert report.dialogue == ((sent, "FLY 7,7"), (answered, "UNKNOWN FLY"))
    assert report.milliseconds < 60_000


def test_a_program_that_cannot_be_started_raises_an_error() -> None:
    with pytest.raises(EngineTerminated, match="could not be started"):
        check(["/nowhere/brain"])


@pytest.mark.parametrize(
    "program, fault",
    [("time.sleep(60)", EngineFault.SILENCE), ("sys.exit(3)", EngineFault.CRASH)],
)
def test_a_brain_that_never_answers_is_asked_for_two_sizes_only(
    program: str, fault: EngineFault
) -> None:
    reports = check(scripted(program), limits=TalkLimits(silence=200, exit=200))
    assert faults(reports) == {"start-15": fault, "start-20": fault}
    skipped = named(reports, StepVerdict.SKIPPED)
    assert len(skipped) == len(STEPS) - 2
    assert {reports[name].finding.note for name in skipped} == {"needs start-15"}


def test_a_crash_skips_what_needs_the_same_command() -> None:
    reports = check(model("word == 'TURN' and 1 / 0"))
    assert faults(reports) == {"turn": EngineFault.CRASH}
    needing = [step.name for step in STEPS if "turn" in step.needs]
    assert named(reports, StepVerdict.SKIPPED) == needing
    assert reports["turn"].finding.note == "ended with status 1"
    assert reports["turn"].dialogue[-1][0] is LineSource.ERRORS
    assert reports["turn"].dialogue[-1][1].startswith("ZeroDivisionError")


def test_a_crash_in_one_step_leaves_the_others_alone() -> None:
    reports = check(model("word == 'TAKEBACK' and sys.exit(7)"))
    assert faults(reports) == {"takeback": EngineFault.CRASH}
    assert len(named(reports, StepVerdict.OK)) == len(STEPS) - 1


@pytest.mark.parametrize(
    "reaction, fault",
    [
        ("continue", EngineFault.SILENCE),
        ("say('h8'); continue", EngineFault.GARBAGE),
        ("say('ERROR tired'); continue", EngineFault.REFUSAL),
    ],
)
def test_a_brain_without_a_first_move_skips_what_begins_with_one(
    reaction: str, fault: EngineFault
) -> None:
    brain = model(f"if word == 'BEGIN': {reaction}")
    reports = check(brain, "begin", "turn", "info", "end", limits=BRIEF)
    assert faults(reports) == {"begin": fault}
    assert named(reports, StepVerdict.SKIPPED) == ["info", "end"]


def test_an_illegal_move_skips_nothing() -> None:
    reports = check(model("if word == 'BEGIN': say('99,99'); continue"), "begin", "end")
    assert faults(reports) == dict.fromkeys(reports, EngineFault.ILLEGAL_MOVE)
    assert "99,99" in reports["begin"].finding.note


def test_a_brain_that_refuses_15x15_is_checked_on_20x20() -> None:
    reports = check(model("if numbers == [15]: say('ERROR too small'); continue"))
    assert named(reports, StepVerdict.WARNING) == ["start-15"]
    assert "refuses 15x15" in reports["start-15"].finding.note
    assert (LineSource.INPUT, "START 20") in reports["begin"].dialogue
    assert faults(reports) == {}


def test_a_process_that_ignores_end_is_killed_and_the_check_goes_on() -> None:
    brain = model("word == 'END' and time.sleep(60)")
    limits = TalkLimits(silence=60_000, slack=60_000, exit=300)
    reports = check(brain, "start-15", "begin", "turn", "end", limits=limits)
    assert faults(reports) == {"end": EngineFault.STILL_RUNNING}
    assert reports["end"].finding.note == "still runs after 300 ms"
