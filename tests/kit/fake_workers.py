"""Fake workers that a test controls, and event loops for tests."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Awaitable, Callable
from typing import ParamSpec

from tengen.game.commands import Resign
from tengen.game.tasks import Seat
from tengen.rules.rules import Rules
from tengen.server.messages.study import (
    AnalysisDone,
    AnalysisUpdate,
    PositionJudged,
    PositionSpec,
    PuzzleUpdate,
)
from tengen.server.workers.jobs import (
    AnalyseJob,
    EngineJob,
    EngineMessage,
    JobEnded,
    JobProgress,
    Moved,
    MoveJob,
    PuzzleJob,
    ReviewJob,
)
from tengen.server.workers.scheduler import JobHandle, Workers
from tengen.server.workers.task_queue import Requester
from tengen.server.workers.worker_pool import LossHandler, ReportHandler

Given = ParamSpec("Given")

SHORT = PositionSpec(Rules(9, 9, 5), (40, 41))
DONE: dict[type, EngineMessage] = {
    AnalyseJob: AnalysisDone(is_settled=True),
    MoveJob: Moved(Resign(Seat.ONE)),
    PuzzleJob: PuzzleUpdate("", (), 0, is_solved=True),
}


def in_loop(test: Callable[Given, Awaitable[None]]) -> Callable[Given, None]:
    """Run a test in its own event loop."""

    @functools.wraps(test)
    def run(*args: Given.args, **kwargs: Given.kwargs) -> None:
        async def limited() -> None:
            async with asyncio.timeout(60):
                await test(*args, **kwargs)

        asyncio.run(limited())

    return run


async def until(is_so: Callable[[], bool]) -> None:
    """Run the event loop until a condition is true."""
    while not is_so():  # noqa: ASYNC110 - nothing sets an event
        await asyncio.sleep(0.005)


class FakeWorker:
    """Logs its orders; a test makes it report."""

    def __init__(self, owner: FakeWorkers, on_report: ReportHandler, on_loss: LossHandler) -> None:
        self.owner = owner
        self.on_report = on_report
        self.on_loss = on_loss
        self.number = 0
        self.job: EngineJob | None = None
        self.is_stopped = self.is_closed = False

    def begin(self, number: int, job: EngineJob) -> None:
        assert self.job is None
        self.number, self.job, self.is_stopped = number, job, False
        self.owner.log.append(f"begin {self.owner.names[number]}")

    def stop(self, number: int) -> None:
        assert number == self.number
        self.is_stopped = True
        self.owner.log.append(f"stop {self.owner.names[number]}")

    def forget(self, number: int) -> None:
        self.owner.log.append(f"forget {self.owner.names[number]}")

    def kill(self) -> None:
        self.on_loss()

    async def close(self) -> None:
        self.is_closed = True


class FakeWorkers:
    """A scheduler with fake workers; `log` has their orders, `messages` what was sent."""

    def __init__(self, count: int, time_slice: float = 1000.0) -> None:
        self.scheduler = Workers(count, make_worker=self._make_worker, time_slice=time_slice)
        self.started: list[FakeWorker] = []
        self.log: list[str] = []
        self.names: dict[int, str] = {}
        self.messages: list[tuple[str, EngineMessage]] = []

    def _make_worker(self, on_report: ReportHandler, on_loss: LossHandler) -> FakeWorker:
        self.started.append(FakeWorker(self, on_report, on_loss))
        return self.started[-1]

    def submit(self, name: str, job: EngineJob, owner: str = "", network: str = "") -> JobHandle:
        """Queue a job. By default, its owner is `name`, in a network of their own."""
        self.names[len(self.names) + 1] = name
        requester = Requester(owner or name, network or owner or name)
        return self.scheduler.submit(
            job, requester, lambda message: self.messages.append((name, message))
        )

    def report(self, name: str, message: EngineMessage) -> None:
        """Send a message from the worker that runs a job."""
        worker = self._busy_with(name)
        worker.on_report(JobProgress(worker.number, message))

    def end(self, name: str) -> None:
        """End a job, as stopped if it was stopped, else with its final message."""
        worker = self._busy_with(name)
        job, worker.job = worker.job, None
        if not worker.is_stopped:
            worker.on_report(JobProgress(worker.number, DONE[type(job)]))
        worker.on_report(JobEnded(worker.number))

    def lose(self, name: str) -> None:
        """Lose the worker that runs a job."""
        self._busy_with(name).on_loss()

    def _busy_with(self, name: str) -> FakeWorker:
        return next(one for one in self.started if one.job and self.names[one.number] == name)

    def job_of(self, name: str) -> EngineJob:
        """Return a job as it was last started."""
        job = self._busy_with(name).job
        assert job is not None
        return job


def analyse_job(seconds: float = 30.0) -> AnalyseJob:
    return AnalyseJob(SHORT, seconds=seconds)


def review_job() -> ReviewJob:
    return ReviewJob(SHORT)


def move_job(now: int = 0) -> MoveJob:
    return MoveJob((), now, "game")


def puzzle_job() -> PuzzleJob:
    return PuzzleJob("")


def analysis_update(depth: int) -> AnalysisUpdate:
    return AnalysisUpdate(depth, 1, 0.1, ())


def position_judged(ply: int) -> PositionJudged:
    return PositionJudged(ply, 0.5, "open", None, 0, (), None)
