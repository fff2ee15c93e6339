"""The files of a database: private, and the same ones for as long as it is open."""

from __future__ import annotations

import os
from contextlib import suppress

from tengen.errors import StoreError

LOG = "-wal"
SUFFIXES = ("", LOG, "-shm")
"""The database itself, its write-ahead log, and the index of the log."""
PRIVATE = 0o600
OTHERS = 0o077
GONE = (
    "the file was deleted or moved while it was in use, so nothing more can be kept;"
    " put it back, or restart Tengen to begin a new one"
)
EMPTY = "the file is empty, so its games are lost; restore a copy, or delete it to begin afresh"
LEFT_OVER = (
    "the file is missing, but its log {log} is there; put the file back, or move the log away"
)

Identity = tuple[int, int]


def is_missing(path: str) -> bool:
    """Whether a new database can be made there. Raises StoreError if one was there and is lost."""
    if _size(path) == 0:
        raise StoreError(path, EMPTY)
    if os.path.lexists(path):
        return False
    if _size(path + LOG):
        raise StoreError(path, LEFT_OVER.format(log=os.path.basename(path + LOG)))
    return True


def make_private(path: str) -> None:
    """Keep other users from reading the database and what belongs to it."""
    for suffix in SUFFIXES:
        keep_private(path + suffix)


def keep_private(path: str) -> None:
    """Take a file's permissions away from others, if it is there and ours."""
    with suppress(OSError):
        if os.stat(path).st_mode & OTHERS:
            os.chmod(path, PRIVATE)


def sync_directory(path: str) -> None:
    """Have a file that was made in a directory be there after a power cut."""
    directory = os.open(path or ".", os.O_RDONLY)
    try:
        os.fsync(directory)
    finally:
        os.close(directory)


class OpenFiles:
    """The files of a database that is open, to see whether they are still in their places."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._files = self._look()

    def check(self) -> None:
        """Raise StoreError if a file was deleted, moved or replaced."""
        if self._look() != self._files:
            raise StoreError(self._path, GONE)

    def _look(self) -> list[Identity | None]:
        return [_identity(self._path + suffix) for suffix in SUFFIXES]


def _identity(path: str) -> Identity | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _size(path: str) -> int | None:
    try:
        return os.stat(path).st_size
    except OSError:
        return None
