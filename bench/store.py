"""Measure lists of saved games in a store with 50,000 games of one person.

Half of the games are over, half are unfinished. The first row is for comparison: the events of one
game, read and parsed. Then come the same lists of 20 games in which moves were taken back and
redone as often as allowed. The arguments are the number of games, and of events of a long game.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from tempfile import TemporaryDirectory

from tengen.errors import StoreError
from tengen.game.commands import PlayMove, Redo, Resign, TakeBack
from tengen.game.events import Event
from tengen.game.session import Session
from tengen.game.setup import Setup
from tengen.game.tasks import Seat
from tengen.rules.point import Point
from tengen.storage.rooms import KeptRoom
from tengen.storage.sqlite_backend import SqliteBackend
from tengen.storage.store import Store

GAMES = 50_000
MOVES = 40
PAGE = 20
ANN, BEN = b"a" * 32, b"b" * 32
MAX_EVENTS = 1_400
"""Events of a long game: on 15x15, no move is taken back after 1,450."""


def main() -> None:
    """Print a row for every list."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    with TemporaryDirectory() as directory, Store(os.path.join(directory, "many")) as store:
        disable_sync(store)
        fill(store, count, play(MOVES))
        report(f"{count:,} games of {MOVES} moves", store)
    with TemporaryDirectory() as directory, Store(os.path.join(directory, "long")) as store:
        events = play_long(int(sys.argv[2]) if len(sys.argv) > 2 else MAX_EVENTS)
        fill(store, PAGE, events)
        report(f"{PAGE} games of {len(events):,} events", store)


def disable_sync(store: Store) -> None:
    """Commit without waiting for the disk, as filling the store is not measured."""
    backend = store._backend  # noqa: SLF001 - no user of a store should be able to do this
    assert isinstance(backend, SqliteBackend)
    with backend._database._writer.lock:  # noqa: SLF001 - likewise
        backend._database._writer.connection.execute("PRAGMA synchronous = OFF")  # noqa: SLF001 - likewise


def play(moves: int) -> list[Event]:
    """Return the events of an unfinished game without a winner."""
    session = Session.start(Setup(), now=0)
    for number in range(moves):
        row, col = divmod(number, 12)
        point = Point(row, (col + row * 5) % 15)
        seat = Seat.ONE if (number + row // 2) % 2 == 0 else Seat.TWO
        session.handle(PlayMove(session.state.actor or seat, point), number)
    return session.events


def play_long(events: int) -> list[Event]:
    """Return a game whose last move is taken back and redone until it has this many events."""
    session = Session.replay(play(MOVES))
    seat = Seat.TWO
    while len(session.events) < events - 1:
        session.handle(TakeBack(seat), 1000)
        session.handle(Redo(seat), 1000)
    return session.events


def fill(store: Store, count: int, events: list[Event]) -> None:
    """Add rooms with this game; every second game is resigned."""
    session = Session.replay(events)
    ended = [*events[1:], *session.handle(Resign(Seat.ONE), 2000)]
    errors: list[StoreError | None] = []
    writer = store.start_writer(lambda replies: errors.extend(error for _, error in replies))
    for number in range(count):
        link = link_of(number)
        store.add_room(KeptRoom(link, Setup(), (ANN, None), is_listed=True, made=number))
        game = store.begin_room(link, Setup(), (ANN, BEN), events[0])  # type: ignore[arg-type]
        writer.append(game, 1, ended if number % 2 else events[1:], lambda _error: None)
    writer.close()
    assert not any(errors)


def link_of(number: int) -> str:
    """Return the link of a room."""
    return f"room{number:08}"


def report(what: str, store: Store) -> None:
    """Print the times of all lists, for the first and the second call."""
    print(f"\n{what}, {PAGE} in a list")
    print(f"{'':28} {'first ms':>10} {'again ms':>10}")
    lists: dict[str, Callable[[], object]] = {
        "one game, read": lambda: store.load(1),
        "own games": lambda: store.rooms_of(ANN, PAGE),
        "own games, from the middle": lambda: store.rooms_of(BEN, PAGE, GAMES // 2),
        "listed games": lambda: store.listed_rooms(PAGE),
        "all games": lambda: store.games(PAGE),
        "unfinished games": lambda: store.unfinished(PAGE),
        "own games against people": lambda: store.rooms_against_people(ANN, PAGE),
    }
    for name, act in lists.items():
        print(f"{name:28} {milliseconds(act):10.2f} {milliseconds(act):10.2f}")


def milliseconds(act: Callable[[], object]) -> float:
    """Return how long a call takes."""
    start = time.perf_counter()
    act()
    return (time.perf_counter() - start) * 1000


if __name__ == "__main__":
    main()
