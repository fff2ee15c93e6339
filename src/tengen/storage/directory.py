"""The directory of a user's games, and the locks of the games that are being played.

A lock is a locked file for each game. A process that ends, however it ends, loses its locks; the
file it leaves behind means nothing.
"""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from tengen.errors import StoreError
from tengen.storage.sqlite_files import keep_private


def data_directory(override: str | None = None) -> str:
    """The directory that is asked for, or else the user's own; made if it is not there.

    That is `$XDG_DATA_HOME/tengen`, or `~/.local/share/tengen` where the variable is not set.
    Raises StoreError if it cannot be made.
    """
    path = find_directory(override)
    make_directory(path)
    return path


def find_directory(override: str | None = None) -> str:
    """The same, whether it is there or not."""
    return os.path.abspath(override) if override else _default_directory()


def make_directory(path: str) -> None:
    """Make a directory that nobody else can look into, unless there is one already."""
    try:
        os.makedirs(path, mode=0o700, exist_ok=True)
    except OSError as error:
        why = error.strerror or str(error)
        raise StoreError(path, f"cannot make that directory: {why}; use --data DIR") from None


def _default_directory() -> str:
    base = os.environ.get("XDG_DATA_HOME", "")
    if not os.path.isabs(base):
        base = os.path.expanduser("~/.local/share")
    if not os.path.isabs(base):
        raise StoreError(base, "there is no home directory; use --data DIR")
    return os.path.join(base, "tengen")


LOCK_TRIES = 10
LOCK_PAUSE = 0.01
"""Seconds between tries: others hold a lock for a moment only to see whether it is held."""


class FileLock:
    """A locked file; closing it lets go."""

    def __init__(self, path: str, fd: int) -> None:
        self.path = path
        self._fd: int | None = fd

    @property
    def is_held(self) -> bool:
        """Whether it has not been closed."""
        return self._fd is not None

    def close(self) -> None:
        """Let go; the second time there is nothing to do."""
        fd, self._fd = self._fd, None
        if fd is not None:
            with suppress(OSError):
                os.unlink(self.path)
            os.close(fd)


class GameLocks:
    """The locks of the games in one directory."""

    def __init__(self, directory: str) -> None:
        self._directory = os.path.join(directory, "open")
        make_directory(self._directory)
        self._user: int | None = None

    def take(self, game: int) -> FileLock:
        """Lock a game. Raises StoreError if it is being played."""
        return self._take(self._path(game), f"game {game} is being played elsewhere")

    def take_all(self) -> FileLock:
        """Lock the games of all rooms. Raises StoreError if somebody else has."""
        path = os.path.join(self._directory, "server.lock")
        return self._take(path, "another server plays these games; stop it, or use --data DIR")

    def _take(self, path: str, why_not: str) -> FileLock:
        for attempt in range(LOCK_TRIES):
            if attempt:
                time.sleep(LOCK_PAUSE)
            lock = self._try(path)
            if lock is not None:
                return lock
        raise StoreError(os.path.dirname(self._directory), why_not)

    @contextmanager
    def preparing(self) -> Iterator[None]:
        """Alone with the directory for a moment, to make what is in it."""
        fd = _open(os.path.join(self._directory, "store.lock"))
        try:
            fcntl.flock(fd, fcntl.LOCK_EX)
            yield
        finally:
            os.close(fd)

    def use(self) -> bool:
        """Use the directory until `leave`; whether nobody else does. Only while preparing."""
        fd = self._user = _open(os.path.join(self._directory, "users.lock"))
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
            is_alone = True
        except BlockingIOError:
            is_alone = False
        fcntl.flock(fd, fcntl.LOCK_SH)
        return is_alone

    def leave(self) -> None:
        """Do not use the directory any more."""
        fd, self._user = self._user, None
        if fd is not None:
            os.close(fd)

    def is_taken(self, game: int) -> bool:
        """Whether a game is being played, here or elsewhere."""
        try:
            fd = os.open(self._path(game), os.O_RDWR)
        except OSError:
            return False
        try:
            fcntl.flock(fd, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        except OSError:
            return False
        finally:
            os.close(fd)
        return False

    def _try(self, path: str) -> FileLock | None:
        fd = _open(path)
        if _try_lock(fd, path):
            return FileLock(path, fd)
        os.close(fd)
        return None

    def _path(self, game: int) -> str:
        return os.path.join(self._directory, f"{game}.lock")


def _open(path: str) -> int:
    keep_private(path)
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        why = error.strerror or str(error)
        raise StoreError(path, f"cannot be made: {why}; use --data DIR") from None


def _try_lock(fd: int, path: str) -> bool:
    """Lock a file, and see whether it is still the one at that path: who lets go unlinks it."""
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return os.path.samestat(os.fstat(fd), os.stat(path))
    except (BlockingIOError, FileNotFoundError):
        return False
    except OSError as error:
        why = error.strerror or str(error)
        raise StoreError(path, f"cannot be locked: {why}; use --data DIR") from None
