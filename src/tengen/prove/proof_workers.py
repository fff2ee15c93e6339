"""Processes that prove quiet moves.

Run as a program, this module is such a process: it reads quiet moves from standard input and writes
proved parts to standard output.
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
    """Proves a plan for the lines of a file in several processes, one piece at a time each.

    A process ends when its input is closed, so it does not outlive its parent.
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
            threading.Thread(target=self._feed, args=(child,), daemon=True)
            for child in self._children
        ]
        for thread in self._threads:
            thread.start()

    def work(self) -> Iterator[bytes]:
        """Yield finished pieces as lines of text, as soon as they are proved."""
        while self._left:
            line = self._done.get()
            if not line.endswith(b"\n"):
                raise TengenError(
                    "a proof process ended unexpectedly; run the command again to resume"
                )
            self._left -= 1
            yield line

    def kill(self) -> None:
        """Kill all processes."""
        for child in self._children:
            child.kill()
        for child, thread in zip(self._children, self._threads, strict=True):
            thread.join()
            with contextlib.suppress(OSError):
                child.communicate()

    def _feed(self, child: subprocess.Popen[bytes]) -> None:
        """Send a process one piece after another; report its end by an empty line."""
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
    """Prove the quiet moves on standard input until it is closed."""
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
