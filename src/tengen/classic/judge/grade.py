"""Grading a program: all games are run, and every requirement gets its verdict."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field

from tengen.classic.judge.comparison import Comparer
from tengen.classic.judge.conventions import Conventions
from tengen.classic.judge.expected import expect
from tengen.classic.judge.faults import Fault, Findings
from tengen.classic.judge.process import Ending, Run, Runner
from tengen.classic.judge.requirements import Requirement, requirements_for
from tengen.classic.judge.scripts import OLD_RESULT, Script

POLL = 0.2
"""Seconds after which the main thread looks up: a signal that comes just before it waits does not
wake it.
"""
MOST_TIME_OUTS = 5
"""After so many games that run into the time limit, no more games are run."""


class Status(enum.Enum):
    """What is known of a requirement."""

    MET = "met"
    NOT_MET = "not met"
    NOT_REACHED = "not reached"


@dataclass(frozen=True, slots=True)
class FailedGame:
    """A fault and the script that showed it."""

    script: Script
    fault: Fault


@dataclass(slots=True)
class Mark:
    """A requirement with what came of it."""

    requirement: Requirement
    weight: int
    games: int = 0
    """How many games have shown it met or not met."""
    failed: list[FailedGame] = field(default_factory=list)

    @property
    def status(self) -> Status:
        """Not met if any game failed; not reached if no game came to it."""
        if self.failed:
            return Status.NOT_MET
        return Status.MET if self.games else Status.NOT_REACHED


@dataclass(slots=True)
class Grade:
    """All marks of a program."""

    conventions: Conventions
    strictness: str
    command: list[str]
    marks: list[Mark]
    games: int = 0
    wrong_games: int = 0
    left_out: int = 0
    """How many games were not run after too many time-outs."""
    first: FailedGame | None = None

    @property
    def points(self) -> int:
        """The weights of what is met."""
        return sum(mark.weight for mark in self.marks if mark.status is Status.MET)

    @property
    def most(self) -> int:
        """The weights of everything."""
        return sum(mark.weight for mark in self.marks)

    @property
    def is_full(self) -> bool:
        """Whether everything that counts is met."""
        return self.points == self.most


class Grader:
    """Runs a program through scripts and collects the marks."""

    def __init__(
        self,
        conventions: Conventions,
        strictness: str,
        runner: Runner,
        weights: dict[str, int] | None = None,
    ) -> None:
        self._conventions = conventions
        self._runner = runner
        self._comparer = Comparer(conventions, strictness)
        known = requirements_for(conventions, strictness)
        marks = [Mark(one, (weights or {}).get(one.name, one.weight)) for one in known]
        self._marks = {mark.requirement.name: mark for mark in marks}
        self._grade = Grade(conventions, strictness, runner.command, marks)
        self._time_outs = 0

    def grade(
        self,
        scripts: list[Script],
        jobs: int = 1,
        tell: Callable[[int], None] = lambda _done: None,
    ) -> Grade:
        """Run every script; `tell` gets the number of games that are done."""
        found: dict[int, Findings] = {}
        for number, findings in self._run_all(scripts, jobs):
            found[number] = findings
            tell(len(found))
        for number in sorted(found):
            self._count(scripts[number], found[number])
        self._settle_doubts()
        self._grade.games = len(found)
        self._grade.left_out = len(scripts) - len(found)
        return self._grade

    def _run_all(self, scripts: list[Script], jobs: int) -> Iterator[tuple[int, Findings]]:
        """The findings of each script, in the order in which they are ready."""
        waiting = list(enumerate(scripts))[::-1]
        running: dict[Future[Findings], int] = {}
        with ThreadPoolExecutor(jobs) as pool:
            try:
                while waiting or running:
                    while waiting and len(running) < jobs and self._time_outs < MOST_TIME_OUTS:
                        number, script = waiting.pop()
                        running[pool.submit(self._try, script)] = number
                    if not running:
                        return
                    for future in wait(running, POLL, FIRST_COMPLETED).done:
                        yield running.pop(future), future.result()
            except BaseException:
                self._runner.stop()
                raise

    def _try(self, script: Script) -> Findings:
        old = (OLD_RESULT * 1000).encode() if script.old_result else None
        run: Run = self._runner.run(script.typed, old)
        if run.ending is Ending.TIMED_OUT:
            self._time_outs += 1
        return self._comparer.compare(expect(script, self._conventions), run)

    def _settle_doubts(self) -> None:
        """Blame what fails in plain games, too, instead of what it only seems to be."""
        certain = {
            name
            for name, mark in self._marks.items()
            if any(game.fault.rather is None for game in mark.failed)
        }
        for mark in self._marks.values():
            for game in list(mark.failed):
                rather = game.fault.rather
                if rather in certain and rather != mark.requirement.name:
                    mark.failed.remove(game)
                    mark.games -= 1
                    self._marks[rather].failed.append(game)
                    self._marks[rather].games += 1

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
