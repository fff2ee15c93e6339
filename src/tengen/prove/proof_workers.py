"""Processes that prove quiet moves, as many at a time as are wanted.

Run as a program, this file is such a process: quiet moves come on standard input, proved parts go
to standard output.
"""

from __future__ import annotations

import contextlib
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator

import msgspec

from tengen.errors import TengenError
from tengen.prove import proof_parts
from tengen.prove.prover import QuietMove
from tengen.prove.theorem_book import read_entries

WORKER_COMMAND = (sys.executable, "-P", "-m", "tengen.prove.proof_workers")


class ProofWorkers:
    """Works through a plan for the lines in a file, each process on one piece at a time.

    A process ends when its input does, and so with whoever has started it.
    """

    def __init__(self, path: str, plan: list[QuietMove], processes: int) -> None:
        self._left = len(plan)
        self._todo: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._done: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        for quiet in plan:
            self._todo.put(msgspec.json.encode(quiet) + b"\n")
        self._children = [
            subprocess.Popen(  # noqa: S603 - our own program
                (*WORKER_COMMAND, path), stdin=subprocess.PIPE, stdout=subprocess.PIPE
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


def main(path: str) -> None:
    """Prove what is asked for until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    entries = list(read_entries(path))
    lines = {proof_parts.canonical_form(proof_parts.stones_of(entry.stones)) for entry in entries}
    prover = proof_parts.make_theorem_prover(lines)
    for line in sys.stdin:
        start = time.process_time()
        quiet = msgspec.json.decode(line, type=QuietMove)
        parts = [proof_parts.to_proof_part(part) for part in prover.prove(quiet)]
        done = proof_parts.FinishedPiece(time.process_time() - start, parts)
        sys.stdout.buffer.write(msgspec.json.encode(done) + b"\n")
        sys.stdout.flush()


if __name__ == "__main__":
    with contextlib.suppress(BrokenPipeError):
        main(sys.argv[1])
