from __future__ import annotations

import pytest

from tengen import errors
from tengen.gomocup.faults import EngineFault, fault_of


@pytest.mark.parametrize(
    "error, fault",
    [
        (errors.EngineTerminated("x", "ended"), EngineFault.CRASH),
        (errors.EngineTimedOut("x", "hangs"), EngineFault.SILENCE),
        (errors.EngineRefusedGame("x", "cannot"), EngineFault.REFUSAL),
        (errors.EngineMovedIllegally("x", "7,7"), EngineFault.ILLEGAL_MOVE),
        (errors.EngineBrokeProtocol("x", "babbles"), EngineFault.GARBAGE),
        (errors.EngineUsedTooMuchMemory("x", "uses 2 MB"), EngineFault.TOO_MUCH_MEMORY),
        (ZeroDivisionError(), EngineFault.CRASH),
    ],
)
def test_every_error_of_an_engine_has_its_own_fault(
    error: BaseException, fault: EngineFault
) -> None:
    assert fault_of(error) is fault
