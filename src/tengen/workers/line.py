"""Tasks that wait: the urgent ones first, and whoever they belong to in turn."""

from __future__ import annotations

from collections.abc import Iterator

from tengen.workers.jobs import Rank
from tengen.workers.task import Task

Lane = dict[Task, None]
"""Tasks of one owner in the order in which they came."""


class Line:
    """Whose task is taken goes to the end, so that who asks for much waits like others."""

    def __init__(self) -> None:
        self._owners: dict[Rank, dict[str, Lane]] = {rank: {} for rank in Rank}

    def add(self, task: Task) -> None:
        """Have a task wait for its turn."""
        self._owners[task.rank].setdefault(task.owner, {})[task] = None

    def put_back(self, task: Task) -> None:
        """Have a task wait that had not finished its turn: it is the next of its rank."""
        owners = self._owners[task.rank]
        others = owners.pop(task.owner, {})
        self._owners[task.rank] = {task.owner: {task: None, **others}, **owners}

    def remove(self, task: Task) -> None:
        """Have a task wait no more; its owner is the last in turn now."""
        owners = self._owners[task.rank]
        lane = owners.pop(task.owner, {})
        lane.pop(task, None)
        if lane:
            owners[task.owner] = lane

    def drop(self, task: Task) -> None:
        """Have a task wait no more that nobody wants; its owner's turn stays what it was."""
        owners = self._owners[task.rank]
        lane = owners.get(task.owner, {})
        lane.pop(task, None)
        if not lane:
            owners.pop(task.owner, None)

    def first_of_lanes(self) -> Iterator[Task]:
        """Tasks that may be begun, the next one first: of every owner one of a kind."""
        for owners in self._owners.values():
            for lane in owners.values():
                firsts: dict[tuple[str, type], Task] = {}
                for task in lane:
                    firsts.setdefault(task.lane, task)
                yield from firsts.values()
