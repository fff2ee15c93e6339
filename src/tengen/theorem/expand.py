"""From the lines of the theorem to proofs of them, in several processes; may be broken off."""

from __future__ import annotations

import queue
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass

import msgspec

from tengen.errors import TengenError
from tengen.solver.quiet import Quiet
from tengen.theorem.journal import Journal
from tengen.theorem.told import Done

COMMAND = (sys.executable, "-P", "-m", "tengen.theorem.child")

Line = bytes | None
"""A finished piece of work, or that a process has ended."""


@dataclass(slots=True)
class Progress:
    """How far the work has come."""

    pieces: int
    done: int = 0
    lines: int = 0
    parts: int = 0
    gaps: int = 0
    seconds: float = 0.0
    """Of CPU time."""

    def count(self, piece: Quiet, done: Done) -> None:
        """Count a finished piece in."""
        self.done += 1
        self.lines += max(1, len(piece.extras))
        self.parts += len(done.parts)
        self.gaps += sum(len(part.gaps) for part in done.parts)
        self.seconds += done.seconds


def expand(
    path: str,
    plan: list[Quiet],
    journal: Journal,
    processes: int,
    report: Callable[[Progress], None],
) -> Progress:
    """Prove all pieces of a plan, made from the lines in a file, that the journal lacks."""
    progress = Progress(len(plan))
    left = dict(enumerate(plan))
    for done in journal.read():
        progress.count(left.pop(done.number), done)
    report(progress)
    crew = _Crew(path, list(left), processes)
    try:
        for line in crew:
            journal.add(line)
            done = msgspec.json.decode(line, type=Done)
            progress.count(plan[done.number], done)
            report(progress)
    finally:
        crew.kill()
    return progress


class _Crew:
    """Processes that take numbers of work; iterating gives what they have finished."""

    def __init__(self, path: str, numbers: list[int], processes: int) -> None:
        self._count = len(numbers)
        self._todo: queue.SimpleQueue[int] = queue.SimpleQueue()
        self._lines: queue.SimpleQueue[Line] = queue.SimpleQueue()
        for number in numbers:
            self._todo.put(number)
        self._children = [
            subprocess.Popen(  # noqa: S603 - our own program
                (*COMMAND, path), stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
            for _ in range(min(processes, len(numbers)))
        ]
        for child in self._children:
            threading.Thread(target=self._lead, args=(child,), daemon=True).start()

    def __iter__(self) -> _Crew:
        return self

    def __next__(self) -> bytes:
        if not self._count:
            raise StopIteration
        line = self._lines.get()
        if not line:
            raise TengenError("a process that proves has ended; start again to go on from here")
        self._count -= 1
        return line

    def kill(self) -> None:
        """End all processes."""
        for child in self._children:
            child.kill()
            child.wait()

    def _lead(self, child: subprocess.Popen[bytes]) -> None:
        """Give a process one piece after another."""
        assert child.stdin is not None
        assert child.stdout is not None
        try:
            while True:
                child.stdin.write(f"{self._todo.get_nowait()}\n".encode())
                child.stdin.flush()
                self._lines.put(child.stdout.readline() or None)
        except queue.Empty:
            return
        except OSError:
            self._lines.put(None)
