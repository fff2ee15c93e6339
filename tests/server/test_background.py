"""Work beside the loop: whose turn it is, what it costs, what is remembered."""

from __future__ import annotations

import asyncio
import io
import time
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from typing import Any

import pytest
from kit.studies import PLENTY, InPlace

from tengen.errors import StoreError
from tengen.render.style import PictureFormat, Pieces
from tengen.rules.rules import GAMES
from tengen.server.background import background as lanes
from tengen.server.background import background as module
from tengen.server.background.background import (
    BackgroundJobs,
    BackgroundProcess,
    ProcessLost,
    ProcessRunner,
    ResultCache,
)
from tengen.server.background.child import work_through
from tengen.server.background.jobs import (
    BackgroundJob,
    ComputeFacts,
    DrawPicture,
    DrawQrCode,
    JobResult,
    PictureSpec,
    ReadRecords,
    SentRecord,
    format_job,
    format_report,
    is_long,
    parse_job,
    parse_report,
)
from tengen.server.messages.study import PositionSpec
from tengen.server.problems import RequestRefused
from tengen.server.rate_limits import Rate, ServerLimits
from tengen.server.workers import Requester

ANNA, BO, CLEO = Requester("anna", "north"), Requester("bo", "north"), Requester("cleo", "south")
FACTS = ComputeFacts(PositionSpec(GAMES["five"]))
GIF = PictureSpec(PictureFormat.GIF, "light", Pieces.STONES, None, "", coordinates=True, move=None)


def code(name: str) -> DrawQrCode:
    return DrawQrCode(f"http://here/{name}")


class Gated:
    """Begins jobs, and ends each when it is told to; every one costs so much."""

    def __init__(self, seconds: float = 1.0) -> None:
        self.begun: list[BackgroundJob] = []
        self.kills = 0
        self.error: Exception | None = None
        self._seconds = seconds
        self._gate = asyncio.Semaphore(0)

    async def run(self, job: bytes) -> bytes:
        self.begun.append(parse_job(job))
        await self._gate.acquire()
        if self.error is not None:
            raise self.error
        return format_report(JobResult(b"done", self._seconds))

    def kill(self) -> None:
        self.kills += 1

    async def close(self) -> None:
        self.kill()

    def end_one(self) -> None:
        self._gate.release()


def in_loop(test: Callable[[], Awaitable[None]]) -> Callable[[], None]:
    def run() -> None:
        asyncio.run(test())  # type: ignore[arg-type]

    run.__name__ = test.__name__
    return run


async def asked(work: Coroutine[Any, Any, JobResult]) -> asyncio.Task[JobResult]:
    """Work that has been asked for, and waits for its turn."""
    task = asyncio.create_task(work)
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    return task


def with_runners(limits: ServerLimits = PLENTY) -> tuple[BackgroundJobs, Gated, Gated]:
    runners = [Gated(), Gated()]
    rest = iter(runners)

    def start() -> ProcessRunner:
        return next(rest)

    return BackgroundJobs(limits, start, lambda: 0.0), runners[0], runners[1]


@in_loop
async def test_a_long_picture_does_not_keep_short_work_waiting() -> None:
    background, short, _ = with_runners()
    picture = await asked(background.do(DrawPicture(SentRecord(b"{}"), GIF), ANNA))
    facts = await asked(background.do(FACTS, CLEO))
    short.end_one()
    assert (await facts).body == b"done"
    assert not picture.done()
    await background.close()


@in_loop
async def test_networks_take_turns_and_so_do_browsers_of_a_network() -> None:
    background, short, _ = with_runners()
    askers = [ANNA, ANNA, ANNA, BO, CLEO]
    tasks = [
        await asked(background.do(code(f"{asker.browser}-{number}"), asker))
        for number, asker in enumerate(askers)
    ]
    for _ in tasks:
        short.end_one()
    await asyncio.gather(*tasks)
    order = [job.address.rpartition("/")[2] for job in short.begun if isinstance(job, DrawQrCode)]
    assert order == ["anna-0", "anna-1", "cleo-4", "bo-3", "anna-2"]
    await background.close()


