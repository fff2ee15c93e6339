"""Measure the game in the browser under load: relayed moves, cost of durability, idle connections.

The load comes from this process; the server is another. A bare room is a Starlette WebSocket on the
same server with the same options: it sends a text to both players without checking or saving it.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterable
from dataclasses import dataclass

import uvloop
from crowd import MOVES, Crowd
from served import Served, raise_file_limit

RELAY_ROUNDS, DURABLE_ROUNDS, PACED_ROUNDS = 9, 5, 1
GAMES = 1000
PACED_MOVES = 15
IDLE = 5000


@dataclass
class Run:
    """The results of all games of a server."""

    cpu: float
    """Moves per second of the server's processor time."""
    clock: float
    """Moves per second of wall-clock time."""
    load: float
    """Processors that the load itself used."""
    waits: list[float]


async def play(kind: str, games: int, moves: int = MOVES, pause: float = 0) -> Run:
    """Play this many games at the same time on a new server."""
    with Served(kind, games) as served:
        crowd = Crowd(served, served.links, moves, pause)
        await crowd.connect()
        cpu, start, own = served.cpu(), time.perf_counter(), time.process_time()
        await crowd.play_all()
        cpu, clock = served.cpu() - cpu, time.perf_counter() - start
        own = time.process_time() - own
        crowd.disconnect()
    played = games * moves
    return Run(played / cpu, played / clock, own / clock, crowd.waits)


def main() -> None:
    """Print all tables."""
    raise_file_limit()
    for games in (100, 500):
        compare_relays(games)
    compare_stores()
    compare_paced()
    for kind in ("bare", "disk"):
        uvloop.run(measure_idle(kind))


def compare_relays(games: int) -> None:
    """Print the moves per second of the server's CPU time, measured in turns."""
    runs: dict[str, list[Run]] = {"bare": [], "disk": [], "clocks": []}
    for _ in range(RELAY_ROUNDS):
        for kind, list_ in runs.items():
            list_.append(uvloop.run(play(kind, games)))
    bare, disk, clocks = ([run.cpu for run in list_] for list_ in runs.values())
    print(f"moves relayed per server-CPU-second, {2 * games:,} connections in rooms of two")
    print(f"{'a bare room':28} {statistics.median(bare):10,.0f}")
    for name, ours in (("tengen web", disk), ("tengen web, with clocks", clocks)):
        print(f"{name:28} {statistics.median(ours):10,.0f} {ratio(ours, bare):6.2f}", flush=True)


def compare_stores() -> None:
    """Print the moves per second with the store on disk and in memory, measured in turns."""
    runs: dict[str, list[Run]] = {"memory": [], "disk": []}
    for _ in range(DURABLE_ROUNDS):
        for kind, list_ in runs.items():
            list_.append(uvloop.run(play(kind, GAMES)))
    memory, disk = ([run.clock for run in list_] for list_ in runs.values())
    print(f"\nmoves per second, {GAMES:,} games as quick as they can; milliseconds to both players")
    report_waits("in memory", statistics.median(memory), runs["memory"])
    report_waits("on disk before it is shown", statistics.median(disk), runs["disk"])
    print(f"{'ratio':28} {ratio(disk, memory):10.2f}")
    load = statistics.median(run.load for run in runs["disk"])
    print(f"(the load itself took {load:.2f} of a processor)", flush=True)


def compare_paced() -> None:
    """Print how long a move takes to be shown if each game has one move per second."""
    print(f"\n{GAMES:,} games, a move a second in each")
    for kind, name in (("memory", "in memory"), ("disk", "on disk before it is shown")):
        runs = [uvloop.run(play(kind, GAMES, PACED_MOVES, 1.0)) for _ in range(PACED_ROUNDS)]
        report_waits(name, statistics.median(run.clock for run in runs), runs)


def report_waits(name: str, rate: float, runs: list[Run]) -> None:
    """Print a row with the rate, the median wait and the 99 % wait over all rounds."""
    half, most = (
        statistics.median(1000 * quantile(run.waits, part) for run in runs) for part in (0.5, 0.99)
    )
    print(f"{name:28} {rate:10,.0f} {half:8.1f} {most:8.1f}", flush=True)


async def measure_idle(kind: str) -> None:
    """Print the memory of idle connections, and the times of a game beside them."""
    with Served(kind, IDLE // 2 + 2) as served:
        alone = await play_one(served, served.links[0])
        before = served.memory()
        idle = Crowd(served, served.links[2:])
        await idle.connect()
        memory = (served.memory() - before) / IDLE
        beside = await play_one(served, served.links[1])
        idle.disconnect()
    print(f"\n{kind}: {memory / 1024:.1f} KiB for each of {IDLE:,} idle connections")
    for name, waits in (("a game alone", alone), ("beside the idle ones", beside)):
        figures = " ".join(f"{1000 * wait:8.2f}" for wait in (statistics.median(waits), max(waits)))
        print(f"{name:28} {figures}   ms, median and most of {MOVES} moves", flush=True)


async def play_one(served: Served, link: str) -> list[float]:
    """Return how long the moves of one game took."""
    crowd = Crowd(served, [link])
    await crowd.connect()
    await crowd.play_all()
    crowd.disconnect()
    return crowd.waits


def ratio(mine: Iterable[float], others: Iterable[float]) -> float:
    """Return the median of the ratios of the rounds."""
    return statistics.median(one / other for one, other in zip(mine, others, strict=True))


def quantile(values: Iterable[float], part: float) -> float:
    """Return the value that this share of the values does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]


if __name__ == "__main__":
    main()
