"""A process that proves: quiet moves on standard input, proved parts on standard output."""

from __future__ import annotations

import contextlib
import signal
import sys
import time

import msgspec

from tengen.solver.quiet import Quiet
from tengen.theorem.book import read_entries
from tengen.theorem.plan import form_of, stones_of
from tengen.theorem.told import Done, make_prover, tell


def main(path: str) -> None:
    """Prove what is asked for until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    entries = list(read_entries(path))
    lines = {form_of(stones_of(entry.stones)) for entry in entries}
    prover = make_prover(lines)
    for line in sys.stdin:
        start = time.process_time()
        quiet = msgspec.json.decode(line, type=Quiet)
        parts = [tell(part) for part in prover.prove(quiet)]
        done = Done(time.process_time() - start, parts)
        sys.stdout.buffer.write(msgspec.json.encode(done) + b"\n")
        sys.stdout.flush()


if __name__ == "__main__":
    with contextlib.suppress(BrokenPipeError):
        main(sys.argv[1])
