"""Programs with one bug each fail, with the right explanation."""

from pathlib import Path
from typing import Any

import pytest
from kit.judge import NEEDS_A_COMPILER, c_program, grade_program, marks_of, read_cases

from tengen.classic.judge.grade import RequirementStatus
from tengen.classic.judge.process import RunLimits

MUTANTS = read_cases("mutants.toml")
HANG = "for (;;);"
SHORT = RunLimits(seconds=1.0, memory=512, output=1024)


def test_there_are_many_mutants_and_no_two_are_the_same() -> None:
    edits = {(one["program"], one["old"], one["new"], one.get("strictness")) for one in MUTANTS}
    assert len(edits) == len(MUTANTS) >= 50


@NEEDS_A_COMPILER
@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda one: f"{one['program']}:{one['new'][:30]}")
def test_a_mutant_is_caught_with_the_right_words(mutant: dict[str, Any], tmp_path: Path) -> None:
    edition = mutant["program"].removesuffix(".c")
    command = c_program(edition, tmp_path, mutant["old"], mutant["new"])
    limits = SHORT if HANG in mutant["new"] else None
    grade = grade_program(edition, command, mutant.get("strictness", "layout"), limits)
    mark = marks_of(grade)[mutant["requirement"]]
    assert mark.status is RequirementStatus.NOT_MET
    assert any(mutant["words"] in game.fault.words for game in mark.failed)
    assert not grade.is_full
    if mutant.get("alone"):
        assert [one for one in grade.marks if one.failed] == [mark]
