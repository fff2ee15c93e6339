"""What the database complains of, and what to do about it."""

from __future__ import annotations

import sqlite3

PRIMARY = 0xFF
"""The part of SQLite's error numbers that says what kind of trouble it is."""
DAMAGED = "the file is damaged: run `tengen store check`, then restore a copy or move it away"
UNWRITABLE = "cannot be written there; use --data DIR"
TROUBLES = {
    sqlite3.SQLITE_BUSY: "another program has been writing there for too long; try again",
    sqlite3.SQLITE_CANTOPEN: "the file cannot be opened there; use --data DIR",
    sqlite3.SQLITE_CORRUPT: DAMAGED,
    sqlite3.SQLITE_FULL: "the disk is full; make room, or use --data DIR",
    sqlite3.SQLITE_IOERR: "the disk does not read or write; use --data DIR",
    sqlite3.SQLITE_NOTADB: DAMAGED,
    sqlite3.SQLITE_PERM: UNWRITABLE,
    sqlite3.SQLITE_READONLY: UNWRITABLE,
}


def explain(error: sqlite3.Error) -> str:
    """One line for an error."""
    code = getattr(error, "sqlite_errorcode", 0)
    return TROUBLES.get(code & PRIMARY) or f"the database says: {error}"
