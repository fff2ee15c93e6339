"""The scheduler of engine work: which job runs next, and for how long while others wait."""

from __future__ import annotations

import asyncio
import itertools
import os
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial

from tengen.server.messages.study import JobFailed
from tengen.server.operator_log import OPERATOR_LOG
from tengen.server.workers import jobs
from tengen.server.workers.task_queue import EngineTask, OnMessage, Requester, TaskQueue
from tengen.server.workers.worker_pool import WorkerFactory, WorkerPool, WorkerProcess, WorkerSlot

TIME_SLICE_SECONDS = 2.0
"""Seconds of work after which an analysis is suspended if another one waits."""
MAX_JOBS = 8
"""Jobs that one browser may have at a time, besides the moves of its games."""
MAX_REVIEWS = 8
"""Reviews in progress at a time: each uses memory, even while it is suspended."""
MAX_LOSSES = 2
"""Lost workers after which a task fails."""
MIN_WORKERS, MAX_WORKERS = 2, 8

TOO_MANY_JOBS = "too many requests at once; wait until some are done"
WORKER_LOST = "the engine stopped unexpectedly; please try again"
PROCESS_LOST = "an engine process could not be started, or has died; another one takes its place"
CLOSED = "the server is shutting down; please try again later"


def default_worker_count() -> int:
    """Return one worker for each processor, but at least two and at most eight.

    The server needs no processor for itself: workers have a lower priority. One worker is
    reserved for moves and short jobs, so that they rarely wait until an analysis is suspended.
    """
    return min(MAX_WORKERS, max(MIN_WORKERS, os.cpu_count() or 1))


class JobHandle:
    """A job that was queued."""

    def __init__(self, cancel: Callable[[], None]) -> None:
        self._cancel = cancel

    def cancel(self) -> None:
        """Cancel the job; no more messages come after this returns. May be called twice."""
        self._cancel()


