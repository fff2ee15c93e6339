"""The program of a local worker process: it reads calls from standard input and writes results.

It ends when its input is closed, which happens in whatever way the main process ends. If it is
still running a task then, it kills the processes that the task has started.

The workers of a cluster run the same calls, if the mark of their code is that of who asks.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import queue
import signal
import struct
import sys
import threading
import traceback
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from functools import cache
from typing import Any, BinaryIO

import tengen
from tengen.arena.executor import KEPT
from tengen.errors import TaskError, TengenError, quote

DECIDING_FILES = (".py", ".toml", ".txt", ".weights", ".xz")
"""How the names of these files end: code, and data such as openings, weights and proofs."""


@cache
def code_mark() -> str:
    """Return the version of Tengen in this process, with a hash of its code and its data."""
    return f"Tengen {tengen.__version__} (code {hash_files(os.path.dirname(tengen.__file__))[:8]})"


def hash_files(root: str) -> str:
    """Return a hash of the names and contents of all files in a folder that decide results."""
    digest = hashlib.sha256()
    for directory, folders, files in os.walk(root):
        folders.sort()
        for name in sorted(files):
            if name.endswith(DECIDING_FILES):
                path = os.path.join(directory, name)
                digest.update(f"{os.path.relpath(path, root)}\0".encode())
                with open(path, "rb") as file:
                    digest.update(hashlib.sha256(file.read()).digest())
    return digest.hexdigest()


def pack_call(function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> bytes:
    """Return a call as bytes."""
    return pickle.dumps((function, args, kwargs))


def run_call(call: bytes) -> bytes:
    """Run a call and return its result or its exception."""
    try:
        function, args, kwargs = pickle.loads(call)  # noqa: S301 - from our own main process
        return pickle.dumps((function(*args, **kwargs), None, ""))
    except Exception as error:  # noqa: BLE001 - it belongs to who asks for the result
        return _pack_error(error)


def _pack_error(error: Exception) -> bytes:
    """Return an exception as bytes, with its traceback if it was not raised on purpose."""
    trace = "" if isinstance(error, TengenError) else traceback.format_exc()
    try:
        packed = pickle.dumps((None, error, trace))
        pickle.loads(packed)  # noqa: S301 - some exceptions cannot be read back
    except Exception:  # noqa: BLE001 - whatever their own methods raise
        what = TaskError(f"a task failed with {type(error).__name__}: {quote(str(error))}")
        return pickle.dumps((None, what, trace))
    return packed


def resolve(future: Future[Any], answer: bytes) -> None:
    """Give a future the result of a call or its exception."""
    result, error, trace = pickle.loads(answer)  # noqa: S301 - from our own worker
    if error is None:
        future.set_result(result)
        return
    if trace:
        error.add_note(f"in a worker:\n{trace}")
    future.set_exception(error)


MARK_VARIABLE = "TENGEN_WORKER"
"""An environment variable by which all processes that a worker has started are recognised."""
READY = b"ready"
_LENGTH = struct.Struct("<Q")


def write_message(file: BinaryIO, message: bytes) -> None:
    """Write a message and its length."""
    file.write(_LENGTH.pack(len(message)) + message)
    file.flush()


def read_message(file: BinaryIO) -> bytes | None:
    """Return the next message; None if the file ends before its end."""
    head = file.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    (length,) = _LENGTH.unpack(head)
    message = file.read(length)
    return message if len(message) == length else None


def kill_marked(mark: str) -> None:
    """Kill all other processes with this mark; this does nothing where there is no `/proc`."""
    wanted = f"{MARK_VARIABLE}={mark}".encode()
    numbers = os.listdir("/proc") if mark and os.path.isdir("/proc") else []
    for pid in (int(name) for name in numbers if name.isdigit()):
        with suppress(OSError):
            if pid != os.getpid() and wanted in _environment(pid):
                os.kill(pid, signal.SIGKILL)


def _environment(pid: int) -> list[bytes]:
    """Return the environment with which a process was started."""
    with open(f"/proc/{pid}/environ", "rb") as file:
        return file.read().split(b"\0")


def main() -> None:
    """Run calls until the input ends."""
    calls, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    with open(os.devnull, "rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)  # what a task prints must not come between the answers
    todo: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
    idle = threading.Event()
    idle.set()
    threading.Thread(target=_read_calls, args=(calls, todo, idle), daemon=True).start()
    with suppress(BrokenPipeError):
        write_message(answers, READY)
        while (call := todo.get()) is not None:
            with KEPT.task():
                answer = run_call(call)
            idle.set()
            write_message(answers, answer)
    end()


def end() -> None:
    """Close what this process keeps, kill what it has started, and end it."""
    KEPT.close_now()
    kill_marked(os.environ.get(MARK_VARIABLE, ""))
    sys.stderr.flush()
    os._exit(0)


def _read_calls(
    calls: BinaryIO, todo: queue.SimpleQueue[bytes | None], idle: threading.Event
) -> None:
    """Hand over the calls; at the end of the input, end this process even during a task."""
    while (call := read_message(calls)) is not None:
        idle.clear()
        todo.put(call)
    if idle.is_set():
        todo.put(None)
        return
    kill_marked(os.environ.get(MARK_VARIABLE, ""))
    end()


if __name__ == "__main__":
    main()
