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
)
"""What leads from each version of the tables to the next; the first one makes them."""

CONNECT = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
)
BEGIN, COMMIT, ROLLBACK = "BEGIN IMMEDIATE", "COMMIT", "ROLLBACK"

GET_VERSION = "PRAGMA user_version"
SET_VERSION = "PRAGMA user_version = {}"
GET_APPLICATION = "PRAGMA application_id"
COUNT_TABLES = "SELECT count(*) FROM sqlite_master"

ADD_GAME = "INSERT INTO games (started) VALUES (?)"
ADD_EVENT = "INSERT INTO events (game, number, event) VALUES (?, ?, ?)"
COUNT_EVENTS = "SELECT count(*) FROM events WHERE game = ?"
GET_EVENTS = "SELECT event FROM events WHERE game = ? ORDER BY number"
SET_OVER = "UPDATE games SET is_over = ? WHERE game = ?"
DELETE_GAME = "DELETE FROM games WHERE game = ?"

GAMES = "SELECT game, started FROM games WHERE game < ? ORDER BY game DESC LIMIT ?"
GAMES_GOING_ON = (
    "SELECT game, started FROM games WHERE NOT is_over AND game < ? ORDER BY game DESC LIMIT ?"
)

PUT = (
    "INSERT INTO settings (key, value) VALUES (?, ?)"
    " ON CONFLICT (key) DO UPDATE SET value = excluded.value"
)
GET = "SELECT value FROM settings WHERE key = ?"
