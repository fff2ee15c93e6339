"""The scheduler of engine work: which job is next, how long it may go on while others wait."""

from __future__ import annotations

import asyncio
import itertools
import os
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial

from tengen.server.messages.study import JobFailed
from tengen.server.workers import jobs
from tengen.server.workers.task_queue import EngineTask, Requester, TaskQueue, Tell
from tengen.server.workers.worker_pool import WorkerFactory, WorkerPool, WorkerProcess, WorkerSlot

TURN_SECONDS = 2.0
"""Seconds after which an analysis makes room for another one that waits."""
MOST_JOBS = 8
"""How much one person may ask for at a time, the moves of their games aside."""
MOST_REVIEWS = 8
"""How many reviews are under way at a time: each keeps memory while it is set aside."""
MOST_LOSSES = 2
"""After how many lost workers a task is given up."""
LEAST_WORKERS, MOST_WORKERS = 2, 8

TOO_MUCH = "too much at once; wait until some of it is done"
LOST = "the engine ended unexpectedly; please try again"
CLOSED = "the server is about to end; please try again later"


def default_worker_count() -> int:
    """One worker for each processor, two at least and eight at most.

    The server needs none for itself: workers take only what it leaves. One of them is there for
    moves and answers alone, so that these seldom have to wait until an analysis is set aside.
    """
    return min(MOST_WORKERS, max(LEAST_WORKERS, os.cpu_count() or 1))


class JobHandle:
    """Something that was asked for."""

    def __init__(self, cancel: Callable[[], None]) -> None:
        self._cancel = cancel

    def cancel(self) -> None:
        """Nobody waits for it any more: no news come once this returns. May be called twice."""
        self._cancel()


class Workers:
    """Does jobs for owners in turn. Everything here happens in the thread of the event loop.

    Networks take turns, and so do the people in each; while others have work, no network has
    all the workers. Moves of games come first: one worker is kept for them and for answers, and
    where that is busy, an analysis is set aside at once, and goes on later. Analyses take turns
    when others wait. Of one person's jobs of a kind, one is worked on at a time. Close it in the
    end.
    """

    def __init__(
        self,
        count: int | None = None,
        *,
        hire: WorkerFactory = WorkerProcess,
        turn: float = TURN_SECONDS,
    ) -> None:
        """`hire` makes a worker, when one is first needed; `turn` is how many seconds it is."""
        most = default_worker_count() if count is None else count
        self._crew = WorkerPool(most, hire, self._hear, self._lose)
        self._line = TaskQueue()
        self._turns = TimeSlices(turn, self._time)
        self._numbers = itertools.count(1)
        self._load: Counter[tuple[str, bool]] = Counter()
        self._reviews: set[EngineTask] = set()
        self._alarm: asyncio.TimerHandle | None = None
        self._is_open = True

    def ask(self, job: jobs.EngineJob, owner: Requester, tell: Tell) -> JobHandle:
        """Have a job done, in turn with those of other networks, and of others in the same.

        `tell` is called with what comes of it: the last is one of `jobs.LAST`, and nothing else
        is raised or told when it cannot be done.
        """
        task = EngineTask(next(self._numbers), job, owner, tell, self._time())
        self._load[task.load] += 1
        is_too_much = task.rank is not jobs.Priority.PLAY and self._load[task.load] > MOST_JOBS
        if not self._is_open or is_too_much:
            news = JobFailed(TOO_MUCH if self._is_open else CLOSED)
            self._loop.call_soon(self._tell, task, news)
        else:
            self._line.add(task)
            self._plan()
        return JobHandle(partial(self._cancel, task))

    async def close(self) -> None:
        """Give up everything, tell nobody any more, and have no process left."""
        self._is_open = False
        self._line = TaskQueue()
        self._set_alarm(None)
        await self._crew.close()

    # From asking to telling

    def _plan(self) -> None:
        """Begin what can be begun, and have room made for what cannot."""
        busy, working = self._crew.lanes(), self._crew.networks()
        is_shared = len(self._line.networks | working.keys()) > 1
        left: list[EngineTask] = []
        for task in list(self._line.nexts()):
            network = task.owner.network
            has_its_share = is_shared and working[network] >= self._crew.share
            if has_its_share or task.lane in busy or not self._may_begin(task):
                continue
            post = None if left else self._crew.find_for(task)
            if post is None:
                left.append(task)
            else:
                working[network] += 1
                self._begin(task, post)
        self._make_room(left)

    def _may_begin(self, task: EngineTask) -> bool:
        is_new = isinstance(task.job, jobs.ReviewJob) and task not in self._reviews
        return not is_new or len(self._reviews) < MOST_REVIEWS

    def _begin(self, task: EngineTask, post: WorkerSlot) -> None:
        task.job = jobs.add_waiting_time(task.job, self._time() - task.since)
        if isinstance(task.job, jobs.ReviewJob):
            self._reviews.add(task)
        self._turns.begin(task)
        self._line.take(task)
        post.begin(task)

    def _make_room(self, waiting: list[EngineTask]) -> None:
        """Have analyses set aside for these: at once for a move, for others when it is time."""
        self._set_alarm(None)
        studies = self._crew.studying()
        for task in waiting[self._crew.count_leaving() :]:
            chosen = self._turns.choose(task, studies)
            if chosen is None:
                self._set_alarm(self._turns.soonest(studies))
                return
            studies.remove(chosen)
            self._crew.stop(chosen)

    def _hear(self, post: WorkerSlot, report: jobs.WorkerReport) -> None:
        task = post.task
        if task is None or task.number != report.number:
            return
        if isinstance(report, jobs.JobEnded):
            self._take_over(post, task)
        elif not task.is_over:
            task.job = jobs.job_after(task.job, report.news)
            task.has_told = True
            self._tell(task, report.news)
            if isinstance(task.job, jobs.ReviewJob) and self._turns.is_due(task):
                self._plan()

    def _take_over(self, post: WorkerSlot, task: EngineTask) -> None:
        """Do what comes next now that a worker is free."""
        was_stopped = post.is_stopping
        post.release()
        if not task.is_over:
            if was_stopped:
                self._set_aside(task)
            else:
                self._tell(task, JobFailed(LOST))
        self._plan()

    def _set_aside(self, task: EngineTask) -> None:
        """Have a task wait that goes on later: next, if its turn is not over."""
        if self._turns.end(task):
            self._line.add(task)
        else:
            self._line.put_back(task)

    def _lose(self, post: WorkerSlot) -> None:
        """Have somebody else do what a worker did when it ended."""
        task = post.release()
        if task is not None and not task.is_over:
            task.losses += 1
            if task.losses < MOST_LOSSES:
                self._line.put_back(task)
            else:
                self._tell(task, JobFailed(LOST))
        self._plan()

    def _cancel(self, task: EngineTask) -> None:
        if task.is_over:
            return
        self._end(task)
        self._line.drop(task)
        self._crew.stop(task)
        self._plan()

    def _tell(self, task: EngineTask, news: jobs.EngineMessage) -> None:
        if task.is_over:
            return
        if isinstance(news, jobs.FINAL_MESSAGES):
            self._end(task)
        try:
            task.tell(news)
        except Exception as error:  # noqa: BLE001 - others wait for their news
            what = {"message": "news of the engine were not taken", "exception": error}
            self._loop.call_exception_handler(what)

    def _end(self, task: EngineTask) -> None:
        """Count a task no more."""
        task.is_over = True
        self._load[task.load] -= 1
        if not self._load[task.load]:
            del self._load[task.load]
        if task in self._reviews:
            self._reviews.remove(task)
            self._crew.forget(task)

    # Time

    @property
    def _loop(self) -> asyncio.AbstractEventLoop:
        return asyncio.get_running_loop()

    def _time(self) -> float:
        return self._loop.time()

    def _set_alarm(self, seconds: float | None) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm = None if seconds is None else self._loop.call_later(seconds, self._plan)