@in_loop
async def test_the_same_job_asked_for_twice_at_once_is_done_once() -> None:
    background, short, _ = with_runners()
    tasks = [await asked(background.do(code("same"), asker)) for asker in (ANNA, CLEO)]
    short.end_one()
    assert [done.body for done in await asyncio.gather(*tasks)] == [b"done", b"done"]
    assert short.begun == [code("same")]
    await background.close()


@in_loop
async def test_work_that_nobody_waits_for_any_more_is_not_begun() -> None:
    background, short, _ = with_runners()
    first = await asked(background.do(code("first"), ANNA))
    second = await asked(background.do(code("second"), ANNA))
    second.cancel()
    third = await asked(background.do(code("third"), ANNA))
    short.end_one()
    short.end_one()
    await asyncio.gather(first, third)
    assert short.begun == [code("first"), code("third")]
    await background.close()


@in_loop
async def test_a_browser_that_has_used_up_its_time_is_told_how_long_to_wait() -> None:
    limits = ServerLimits(work=Rate(1.5, 0.5), network_work=Rate(100, 1))
    background, short, _ = with_runners(limits)
    for name in ("first", "second"):
        short.end_one()
        await background.do(code(name), ANNA)
    with pytest.raises(RequestRefused, match="Try again in 2 s"):
        await background.do(code("third"), ANNA)
    short.end_one()
    assert (await background.do(code("third"), BO)).body == b"done"
    await background.close()


@in_loop
async def test_new_cookies_do_not_give_an_address_more_time() -> None:
    limits = ServerLimits(work=Rate(100, 1), network_work=Rate(1.5, 0.5))
    background, short, _ = with_runners(limits)
    for asker in (ANNA, BO):
        short.end_one()
        await background.do(code(asker.browser), asker)
    with pytest.raises(RequestRefused) as refused:
        await background.do(code("third"), Requester("new", "north"))
    assert refused.value.status == 429
    short.end_one()
    assert (await background.do(code("third"), CLEO)).body == b"done"
    await background.close()


@in_loop
async def test_an_answer_that_cannot_change_is_worked_out_once() -> None:
    background, short, _ = with_runners(ServerLimits(work=Rate(0.5, 0.1)))
    short.end_one()
    first = await background.do(FACTS, ANNA)
    assert await background.do(FACTS, ANNA) == first  # free, though the time is used up
    assert len(short.begun) == 1
    await background.close()


