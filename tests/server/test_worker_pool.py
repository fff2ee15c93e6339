"""Real worker processes: their messages, and that all of them end."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from kit.fake_workers import in_loop, until
from kit.machines import begin, do

from tengen.game.setup import Computer
from tengen.insight import format_puzzle, starter
from tengen.rules.point import Point
from tengen.rules.rules import Rules
from tengen.server.messages.study import (
    AnalysisDone,
    AnalysisUpdate,
    JobFailed,
    PositionSpec,
    PuzzleUpdate,
    ReviewDone,
)
from tengen.server.workers import (
    AnalyseJob,
    EngineMessage,
    JobHandle,
    Moved,
    MoveJob,
    PuzzleJob,
    Requester,
    ReviewJob,
    Workers,
    worker_pool,
)
from tengen.server.workers.jobs import FINAL_MESSAGES, EngineJob
from tengen.server.workers.worker_pool import LossHandler, ReportHandler, WorkerProcess

FIVE = Rules(15, 15, 5)
SMALL = PositionSpec(Rules(7, 7, 4), (24, 25, 17))
LONG = AnalyseJob(PositionSpec(Rules(12, 12, 6), (66,)), seconds=600)
"""A job that takes too long to wait for."""


class RealWorkers:
    """Real workers, and their messages."""

    def __init__(self, count: int) -> None:
        self.started: list[WorkerProcess] = []
        self.scheduler = Workers(count, make_worker=self._make_worker)
        self.messages: list[EngineMessage] = []

    def _make_worker(self, on_report: ReportHandler, on_loss: LossHandler) -> WorkerProcess:
        self.started.append(WorkerProcess(on_report, on_loss))
        return self.started[-1]

    def submit(self, job: EngineJob, owner: str = "me") -> JobHandle:
        return self.scheduler.submit(job, Requester(owner, "here"), self.messages.append)

    async def run(self, job: EngineJob) -> list[EngineMessage]:
        """Run a job; return all its messages."""
        messages: list[EngineMessage] = []
        self.scheduler.submit(job, Requester("me", "here"), messages.append)
        await until(lambda: bool(messages) and isinstance(messages[-1], FINAL_MESSAGES))
        return messages

    async def begin(self, job: EngineJob) -> JobHandle:
        """Start a job, and wait for its first message."""
        count = len(self.messages)
        handle = self.submit(job)
        await until(lambda: len(self.messages) > count)
        return handle

    @property
    def pids(self) -> list[int]:
        return [one.pid for one in self.started if one.pid is not None]


@asynccontextmanager
async def real_workers(count: int = 1) -> AsyncIterator[RealWorkers]:
    workers = RealWorkers(count)
    try:
        yield workers
    finally:
        await workers.scheduler.close()


def is_alive(pid: int) -> bool:
    """Whether a process exists and is not a zombie."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


@in_loop
async def test_every_type_of_job_runs_in_a_worker_process() -> None:
    session = do(begin(FIVE, two=Computer(6)), Point(7, 7))
    puzzle = format_puzzle(starter().puzzles[0])
    async with real_workers() as workers:
        (moved,) = await workers.run(MoveJob(tuple(session.events), 0, "game"))
        assert isinstance(moved, Moved)
        assert session.handle(moved.command, 0)
        *thoughts, done = await workers.run(AnalyseJob(SMALL, depth=2))
        assert [type(one) for one in thoughts] == [AnalysisUpdate, AnalysisUpdate]
        assert isinstance(done, AnalysisDone)
        assert isinstance((await workers.run(ReviewJob(SMALL, nodes=100)))[-1], ReviewDone)
        assert isinstance((await workers.run(PuzzleJob(puzzle)))[0], PuzzleUpdate)
        assert len(workers.started) == 1


@in_loop
async def test_a_failed_job_says_why_in_a_sentence() -> None:
    async with real_workers() as workers:
        (failed,) = await workers.run(AnalyseJob(PositionSpec(FIVE, (7, 7))))
        assert isinstance(failed, JobFailed)
        assert failed.says.startswith("illegal move: 0,7 is taken")
        (failed,) = await workers.run(AnalyseJob(SMALL, lines=1000))
        assert isinstance(failed, JobFailed)
        assert failed.says.endswith("Expected `int` <= 20 - at `$.lines`")
        assert isinstance((await workers.run(AnalyseJob(SMALL, depth=1)))[-1], AnalysisDone)


@in_loop
async def test_after_a_cancel_the_worker_is_free() -> None:
    async with real_workers() as workers:
        handle = await workers.begin(LONG)
        handle.cancel()
        count = len(workers.messages)
        await workers.run(AnalyseJob(SMALL, depth=1))
        assert len(workers.messages) == count
        assert len(workers.started) == 1


