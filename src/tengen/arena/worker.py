"""The program of a local worker process: it reads calls from standard input and writes results.

It ends when its input is closed, which happens in whatever way the main process ends. If it is
still running a task then, it kills the processes that the task has started.
"""

from __future__ import annotations

import os
import queue
import signal
import struct
import sys
import threading
from contextlib import suppress
from typing import BinaryIO

from tengen.arena.kept import KEPT
from tengen.arena.task_call import run_call

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
