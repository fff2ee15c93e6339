"""Workers in processes: what they tell, and that none of them is left behind."""

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
from kit.hands import in_loop, until
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
)
from tengen.server.workers import worker_pool as process_file
from tengen.server.workers.jobs import FINAL_MESSAGES, EngineJob
from tengen.server.workers.worker_pool import LossHandler, ReportHandler, WorkerProcess

FIVE = Rules(15, 15, 5)
SMALL = PositionSpec(Rules(7, 7, 4), (24, 25, 17))
LONG = AnalyseJob(PositionSpec(Rules(12, 12, 6), (66,)), seconds=600)
"""Is not waited for."""


class Staff:
    """Real workers, and what they tell."""

    def __init__(self, count: int) -> None:
        self.hired: list[WorkerProcess] = []
        self.workers = Workers(count, hire=self._hire)
        self.told: list[EngineMessage] = []

    def _hire(self, hear: ReportHandler, lose: LossHandler) -> WorkerProcess:
        self.hired.append(WorkerProcess(hear, lose))
        return self.hired[-1]

    def ask(self, job: EngineJob, owner: str = "me") -> JobHandle:
        return self.workers.ask(job, Requester(owner, "here"), self.told.append)

    async def do(self, job: EngineJob) -> list[EngineMessage]:
        """All that comes of a job."""
        told: list[EngineMessage] = []
        self.workers.ask(job, Requester("me", "here"), told.append)
        await until(lambda: bool(told) and isinstance(told[-1], FINAL_MESSAGES))
        return told

    async def begin(self, job: EngineJob) -> JobHandle:
        """Have a job begun, so that something of it was told."""
        count = len(self.told)
        ticket = self.ask(job)
        await until(lambda: len(self.told) > count)
        return ticket

    @property
    def pids(self) -> list[int]:
        return [one.pid for one in self.hired if one.pid is not None]


@asynccontextmanager
async def staff(count: int = 1) -> AsyncIterator[Staff]:
    people = Staff(count)
    try:
        yield people
    finally:
        await people.workers.close()


