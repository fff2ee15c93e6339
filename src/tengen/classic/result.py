"""Keeping a result in a file: whole, or not at all."""

import os
import stat


def write_result(path: str, text: str) -> None:
    """Replace the file with the text in one step. Raises OSError and leaves all as it was.

    A link stays a link and what it leads to is replaced; a device or a pipe is written to.
    """
    data = text.encode("ascii")
    try:
        mode = os.stat(path).st_mode
    except FileNotFoundError:
        mode = None
    if mode is None or stat.S_ISREG(mode):
        _replace(os.path.realpath(path), data, mode)
    else:
        _write(path, os.O_WRONLY, data)


def _replace(target: str, data: bytes, mode: int | None) -> None:
    temporary = os.path.join(os.path.dirname(target), f".tengen-{os.getpid()}.tmp")
    _remove(temporary)
    try:
        _write(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, data)
        if mode is not None:
            os.chmod(temporary, stat.S_IMODE(mode))
        os.replace(temporary, target)
    except BaseException:
        _remove(temporary)
        raise


def _write(path: str, flags: int, data: bytes) -> None:
    with open(os.open(path, flags, 0o666), "wb", buffering=0) as file:
        view = memoryview(data)
        while view:
            view = view[file.write(view) :]
        if stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            os.fsync(file.fileno())


def _remove(path: str) -> None:
    if os.path.lexists(path):
        os.unlink(path)
