from __future__ import annotations

import pytest
from kit.model_brain import check, faults, model, named

from tengen.gomocup import brain_steps, brain_talk, process_family
from tengen.gomocup.brain_check import StepVerdict
from tengen.gomocup.brain_steps import STEPS
from tengen.gomocup.brain_talk import TalkLimits
from tengen.gomocup.connection import LineSource
from tengen.gomocup.faults import EngineFault
from tengen.rules import Board, Player, Point, Rules

STRICT = TalkLimits(silence=60_000, slack=50, exit=60_000)
ILLEGAL = ("board-odd", "board-even", "board-in-game", "near-full", "win", "block")


def test_moves_on_taken_points_are_illegal() -> None:
    reports = check(model("if word == 'DONE' and not is_opening: say('7,7'); continue"))
    assert faults(reports) == dict.fromkeys(ILLEGAL, EngineFault.ILLEGAL_MOVE)
    assert reports["board-odd"].finding.note == "made an illegal move: 7,7 is taken"
    assert len(named(reports, StepVerdict.OK)) == len(STEPS) - len(ILLEGAL)


def test_a_brain_that_ignores_a_board_within_a_game_is_wrong_there_only() -> None:
    brain = model(
        "is_busy = word == 'BEGIN' or word != 'START' and is_busy\n"
        "    if is_busy and word == 'DONE': say('7,7'); continue"
    )
    brain[-1] = f"is_busy = False\n{brain[-1]}"
    reports = check(brain)
    assert faults(reports) == {"board-in-game": EngineFault.ILLEGAL_MOVE}


@pytest.mark.parametrize("name", ["time-100", "time-0"])
def test_a_late_move_is_wrong_only_where_time_is_measured(name: str) -> None:
    slow = model("word in ('BEGIN', 'TURN') and time.sleep(0.3)")
    reports = check(slow, "begin", name, limits=STRICT)
    assert faults(reports) == {name: EngineFault.LATE_MOVE}
    assert "with a slack of 50 ms" in reports[name].finding.note


def test_a_brain_that_ignores_the_time_left_is_late() -> None:
    reports = check(model("word == 'TURN' and time.sleep(0.8)"), "time-left", limits=STRICT)
    assert faults(reports) == {"time-left": EngineFault.LATE_MOVE}
    assert (LineSource.INPUT, "INFO time_left 500") in reports["time-left"].dialogue


def test_memory_above_the_limit_is_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(brain_steps, "MEMORY_LIMIT", 2 << 20)
    finding = check(model(), "memory")["memory"].finding
    assert finding.verdict is StepVerdict.WARNING
    assert finding.note.endswith(" MB; the limit is 2 MB")


def test_memory_is_not_measured_without_proc(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process_family, "CAN_LIST_PROCESSES", False)
    reports = check(model(), "memory", "end")
    assert named(reports, StepVerdict.SKIPPED) == ["memory"]
    assert named(reports, StepVerdict.OK) == ["end"]


@pytest.mark.parametrize("number", [1, 4, 8, 9])
def test_a_rule_may_be_refused_at_once(number: int) -> None:
    reports = check(model(f"line.strip() == 'INFO rule {number}' and say('ERROR rule')"))
    assert named(reports, StepVerdict.SKIPPED) == [f"rule-{number}"]
    assert named(reports, StepVerdict.OK) == [name for name in reports if name != f"rule-{number}"]
    assert reports[f"rule-{number}"].finding.note == "not played: answered ERROR 'rule'"


def test_a_rule_may_be_refused_with_the_next_command() -> None:
    brain = model(
        "refusal = 'UNKNOWN' if line.strip() == 'INFO rule 4' else refusal\n"
        "    if refusal and word != 'INFO': say(refusal); refusal = ''; continue"
    )
    reports = check(brain, "rule-1", "rule-4")
    assert named(reports, StepVerdict.SKIPPED) == ["rule-4"]


def test_freestyle_may_not_be_refused() -> None:
    reports = check(model("line.strip() == 'INFO rule 0' and say('ERROR rule')"), "rule-0")
    assert faults(reports) == {"rule-0": EngineFault.REFUSAL}


def test_a_forbidden_move_is_illegal_in_renju_only() -> None:
    crossing = "['7,8', '9,8', '8,7', '8,9', '8,8'][len(own)]"
    is_crossing = "word in ('BEGIN', 'TURN') and len(own) < 5"
    brain = model(f"if {is_crossing}: say({crossing}); own.add(len(own)); continue")
    reports = check(brain, "rule-0", "rule-4")
    assert faults(reports) == {"rule-4": EngineFault.ILLEGAL_MOVE}
    assert "8,8" in reports["rule-4"].finding.note


def test_a_game_is_broken_off_when_it_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(brain_steps, "LONGEST_GAME", 3)
    finding = check(model(), "rule-0")["rule-0"].finding
    assert (finding.verdict, finding.note) == (StepVerdict.OK, "not over after 3 moves")


def test_a_weak_brain_is_warned() -> None:
    weak = model("makes_five = lambda stones, point: False")
    reports = check(weak, "win", "block", "near-full")
    assert named(reports, StepVerdict.WARNING) == ["win", "block"]
    assert named(reports, StepVerdict.OK) == ["near-full"]


def test_the_opponent_never_has_two_stones_in_a_row() -> None:
    stones: dict[Point, Player] = {}
    for _ in range(brain_steps.LONGEST_GAME):
        board = Board(Rules(15, 15, 5), stones, Player.SECOND)
        stones[brain_talk.scattered_point(board)] = Player.SECOND
    steps = ((0, 1), (1, 0), (1, 1), (1, -1))
    for point in stones:
        assert not any(Point(point.row + row, point.col + col) in stones for row, col in steps)
