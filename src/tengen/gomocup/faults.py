"""What an engine can do wrong, with a name for each fault."""

from __future__ import annotations

import enum

from tengen import errors


class EngineFault(enum.Enum):
    """What an engine does wrong."""

    CRASH = "crash"
    SILENCE = "silence"
    GARBAGE = "garbage"
    REFUSAL = "refusal"
    ILLEGAL_MOVE = "illegal move"
    LATE_MOVE = "late move"
    TOO_MUCH_MEMORY = "too much memory"
    EXTRA_OUTPUT = "extra output"
    STILL_RUNNING = "still running"
    CHILD_LEFT = "child left"


FAULTS_OF_ERRORS: tuple[tuple[type[errors.EngineError], EngineFault], ...] = (
    (errors.EngineTerminated, EngineFault.CRASH),
    (errors.EngineTimedOut, EngineFault.SILENCE),
    (errors.EngineUsedTooMuchMemory, EngineFault.TOO_MUCH_MEMORY),
    (errors.EngineRefused, EngineFault.REFUSAL),
    (errors.EngineMovedIllegally, EngineFault.ILLEGAL_MOVE),
    (errors.EngineBrokeProtocol, EngineFault.GARBAGE),
)


def fault_of(error: BaseException) -> EngineFault:
    """Return the fault for an error; another error than an EngineError is a crash."""
    faults = (fault for kind, fault in FAULTS_OF_ERRORS if isinstance(error, kind))
    return next(faults, EngineFault.CRASH)
