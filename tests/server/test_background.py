"""Background jobs: turns, costs, the cache."""

from __future__ import annotations

import asyncio
import io
import time
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from typing import Any

import pytest
from kit.studies import PLENTY, InProcessRunner

from tengen.errors import StoreError
from tengen.render.style import PictureFormat, Pieces
from tengen.rules.rules import GAMES
from tengen.server.background import background as background_module
from tengen.server.background import background as module
from tengen.server.background.background import (
    BackgroundJobs,
    BackgroundProcess,
    ProcessLost,
    ProcessRunner,
    ResultCache,
)
from tengen.server.background.child import run_jobs
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
from tengen.server.operator_log import OperatorLog
from tengen.server.problems import RequestRefused
from tengen.server.rate_limits import Rate, ServerLimits
from tengen.server.workers import Requester

ANNA, BO, CLEO = Requester("anna", "north"), Requester("bo", "north"), Requester("cleo", "south")
FACTS = ComputeFacts(PositionSpec(GAMES["five"]))
GIF = PictureSpec(PictureFormat.GIF, "light", Pieces.STONES, None, "", coordinates=True, move=None)


def qr_job(name: str) -> DrawQrCode:
    return DrawQrCode(f"http://here/{name}")


class ControlledRunner:
    """A runner whose jobs end when the test says so; each costs `seconds`."""

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

    def finish_job(self) -> None:
        self._gate.release()


def in_loop(test: Callable[[], Awaitable[None]]) -> Callable[[], None]:
    def run() -> None:
        asyncio.run(test())  # type: ignore[arg-type]

    run.__name__ = test.__name__
    return run


async def start(work: Coroutine[Any, Any, JobResult]) -> asyncio.Task[JobResult]:
    """Start a job, and let it wait for its turn."""
    task = asyncio.create_task(work)
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    return task


def with_runners(
    limits: ServerLimits = PLENTY,
) -> tuple[BackgroundJobs, ControlledRunner, ControlledRunner]:
    runners = [ControlledRunner(), ControlledRunner()]
    rest = iter(runners)

    def start() -> ProcessRunner:
        return next(rest)

    return BackgroundJobs(limits, start, lambda: 0.0), runners[0], runners[1]


@in_loop
async def test_a_long_job_does_not_delay_short_ones() -> None:
    background, short, _ = with_runners()
    picture = await start(background.do(DrawPicture(SentRecord(b"{}"), GIF), ANNA))
    facts = await start(background.do(FACTS, CLEO))
    short.finish_job()
    assert (await facts).body == b"done"
    assert not picture.done()
    await background.close()


@in_loop
async def test_networks_take_turns_and_so_do_browsers_of_a_network() -> None:
    background, short, _ = with_runners()
    requesters = [ANNA, ANNA, ANNA, BO, CLEO]
    tasks = [
        await start(background.do(qr_job(f"{requester.browser}-{number}"), requester))
        for number, requester in enumerate(requesters)
    ]
    for _ in tasks:
        short.finish_job()
    await asyncio.gather(*tasks)
    order = [job.address.rpartition("/")[2] for job in short.begun if isinstance(job, DrawQrCode)]
    assert order == ["anna-0", "anna-1", "cleo-4", "bo-3", "anna-2"]
    await background.close()


@in_loop
async def test_the_same_job_requested_twice_at_once_runs_once() -> None:
    background, short, _ = with_runners()
    tasks = [await start(background.do(qr_job("same"), requester)) for requester in (ANNA, CLEO)]
    short.finish_job()
    assert [done.body for done in await asyncio.gather(*tasks)] == [b"done", b"done"]
    assert short.begun == [qr_job("same")]
    await background.close()


@in_loop
async def test_a_cancelled_job_does_not_start() -> None:
    background, short, _ = with_runners()
    first = await start(background.do(qr_job("first"), ANNA))
    second = await start(background.do(qr_job("second"), ANNA))
    second.cancel()
    third = await start(background.do(qr_job("third"), ANNA))
    short.finish_job()
    short.finish_job()
    await asyncio.gather(first, third)
    assert short.begun == [qr_job("first"), qr_job("third")]
    await background.close()


