"""How long an analysis may go on while others wait."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tengen.workers.jobs import Look, Rank, Review, spend
from tengen.workers.task import Task


class Turns:
    """Every turn has so many seconds of work."""

    def __init__(self, seconds: float, clock: Callable[[], float]) -> None:
        self._seconds = seconds
        self._clock = clock

    def begin(self, task: Task) -> None:
        """Count the time of a task that is worked on from now on."""
        task.since = self._clock()
        task.has_told = False

    def end(self, task: Task) -> bool:
        """Count it no more; whether its turn is over."""
        seconds = self._clock() - task.since
        task.used += seconds
        task.job = spend(task.job, seconds)
        is_over = task.used >= self._seconds
        if is_over:
            task.used = 0.0
        return is_over

    def left(self, task: Task) -> float:
        """How many seconds of its turn a task has left that is worked on."""
        return self._seconds - task.used - (self._clock() - task.since)

    def is_due(self, task: Task) -> bool:
        """Whether a turn should end: a review judges one position in it at least."""
        return self.left(task) <= 0 and (task.has_told or not isinstance(task.job, Review))

    def choose(self, task: Task, studies: Sequence[Task]) -> Task | None:
        """Which of some analyses should be set aside for a task, if any should by now.

        Rather not a review: it loses what it has found in a position, others hardly anything.
        """
        if task.rank is Rank.STUDY:
            studies = [one for one in studies if self.is_due(one)]
        return max(
            studies, key=lambda one: (isinstance(one.job, Look), -self.left(one)), default=None
        )

    def soonest(self, studies: Sequence[Task]) -> float | None:
        """After how many seconds another turn will be over."""
        return min((left for left in map(self.left, studies) if left > 0), default=None)