class Workers:
    """Schedules engine jobs, in the thread of the event loop. Close it at the end.

    Networks take turns, and so do the browsers of a network. While several networks have work,
    none has all the workers. Moves of games come first: one worker is reserved for them and for
    short jobs, and if it is busy, an analysis is suspended at once and resumed later. Analyses
    are suspended after a time slice if others wait. A browser has one running job of each type.
    """

    def __init__(
        self,
        count: int | None = None,
        *,
        make_worker: WorkerFactory = WorkerProcess,
        time_slice: float = TIME_SLICE_SECONDS,
    ) -> None:
        """`make_worker` starts a worker when it is first needed; `time_slice` is in seconds."""
        maximum = default_worker_count() if count is None else count
        self._pool = WorkerPool(maximum, make_worker, self._handle_report, self._handle_loss)
        self._queue = TaskQueue()
        self._time_slices = TimeSlices(time_slice, self._time)
        self._numbers = itertools.count(1)
        self._job_counts: Counter[tuple[str, bool]] = Counter()
        self._reviews: set[EngineTask] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._is_open = True
        self.lost = 0
        """How many processes have died."""
        self.refused = 0
        """How many jobs were over the limit of their browser."""

    @property
    def waiting(self) -> dict[str, int]:
        """How many jobs of each priority wait."""
        return _by_priority(self._queue.count_waiting())

    @property
    def running(self) -> dict[str, int]:
        """How many jobs of each priority run."""
        return _by_priority(self._pool.count_running())

    def submit(self, job: jobs.EngineJob, requester: Requester, on_message: OnMessage) -> JobHandle:
        """Queue a job.

        `on_message` is called with its messages. The last one is one of `jobs.FINAL_MESSAGES`,
        also if the job fails.
        """
        task = EngineTask(next(self._numbers), job, requester, on_message, self._time())
        self._job_counts[task.load_key] += 1
        is_over_limit = (
            task.priority is not jobs.Priority.PLAY and self._job_counts[task.load_key] > MAX_JOBS
        )
        if not self._is_open or is_over_limit:
            self.refused += is_over_limit
            message = JobFailed(TOO_MANY_JOBS if self._is_open else CLOSED)
            self._loop.call_soon(self._send, task, message)
        else:
            self._queue.add(task)
            self._schedule()
        return JobHandle(partial(self._cancel, task))

    async def close(self) -> None:
        """Drop all jobs without a message, and end all processes."""
        self._is_open = False
        self._queue = TaskQueue()
        self._set_timer(None)
        await self._pool.close()

    # From a job to its messages

    def _schedule(self) -> None:
        """Start the tasks that can start, and suspend others for those that cannot."""
        busy, working = self._pool.lanes(), self._pool.networks()
        is_shared = len(self._queue.networks | working.keys()) > 1
        left: list[EngineTask] = []
        for task in list(self._queue.candidates()):
            network = task.requester.network
            has_full_share = is_shared and working[network] >= self._pool.share
            if has_full_share or task.lane in busy or not self._may_begin(task):
                continue
            slot = None if left else self._pool.find_slot(task)
            if slot is None:
                left.append(task)
            else:
                working[network] += 1
                self._begin(task, slot)
        self._preempt(left)

    def _may_begin(self, task: EngineTask) -> bool:
        is_new = isinstance(task.job, jobs.ReviewJob) and task not in self._reviews
        return not is_new or len(self._reviews) < MAX_REVIEWS

    def _begin(self, task: EngineTask, slot: WorkerSlot) -> None:
        task.job = jobs.add_waiting_time(task.job, self._time() - task.since)
        if isinstance(task.job, jobs.ReviewJob):
            self._reviews.add(task)
        self._time_slices.begin(task)
        self._queue.take(task)
        slot.begin(task)

    def _preempt(self, waiting: list[EngineTask]) -> None:
        """Suspend analyses for waiting tasks: at once for a move, else when their time is up."""
        self._set_timer(None)
        studies = self._pool.suspendable()
        for task in waiting[self._pool.count_stopping() :]:
            chosen = self._time_slices.choose(task, studies)
            if chosen is None:
                self._set_timer(self._time_slices.soonest(studies))
                return
            studies.remove(chosen)
            self._pool.stop(chosen)

    def _handle_report(self, slot: WorkerSlot, report: jobs.WorkerReport) -> None:
        task = slot.task
        if task is None or task.number != report.number:
            return
        if isinstance(report, jobs.JobEnded):
            self._on_worker_free(slot, task)
        elif not task.is_over:
            task.job = jobs.remaining_job(task.job, report.news)
            task.has_reported = True
            self._send(task, report.news)
            if isinstance(task.job, jobs.ReviewJob) and self._time_slices.is_due(task):
                self._schedule()

    def _on_worker_free(self, slot: WorkerSlot, task: EngineTask) -> None:
        """Free a slot whose worker has ended its task, and start the next task."""
        was_stopped = slot.is_stopping
        slot.release()
        if not task.is_over:
            if was_stopped:
                self._suspend(task)
            else:
                self._send(task, JobFailed(WORKER_LOST))
        self._schedule()

    def _suspend(self, task: EngineTask) -> None:
        """Queue a suspended task again, as the next one if its time slice is not used up."""
        if self._time_slices.end(task):
            self._queue.add(task)
        else:
            self._queue.put_back(task)

    def _handle_loss(self, slot: WorkerSlot) -> None:
        """Queue the task of a lost worker again, or report that it failed."""
        self.lost += 1
        OPERATOR_LOG.write_line(PROCESS_LOST, "worker-lost")
        task = slot.release()
        if task is not None and not task.is_over:
            task.lost_workers += 1
            if task.lost_workers < MAX_LOSSES:
                self._queue.put_back(task)
            else:
                self._send(task, JobFailed(WORKER_LOST))
        self._schedule()

    def _cancel(self, task: EngineTask) -> None:
        if task.is_over:
            return
        self._end(task)
        self._queue.drop(task)
        self._pool.stop(task)
        self._schedule()

    def _send(self, task: EngineTask, message: jobs.EngineMessage) -> None:
        if task.is_over:
            return
        if isinstance(message, jobs.FINAL_MESSAGES):
            self._end(task)
        try:
            task.on_message(message)
        except Exception as error:  # noqa: BLE001 - other tasks must go on
            what = {"message": "a handler of engine messages failed", "exception": error}
            self._loop.call_exception_handler(what)

    def _end(self, task: EngineTask) -> None:
        """End a task, and remove it from the counts."""
        task.is_over = True
        self._job_counts[task.load_key] -= 1
        if not self._job_counts[task.load_key]:
            del self._job_counts[task.load_key]
        if task in self._reviews:
            self._reviews.remove(task)
            self._pool.forget(task)

    # Time

    @property
    def _loop(self) -> asyncio.AbstractEventLoop:
        return asyncio.get_running_loop()

    def _time(self) -> float:
        return self._loop.time()

    def _set_timer(self, seconds: float | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None if seconds is None else self._loop.call_later(seconds, self._schedule)


def _by_priority(counts: Counter[jobs.Priority]) -> dict[str, int]:
    return {priority.name.lower(): counts[priority] for priority in jobs.Priority}


class TimeSlices:
    """Measures how much of its time slice a task has used."""

    def __init__(self, seconds: float, clock: Callable[[], float]) -> None:
        self._seconds = seconds
        self._clock = clock

    def begin(self, task: EngineTask) -> None:
        """Start measuring a task."""
        task.since = self._clock()
        task.has_reported = False

    def end(self, task: EngineTask) -> bool:
        """Stop measuring a task; whether its time slice is used up."""
        seconds = self._clock() - task.since
        task.used += seconds
        task.job = jobs.add_work_time(task.job, seconds)
        is_over = task.used >= self._seconds
        if is_over:
            task.used = 0.0
        return is_over

    def left(self, task: EngineTask) -> float:
        """Return the seconds left in the time slice of a running task."""
        return self._seconds - task.used - (self._clock() - task.since)

    def is_due(self, task: EngineTask) -> bool:
        """Whether a task should be suspended; a review judges at least one position first."""
        return self.left(task) <= 0 and (
            task.has_reported or not isinstance(task.job, jobs.ReviewJob)
        )

    def choose(self, task: EngineTask, studies: Sequence[EngineTask]) -> EngineTask | None:
        """Return the analysis to suspend for a task; None if none should be suspended yet.

        A review is the last choice: it loses its work on the current position.
        """
        if task.priority is jobs.Priority.STUDY:
            studies = [one for one in studies if self.is_due(one)]
        return max(
            studies,
            key=lambda one: (isinstance(one.job, jobs.AnalyseJob), -self.left(one)),
            default=None,
        )

    def soonest(self, studies: Sequence[EngineTask]) -> float | None:
        """Return the seconds until the next time slice is used up."""
        return min((left for left in map(self.left, studies) if left > 0), default=None)
