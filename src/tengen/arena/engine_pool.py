"""The engines of a worker: they play pairs of games, and stay for the next ones.

An engine that failed is closed and started anew. If it cannot be started for its first game, the
task raises its error. Later that is one more lost game, and so is a game that it refuses.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from contextlib import suppress
from typing import TypeAlias

from tengen.arena.executor import close_at_end
from tengen.arena.game import EngineGame, EnginePlayer, GameConditions
from tengen.arena.game_run import play_game
from tengen.arena.pair_task import Entrant, PairResult, PairTask
from tengen.errors import EngineError, EngineRefusedGame, EngineTerminated
from tengen.gomocup import EngineProcess
from tengen.gomocup.connection import LineListener, TimedLine
from tengen.gomocup.evaluations import EngineEvaluation
from tengen.rules import Board, Point, Rules

MAX_IDLE = 4
"""So many engines are kept for later games; those that waited longest are closed first."""
EngineKey: TypeAlias = tuple[Entrant, Rules, GameConditions, int]
"""An engine, its games, and which of its copies it is if it plays against itself."""


class EnginePool:
    """Running engines, for any number of threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._idle: OrderedDict[EnginePlayer, EngineKey] = OrderedDict()
        self._busy: set[EnginePlayer] = set()
        self._known: set[EngineKey] = set()
        self._is_stopped = False

    def play_pair(self, task: PairTask) -> PairResult:
        """Play both games. Raises EngineError if an engine cannot be started."""
        one, two = task.engines
        keys = (
            (one, task.rules, task.conditions, 0),
            (two, task.rules, task.conditions, int(one == two)),
        )
        games = (self._play(task, *keys), self._play(task, *keys[::-1]))
        return PairResult(task.number, task.pairing, games)

    def close(self) -> None:
        """Close the engines that are not playing; others may be started later."""
        with self._lock:
            idle = list(self._idle)
            self._idle.clear()
        for engine in idle:
            _close(engine)

    def stop(self) -> None:
        """Close all engines, even those that are playing; no other game can be played."""
        with self._lock:
            self._is_stopped = True
            busy = list(self._busy)
        for engine in busy:
            _interrupt(engine)
        self.close()

    def _play(self, task: PairTask, *keys: EngineKey) -> EngineGame:
        """Play a game; the first key is that of the engine that begins it."""
        engines: list[EnginePlayer] = []
        failed = {0, 1}
        try:
            for key in keys:
                engines.append(self._take(key))  # noqa: PERF401 - the first is known if this fails
            game = play_task(task, *engines)
            failed = _failed_engines(game)
        finally:
            for number, engine in enumerate(engines):
                self._give_back(engine, None if number in failed else keys[number])
        return game

    def _take(self, key: EngineKey) -> EnginePlayer:
        with self._lock:
            found = next((engine for engine, idle in self._idle.items() if idle == key), None)
            if found is not None:
                del self._idle[found]
        engine = self._start(key) if found is None else found
        with self._lock:
            self._busy.add(engine)
            is_stopped = self._is_stopped
        if is_stopped:
            self._give_back(engine, None)
            raise EngineTerminated(key[0].name, "was stopped")
        return engine

    def _start(self, key: EngineKey) -> EnginePlayer:
        entrant, rules, conditions, _ = key
        try:
            engine = entrant.start(rules, conditions)
        except EngineError as error:
            if key not in self._known and not isinstance(error, EngineRefusedGame):
                raise
            return _BrokenEngine(entrant.name, error)
        self._known.add(key)
        return engine

    def _give_back(self, engine: EnginePlayer, key: EngineKey | None) -> None:
        """Keep an engine for later games, or close it if there is no key."""
        surplus: list[EnginePlayer] = []
        with self._lock:
            self._busy.discard(engine)
            if key is None or self._is_stopped:
                surplus.append(engine)
            else:
                self._idle[engine] = key
            while len(self._idle) > MAX_IDLE:
                surplus.append(self._idle.popitem(last=False)[0])
        for each in surplus:
            _close(each)


def play_task(task: PairTask, opener: EnginePlayer, other: EnginePlayer) -> EngineGame:
    """Play a game of a task, and its opening if that has a rule."""
    if not task.opening_rule:
        return play_game(opener, other, task.rules, task.opening, task.conditions)
    from tengen.arena.opening_phase import play_opened_task  # noqa: PLC0415 - slow to load

    return play_opened_task(task, opener, other)


def _failed_engines(game: EngineGame) -> set[int]:
    """Return the engine that lost by its own fault: 0 for the one that began the game, or 1."""
    if game.fault is None or game.winner is None:
        return set()
    return {int(game.winner is game.opener)}


class _BrokenEngine:
    """An engine that could not be started: it fails in its next game, by any clock."""

    def __init__(self, name: str, error: EngineError) -> None:
        self.name = name
        self._error = error

    def new_game(self, rules: Rules) -> None:
        del rules
        raise self._error

    def choose(self, board: Board, *, time_left: int | None = None) -> Point:
        del board, time_left
        raise self._error

    def cpu_ms(self) -> float:
        return 0.0

    def evaluation(self) -> EngineEvaluation | None:
        return None

    def listen(self, listener: LineListener | None) -> None:
        pass

    def start_lines(self) -> tuple[TimedLine, ...]:
        return ()

    def close(self) -> None:
        pass


def _interrupt(engine: EnginePlayer) -> None:
    """End an engine that another thread plays with; that thread closes it."""
    if isinstance(engine, EngineProcess):
        engine.stop()
    else:
        _close(engine)


def _close(engine: EnginePlayer) -> None:
    with suppress(Exception):  # an engine that has died cannot be closed
        engine.close()


_POOL = EnginePool()


def play_pair(task: PairTask) -> PairResult:
    """Play a task with the engines of this process, which keeps them for other tasks."""
    close_at_end(_POOL.close)
    return _POOL.play_pair(task)
