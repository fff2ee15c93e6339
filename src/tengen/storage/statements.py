"""All SQL statements: the tables, their migrations, and every query."""

from __future__ import annotations

APPLICATION = 0x54454E47
"""`TENG`, which marks the file as Tengen's in its header."""

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """
        CREATE TABLE games (
            game INTEGER PRIMARY KEY AUTOINCREMENT,
            started INTEGER NOT NULL,
            is_over INTEGER NOT NULL DEFAULT 0
        )
        """,
        "CREATE INDEX games_going_on ON games (game) WHERE NOT is_over",
        """
        CREATE TABLE events (
            game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
            number INTEGER NOT NULL,
            event TEXT NOT NULL,
            PRIMARY KEY (game, number)
        ) WITHOUT ROWID
        """,
        "CREATE TABLE settings (key TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID",
        f"PRAGMA application_id = {APPLICATION}",
    ),
    (
        """
        CREATE TABLE rooms (
            room INTEGER PRIMARY KEY AUTOINCREMENT,
            link TEXT NOT NULL UNIQUE,
            setup TEXT NOT NULL,
            one BLOB,
            two BLOB,
            is_listed INTEGER NOT NULL,
            made INTEGER NOT NULL,
            game INTEGER UNIQUE REFERENCES games ON DELETE CASCADE,
            before TEXT UNIQUE
        )
        """,
        "CREATE INDEX rooms_of_one ON rooms (one) WHERE one IS NOT NULL",
        "CREATE INDEX rooms_of_two ON rooms (two) WHERE two IS NOT NULL",
        "CREATE INDEX rooms_listed ON rooms (room) WHERE is_listed AND game IS NOT NULL",
        "CREATE INDEX rooms_waiting ON rooms (made) WHERE game IS NULL",
    ),
    (
        "ALTER TABLE games ADD COLUMN is_played INTEGER NOT NULL DEFAULT 0",
        """
        UPDATE games SET is_played =
            EXISTS (SELECT 1 FROM events WHERE events.game = games.game AND number > 0)
        """,
        "CREATE INDEX games_unplayed ON games (started) WHERE NOT is_played",
        """
        CREATE TABLE summaries (
            game INTEGER PRIMARY KEY REFERENCES games ON DELETE CASCADE,
            events INTEGER NOT NULL,
            summary TEXT NOT NULL
        )
        """,
        """
        CREATE VIEW fresh_summaries AS SELECT game, summary FROM summaries
        WHERE events = (SELECT max(number) + 1 FROM events WHERE events.game = summaries.game)
        """,
        "ALTER TABLE rooms ADD COLUMN is_over INTEGER NOT NULL DEFAULT 0",
        """
        UPDATE rooms SET is_over =
            EXISTS (SELECT 1 FROM games WHERE games.game = rooms.game AND games.is_over)
        """,
        """
        CREATE TRIGGER rooms_end AFTER UPDATE OF is_over ON games
        BEGIN UPDATE rooms SET is_over = NEW.is_over WHERE game = NEW.game; END
        """,
        "DROP INDEX rooms_listed",
        "CREATE INDEX rooms_listed ON rooms (room) WHERE is_listed AND is_over",
        """
        CREATE INDEX rooms_running_of_one ON rooms (one)
        WHERE one IS NOT NULL AND game IS NOT NULL AND NOT is_over
        """,
        """
        CREATE INDEX rooms_running_of_two ON rooms (two)
        WHERE two IS NOT NULL AND game IS NOT NULL AND NOT is_over
        """,
    ),
)
"""The statements that bring the tables from each version to the next, from an empty file on."""

CONNECT = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    "PRAGMA wal_autocheckpoint = 4000",
)
BEGIN, COMMIT, ROLLBACK = "BEGIN IMMEDIATE", "COMMIT", "ROLLBACK"

GET_VERSION = "PRAGMA user_version"
SET_VERSION = "PRAGMA user_version = {}"
GET_APPLICATION = "PRAGMA application_id"
COUNT_TABLES = "SELECT count(*) FROM sqlite_master"

ADD_GAME = "INSERT INTO games (started) VALUES (?)"
ADD_EVENT = "INSERT INTO events (game, number, event) VALUES (?, ?, ?)"
COUNT_EVENTS = "SELECT coalesce(max(number) + 1, 0) FROM events WHERE game = ?"
"""Events are numbered from 0 without gaps."""
GET_EVENTS = "SELECT event FROM events WHERE game = ? ORDER BY number"
SET_OVER = "UPDATE games SET is_over = ? WHERE game = ?"
SET_PLAYED = "UPDATE games SET is_played = 1 WHERE game = ? AND NOT is_played"
UNPLAYED = "SELECT game FROM games WHERE NOT is_played AND started < ?"
DELETE_UNPLAYED = "DELETE FROM games WHERE game = ? AND NOT is_played"

SAVE_SUMMARY = """
INSERT INTO summaries (game, events, summary) VALUES (?, ?, ?)
ON CONFLICT (game) DO UPDATE SET events = excluded.events, summary = excluded.summary
"""
GAMES = """
SELECT game, started, (SELECT summary FROM fresh_summaries WHERE game = games.game)
FROM games
WHERE game < ? AND (is_over OR NOT EXISTS (SELECT 1 FROM rooms WHERE rooms.game = games.game))
ORDER BY game DESC LIMIT ?
"""
UNFINISHED_GAMES = """
SELECT game, started, (SELECT summary FROM fresh_summaries WHERE game = games.game)
FROM games
WHERE game < ? AND NOT is_over AND NOT EXISTS (SELECT 1 FROM rooms WHERE rooms.game = games.game)
ORDER BY game DESC LIMIT ?
"""

