"""Grade a program: run all games, compare the outputs, and mark every requirement."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field

from tengen.classic.judge import requirements
from tengen.classic.judge.conventions import Conventions
from tengen.classic.judge.expected import OLD_RESULT, ExpectedRun, Script, StepKind, expect
from tengen.classic.judge.faults import (
    Findings,
    ProgramFault,
    find_inexact_words,
    find_mismatch,
    find_output_fault,
    introduction_fault,
)
from tengen.classic.judge.output_matcher import OutputMatcher
from tengen.classic.judge.process import ExitChecker, ProgramRun, ProgramRunner, RunEnding
from tengen.classic.judge.requirements import Requirement, requirements_for
from tengen.classic.judge.tokens import Tokeniser

WAIT_INTERVAL = 0.2
"""Seconds after which the main thread wakes up, as a signal just before the wait would be lost."""
MAX_TIME_OUTS = 5
"""Games that may reach the time limit before the remaining games are skipped."""


class RequirementStatus(enum.Enum):
    """Whether a requirement is met."""

    MET = "met"
    NOT_MET = "not met"
    NOT_REACHED = "not reached"


@dataclass(frozen=True, slots=True)
class FailedGame:
    """A fault and the script that showed it."""

    script: Script
    fault: ProgramFault


@dataclass(slots=True)
class RequirementMark:
    """A requirement with its results."""

    requirement: Requirement
    weight: int
    games: int = 0
    """Games that tested the requirement."""
    failed: list[FailedGame] = field(default_factory=list)

    @property
    def status(self) -> RequirementStatus:
        """Not met if any game failed; not reached if no game tested it."""
        if self.failed:
            return RequirementStatus.NOT_MET
        return RequirementStatus.MET if self.games else RequirementStatus.NOT_REACHED


@dataclass(slots=True)
class Grade:
    """All marks of a program."""

    conventions: Conventions
    strictness: str
    command: list[str]
    marks: list[RequirementMark]
    games: int = 0
    wrong_games: int = 0
    left_out: int = 0
    """Games that were not run after too many time-outs."""
    first: FailedGame | None = None

    @property
    def points(self) -> int:
        """The total weight of the requirements that are met."""
        return sum(mark.weight for mark in self.marks if mark.status is RequirementStatus.MET)

    @property
    def max_points(self) -> int:
        """The total weight of all requirements."""
        return sum(mark.weight for mark in self.marks)

    @property
    def is_full(self) -> bool:
        """Whether every requirement with a weight is met."""
        return self.points == self.max_points


class ProgramGrader:
    """Runs a program through scripts and collects the marks."""

    def __init__(
        self,
        conventions: Conventions,
        strictness: str,
        runner: ProgramRunner,
        weights: dict[str, int] | None = None,
    ) -> None:
        self._conventions = conventions
        self._runner = runner
        self._comparer = RunComparer(conventions, strictness)
        known = requirements_for(conventions, strictness)
        marks = [RequirementMark(one, (weights or {}).get(one.name, one.weight)) for one in known]
        self._marks = {mark.requirement.name: mark for mark in marks}
        self._grade = Grade(conventions, strictness, runner.command, marks)
        self._time_outs = 0

    def grade(
        self,
        scripts: list[Script],
        jobs: int = 1,
        on_progress: Callable[[int], None] = lambda _done: None,
    ) -> Grade:
        """Run every script; `on_progress` is called with the number of finished games."""
        results: dict[int, Findings] = {}
        for number, findings in self._run_all(scripts, jobs):
            results[number] = findings
            on_progress(len(results))
        for number in sorted(results):
            self._count(scripts[number], results[number])
        self._reassign_blame()
        self._grade.games = len(results)
        self._grade.left_out = len(scripts) - len(results)
        return self._grade

    def _run_all(self, scripts: list[Script], jobs: int) -> Iterator[tuple[int, Findings]]:
        """Yield the findings of each script, in the order in which the runs finish."""
        waiting = list(enumerate(scripts))[::-1]
        running: dict[Future[Findings], int] = {}
        with ThreadPoolExecutor(jobs) as pool:
            try:
                while waiting or running:
                    while waiting and len(running) < jobs and self._time_outs < MAX_TIME_OUTS:
                        number, script = waiting.pop()
                        running[pool.submit(self._run, script)] = number
                    if not running:
                        return
                    for future in wait(running, WAIT_INTERVAL, FIRST_COMPLETED).done:
                        yield running.pop(future), future.result()
            except BaseException:
                self._runner.stop()
                raise

    def _run(self, script: Script) -> Findings:
        old = (OLD_RESULT * 1000).encode() if script.old_result else None
        run: ProgramRun = self._runner.run(script.typed, old)
        if run.ending is RunEnding.TIMED_OUT:
            self._time_outs += 1
        return self._comparer.compare(expect(script, self._conventions), run)

    def _reassign_blame(self) -> None:
        """Blame the likely cause of a fault instead, if it certainly fails in other games."""
        certain = {
            name
            for name, mark in self._marks.items()
            if any(game.fault.cause is None for game in mark.failed)
        }
        for mark in self._marks.values():
            for game in list(mark.failed):
                cause = game.fault.cause
                if cause in certain and cause != mark.requirement.name:
                    mark.failed.remove(game)
                    mark.games -= 1
                    self._marks[cause].failed.append(game)
                    self._marks[cause].games += 1

    def _count(self, script: Script, findings: Findings) -> None:
        faults = [fault for fault in findings.faults if fault.requirement in self._marks]
        blamed = {fault.requirement for fault in faults}
        for name in (findings.met | blamed) & self._marks.keys():
            self._marks[name].games += 1
        for fault in faults:
            self._marks[fault.requirement].failed.append(FailedGame(script, fault))
        if faults:
            self._grade.wrong_games += 1
            if self._grade.first is None:
                self._grade.first = FailedGame(script, faults[0])


READ_AHEAD = 1 << 16
USUAL_REQUIREMENTS = {StepKind.SHOW_BOARD: requirements.BOARD, StepKind.ASK: requirements.PROMPT}


class RunComparer:
    """Compares runs with an assignment at one strictness."""

    def __init__(self, conventions: Conventions, strictness: str) -> None:
        self._conventions = conventions
        self._strictness = strictness
        self._tokeniser = Tokeniser(conventions)
        self._exit_checker = ExitChecker(conventions, strictness, self._tokeniser)
        wordings = (conventions.prompt, conventions.win, conventions.tie)
        self._is_fixed = all(wording.exact is not None for wording in wordings)

    def compare(self, expected: ExpectedRun, run: ProgramRun) -> Findings:
        """Return the findings of one run."""
        text = self._tokeniser.without_ignored_lines(run.out)
        if self._is_exact(expected, run, text):
            findings = self._all_met(expected)
            boards = list(self._conventions.drawing.find(text[:READ_AHEAD]))
            start = self._tokeniser.end_of_introduction(text, boards)
        else:
            findings, start = self._match(expected, run, text)
        self._check_introduction(findings, text, start)
        return findings

    def _is_exact(self, expected: ExpectedRun, run: ProgramRun, text: str) -> bool:
        """Return whether the output is correct byte for byte, and need not be tokenised."""
        is_comparable = self._is_fixed and self._conventions.rematch is None
        return (
            is_comparable
            and run.ending is RunEnding.EXITED
            and find_mismatch(expected, text) is None
            and not self._exit_checker.faults(expected, run)
        )

    def _all_met(self, expected: ExpectedRun) -> Findings:
        met = {USUAL_REQUIREMENTS.get(step.kind, step.requirement) for step in expected.steps}
        met |= {step.requirement for step in expected.steps} | {
            requirements.RUNS,
            requirements.SCREEN,
            requirements.VERDICT,
        }
        return Findings(met=met | self._met_at_exit(expected))

    def _met_at_exit(self, expected: ExpectedRun) -> set[str]:
        covered = {expected.script.covers} if expected.script.covers else set()
        return covered | self._exit_checker.checked(expected)

    def _match(self, expected: ExpectedRun, run: ProgramRun, text: str) -> tuple[Findings, int]:
        longest = sum(len(step.text or "") + 200 for step in expected.steps) * 3 + READ_AHEAD
        text = text[:longest]
        tokens, start = self._tokeniser.tokenise(text)
        matcher = OutputMatcher(self._conventions, expected, run, text, tokens)
        matcher.match(with_boards=self._strictness != requirements.RULES, start=start)
        findings = matcher.findings
        if self._strictness == requirements.EXACT:
            self._compare_bytes(matcher, expected, text)
        if not matcher.is_aborted and run.ending is RunEnding.EXITED:
            is_swapped = matcher.is_swapped
            findings.faults += self._exit_checker.faults(expected, run, is_swapped=is_swapped)
            findings.met |= self._met_at_exit(expected)
        return findings, start

    def _compare_bytes(self, matcher: OutputMatcher, expected: ExpectedRun, text: str) -> None:
        faults = matcher.findings.faults
        blamed = {fault.requirement for fault in faults}
        more = [*find_inexact_words(matcher.pairs, text), *find_output_fault(expected, text)]
        faults += [fault for fault in more if fault.requirement not in blamed]
        matcher.findings.met |= {requirements.SCREEN, requirements.VERDICT}

    def _check_introduction(self, findings: Findings, text: str, start: int) -> None:
        if self._conventions.has_introduction and text.strip():
            fault = introduction_fault(self._conventions, self._strictness, text, start)
            findings.met.add(requirements.INTRODUCTION)
            if fault is not None:
                findings.faults.insert(0, fault)
