"""Tasks that wait: urgent ones first, then networks in turn, and in each network its clients."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from tengen.server.workers.jobs import EngineJob, EngineMessage, Priority, cache_key, priority_of


class Requester(NamedTuple):
    """Who pays for work: the browser, and with it everybody in its network."""

    browser: str
    network: str


Tell = Callable[[EngineMessage], None]


@dataclass(eq=False, slots=True)
class EngineTask:
    """A job with its number, whose it is, who is told, and how far it is."""

    number: int
    job: EngineJob
    owner: Requester
    tell: Tell
    since: float
    """When it was last begun, put in line or set aside."""
    used: float = 0.0
    """Seconds of work since its turn came."""
    has_told: bool = False
    """Whether anything came of it since it was last begun."""
    losses: int = 0
    """How many workers were lost over it."""
    is_over: bool = False
    """Whether everything is told, or nobody wants to hear more."""
    rank: Priority = field(init=False)
    key: str = field(init=False)

    def __post_init__(self) -> None:
        self.rank = priority_of(self.job)
        self.key = cache_key(self.job)

    @property
    def load(self) -> tuple[str, bool]:
        """What it counts as: something that its owner asked for, or a move of a game."""
        return self.owner.browser, self.rank is Priority.PLAY

    @property
    def lane(self) -> tuple[str, type]:
        """Of tasks with the same, one is worked on at a time."""
        return self.owner.browser, type(self.job)


OwnerTasks = dict[EngineTask, None]
"""Of one owner, in the order in which they came."""
MOST_SERVED = 1000
"""Of how many networks and people it is known when it was their turn."""


class TaskQueue:
    """Of all who wait for something as urgent, it is the turn of who was served longest ago.

    That is asked of networks first, and then of the people in a network.
    """

    def __init__(self) -> None:
        self._owners: dict[Priority, dict[Requester, OwnerTasks]] = {rank: {} for rank in Priority}
        self._served: dict[tuple[Priority, Requester | str], int] = {}
        self._times = itertools.count(1)

    @property
    def networks(self) -> set[str]:
        """The networks from which something waits."""
        return {owner.network for owners in self._owners.values() for owner in owners}

    def add(self, task: EngineTask) -> None:
        """Have a task wait for its turn."""
        self._owners[task.rank].setdefault(task.owner, {})[task] = None

    def put_back(self, task: EngineTask) -> None:
        """Have a task wait that had not finished its turn: it is the next of its rank."""
        owners = self._owners[task.rank]
        others = owners.pop(task.owner, {})
        self._owners[task.rank] = {task.owner: {task: None, **others}, **owners}
        for key in _keys(task):
            self._served.pop(key, None)

    def take(self, task: EngineTask) -> None:
        """Have a task wait no more: its turn has come."""
        self.drop(task)
        for key in _keys(task):
            self._served.pop(key, None)
            self._served[key] = next(self._times)
        while len(self._served) > MOST_SERVED:
            del self._served[next(iter(self._served))]

    def drop(self, task: EngineTask) -> None:
        """Have a task wait no more, if it does."""
        owners = self._owners[task.rank]
        tasks = owners.get(task.owner, {})
        tasks.pop(task, None)
        if not tasks:
            owners.pop(task.owner, None)

    def nexts(self) -> Iterator[EngineTask]:
        """What may be begun, in this order: of every owner one of a kind."""
        for rank in self._owners:
            networks = self._by_network(rank)
            names = sorted(networks, key=lambda name: self._served.get((rank, name), 0))
            yield from _in_turn([list(_in_turn(networks[name])) for name in names])

    def _by_network(self, rank: Priority) -> dict[str, list[list[EngineTask]]]:
        """For each network what its people wait for, those first who were served longest ago."""
        networks: dict[str, list[list[EngineTask]]] = {}
        owners = self._owners[rank]
        for owner in sorted(owners, key=lambda one: self._served.get((rank, one), 0)):
            networks.setdefault(owner.network, []).append(_firsts(owners[owner]))
        return networks


def _keys(task: EngineTask) -> tuple[tuple[Priority, Requester | str], ...]:
    return (task.rank, task.owner.network), (task.rank, task.owner)


def _firsts(tasks: Iterable[EngineTask]) -> list[EngineTask]:
    """The first task of each kind."""
    firsts: dict[tuple[str, type], EngineTask] = {}
    for task in tasks:
        firsts.setdefault(task.lane, task)
    return list(firsts.values())


def _in_turn(queues: Iterable[Iterable[EngineTask]]) -> Iterator[EngineTask]:
    """One from each queue, then the second one from each, and so on."""
    for row in itertools.zip_longest(*queues):
        yield from (task for task in row if task is not None)
