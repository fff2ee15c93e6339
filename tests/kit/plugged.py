"""Engines of the test's own process in place of programs, for commands that play matches."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kit.seats import ScriptedSeat
from tengen.arena import engine_pool
from tengen.arena.engine_pool import EnginePool
from tengen.arena.engine_spec import EngineSpec
from tengen.arena.game import GameConditions
from tengen.rules.rules import Rules

AskedEngines = list[tuple[EngineSpec, GameConditions]]


def plug_in(
    monkeypatch: pytest.MonkeyPatch, area: int = 9, **makers: Callable[[], ScriptedSeat]
) -> AskedEngines:
    """Replace engines by name, all others by one that plays any move; return what is started."""
    asked: AskedEngines = []

    def start(spec: EngineSpec, rules: Rules, conditions: GameConditions) -> ScriptedSeat:
        asked.append((spec, conditions))
        assert rules.area == area
        return makers.get(spec.name, ScriptedSeat)()

    monkeypatch.setattr(EngineSpec, "start", start)
    monkeypatch.setattr(engine_pool, "_POOL", EnginePool())
    return asked
