from __future__ import annotations

import copy
import pickle

import pytest

from tengen.errors import (
    EngineBrokeProtocol,
    EngineError,
    EngineMovedIllegally,
    EngineRefused,
    EngineRefusedGame,
    EngineTerminated,
    EngineTimedOut,
    TengenError,
)

KINDS = [
    EngineError,
    EngineTerminated,
    EngineTimedOut,
    EngineRefused,
    EngineRefusedGame,
    EngineBrokeProtocol,
    EngineMovedIllegally,
]


@pytest.mark.parametrize("kind", KINDS)
def test_an_engine_error_names_the_engine_and_its_last_lines(kind: type[EngineError]) -> None:
    error = kind("rapfi", "ended with status 1", ("OK", "a\nb"))
    assert str(error) == r"engine 'rapfi' ended with status 1; it last said 'OK', 'a\nb'"
    assert (error.engine, error.what, error.lines) == (
        "rapfi",
        "ended with status 1",
        ("OK", "a\nb"),
    )
    assert isinstance(error, TengenError)
    assert isinstance(error, RuntimeError)


@pytest.mark.parametrize("kind", KINDS)
def test_an_engine_error_survives_pickling(kind: type[EngineError]) -> None:
    error = kind("rapfi", "is late")
    for twin in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert type(twin) is kind
        assert vars(twin) == vars(error)
        assert str(twin) == str(error) == "engine 'rapfi' is late"
