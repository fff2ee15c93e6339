"""Waiting tasks, by priority; networks take turns, and so do the browsers of a network."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from tengen.server.workers.jobs import EngineJob, EngineMessage, Priority, cache_key, priority_of


class Requester(NamedTuple):
    """Who is charged for work: a browser and its network."""

    browser: str
    network: str


OnMessage = Callable[[EngineMessage], None]


@dataclass(eq=False, slots=True)
class EngineTask:
    """A job with its number, its requester, its message handler and its progress."""

    number: int
    job: EngineJob
    requester: Requester
    on_message: OnMessage
    since: float
    """When it was last started, queued or suspended."""
    used: float = 0.0
    """Seconds used of its time slice."""
    has_reported: bool = False
    """Whether it has sent a message since it was last started."""
    lost_workers: int = 0
    """How many workers were lost while they ran it."""
    is_over: bool = False
    """Whether it has ended or was cancelled."""
    priority: Priority = field(init=False)
    key: str = field(init=False)

    def __post_init__(self) -> None:
        self.priority = priority_of(self.job)
        self.key = cache_key(self.job)

    @property
    def load_key(self) -> tuple[str, bool]:
        """The key under which jobs are counted: the browser, and whether it is a move of a game."""
        return self.requester.browser, self.priority is Priority.PLAY

    @property
    def lane(self) -> tuple[str, type]:
        """The browser and the type of job. One task of a lane runs at a time."""
        return self.requester.browser, type(self.job)


RequesterTasks = dict[EngineTask, None]
"""The tasks of one requester, oldest first."""
MAX_SERVED = 1000
"""Networks and requesters whose last turn is remembered."""


class TaskQueue:
    """Tasks in fair order within each priority.

    The network that was served longest ago comes first, and in it the browser that was.
    """

    def __init__(self) -> None:
        self._waiting: dict[Priority, dict[Requester, RequesterTasks]] = {
            priority: {} for priority in Priority
        }
        self._served: dict[tuple[Priority, Requester | str], int] = {}
        self._turns = itertools.count(1)

    @property
    def networks(self) -> set[str]:
        """The networks that have waiting tasks."""
        return {requester.network for waiting in self._waiting.values() for requester in waiting}

    def count_waiting(self) -> Counter[Priority]:
        """Return how many tasks of each priority wait."""
        return Counter(
            {priority: sum(map(len, all_.values())) for priority, all_ in self._waiting.items()}
        )

    def add(self, task: EngineTask) -> None:
        """Queue a task."""
        self._waiting[task.priority].setdefault(task.requester, {})[task] = None

    def put_back(self, task: EngineTask) -> None:
        """Queue a task whose time slice is not used up: it is the next one of its priority."""
        waiting = self._waiting[task.priority]
        others = waiting.pop(task.requester, {})
        self._waiting[task.priority] = {task.requester: {task: None, **others}, **waiting}
        for key in _keys(task):
            self._served.pop(key, None)

    def take(self, task: EngineTask) -> None:
        """Remove a task that is started, and count it as a turn of its requester."""
        self.drop(task)
        for key in _keys(task):
            self._served.pop(key, None)
            self._served[key] = next(self._turns)
        while len(self._served) > MAX_SERVED:
            del self._served[next(iter(self._served))]

    def drop(self, task: EngineTask) -> None:
        """Remove a task if it is waiting."""
        waiting = self._waiting[task.priority]
        tasks = waiting.get(task.requester, {})
        tasks.pop(task, None)
        if not tasks:
            waiting.pop(task.requester, None)

    def candidates(self) -> Iterator[EngineTask]:
        """Yield the tasks that may start, in order: one of each lane."""
        for priority in self._waiting:
            networks = self._by_network(priority)
            names = sorted(networks, key=lambda name: self._served.get((priority, name), 0))
            yield from _in_turn([list(_in_turn(networks[name])) for name in names])

    def _by_network(self, priority: Priority) -> dict[str, list[list[EngineTask]]]:
        """Return the tasks of each network by requester, the one served longest ago first."""
        networks: dict[str, list[list[EngineTask]]] = {}
        waiting = self._waiting[priority]
        for requester in sorted(waiting, key=lambda one: self._served.get((priority, one), 0)):
            networks.setdefault(requester.network, []).append(_firsts(waiting[requester]))
        return networks


def _keys(task: EngineTask) -> tuple[tuple[Priority, Requester | str], ...]:
    return (task.priority, task.requester.network), (task.priority, task.requester)


def _firsts(tasks: Iterable[EngineTask]) -> list[EngineTask]:
    """Return the first task of each lane."""
    firsts: dict[tuple[str, type], EngineTask] = {}
    for task in tasks:
        firsts.setdefault(task.lane, task)
    return list(firsts.values())


def _in_turn(queues: Iterable[Iterable[EngineTask]]) -> Iterator[EngineTask]:
    """Yield the first task of each queue, then the second of each, and so on."""
    for row in itertools.zip_longest(*queues):
        yield from (task for task in row if task is not None)
