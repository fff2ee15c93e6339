"""Attack a real server while honest players play on it.

First, only honest players are connected. Then clients send incomplete requests, slow bodies, huge
numbers, bad text, floods of messages, heavy analyses, pictures, damaged messages and random bytes.
The server must never respond with a 500 or log a traceback. No honest move may take longer than ten
times what 99 % of the moves took before the attack.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from pathlib import Path

from kit.attack import AttackReport, run_attack
from kit.server import Server

FACTOR = 10
SHOWN = 10_000
"""Characters of the server's log that are printed."""


def main() -> None:
    """Attack until the time is up, and print a report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--quiet", type=float, default=20, help="seconds before and after (20)")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    args = parser.parse_args()
    print(f"seed {args.seed}", flush=True)
    with tempfile.TemporaryDirectory() as data:
        server = Server(Path(data))
        try:
            attack = run_attack(server.address, args.quiet, args.seconds, args.seed)
        finally:
            server.stop()
        if not (attack.quiet.waits and attack.attacked.waits and attack.after.waits):
            sys.exit("no honest game had a move in time: use a longer --quiet or --seconds")
        report(attack, server.complaints)
        judge(attack, server.complaints)


def report(attack: AttackReport, log: str) -> None:
    """Print the latencies, the attacks and the server's log."""
    print(f"{'honest moves, ms':16} {'moves':>7} {'median':>9} {'99 %':>9} {'most':>9}")
    for name, latencies in (
        ("quiet", attack.quiet),
        ("attacked", attack.attacked),
        ("after", attack.after),
        ("a bare flush", attack.flushes),
    ):
        print(f"{name:16} {latencies}")
    print("attacks:", ", ".join(f"{name} {count}" for name, count in attack.rounds.items()))
    print("answers:", ", ".join(f"{name} {count:,}" for name, count in attack.seen.items()))
    print(f"the server logged {len(log.splitlines())} lines:\n{log[:SHOWN]}", flush=True)


def judge(attack: AttackReport, log: str) -> None:
    """Exit with an error if the server failed."""
    if attack.failures:
        sys.exit("\n".join(attack.failures[:20]))
    if "Traceback" in log:
        sys.exit("the server logged a traceback")
    most, usual = attack.attacked.quantile(1.0), attack.quiet.quantile(0.99)
    print(f"the slowest honest move took {most / usual:.1f} times the quiet 99 %")
    if most > FACTOR * usual:
        sys.exit(
            f"an honest move took {1000 * most:.0f} ms, more than {FACTOR} times the quiet 99 %"
        )


if __name__ == "__main__":
    main()
