"""Measure a cluster under faults: three servers, nginx with TLS and PostgreSQL, all on loopback.

Many games move. At random moments a server is killed, stopped for longer than its lease, or cut off
from the database, or PostgreSQL crashes. What every client saw is compared with what is stored. The
times are from a fault until a player who lost the connection is back in the game.

Usage: bench/run cluster, or
PYTHONPATH=tests:tools .venv/bin/python bench/cluster.py [GAMES] [FAULTS] [SEED]
"""

from __future__ import annotations

import asyncio
import os
import random
import re
import sys
import time
from collections import Counter

import equipment
from kit.cluster import Cluster
from kit.cluster_faults import FAULTS, FaultReport, play_with_faults, restart_node
from kit.postgresql import PostgresqlServer
from served import raise_file_limit

GAMES, COUNT, SEED = 1000, 100, 1
THINK_SECONDS = 8.0
SHOWN_CHARACTERS = 3000
"""Characters of the log that are shown from the first traceback on."""


def main(games: int, count: int, seed: int) -> None:
    """Print a table of the returns, and the number of failures."""
    programs, nginx = equipment.find_postgresql(), equipment.find_nginx()
    if programs is None or nginx is None:
        sys.exit("bench/cluster: PostgreSQL or nginx is missing; ./test installs them")
    raise_file_limit()
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f} at the start", flush=True)
    rng = random.Random(seed)
    faults = [rng.choice((*FAULTS, restart_node)) for _ in range(count)]
    start = time.monotonic()
    postgresql = PostgresqlServer(programs)
    cluster = Cluster(postgresql, nginx)
    try:
        report = asyncio.run(play_with_faults(cluster, games, THINK_SECONDS, faults, rng))
        log = cluster.logs()
    finally:
        cluster.close()
        postgresql.close()
    print_report(report, log)
    print(f"{time.monotonic() - start:.0f} s in all", flush=True)


def print_report(report: FaultReport, log: str) -> None:
    """Print what happened."""
    print(f"{report.games:,} games, {report.moves:,} moves, {report.refused:,} refused")
    print(f"{'':34} s from the fault until back  s without connection")
    columns = f"{'median':>8} {'99 %':>6} {'most':>6}"
    print(f"{'':18} {'faults':>6} {'players':>8} {columns} {columns}")
    for name, count in sorted(report.faults.items()):
        returns, pauses = (list_.get(name, []) for list_ in (report.returns, report.pauses))
        print(f"{name:18} {count:6} {len(returns):8,} {times(returns)} {times(pauses)}")
    every, all_pauses = (
        [seconds for found in list_.values() for seconds in found]
        for list_ in (report.returns, report.pauses)
    )
    total = report.faults.total()
    print(f"{'all':18} {total:6} {len(every):8,} {times(every)} {times(all_pauses)}")
    waits = sorted(report.latencies)
    median, most = (1000 * quantile(waits, part) for part in (0.5, 0.99))
    print(f"a move is shown after {median:.1f} ms (median), {most:.0f} ms (99 %)")
    print(f"{len(report.failures)} failures, {log.count('Traceback')} tracebacks")
    if "Traceback" in log:
        print(log[log.index("Traceback") :][:SHOWN_CHARACTERS])
    kinds = Counter(re.sub(r"\d+", "N", failure.partition(": ")[2]) for failure in report.failures)
    print("\n".join(f"{count:6,} {kind}" for kind, count in kinds.most_common()))


def times(seconds: list[float]) -> str:
    """Return the median, 99 % and maximum as a row."""
    found = sorted(seconds)
    median, most, all_ = (quantile(found, q) if found else 0.0 for q in (0.5, 0.99, 1.0))
    return f"{median:8.2f} {most:6.2f} {all_:6.2f}"


def quantile(values: list[float], part: float) -> float:
    """Return a quantile of sorted values."""
    return values[min(len(values) - 1, int(part * len(values)))]


if __name__ == "__main__":
    given = [int(text) for text in sys.argv[1:]]
    main(*given, *(GAMES, COUNT, SEED)[len(given) :])