def is_alive(pid: int) -> bool:
    """Whether a process is there and does something."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


@in_loop
async def test_every_kind_of_job_is_done_elsewhere() -> None:
    session = do(begin(FIVE, two=Computer(6)), Point(7, 7))
    puzzle = format_puzzle(starter().puzzles[0])
    async with staff() as people:
        (moved,) = await people.do(MoveJob(tuple(session.events), 0, "game"))
        assert isinstance(moved, Moved)
        assert session.handle(moved.command, 0)
        *thoughts, done = await people.do(AnalyseJob(SMALL, depth=2))
        assert [type(one) for one in thoughts] == [AnalysisUpdate, AnalysisUpdate]
        assert isinstance(done, AnalysisDone)
        assert isinstance((await people.do(ReviewJob(SMALL, nodes=100)))[-1], ReviewDone)
        assert isinstance((await people.do(PuzzleJob(puzzle)))[0], PuzzleUpdate)
        assert len(people.hired) == 1


@in_loop
async def test_what_cannot_be_done_is_told_in_a_sentence() -> None:
    async with staff() as people:
        (failed,) = await people.do(AnalyseJob(PositionSpec(FIVE, (7, 7))))
        assert isinstance(failed, JobFailed)
        assert failed.says.startswith("illegal move: 0,7 is taken")
        (failed,) = await people.do(AnalyseJob(SMALL, lines=1000))
        assert isinstance(failed, JobFailed)
        assert failed.says.endswith("Expected `int` <= 20 - at `$.lines`")
        assert isinstance((await people.do(AnalyseJob(SMALL, depth=1)))[-1], AnalysisDone)


@in_loop
async def test_after_a_cancel_the_worker_is_free_for_others() -> None:
    async with staff() as people:
        ticket = await people.begin(LONG)
        ticket.cancel()
        count = len(people.told)
        await people.do(AnalyseJob(SMALL, depth=1))
        assert len(people.told) == count
        assert len(people.hired) == 1


@in_loop
async def test_an_analysis_makes_room_for_a_move_and_goes_on() -> None:
    session = do(begin(FIVE, two=Computer(6)), Point(7, 7))
    async with staff() as people:
        await people.begin(LONG)
        assert isinstance((await people.do(MoveJob(tuple(session.events), 0, "g")))[0], Moved)
        deepest = max(one.depth for one in people.told if isinstance(one, AnalysisUpdate))
        await until(
            lambda: isinstance(one := people.told[-1], AnalysisUpdate) and one.depth > deepest
        )
        depths = [one.depth for one in people.told if isinstance(one, AnalysisUpdate)]
        assert depths == sorted(set(depths))


@in_loop
async def test_what_a_killed_worker_did_is_done_by_a_new_one() -> None:
    async with staff() as people:
        await people.begin(LONG)
        deepest = people.told[-1]
        os.kill(people.pids[0], signal.SIGKILL)
        await until(lambda: len(people.pids) == 2 and people.told[-1] is not deepest)
        assert not any(isinstance(news, JobFailed) for news in people.told)


@in_loop
async def test_a_job_that_kills_its_workers_is_given_up() -> None:
    async with staff() as people:
        await people.begin(LONG)
        for count in (1, 2):
            await until(lambda count=count: len(people.pids) == count)  # type: ignore[misc]
            os.kill(people.pids[-1], signal.SIGKILL)
        await until(lambda: isinstance(people.told[-1], JobFailed))
        assert isinstance((await people.do(AnalyseJob(SMALL, depth=1)))[-1], AnalysisDone)


@in_loop
async def test_where_no_process_can_be_started_that_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(process_file, "COMMAND", ("/nowhere/python",))
    async with staff() as people:
        assert isinstance((await people.do(AnalyseJob(SMALL)))[0], JobFailed)


@in_loop
async def test_closing_leaves_no_process_whatever_it_does() -> None:
    people = Staff(3)
    await people.begin(LONG)
    people.ask(LONG, "somebody else")  # its process is being started
    await until(lambda: len(people.pids) == 2)
    await people.workers.close()
    assert not any(map(is_alive, people.pids))


@in_loop
async def test_a_worker_that_does_not_listen_is_killed() -> None:
    people = Staff(1)
    await people.begin(LONG)
    os.kill(people.pids[0], signal.SIGSTOP)
    await people.workers.close()
    assert not is_alive(people.pids[0])


@in_loop
async def test_ctrl_c_does_not_concern_workers() -> None:
    async with staff() as people:
        await people.begin(LONG)
        pid = people.pids[0]
        assert os.getpgid(pid) != os.getpgid(0)
        os.kill(pid, signal.SIGINT)
        assert isinstance(
            (await people.do(PuzzleJob(format_puzzle(starter().puzzles[0]))))[0], PuzzleUpdate
        )
        assert people.pids == [pid]


@in_loop
async def test_workers_let_others_go_first() -> None:
    async with staff() as people:
        await people.begin(LONG)
        tasks = os.listdir(f"/proc/{people.pids[0]}/task")
        assert max(os.getpriority(os.PRIO_PROCESS, int(task)) for task in tasks) == 10


SERVER = """
import asyncio
from tengen.rules.rules import Rules
from tengen.server.messages.study import PositionSpec
from tengen.server.workers import AnalyseJob, Requester, Workers

async def serve():
    workers = Workers(1)
    job = AnalyseJob(PositionSpec(Rules(12, 12, 6), (66,)), seconds=600)
    workers.ask(job, Requester("me", "here"), lambda news: print("told", flush=True))
    await asyncio.sleep(600)

asyncio.run(serve())
"""


def children_of(pid: int) -> list[int]:
    return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()]


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGINT])
def test_workers_end_with_the_server_however_that_ends(end: signal.Signals) -> None:
    command = [sys.executable, "-c", SERVER]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=subprocess.DEVNULL) as server:
        assert server.stdout is not None
        assert server.stdout.readline() == b"told\n"
        (child,) = children_of(server.pid)
        server.send_signal(end)
        server.wait()
    asyncio.run(asyncio.wait_for(until(lambda: not is_alive(child)), 60))


def test_a_worker_without_orders_ends_without_a_word() -> None:
    done = subprocess.run(process_file.COMMAND, input=b"", capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