@in_loop
async def test_an_analysis_is_suspended_for_a_move_and_resumed() -> None:
    session = do(begin(FIVE, two=Computer(6)), Point(7, 7))
    async with real_workers() as workers:
        await workers.begin(LONG)
        assert isinstance((await workers.run(MoveJob(tuple(session.events), 0, "g")))[0], Moved)
        deepest = max(one.depth for one in workers.messages if isinstance(one, AnalysisUpdate))
        await until(
            lambda: isinstance(one := workers.messages[-1], AnalysisUpdate) and one.depth > deepest
        )
        depths = [one.depth for one in workers.messages if isinstance(one, AnalysisUpdate)]
        assert depths == sorted(set(depths))


@in_loop
async def test_the_job_of_a_killed_worker_is_done_by_a_new_one() -> None:
    async with real_workers() as workers:
        await workers.begin(LONG)
        deepest = workers.messages[-1]
        os.kill(workers.pids[0], signal.SIGKILL)
        await until(lambda: len(workers.pids) == 2 and workers.messages[-1] is not deepest)
        assert not any(isinstance(message, JobFailed) for message in workers.messages)


@in_loop
async def test_a_job_that_kills_its_workers_fails() -> None:
    async with real_workers() as workers:
        await workers.begin(LONG)
        for count in (1, 2):
            await until(lambda count=count: len(workers.pids) == count)  # type: ignore[misc]
            os.kill(workers.pids[-1], signal.SIGKILL)
        await until(lambda: isinstance(workers.messages[-1], JobFailed))
        assert isinstance((await workers.run(AnalyseJob(SMALL, depth=1)))[-1], AnalysisDone)


@in_loop
async def test_a_job_fails_if_no_process_can_be_started(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(worker_pool, "COMMAND", ("/nowhere/python",))
    async with real_workers() as workers:
        assert isinstance((await workers.run(AnalyseJob(SMALL)))[0], JobFailed)


@in_loop
async def test_closing_ends_all_processes() -> None:
    workers = RealWorkers(3)
    await workers.begin(LONG)
    workers.submit(LONG, "somebody else")  # its process is being started
    await until(lambda: len(workers.pids) == 2)
    await workers.scheduler.close()
    assert not any(map(is_alive, workers.pids))


@in_loop
async def test_a_worker_that_does_not_stop_is_killed() -> None:
    workers = RealWorkers(1)
    await workers.begin(LONG)
    os.kill(workers.pids[0], signal.SIGSTOP)
    await workers.scheduler.close()
    assert not is_alive(workers.pids[0])


@in_loop
async def test_ctrl_c_does_not_reach_workers() -> None:
    async with real_workers() as workers:
        await workers.begin(LONG)
        pid = workers.pids[0]
        assert os.getpgid(pid) != os.getpgid(0)
        os.kill(pid, signal.SIGINT)
        assert isinstance(
            (await workers.run(PuzzleJob(format_puzzle(starter().puzzles[0]))))[0], PuzzleUpdate
        )
        assert workers.pids == [pid]


@in_loop
async def test_workers_run_with_low_priority() -> None:
    async with real_workers() as workers:
        await workers.begin(LONG)
        tasks = os.listdir(f"/proc/{workers.pids[0]}/task")
        assert max(os.getpriority(os.PRIO_PROCESS, int(task)) for task in tasks) == 10


SERVER = """
import asyncio
from tengen.rules.rules import Rules
from tengen.server.messages.study import PositionSpec
from tengen.server.workers import AnalyseJob, Requester, Workers

async def serve():
    workers = Workers(1)
    job = AnalyseJob(PositionSpec(Rules(12, 12, 6), (66,)), seconds=600)
    workers.submit(job, Requester("me", "here"), lambda message: print("messages", flush=True))
    await asyncio.sleep(600)

asyncio.run(serve())
"""


def children_of(pid: int) -> list[int]:
    return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()]


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGINT])
def test_workers_end_with_the_server_even_if_it_is_killed(end: signal.Signals) -> None:
    command = [sys.executable, "-c", SERVER]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=subprocess.DEVNULL) as server:
        assert server.stdout is not None
        assert server.stdout.readline() == b"messages\n"
        (child,) = children_of(server.pid)
        server.send_signal(end)
        server.wait()
    asyncio.run(asyncio.wait_for(until(lambda: not is_alive(child)), 60))


def test_a_worker_ends_quietly_when_its_input_ends() -> None:
    done = subprocess.run(worker_pool.COMMAND, input=b"", capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