ADD_ROOM = (
    "INSERT INTO rooms (link, setup, one, two, is_listed, made, before)"
    " VALUES (?, ?, ?, ?, ?, ?, ?)"
)
BEGIN_ROOM = (
    "UPDATE rooms SET game = ?, setup = ?, one = ?, two = ? WHERE link = ? AND game IS NULL"
)
DELETE_ROOM = "DELETE FROM rooms WHERE game IS NULL AND link = ?"
WAITING_ROOMS = "SELECT link FROM rooms WHERE game IS NULL AND made < ?"
IS_ROOM_OVER = "SELECT is_over FROM rooms WHERE game = ?"
ROOMS = (
    "SELECT room, link, setup, one, two, is_listed, made, rooms.game, before, started,"
    " (SELECT summary FROM fresh_summaries WHERE game = rooms.game)"
    " FROM rooms LEFT JOIN games ON games.game = rooms.game"
)
ROOM = f"{ROOMS} WHERE link = ?"
ROOM_AFTER = f"{ROOMS} WHERE before = ?"
HELD_BY = """
room IN (
    SELECT * FROM (SELECT room FROM rooms WHERE one = ? AND room < ? ORDER BY room DESC LIMIT ?)
    UNION
    SELECT * FROM (SELECT room FROM rooms WHERE two = ? AND room < ? ORDER BY room DESC LIMIT ?)
)
"""
"""Each seat has its own subquery: with OR, SQLite would sort all rooms. The placeholders have no
numbers because Python 3.12.1 warns about them."""
ROOMS_OF = f"{ROOMS} WHERE {HELD_BY} ORDER BY room DESC LIMIT ?"
LISTED_ROOMS = f"{ROOMS} WHERE is_listed AND rooms.is_over AND room < ? ORDER BY room DESC LIMIT ?"
AGAINST_PEOPLE = """
room IN (
    SELECT * FROM (
        SELECT room FROM rooms
        WHERE one = ? AND two <> ? AND game IS NOT NULL AND NOT is_over
        ORDER BY room DESC LIMIT ?
    )
    UNION
    SELECT * FROM (
        SELECT room FROM rooms
        WHERE two = ? AND one <> ? AND game IS NOT NULL AND NOT is_over
        ORDER BY room DESC LIMIT ?
    )
)
"""
"""An empty seat is NULL, for which `<>` is not true."""
ROOMS_AGAINST_PEOPLE = f"{ROOMS} WHERE {AGAINST_PEOPLE} ORDER BY room DESC LIMIT ?"

PUT = (
    "INSERT INTO settings (key, value) VALUES (?, ?)"
    " ON CONFLICT (key) DO UPDATE SET value = excluded.value"
)
GET = "SELECT value FROM settings WHERE key = ?"

CHECK_FILE = "PRAGMA integrity_check(20)"
CHECK_REFERENCES = "PRAGMA foreign_key_check"
EVERY_GAME = "SELECT game, started, is_over, is_played FROM games ORDER BY game"
EVERY_OLD_GAME = "SELECT game, started, is_over, 1 FROM games ORDER BY game"
"""For versions without `is_played`."""
NUMBERED_EVENTS = "SELECT number, event FROM events WHERE game = ? ORDER BY number"
GET_SUMMARY = "SELECT events, summary FROM summaries WHERE game = ?"
WRONG_ROOMS = """
SELECT link, rooms.is_over FROM rooms LEFT JOIN games ON games.game = rooms.game
WHERE rooms.is_over <> coalesce(games.is_over, 0) ORDER BY room
"""
"""Rooms whose mark differs from that of their games."""
EVERY_ROOM = (
    "SELECT room, link, setup, one, two, is_listed, made, game, before, NULL, NULL"
    " FROM rooms ORDER BY room"
)

GAMES_AFTER = """
SELECT games.game, started, is_over, is_played, summaries.events, summary
FROM games LEFT JOIN summaries ON summaries.game = games.game
WHERE games.game > ? ORDER BY games.game
"""
EVENTS_AFTER = "SELECT game, number, event FROM events WHERE game > ? ORDER BY game, number"
ROOMS_AFTER = """
SELECT room, link, setup, one, two, is_listed, made, game, before, is_over
FROM rooms WHERE room > ? ORDER BY room
"""
SETTINGS = "SELECT key, value FROM settings WHERE key <> ? ORDER BY key"
SETTINGS_AFTER = "SELECT key, value FROM settings WHERE key <> ? AND key > ? ORDER BY key"
COUNT_ROWS = """
SELECT
    (SELECT count(*) FROM games),
    (SELECT count(*) FROM rooms),
    (SELECT count(*) FROM settings WHERE key <> ?),
    (SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'games'),
    (SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'rooms')
"""
LOAD_GAME = "INSERT INTO games (game, started, is_over, is_played) VALUES (?, ?, ?, ?)"
LOAD_SUMMARY = "INSERT INTO summaries (game, events, summary) VALUES (?, ?, ?)"
LOAD_ROOM = """
INSERT INTO rooms (room, link, setup, one, two, is_listed, made, game, before, is_over)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
ADD_SEQUENCE = """
INSERT INTO sqlite_sequence (name, seq)
SELECT ?, 0 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = ?)
"""
RAISE_SEQUENCE = "UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?"
FORGET = "DELETE FROM settings WHERE key = ?"
DATA_VERSION = "PRAGMA data_version"
"""A number that changes for a connection when another one has changed the database."""
