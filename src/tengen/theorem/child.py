"""A process that proves: numbers of work on standard input, proved parts on standard output."""

from __future__ import annotations

import signal
import sys
import time

import msgspec

from tengen.proofs.writer import TreeWriter
from tengen.solver.quiet import QuietProver
from tengen.theorem.book import read_entries
from tengen.theorem.entry import RULES
from tengen.theorem.plan import form_of, make_plan, stones_of
from tengen.theorem.told import Done, tell


def main(path: str) -> None:
    """Prove what is asked for until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    entries = list(read_entries(path))
    plan = make_plan(entries)
    lines = {form_of(stones_of(entry)) for entry in entries}
    prover = QuietProver(
        RULES,
        lambda stones: form_of(stones) in lines,
        lambda: TreeWriter(RULES.width, RULES.height),
    )
    for line in sys.stdin:
        start = time.process_time()
        parts = [tell(part) for part in prover.prove(plan[int(line)])]
        done = Done(int(line), time.process_time() - start, parts)
        sys.stdout.buffer.write(msgspec.json.encode(done) + b"\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1])
