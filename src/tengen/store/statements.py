"""All SQL that is spoken to the database, and what its tables look like."""

from __future__ import annotations

APPLICATION = 0x54454E47
"""`TENG`, in the header of the file: whose it is."""

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
)
"""What leads from each version of the tables to the next; the first one makes them."""

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
"""They are numbered from 0 without gaps."""
GET_EVENTS = "SELECT event FROM events WHERE game = ? ORDER BY number"
SET_OVER = "UPDATE games SET is_over = ? WHERE game = ?"
DELETE_GAME = "DELETE FROM games WHERE game = ?"

GAMES = """
SELECT game, started FROM games
WHERE game < ? AND (is_over OR NOT EXISTS (SELECT 1 FROM rooms WHERE rooms.game = games.game))
ORDER BY game DESC LIMIT ?
"""
GAMES_GOING_ON = """
SELECT game, started FROM games
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
FORGET_ROOM = "DELETE FROM rooms WHERE game IS NULL AND link = ?"
FORGET_WAITING = "DELETE FROM rooms WHERE game IS NULL AND made < ?"
IS_ROOM_OVER = "SELECT is_over FROM rooms JOIN games USING (game) WHERE game = ?"
ROOMS = (
    "SELECT room, link, setup, one, two, is_listed, made, rooms.game, before, started"
    " FROM rooms LEFT JOIN games ON games.game = rooms.game"
)
ROOM = f"{ROOMS} WHERE link = ?"
ROOM_AFTER = f"{ROOMS} WHERE before = ?"
ROOMS_OF = f"{ROOMS} WHERE (one = ?1 OR two = ?1) AND room < ?2 ORDER BY room DESC LIMIT ?3"
LISTED_ROOMS = (
    f"{ROOMS} WHERE is_listed AND rooms.game IS NOT NULL AND is_over AND room < ?"
    " ORDER BY room DESC LIMIT ?"
)
RUNNING_ROOMS_OF = f"{ROOMS} WHERE (one = ?1 OR two = ?1) AND NOT is_over ORDER BY room"

PUT = (
    "INSERT INTO settings (key, value) VALUES (?, ?)"
    " ON CONFLICT (key) DO UPDATE SET value = excluded.value"
)
GET = "SELECT value FROM settings WHERE key = ?"

CHECK_FILE = "PRAGMA integrity_check(20)"
CHECK_REFERENCES = "PRAGMA foreign_key_check"
EMPTY_LOG = "PRAGMA wal_checkpoint(TRUNCATE)"
EVERY_GAME = "SELECT game, started, is_over FROM games ORDER BY game"
NUMBERED_EVENTS = "SELECT number, event FROM events WHERE game = ? ORDER BY number"
EVERY_ROOM = (
    "SELECT room, link, setup, one, two, is_listed, made, game, before, NULL FROM rooms"
    " ORDER BY room"
)