class TimeSlices:
    """Every turn has so many seconds of work."""

    def __init__(self, seconds: float, clock: Callable[[], float]) -> None:
        self._seconds = seconds
        self._clock = clock

    def begin(self, task: EngineTask) -> None:
        """Count the time of a task that is worked on from now on."""
        task.since = self._clock()
        task.has_told = False

    def end(self, task: EngineTask) -> bool:
        """Count it no more; whether its turn is over."""
        seconds = self._clock() - task.since
        task.used += seconds
        task.job = jobs.add_work_time(task.job, seconds)
        is_over = task.used >= self._seconds
        if is_over:
            task.used = 0.0
        return is_over

    def left(self, task: EngineTask) -> float:
        """How many seconds of its turn a task has left that is worked on."""
        return self._seconds - task.used - (self._clock() - task.since)

    def is_due(self, task: EngineTask) -> bool:
        """Whether a turn should end: a review judges one position in it at least."""
        return self.left(task) <= 0 and (task.has_told or not isinstance(task.job, jobs.ReviewJob))

    def choose(self, task: EngineTask, studies: Sequence[EngineTask]) -> EngineTask | None:
        """Which of some analyses should be set aside for a task, if any should by now.

        Rather not a review: it loses what it has found in a position, others hardly anything.
        """
        if task.rank is jobs.Priority.STUDY:
            studies = [one for one in studies if self.is_due(one)]
        return max(
            studies,
            key=lambda one: (isinstance(one.job, jobs.AnalyseJob), -self.left(one)),
            default=None,
        )

    def soonest(self, studies: Sequence[EngineTask]) -> float | None:
        """After how many seconds another turn will be over."""
        return min((left for left in map(self.left, studies) if left > 0), default=None)
