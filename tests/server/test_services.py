"""Deadline timers."""

from __future__ import annotations

import asyncio

import pytest
from kit.rooms import Timers

from tengen.server.services import DeadlineTimer


class ManualClock:
    """A manual clock, and the times of calls."""

    def __init__(self) -> None:
        self.time = 0
        self.calls: list[int] = []

    def now(self) -> int:
        return self.time

    def record_call(self) -> None:
        self.calls.append(self.time)


def test_a_timer_calls_at_its_time() -> None:
    async def scenario() -> list[int]:
        clock = ManualClock()
        timer = DeadlineTimer(clock.now, clock.record_call)
        timer.set(0)
        await asyncio.sleep(0.01)
        return clock.calls

    assert asyncio.run(scenario()) == [0]


def test_a_postponed_timer_checks_the_time_again() -> None:
    async def scenario() -> list[int]:
        clock = ManualClock()
        timer = DeadlineTimer(clock.now, clock.record_call)
        timer.set(1)
        timer.set(5)
        while not clock.calls:
            await asyncio.sleep(0.002)
            clock.time += 1
        return clock.calls

    assert asyncio.run(scenario())[0] >= 5


def test_a_timer_can_be_set_to_an_earlier_time() -> None:
    async def scenario() -> list[int]:
        clock = ManualClock()
        timer = DeadlineTimer(clock.now, clock.record_call)
        timer.set(3_600_000)
        timer.set(0)
        await asyncio.sleep(0.01)
        timer.close()
        return clock.calls

    assert asyncio.run(scenario()) == [0]


def test_a_timer_set_to_none_does_not_call() -> None:
    async def scenario() -> list[int]:
        clock = ManualClock()
        timer = DeadlineTimer(clock.now, clock.record_call)
        timer.set(0)
        timer.set(None)
        await asyncio.sleep(0.01)
        return clock.calls

    assert asyncio.run(scenario()) == []


def test_a_time_in_the_far_future_can_be_set() -> None:
    async def scenario() -> int | None:
        timer = DeadlineTimer(ManualClock().now, ManualClock().record_call)
        timer.set(10**400)
        at = timer.at
        timer.close()
        return at

    assert asyncio.run(scenario()) == 10**400


@pytest.mark.parametrize("now, at, seconds", [(1000, 3500, 2.5), (10, 5, 0.0), (0, 10**12, 3600.0)])
def test_a_timer_runs_for_at_most_an_hour_at_a_time(
    monkeypatch: pytest.MonkeyPatch, now: int, at: int, seconds: float
) -> None:
    async def scenario() -> list[float]:
        timers, clock = Timers(monkeypatch), ManualClock()
        clock.time = now
        timer = DeadlineTimer(clock.now, clock.record_call)
        timer.set(at)
        timer.close()
        return timers.seconds

    assert asyncio.run(scenario()) == [seconds]


def test_only_an_earlier_time_starts_another_timer(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        timers, clock = Timers(monkeypatch), ManualClock()
        timer = DeadlineTimer(clock.now, clock.record_call)
        for at in (5000, 5000, 9000, 4000):
            timer.set(at)
        assert timers.seconds == [5.0, 4.0]
        assert [handle.cancelled() for handle in timers.handles] == [True, False]
        timer.close()

    asyncio.run(scenario())


def test_a_closed_timer_can_be_set_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def scenario() -> None:
        timers, clock = Timers(monkeypatch), ManualClock()
        timer = DeadlineTimer(clock.now, clock.record_call)
        timer.set(5000)
        timer.close()
        assert timer.at is None
        assert timers.handles[0].cancelled()
        timer.set(6000)
        assert timers.seconds == [5.0, 6.0]
        timer.close()

    asyncio.run(scenario())
