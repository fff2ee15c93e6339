"""Files that are written completely or not at all."""

from __future__ import annotations

import errno
import os
import stat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType
    from typing import BinaryIO


class AtomicFile:
    """A context manager that replaces a file in one step when its block ends.

    If the block raises an exception, or writing fails with OSError, the old file stays unchanged.
    A symbolic link is followed and its target replaced. A device or a pipe is written to directly.
    """

    def __init__(self, path: str) -> None:
        self._path = path

    def __enter__(self) -> BinaryIO:
        self._mode = _mode(self._path)
        self._is_new = self._mode is None or stat.S_ISREG(self._mode)
        self._target = os.path.realpath(self._path) if self._is_new else self._path
        folder = os.path.dirname(self._target)
        self._written = os.path.join(folder, f".tengen-{os.getpid()}-{id(self):x}.tmp")
        if self._is_new:
            _remove(self._written)
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
            self._file = open(os.open(self._written, flags, 0o666), "wb")
        else:
            self._file = open(os.open(self._target, os.O_WRONLY), "wb")
        return self._file

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            with self._file:
                self._file.flush()
                if kind is None and self._is_new:
                    os.fsync(self._file.fileno())
            if kind is None and self._is_new:
                if self._mode is not None:
                    os.chmod(self._written, stat.S_IMODE(self._mode))
                os.replace(self._written, self._target)
        finally:
            if self._is_new:
                _remove(self._written)


def check_writable(path: str) -> None:
    """Raise OSError if a file cannot be written there. Change nothing; do not try pipes."""
    mode = _mode(path)
    if mode is not None and stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
    if mode is None or stat.S_ISREG(mode):
        trial = f"{os.path.realpath(path)}.tengen-{os.getpid()}.tmp"
        os.close(os.open(trial, os.O_WRONLY | os.O_CREAT, 0o666))
        _remove(trial)


def write_atomically(path: str, data: bytes) -> None:
    """Write these bytes to a file."""
    with AtomicFile(path) as file:
        file.write(data)


def would_replace_file(path: str) -> bool:
    """Return whether writing here would replace a file, rather than write to a device or a pipe."""
    return os.path.lexists(path) and (os.path.isfile(path) or not os.path.exists(path))


def _mode(path: str) -> int | None:
    try:
        return os.stat(path).st_mode
    except FileNotFoundError:
        return None


def _remove(path: str) -> None:
    if os.path.lexists(path):
        os.unlink(path)
