"""Processes that prove quiet moves, as many at a time as are wanted."""

from __future__ import annotations

import contextlib
import queue
import subprocess
import sys
import threading
from collections.abc import Iterator

import msgspec

from tengen.errors import TengenError
from tengen.solver.quiet import Quiet

COMMAND = (sys.executable, "-P", "-m", "tengen.theorem.child")


class Crew:
    """Works through a plan for the lines in a file, each process on one piece at a time.

    A process ends when its input does, and so with whoever has started it.
    """

    def __init__(self, path: str, plan: list[Quiet], processes: int) -> None:
        self._left = len(plan)
        self._todo: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._done: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        for quiet in plan:
            self._todo.put(msgspec.json.encode(quiet) + b"\n")
        self._children = [
            subprocess.Popen(  # noqa: S603 - our own program
                (*COMMAND, path), stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
            for _ in range(min(processes, len(plan)))
        ]
        self._threads = [
            threading.Thread(target=self._lead, args=(child,), daemon=True)
            for child in self._children
        ]
        for thread in self._threads:
            thread.start()

    def work(self) -> Iterator[bytes]:
        """What was proved, as lines of text, as soon as it is."""
        while self._left:
            line = self._done.get()
            if not line.endswith(b"\n"):
                raise TengenError("a process that proves has ended; start again to go on from here")
            self._left -= 1
            yield line

    def kill(self) -> None:
        """End all processes."""
        for child in self._children:
            child.kill()
        for child, thread in zip(self._children, self._threads, strict=True):
            thread.join()
            with contextlib.suppress(OSError):
                child.communicate()

    def _lead(self, child: subprocess.Popen[bytes]) -> None:
        """Give a process one piece after another; an empty line says that it is no more."""
        assert child.stdin is not None
        assert child.stdout is not None
        try:
            while True:
                child.stdin.write(self._todo.get_nowait())
                child.stdin.flush()
                self._done.put(child.stdout.readline())
        except queue.Empty:
            return
        except OSError:
            self._done.put(b"")
