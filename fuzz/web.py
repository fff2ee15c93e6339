"""Send a server what nobody should, again and again, and see that it stays calm.

The server is a real one in a process of its own. Honest players play on it all the time; first
alone, and then beside clients that are slow, huge and rude: half requests, slow bodies, huge
numbers, broken text, floods, heavy looks, pictures, damaged messages and bare noise. The server
must never answer with a 500, never write a traceback, and show every honest move within ten times
of what 99 of 100 moves took before.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from pathlib import Path

from kit.server import Server
from kit.siege import Siege, lay_siege

FACTOR = 10
SHOWN = 10_000
"""How much of what the server wrote is printed."""


def main() -> None:
    """Go on for as long as was asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--quiet", type=float, default=20, help="seconds before and after (20)")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    asked = parser.parse_args()
    print(f"seed {asked.seed}", flush=True)
    with tempfile.TemporaryDirectory() as data:
        server = Server(Path(data))
        try:
            siege = lay_siege(server.address, asked.quiet, asked.seconds, asked.seed)
        finally:
            server.stop()
        report(siege, server.complaints)
        judge(siege, server.complaints)


def report(siege: Siege, said: str) -> None:
    """Print what everybody has seen."""
    print(f"{'honest moves, ms':16} {'moves':>7} {'median':>9} {'99 %':>9} {'most':>9}")
    for name, felt in (
        ("quiet", siege.quiet),
        ("attacked", siege.attacked),
        ("after", siege.after),
        ("a bare flush", siege.flushes),
    ):
        print(f"{name:16} {felt}")
    print("attacks:", ", ".join(f"{name} {count}" for name, count in siege.rounds.items()))
    print("answers:", ", ".join(f"{name} {count:,}" for name, count in siege.seen.items()))
    print(f"the server wrote {len(said.splitlines())} lines:\n{said[:SHOWN]}", flush=True)


def judge(siege: Siege, said: str) -> None:
    """Exit with what was wrong, if anything was."""
    if siege.failures:
        sys.exit("\n".join(siege.failures[:20]))
    if "Traceback" in said:
        sys.exit("the server wrote a traceback")
    most, usual = siege.attacked.quantile(1.0), siege.quiet.quantile(0.99)
    print(f"the slowest honest move took {most / usual:.1f} times the quiet 99 %")
    if most > FACTOR * usual:
        sys.exit(f"an honest move took {1000 * most:.0f} ms, and {FACTOR} times as long is allowed")


if __name__ == "__main__":
    main()
