"""A match: the games of a schedule, one or more at a time, each table with engines of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import TypeAlias

from tengen.arena.game import Cause, Clock, Record, play_game
from tengen.arena.schedule import Planned, Side
from tengen.arena.tally import Played
from tengen.engines.seat import Seat
from tengen.rules.rules import Player, Rules

Maker: TypeAlias = Callable[[], Seat]
"""Starts an engine; raises EngineError if it cannot be started."""

PATIENCE = 5.0  # seconds for the tables to clear when a match is over
RESTART_AFTER = (Cause.ENGINE_ERROR, Cause.TIME_OUT)


def play_match(
    makers: Mapping[Side, Maker],
    rules: Rules,
    clock: Clock,
    plan: Sequence[Planned],
    tables: int = 1,
) -> Generator[Played, None, None]:
    """Play the games and give each as it ends; close this iterator to stop and close the engines.

    An engine that failed is started again for its next game; one that cannot be started ends
    the match with the error it raised.
    """
    todo: SimpleQueue[Planned] = SimpleQueue()
    done: SimpleQueue[Played | BaseException] = SimpleQueue()
    for planned in plan:
        todo.put(planned)
    busy = [_Table(makers, rules, clock, todo, done) for _ in range(min(tables, len(plan)))]
    try:
        for table in busy:
            table.start()
        for _ in plan:
            yield _result(done.get())
    finally:
        for table in busy:
            table.stop()
        for table in busy:
            table.join(PATIENCE)


def _result(found: Played | BaseException) -> Played:
    if isinstance(found, BaseException):
        raise found
    return found


class _Table(threading.Thread):
    """Plays what is to do, game after game, with its own two engines."""

    def __init__(
        self,
        makers: Mapping[Side, Maker],
        rules: Rules,
        clock: Clock,
        todo: SimpleQueue[Planned],
        done: SimpleQueue[Played | BaseException],
    ) -> None:
        super().__init__(daemon=True)
        self._makers = makers
        self._rules = rules
        self._clock = clock
        self._todo = todo
        self._done = done
        self._seats: dict[Side, Seat] = {}
        self._stopped = False

    def run(self) -> None:
        """Play until nothing is left or the match is stopped."""
        try:
            while not self._stopped:
                planned = self._todo.get_nowait()
                self._done.put(Played(planned, self._play(planned)))
        except Empty:
            pass
        except BaseException as error:  # noqa: BLE001 - raised again where the match is awaited
            self._done.put(error)
        finally:
            self._close(*Side)

    def stop(self) -> None:
        """Play no further game, and close the engines under the one that is being played."""
        self._stopped = True
        self._close(*Side)

    def _play(self, planned: Planned) -> Record:
        first, second = self._seat(planned.first), self._seat(planned.first.other)
        record = play_game(first, second, self._rules, planned.opening, self._clock)
        if record.cause in RESTART_AFTER:
            loser = Player.FIRST if record.winner is Player.SECOND else Player.SECOND
            self._close(planned.seat_of(loser))
        return record

    def _seat(self, side: Side) -> Seat:
        if side not in self._seats:
            self._seats[side] = self._makers[side]()
        if self._stopped:
            raise Empty  # the match ended while the engine started
        return self._seats[side]

    def _close(self, *sides: Side) -> None:
        for side in sides:
            seat = self._seats.pop(side, None)
            if seat is not None:
                with suppress(Exception):  # an engine that is gone cannot be closed
                    seat.close()
