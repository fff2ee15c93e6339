"""Tasks that wait: the urgent ones first, then networks in turn, and in each its people."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator

from tengen.workers.asker import Asker
from tengen.workers.jobs import Rank
from tengen.workers.task import Task

Tasks = dict[Task, None]
"""Of one owner, in the order in which they came."""
REMEMBERED = 1000
"""Of how many networks and people it is known when it was their turn."""


class Line:
    """Of all who wait for something as urgent, it is the turn of who was served longest ago.

    That is asked of networks first, and then of the people in a network.
    """

    def __init__(self) -> None:
        self._owners: dict[Rank, dict[Asker, Tasks]] = {rank: {} for rank in Rank}
        self._served: dict[tuple[Rank, Asker | str], int] = {}
        self._times = itertools.count(1)

    @property
    def networks(self) -> set[str]:
        """The networks from which something waits."""
        return {owner.network for owners in self._owners.values() for owner in owners}

    def add(self, task: Task) -> None:
        """Have a task wait for its turn."""
        self._owners[task.rank].setdefault(task.owner, {})[task] = None

    def put_back(self, task: Task) -> None:
        """Have a task wait that had not finished its turn: it is the next of its rank."""
        owners = self._owners[task.rank]
        others = owners.pop(task.owner, {})
        self._owners[task.rank] = {task.owner: {task: None, **others}, **owners}
        for key in _keys(task):
            self._served.pop(key, None)

    def take(self, task: Task) -> None:
        """Have a task wait no more: its turn has come."""
        self.drop(task)
        for key in _keys(task):
            self._served.pop(key, None)
            self._served[key] = next(self._times)
        while len(self._served) > REMEMBERED:
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
        for rank in self._owners:
            networks = self._by_network(rank)
            names = sorted(networks, key=lambda name: self._served.get((rank, name), 0))
            yield from _in_turn([list(_in_turn(networks[name])) for name in names])

    def _by_network(self, rank: Rank) -> dict[str, list[list[Task]]]:
        """For each network what its people wait for, those first who were served longest ago."""
        networks: dict[str, list[list[Task]]] = {}
        owners = self._owners[rank]
        for owner in sorted(owners, key=lambda one: self._served.get((rank, one), 0)):
            networks.setdefault(owner.network, []).append(_firsts(owners[owner]))
        return networks


def _keys(task: Task) -> tuple[tuple[Rank, Asker | str], ...]:
    return (task.rank, task.owner.network), (task.rank, task.owner)


def _firsts(tasks: Iterable[Task]) -> list[Task]:
    """The first task of each kind."""
    firsts: dict[tuple[str, type], Task] = {}
    for task in tasks:
        firsts.setdefault(task.lane, task)
    return list(firsts.values())


def _in_turn(queues: Iterable[Iterable[Task]]) -> Iterator[Task]:
    """One from each queue, then the second one from each, and so on."""
    for row in itertools.zip_longest(*queues):
        yield from (task for task in row if task is not None)
