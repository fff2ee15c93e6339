"""A check of a brain: it is led through the protocol step by step, and each step is judged.

Every step has a process of its own, so the lines of a step are all that is needed to repeat it.
"""

from __future__ import annotations

import enum
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tengen import errors
from tengen.gomocup.brain_talk import BrainTalk, TalkLimits
from tengen.gomocup.connection import LineSource
from tengen.gomocup.faults import EngineFault, fault_of


class StepVerdict(enum.Enum):
    """What came of a step."""

    OK = "ok"
    WRONG = "wrong"
    WARNING = "warning"
    """Weak or unusual, but not against the protocol."""
    SKIPPED = "skipped"


NO_ANSWER = {EngineFault.CRASH, EngineFault.SILENCE, EngineFault.GARBAGE, EngineFault.REFUSAL}
"""The faults after which the steps that need this one are skipped."""


@dataclass(frozen=True, slots=True)
class StepFinding:
    """The verdict of a step, a note about it, and what was wrong."""

    verdict: StepVerdict
    note: str = ""
    fault: EngineFault | None = None


def ok(note: str = "") -> StepFinding:
    """Return the finding of a step without a fault."""
    return StepFinding(StepVerdict.OK, note)


def wrong(fault: EngineFault, note: str) -> StepFinding:
    """Return the finding of a step in which the protocol was broken."""
    return StepFinding(StepVerdict.WRONG, note, fault)


def warning(note: str, fault: EngineFault | None = None) -> StepFinding:
    """Return the finding of a step that a manager would forgive."""
    return StepFinding(StepVerdict.WARNING, note, fault)


def skipped(note: str) -> StepFinding:
    """Return the finding of a step that could not be checked."""
    return StepFinding(StepVerdict.SKIPPED, note)


@dataclass(frozen=True, slots=True)
class CheckStep:
    """A step of the check."""

    name: str
    wanted: str
    """What the protocol wants, in a sentence without a full stop."""
    run: Callable[[BrainTalk], StepFinding]
    """Talks to a new process of the brain. May raise EngineError."""
    needs: tuple[str, ...] = ()
    """The steps without whose answers this one makes no sense."""


@dataclass(frozen=True, slots=True)
class StepReport:
    """A step, its finding, how long it took, and all lines of its talk."""

    step: CheckStep
    finding: StepFinding
    milliseconds: int = 0
    dialogue: tuple[tuple[LineSource, str], ...] = ()


SIZE_STEPS = {"start-15": 15, "start-20": 20}
"""The steps that try a size of board; all other steps use the first one that is accepted."""
DEFAULT_SIZE = 15
DEFAULT_LIMITS = TalkLimits()


class BrainCheck:
    """The check of the brain that `argv` starts."""

    def __init__(self, argv: Sequence[str], limits: TalkLimits = DEFAULT_LIMITS) -> None:
        self._argv = tuple(argv)
        self._limits = limits
        self._unanswered: set[str] = set()
        self._obeys_end = True

    def run(self, step: CheckStep) -> StepReport:
        """Run a step. Raises EngineTerminated if the program cannot be started."""
        blocker = self._blocker(step)
        if blocker:
            return StepReport(step, skipped(f"needs {blocker}"))
        talk = BrainTalk(self._argv, self._limits, self._size())
        started = time.monotonic()
        try:
            finding = step.run(talk)
            spent = time.monotonic() - started
            self._close(talk)
        except errors.EngineError as error:
            spent = time.monotonic() - started
            finding = wrong(fault_of(error), error.what)
        finally:
            talk.kill()
        if finding.fault in NO_ANSWER:
            self._unanswered.add(step.name)
        return StepReport(step, finding, round(spent * 1000), tuple(talk.dialogue))

    def _close(self, talk: BrainTalk) -> None:
        """Let the process end by itself, unless an earlier one had to be killed."""
        if self._obeys_end:
            self._obeys_end = talk.close()

    def _blocker(self, step: CheckStep) -> str:
        """Return the step that had no answer and is needed for this one, or an empty text."""
        if step.name in SIZE_STEPS:
            return ""
        if self._unanswered.issuperset(SIZE_STEPS):
            return next(iter(SIZE_STEPS))
        return next((name for name in step.needs if name in self._unanswered), "")

    def _size(self) -> int:
        accepted = [size for name, size in SIZE_STEPS.items() if name not in self._unanswered]
        return accepted[0] if accepted else DEFAULT_SIZE
