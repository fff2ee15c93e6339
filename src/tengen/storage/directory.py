"""The directory of a user's games, and the locks of the games that are being played.

Each game has a lock file. When a process ends for any reason, its locks are released; a lock file
that nobody has locked has no meaning.
"""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from tengen.errors import StoreError
from tengen.storage.database import make_private


def data_directory(override: str | None = None) -> str:
    """Return `override` or the user's default directory, which is created if needed.

    The default is `$XDG_DATA_HOME/tengen`, or `~/.local/share/tengen` if the variable is not set.
    Raises StoreError if the directory cannot be created.
    """
    path = find_directory(override)
    make_directory(path)
    return path


def find_directory(override: str | None = None) -> str:
    """Return the same directory without creating it."""
    return os.path.abspath(override) if override else _default_directory()


def make_directory(path: str) -> None:
    """Create a directory that only its owner can read, unless it exists."""
    try:
        os.makedirs(path, mode=0o700, exist_ok=True)
    except OSError as error:
        why = error.strerror or str(error)
        raise StoreError(path, f"cannot create the directory: {why}; use --data DIR") from None


def _default_directory() -> str:
    base = os.environ.get("XDG_DATA_HOME", "")
    if not os.path.isabs(base):
        base = os.path.expanduser("~/.local/share")
    if not os.path.isabs(base):
        raise StoreError(base, "there is no home directory; use --data DIR")
    return os.path.join(base, "tengen")


LOCK_TRIES = 10
LOCK_PAUSE = 0.01
"""Seconds between tries. `is_taken` in another process holds a lock for a moment."""


class FileLock:
    """A locked file; closing it releases the lock."""

    def __init__(self, path: str, fd: int) -> None:
        self.path = path
        self._fd: int | None = fd

    @property
    def is_held(self) -> bool:
        """Whether the lock has not been released."""
        return self._fd is not None

    def close(self) -> None:
        """Release the lock; calling this again does nothing."""
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
        self._users_fd: int | None = None

    def take(self, game: int) -> FileLock:
        """Lock a game. Raises StoreError if it is being played elsewhere."""
        return self._take(self._path(game), f"game {game} is being played elsewhere")

    def take_server(self) -> FileLock:
        """Lock the games of all rooms. Raises StoreError if another server has locked them."""
        path = os.path.join(self._directory, "server.lock")
        return self._take(path, "another server is using these games; stop it, or use --data DIR")

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
        """Hold the lock under which the database is created and opened."""
        fd = _open(os.path.join(self._directory, "store.lock"))
        try:
            fcntl.flock(fd, fcntl.LOCK_EX)
            yield
        finally:
            os.close(fd)

    def use(self) -> bool:
        """Register as a user of the directory until `leave`; return whether there is no other.

        Call this only while `preparing`.
        """
        fd = self._users_fd = _open(os.path.join(self._directory, "users.lock"))
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
            is_only_user = True
        except BlockingIOError:
            is_only_user = False
        fcntl.flock(fd, fcntl.LOCK_SH)
        return is_only_user

    def leave(self) -> None:
        """Stop being a user of the directory."""
        fd, self._users_fd = self._users_fd, None
        if fd is not None:
            os.close(fd)

    def is_taken(self, game: int) -> bool:
        """Whether a game is being played, in this process or another."""
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
    make_private(path)
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        why = error.strerror or str(error)
        raise StoreError(path, f"cannot be created: {why}; use --data DIR") from None


def _try_lock(fd: int, path: str) -> bool:
    """Lock a file unless it is locked, or was unlinked by the process that released it."""
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return os.path.samestat(os.fstat(fd), os.stat(path))
    except (BlockingIOError, FileNotFoundError):
        return False
    except OSError as error:
        why = error.strerror or str(error)
        raise StoreError(path, f"cannot be locked: {why}; use --data DIR") from None