@in_loop
async def test_a_browser_over_its_limit_is_refused_with_a_waiting_time() -> None:
    limits = ServerLimits(work=Rate(1.5, 0.5), network_work=Rate(100, 1))
    background, short, _ = with_runners(limits)
    for name in ("first", "second"):
        short.finish_job()
        await background.do(qr_job(name), ANNA)
    with pytest.raises(RequestRefused, match="Try again in 2 s"):
        await background.do(qr_job("third"), ANNA)
    short.finish_job()
    assert (await background.do(qr_job("third"), BO)).body == b"done"
    await background.close()


@in_loop
async def test_new_cookies_do_not_give_an_address_more_time() -> None:
    limits = ServerLimits(work=Rate(100, 1), network_work=Rate(1.5, 0.5))
    background, short, _ = with_runners(limits)
    for requester in (ANNA, BO):
        short.finish_job()
        await background.do(qr_job(requester.browser), requester)
    with pytest.raises(RequestRefused) as refused:
        await background.do(qr_job("third"), Requester("new", "north"))
    assert refused.value.status == 429
    short.finish_job()
    assert (await background.do(qr_job("third"), CLEO)).body == b"done"
    await background.close()


@in_loop
async def test_results_are_cached() -> None:
    background, short, _ = with_runners(ServerLimits(work=Rate(0.5, 0.1)))
    short.finish_job()
    first = await background.do(FACTS, ANNA)
    assert await background.do(FACTS, ANNA) == first  # free, though the time is used up
    assert len(short.begun) == 1
    await background.close()


@in_loop
async def test_one_browser_or_network_cannot_fill_the_queue() -> None:
    background, _, _ = with_runners()
    tasks = [
        await start(background.do(qr_job(f"{browser}-{number}"), Requester(str(browser), "north")))
        for browser in range(
            background_module.MAX_PER_NETWORK // background_module.MAX_PER_BROWSER + 2
        )
        for number in range(background_module.MAX_PER_BROWSER + 2)
    ]
    await asyncio.sleep(0)
    refused = [task for task in tasks if task.done()]
    assert len(tasks) - len(refused) == background_module.MAX_PER_NETWORK + 1  # one has begun
    assert all(isinstance(task.exception(), RequestRefused) for task in refused)
    assert background.refused == len(refused)
    assert not (await start(background.do(qr_job("cleo"), CLEO))).done()
    unfinished = background_module.MAX_PER_NETWORK + 2
    assert background.unfinished == {"short": unfinished, "long": 0, "reads": 0, "writes": 0}
    await background.close()
    for task in tasks:
        task.cancel()


@in_loop
async def test_a_job_that_never_ends_is_aborted_and_the_next_one_runs() -> None:
    runner = ControlledRunner()
    lane = background_module.FairQueue(0.0, runner.kill)
    with pytest.raises(RequestRefused) as refused:
        await lane.run(lambda: runner.run(format_job(FACTS)), ANNA)
    assert (refused.value.status, runner.kills) == (413, 1)
    lane.close()


@in_loop
async def test_an_aborted_job_is_charged_for_its_time() -> None:
    background, short, _ = with_runners(ServerLimits(work=Rate(5, 0.1)))
    short.error = TimeoutError()
    short.finish_job()
    with pytest.raises(RequestRefused, match="That takes too long"):
        await background.do(qr_job("first"), ANNA)
    with pytest.raises(RequestRefused, match="Too much work for the server"):
        await background.do(qr_job("second"), ANNA)
    await background.close()


@in_loop
async def test_a_process_that_dies_is_reported_and_the_queue_goes_on() -> None:
    background, short, _ = with_runners()
    short.error = ProcessLost()
    short.finish_job()
    with pytest.raises(RequestRefused, match="Try again"):
        await background.do(qr_job("first"), ANNA)
    short.error = None
    short.finish_job()
    assert (await background.do(qr_job("second"), ANNA)).body == b"done"
    await background.close()


