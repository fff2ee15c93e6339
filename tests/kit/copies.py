"""Stores to be copied, and their rows as they are in the database."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing

import psycopg
from hypothesis import strategies as st

from kit.keeping import FILE, START, note, play
from tengen.game.events import Event, GameEnded, GameResult, MovePlayed
from tengen.game.setup import Setup
from tengen.game.tasks import Seat
from tengen.rules.outcome import Termination
from tengen.rules.point import Point
from tengen.storage.copy import open_place
from tengen.storage.rooms import KeptRoom
from tengen.storage.store import Store
from tengen.storage.transfer import COPY_KEY, StoredGame, StoredRoom, StoredSetting, StoreRows

TABLES = {
    "games": "game, started, is_over, is_played",
    "events": "game, number, event",
    "summaries": "game, events, summary",
    "rooms": "room, link, setup, one, two, is_listed, made, game, before, is_over",
    "settings": "key, value",
}
MOVE = MovePlayed(1, Seat.ONE, Point(7, 7))
END = GameEnded(5, GameResult(Seat.ONE, Termination.RESIGNED))

Rows = dict[str, list[tuple[object, ...]]]


def fill(directory: str) -> None:
    """Store games in all states, rooms and settings; the last game and room are deleted again."""
    with Store(directory) as store:
        games: list[list[Event]] = [[], [MOVE], [note(1), END], [MOVE, END]]
        for events in games:
            play(store, [START, *events])
        for made, link in enumerate(("one", "two", "three", "four")):
            store.add_room(KeptRoom(link, Setup(), (b"\0x\xff", None), is_listed=True, made=made))
        store.begin_room("two", Setup(), (b"x", b"y"), START)
        store.append(store.begin_room("three", Setup(), (b"x", b"y"), START), 1, [END])
        store.remember("theme", "dark \N{BLACK CIRCLE}".encode())
        store.remember("\N{GREEK SMALL LETTER PI}", b"\0\xff")
        store.remember("Z", b"")
        store.keep(START)
        store.forget_room("four")
    run(directory, "DELETE FROM events WHERE game = 7", "DELETE FROM games WHERE game = 7")


def run(place: str, *statements: str) -> None:
    """Change a database without the store, and without its references."""
    if "://" not in place:
        with closing(sqlite3.connect(os.path.join(place, FILE))) as connection, connection:
            for statement in statements:
                connection.execute(statement)
        return
    with psycopg.connect(place) as database:
        database.execute("SET session_replication_role = replica")
        for statement in statements:
            database.execute(statement.encode())


def rows_of(place: str) -> Rows:
    """Return all rows of a store, without the code of the store."""
    found: Rows = {}
    for table, columns in TABLES.items():
        statement = f"SELECT {columns} FROM {table}"
        if "://" in place:
            with psycopg.connect(place) as database:
                rows = database.execute(statement.encode()).fetchall()
        else:
            with closing(sqlite3.connect(os.path.join(place, FILE))) as connection:
                rows = connection.execute(statement).fetchall()
        found[table] = sorted(rows, key=repr)
    return {table: sorted(map(_plain, rows), key=repr) for table, rows in found.items()}


def _plain(row: tuple[object, ...]) -> tuple[object, ...]:
    """Return a row with numbers instead of truth values, which SQLite does not have."""
    return tuple(int(value) if isinstance(value, bool) else value for value in row)


def load(place: str, rows: StoreRows) -> None:
    """Store rows at an empty place."""
    with open_place(place, must_exist=False) as opened:
        opened.load(rows, b"")
        opened.forget_state()


def next_numbers(place: str) -> tuple[int, int]:
    """Return the numbers that the next game and the next room get."""
    if "://" not in place:
        with Store(place) as store:
            store.add_room(KeptRoom("next", Setup(), (None, None), is_listed=False, made=0))
            game = store.keep(START)
        with closing(sqlite3.connect(os.path.join(place, FILE))) as connection:
            (room,) = connection.execute("SELECT max(room) FROM rooms").fetchone()
        return game, room
    with psycopg.connect(place) as database:
        (game,) = database.execute(
            "INSERT INTO games (started) VALUES (0) RETURNING game"
        ).fetchone() or (0,)
        (room,) = database.execute(
            "INSERT INTO rooms (link, setup, is_listed, made)"
            " VALUES ('next', '', false, 0) RETURNING room"
        ).fetchone() or (0,)
    return game, room


# Random stores

NUMBERS = st.integers(1, 2**31)
TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=20)
DIGESTS = st.none() | st.binary(max_size=40)


@st.composite
def games(draw: st.DrawFn, number: int) -> StoredGame:
    """Return a game of events that need not make sense."""
    texts = draw(st.lists(TEXTS, max_size=5))
    summary = draw(st.none() | TEXTS)
    return StoredGame(
        number,
        draw(st.integers(0, 2**53)),
        draw(st.booleans()),
        draw(st.booleans()),
        None if summary is None else draw(st.integers(0, 100)),
        summary,
        list(enumerate(texts)),
    )


@st.composite
def stores(draw: st.DrawFn) -> StoreRows:
    """Return the rows of a store; numbers have gaps."""
    numbers = sorted(draw(st.sets(NUMBERS, max_size=8)))
    rooms = sorted(draw(st.sets(NUMBERS, max_size=5)))
    links = draw(st.lists(TEXTS, min_size=len(rooms), max_size=len(rooms), unique=True))
    befores = draw(st.lists(TEXTS, min_size=len(rooms), max_size=len(rooms), unique=True))
    owned = draw(st.permutations([*numbers, *[None] * len(rooms)]))
    keys = draw(st.sets(TEXTS.filter(lambda key: key != COPY_KEY), max_size=5))
    return StoreRows(
        [draw(games(number)) for number in numbers],
        [
            StoredRoom(
                *(number, link, draw(TEXTS), draw(DIGESTS), draw(DIGESTS)),
                *(draw(st.booleans()), draw(NUMBERS), game),
                *(draw(st.sampled_from([None, before])), draw(st.booleans())),
            )
            for number, link, before, game in zip(rooms, links, befores, owned, strict=False)
        ],
        [StoredSetting(key, draw(st.binary(max_size=20))) for key in sorted(keys)],
    )
