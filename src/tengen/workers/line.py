"""Tasks that wait: the urgent ones first, and whoever they belong to in turn."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from tengen.workers.jobs import Rank
from tengen.workers.task import Task

Tasks = dict[Task, None]
"""Of one owner, in the order in which they came."""
REMEMBERED = 1000
"""Of how many owners it is known when it was their turn."""


class Line:
    """Of all who wait for something as urgent, it is the turn of who was served longest ago."""

    def __init__(self) -> None:
        self._owners: dict[Rank, dict[str, Tasks]] = {rank: {} for rank in Rank}
        self._served: dict[tuple[Rank, str], int] = {}
        self._times = itertools.count(1)

    def add(self, task: Task) -> None:
        """Have a task wait for its turn."""
        self._owners[task.rank].setdefault(task.owner, {})[task] = None

    def put_back(self, task: Task) -> None:
        """Have a task wait that had not finished its turn: it is the next of its rank."""
        owners = self._owners[task.rank]
        others = owners.pop(task.owner, {})
        self._owners[task.rank] = {task.owner: {task: None, **others}, **owners}
        self._served.pop((task.rank, task.owner), None)

    def take(self, task: Task) -> None:
        """Have a task wait no more: its turn has come."""
        self.drop(task)
        key = task.rank, task.owner
        self._served.pop(key, None)
        self._served[key] = next(self._times)
        if len(self._served) > REMEMBERED:
            del self._served[next(iter(self._served))]

    def drop(self, task: Task) -> None:
        """Have a task wait no more, if it does."""
        owners = self._owners[task.rank]
        tasks = owners.get(task.owner, {})
        tasks.pop(task, None)
        if not tasks:
            owners.pop(task.owner, None)

    def nexts(self) -> Iterator[Task]:
        """What may be begun, in this order: of every owner one of a kind."""
        for rank, owners in self._owners.items():
            for owner in sorted(owners, key=lambda one: self._served.get((rank, one), 0)):
                firsts: dict[tuple[str, type], Task] = {}
                for task in owners[owner]:
                    firsts.setdefault(task.lane, task)
                yield from firsts.values()