@in_loop
async def test_an_error_of_the_store_is_raised_to_the_caller() -> None:
    background, _, _ = with_runners()

    def read() -> None:
        raise StoreError("x", "gone")

    with pytest.raises(StoreError, match="gone"):
        await background.read(read, ANNA)
    assert await background.read(lambda: 7, ANNA) == 7
    await background.close()


@in_loop
async def test_the_store_is_read_one_job_at_a_time() -> None:
    background, _, _ = with_runners()
    steps: list[str] = []

    def read() -> None:
        steps.append("begin")
        time.sleep(0.01)  # time for another one to interfere
        steps.append("end")

    await asyncio.gather(*(background.read(read, ANNA) for _ in range(5)))
    assert steps == ["begin", "end"] * 5
    await background.close()


@in_loop
async def test_games_are_created_one_at_a_time_and_networks_take_turns() -> None:
    background, _, _ = with_runners()
    steps: list[str] = []

    async def make(requester: Requester) -> None:
        steps.append(f"{requester.browser} begins")
        await asyncio.sleep(0)
        steps.append(f"{requester.browser} ends")

    requesters = [ANNA, ANNA, CLEO]
    await asyncio.gather(
        *(background.write(partial(make, requester), requester) for requester in requesters)
    )
    order = ["anna", "cleo", "anna"]
    assert steps == [f"{name} {what}" for name in order for what in ("begins", "ends")]
    await background.close()


@in_loop
async def test_waiting_jobs_are_refused_at_shutdown() -> None:
    background, _, _ = with_runners()
    tasks = [await start(background.do(qr_job(name), ANNA)) for name in ("begun", "waiting")]
    await background.close()
    errors = await asyncio.gather(*tasks, return_exceptions=True)
    assert [type(error) for error in errors] == [RequestRefused, RequestRefused]


@in_loop
async def test_a_killed_process_is_replaced_by_a_new_one() -> None:
    process = BackgroundProcess()
    for _ in range(2):
        report = parse_report(await process.run(format_job(FACTS)))
        assert isinstance(report, JobResult)
        assert b'"turn":1' in report.body
        process.kill()
    await process.close()


def test_a_process_that_dies_is_logged(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def scenario() -> None:
        process = BackgroundProcess()
        with pytest.raises(ProcessLost):
            await process.run(format_job(FACTS))
        await process.close()

    monkeypatch.setattr(module, "OPERATOR_LOG", OperatorLog())
    monkeypatch.setattr(module, "COMMAND", ("false",))
    asyncio.run(scenario())
    assert capsys.readouterr().err == f"tengen: {module.PROCESS_LOST}\n"


@in_loop
async def test_a_refusal_in_the_process_reaches_the_caller() -> None:
    background = BackgroundJobs(PLENTY, InProcessRunner)
    with pytest.raises(RequestRefused, match="No game or position") as refused:
        await background.do(ReadRecords(b"?", "", None), ANNA)
    assert refused.value.status == 409
    await background.close()


def test_the_child_reads_jobs_one_after_the_other() -> None:
    job = format_job(FACTS)
    jobs, reports = io.BytesIO((len(job).to_bytes(4, "big") + job) * 2), io.BytesIO()
    run_jobs(jobs, reports)
    data = reports.getvalue()
    first = data[4 : 4 + int.from_bytes(data[:4], "big")]
    assert isinstance(parse_report(first), JobResult)
    assert len(data) > 2 * len(first)


def test_the_cache_is_limited_in_bytes_and_drops_the_least_recently_used() -> None:
    memory = ResultCache(max_bytes=1000)
    for name in (b"a", b"b", b"c"):
        memory.put(name, JobResult(bytes(200), 0.0))
        memory.get(b"a")
    assert memory.get(b"a") is not None
    assert memory.get(b"b") is None
    assert memory.get(b"c") is not None


def test_long_jobs_are_recognised() -> None:
    assert is_long(DrawPicture(SentRecord(b"{}"), GIF))
    assert is_long(ReadRecords(bytes(1 << 20), "", None))
    assert not is_long(FACTS)
    assert module.SHORT_TIMEOUT < module.LONG_TIMEOUT