@in_loop
async def test_nobody_fills_the_queue_for_others() -> None:
    background, _, _ = with_runners()
    tasks = [
        await asked(background.do(code(f"{browser}-{number}"), Requester(str(browser), "north")))
        for browser in range(lanes.MOST_OF_NETWORK // lanes.MOST_OF_BROWSER + 2)
        for number in range(lanes.MOST_OF_BROWSER + 2)
    ]
    await asyncio.sleep(0)
    refused = [task for task in tasks if task.done()]
    assert len(tasks) - len(refused) == lanes.MOST_OF_NETWORK + 1  # one has begun
    assert all(isinstance(task.exception(), RequestRefused) for task in refused)
    assert not (await asked(background.do(code("cleo"), CLEO))).done()
    await background.close()
    for task in tasks:
        task.cancel()


@in_loop
async def test_work_that_never_ends_is_given_up_and_the_next_is_done() -> None:
    runner = Gated()
    lane = lanes.FairQueue(0.0, runner.kill)
    with pytest.raises(RequestRefused) as refused:
        await lane.run(lambda: runner.run(format_job(FACTS)), ANNA)
    assert (refused.value.status, runner.kills) == (413, 1)
    lane.close()


@in_loop
async def test_work_that_was_given_up_is_charged_for_the_time_that_it_took() -> None:
    background, short, _ = with_runners(ServerLimits(work=Rate(5, 0.1)))
    short.error = TimeoutError()
    short.end_one()
    with pytest.raises(RequestRefused, match="That takes too long"):
        await background.do(code("first"), ANNA)
    with pytest.raises(RequestRefused, match="You have asked for much work"):
        await background.do(code("second"), ANNA)
    await background.close()


@in_loop
async def test_a_process_that_dies_is_told_and_does_not_stop_the_line() -> None:
    background, short, _ = with_runners()
    short.error = ProcessLost()
    short.end_one()
    with pytest.raises(RequestRefused, match="Try again"):
        await background.do(code("first"), ANNA)
    short.error = None
    short.end_one()
    assert (await background.do(code("second"), ANNA)).body == b"done"
    await background.close()


@in_loop
async def test_what_goes_wrong_in_the_store_is_raised_where_it_was_asked_for() -> None:
    background, _, _ = with_runners()

    def read() -> None:
        raise StoreError("x", "gone")

    with pytest.raises(StoreError, match="gone"):
        await background.read(read, ANNA)
    assert await background.read(lambda: 7, ANNA) == 7
    await background.close()


@in_loop
async def test_reads_of_the_store_are_one_at_a_time() -> None:
    background, _, _ = with_runners()
    steps: list[str] = []

    def read() -> None:
        steps.append("begin")
        time.sleep(0.01)  # so that another one would get in between
        steps.append("end")

    await asyncio.gather(*(background.read(read, ANNA) for _ in range(5)))
    assert steps == ["begin", "end"] * 5
    await background.close()


@in_loop
async def test_games_are_made_one_at_a_time_and_networks_take_turns() -> None:
    background, _, _ = with_runners()
    steps: list[str] = []

    async def make(asker: Requester) -> None:
        steps.append(f"{asker.browser} begins")
        await asyncio.sleep(0)
        steps.append(f"{asker.browser} ends")

    askers = [ANNA, ANNA, CLEO]
    await asyncio.gather(*(background.write(partial(make, asker), asker) for asker in askers))
    order = ["anna", "cleo", "anna"]
    assert steps == [f"{name} {what}" for name in order for what in ("begins", "ends")]
    await background.close()


@in_loop
async def test_all_who_wait_are_told_when_the_server_ends() -> None:
    background, _, _ = with_runners()
    tasks = [await asked(background.do(code(name), ANNA)) for name in ("begun", "waiting")]
    await background.close()
    told = await asyncio.gather(*tasks, return_exceptions=True)
    assert [type(error) for error in told] == [RequestRefused, RequestRefused]


@in_loop
async def test_a_real_process_answers_and_begins_anew_after_it_was_killed() -> None:
    process = BackgroundProcess()
    for _ in range(2):
        report = parse_report(await process.run(format_job(FACTS)))
        assert isinstance(report, JobResult)
        assert b'"turn":1' in report.body
        process.kill()
    await process.close()


@in_loop
async def test_what_is_refused_in_the_process_is_refused_to_who_asked() -> None:
    background = BackgroundJobs(PLENTY, InPlace)
    with pytest.raises(RequestRefused, match="no game and no position") as refused:
        await background.do(ReadRecords(b"?", "", None), ANNA)
    assert refused.value.status == 409
    await background.close()


def test_the_child_reads_jobs_one_after_the_other() -> None:
    job = format_job(FACTS)
    jobs, reports = io.BytesIO((len(job).to_bytes(4, "big") + job) * 2), io.BytesIO()
    work_through(jobs, reports)
    data = reports.getvalue()
    first = data[4 : 4 + int.from_bytes(data[:4], "big")]
    assert isinstance(parse_report(first), JobResult)
    assert len(data) > 2 * len(first)


def test_memory_is_bounded_by_bytes_and_forgets_what_is_not_asked_for() -> None:
    memory = ResultCache(most=1000)
    for name in (b"a", b"b", b"c"):
        memory.put(name, JobResult(bytes(200), 0.0))
        memory.get(b"a")
    assert memory.get(b"a") is not None
    assert memory.get(b"b") is None
    assert memory.get(b"c") is not None


def test_what_takes_long_goes_its_own_way() -> None:
    assert is_long(DrawPicture(SentRecord(b"{}"), GIF))
    assert is_long(ReadRecords(bytes(1 << 20), "", None))
    assert not is_long(FACTS)
    assert module.SHORT_PATIENCE < module.LONG_PATIENCE
