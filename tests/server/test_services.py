"""A moment at which something is to be done."""

from __future__ import annotations

import asyncio

import pytest
from kit.site import Timers

from tengen.server.services import DeadlineTimer


class Watch:
    """A clock that is set by hand, and what was called when."""

    def __init__(self) -> None:
        self.time = 0
        self.rung: list[int] = []

    def now(self) -> int:
        return self.time

    def ring(self) -> None:
        self.rung.append(self.time)


def test_an_alarm_rings_when_its_moment_has_come() -> None:
    async def story() -> list[int]:
        watch = Watch()
        alarm = DeadlineTimer(watch.now, watch.ring)
        alarm.set(0)
        await asyncio.sleep(0.01)
        return watch.rung

    assert asyncio.run(story()) == [0]


def test_an_alarm_that_was_put_off_looks_again() -> None:
    async def story() -> list[int]:
        watch = Watch()
        alarm = DeadlineTimer(watch.now, watch.ring)
        alarm.set(1)
        alarm.set(5)
        while not watch.rung:
            await asyncio.sleep(0.002)
            watch.time += 1
        return watch.rung

    assert asyncio.run(story())[0] >= 5


def test_an_alarm_can_be_set_to_an_earlier_moment() -> None:
    async def story() -> list[int]:
        watch = Watch()
        alarm = DeadlineTimer(watch.now, watch.ring)
        alarm.set(3_600_000)
        alarm.set(0)
        await asyncio.sleep(0.01)
        alarm.close()
        return watch.rung

    assert asyncio.run(story()) == [0]


def test_an_alarm_that_is_set_to_never_does_not_ring() -> None:
    async def story() -> list[int]:
        watch = Watch()
        alarm = DeadlineTimer(watch.now, watch.ring)
        alarm.set(0)
        alarm.set(None)
        await asyncio.sleep(0.01)
        return watch.rung

    assert asyncio.run(story()) == []


def test_a_moment_in_the_far_future_can_be_set() -> None:
    async def story() -> int | None:
        alarm = DeadlineTimer(Watch().now, Watch().ring)
        alarm.set(10**400)
        at = alarm.at
        alarm.close()
        return at

    assert asyncio.run(story()) == 10**400


@pytest.mark.parametrize("now, at, seconds", [(1000, 3500, 2.5), (10, 5, 0.0), (0, 10**12, 3600.0)])
def test_a_timer_runs_until_the_moment_but_an_hour_at_most(
    monkeypatch: pytest.MonkeyPatch, now: int, at: int, seconds: float
) -> None:
    async def story() -> list[float]:
        timers, watch = Timers(monkeypatch), Watch()
        watch.time = now
        alarm = DeadlineTimer(watch.now, watch.ring)
        alarm.set(at)
        alarm.close()
        return timers.seconds

    assert asyncio.run(story()) == [seconds]


def test_only_an_earlier_moment_needs_another_timer(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        timers, watch = Timers(monkeypatch), Watch()
        alarm = DeadlineTimer(watch.now, watch.ring)
        for at in (5000, 5000, 9000, 4000):
            alarm.set(at)
        assert timers.seconds == [5.0, 4.0]
        assert [handle.cancelled() for handle in timers.handles] == [True, False]
        alarm.close()

    asyncio.run(story())


def test_an_alarm_that_was_closed_has_no_moment_and_can_be_set_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def story() -> None:
        timers, watch = Timers(monkeypatch), Watch()
        alarm = DeadlineTimer(watch.now, watch.ring)
        alarm.set(5000)
        alarm.close()
        assert alarm.at is None
        assert timers.handles[0].cancelled()
        alarm.set(6000)
        assert timers.seconds == [5.0, 6.0]
        alarm.close()

    asyncio.run(story())
