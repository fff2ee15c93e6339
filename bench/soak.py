"""Measure how an attack on a server affects honest players.

Ten games are played, with a move every 0.4 seconds in each; first alone, then beside clients that
attack the server (`tests/kit/rude_clients.py`), and then alone again. Players and attackers have
different addresses. The times are from sending a move until both players see it. Flushes are bare
writes to the disk during the attack, in another process. The data directory is a temporary one.

Usage: bench/run soak, or PYTHONPATH=tests .venv/bin/python bench/soak.py [SECONDS]
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path

from kit.attack import run_attack
from kit.server import Server

ATTACKED, QUIET, SEED = 600.0, 60.0, 7


def main(seconds: float) -> None:
    """Print a table, and the answers to the attackers."""
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f} at the start", flush=True)
    with tempfile.TemporaryDirectory() as data:
        server = Server(Path(data))
        start = time.monotonic()
        try:
            attack = run_attack(server.address, QUIET, seconds, SEED)
            memory = server.memory()
        finally:
            server.stop()
        log = server.complaints
    print(f"{'':10} {'moves':>7} {'median':>9} {'99 %':>9} {'most':>9} ms")
    for name in ("quiet", "attacked", "after", "flushes"):
        print(f"{name:10} {getattr(attack, name)}")
    quiet, attacked = attack.quiet, attack.attacked
    ratios = (attacked.quantile(part) / quiet.quantile(part) for part in (0.5, 0.99))
    print("attacked to quiet: median {:.1f}, 99 % {:.1f}".format(*ratios))
    print(f"slowest attacked to quiet 99 %: {attacked.quantile(1.0) / quiet.quantile(0.99):.1f}")
    print(f"{sum(attack.rounds.values()):,} attacks of {len(attack.rounds)} kinds, answered with")
    print(", ".join(f"{name} {count:,}" for name, count in sorted(attack.seen.items())))
    print(f"{len(attack.failures)} failures, {log.count('Traceback')} tracebacks")
    print(f"the server wrote {len(log.splitlines())} lines")
    print(f"memory {memory / 2**20:.0f} MB, {time.monotonic() - start:.0f} s in all", flush=True)


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else ATTACKED)
