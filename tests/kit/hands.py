"""Workers that do nothing but what a test says, and loops to run them in."""

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
    """Run a test in an event loop of its own."""

    @functools.wraps(test)
    def run(*args: Given.args, **kwargs: Given.kwargs) -> None:
        async def limited() -> None:
            async with asyncio.timeout(60):
                await test(*args, **kwargs)

        asyncio.run(limited())

    return run


async def until(is_so: Callable[[], bool]) -> None:
    """Let others go on until something is so."""
    while not is_so():  # noqa: ASYNC110 - there is nobody who would set an event
        await asyncio.sleep(0.005)


class Hand:
    """Remembers what it is told."""

    def __init__(self, office: Office, hear: ReportHandler, lose: LossHandler) -> None:
        self.office = office
        self.hear = hear
        self.lose = lose
        self.number = 0
        self.job: EngineJob | None = None
        self.is_stopped = self.is_closed = False

    def begin(self, number: int, job: EngineJob) -> None:
        assert self.job is None
        self.number, self.job, self.is_stopped = number, job, False
        self.office.log.append(f"begin {self.office.names[number]}")

    def stop(self, number: int) -> None:
        assert number == self.number
        self.is_stopped = True
        self.office.log.append(f"stop {self.office.names[number]}")

    def forget(self, number: int) -> None:
        self.office.log.append(f"forget {self.office.names[number]}")

    def kill(self) -> None:
        self.lose()

    async def close(self) -> None:
        self.is_closed = True


class Office:
    """Workers with hands that a test moves; `log` is what they were told."""

    def __init__(self, count: int, turn: float = 1000.0) -> None:
        self.workers = Workers(count, hire=self._hire, turn=turn)
        self.hands: list[Hand] = []
        self.log: list[str] = []
        self.names: dict[int, str] = {}
        self.told: list[tuple[str, EngineMessage]] = []

    def _hire(self, hear: ReportHandler, lose: LossHandler) -> Hand:
        self.hands.append(Hand(self, hear, lose))
        return self.hands[-1]

    def ask(self, name: str, job: EngineJob, owner: str = "", network: str = "") -> JobHandle:
        """Ask for a job by the name of its owner, unless that is another.

        Everybody is in a network of their own, unless another is named.
        """
        self.names[len(self.names) + 1] = name
        asker = Requester(owner or name, network or owner or name)
        return self.workers.ask(job, asker, lambda news: self.told.append((name, news)))

    def tell(self, name: str, news: EngineMessage) -> None:
        """Have whoever is busy with a job tell something of it."""
        hand = self._busy_with(name)
        hand.hear(JobProgress(hand.number, news))

    def end(self, name: str) -> None:
        """Have whoever is busy with a job finish it, or break it off if it should be."""
        hand = self._busy_with(name)
        job, hand.job = hand.job, None
        if not hand.is_stopped:
            hand.hear(JobProgress(hand.number, DONE[type(job)]))
        hand.hear(JobEnded(hand.number))

    def lose(self, name: str) -> None:
        """Have whoever is busy with a job end."""
        self._busy_with(name).lose()

    def _busy_with(self, name: str) -> Hand:
        return next(one for one in self.hands if one.job and self.names[one.number] == name)

    def job_of(self, name: str) -> EngineJob:
        """A job as it was begun last."""
        job = self._busy_with(name).job
        assert job is not None
        return job


def look(seconds: float = 30.0) -> AnalyseJob:
    return AnalyseJob(SHORT, seconds=seconds)


def review() -> ReviewJob:
    return ReviewJob(SHORT)


def move(now: int = 0) -> MoveJob:
    return MoveJob((), now, "game")


def quick() -> PuzzleJob:
    return PuzzleJob("")


def thought(depth: int) -> AnalysisUpdate:
    return AnalysisUpdate(depth, 1, 0.1, ())


def judged(ply: int) -> PositionJudged:
    return PositionJudged(ply, 0.5, "open", None, 0, (), None)
