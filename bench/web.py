"""Measure the game in the browser under load: relayed moves, cost of durability, idle connections.

The load comes from this process; the server is another. A bare room is a Starlette WebSocket on the
same server with the same options: it sends a text to both players without checking or saving it.
"""

from __future__ import annotations

import asyncio
import ssl
import statistics
import time
from collections.abc import Iterable, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path

import equipment
import uvloop
from crowd import MOVES, Crowd, Proxy
from kit.cluster import Nginx
from kit.postgresql import PostgresqlServer
from served import Served, raise_file_limit

RELAY_ROUNDS, DURABLE_ROUNDS, PACED_ROUNDS = 9, 5, 1
GAMES = 1000
PACED_MOVES = 15
IDLE = 5000
NODE_GAMES, NODE_MOVES, DATABASE_ROUNDS = 200, 10, 3
"""Games of each server, their moves, and rounds when databases are compared."""
CLUSTER_FILE = "tengen-cluster.conf"
NO_SOCKET_LIMIT = {"limit_conn tengen_sockets 500;": ""}
"""All players come from one address."""


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
    compare_databases()
    for kind in ("bare", "disk"):
        uvloop.run(measure_idle(kind))


def compare_databases() -> None:
    """Print the moves per second of CPU time with SQLite, PostgreSQL, three nodes, and nginx."""
    programs, nginx = equipment.find_postgresql(), equipment.find_nginx()
    if programs is None or nginx is None:
        print("\nPostgreSQL or nginx is missing, so it is not compared; ./test installs them")
        return
    runs: dict[str, list[NodesRun]] = {}
    with closing(PostgresqlServer(programs)) as postgresql:
        for _ in range(DATABASE_ROUNDS):
            for title, nodes, database, proxy in (
                ("SQLite", 1, None, None),
                ("PostgreSQL", 1, postgresql, None),
                ("PostgreSQL, each of three servers", 3, postgresql, None),
                ("the same through nginx with TLS", 3, postgresql, nginx),
            ):
                run = uvloop.run(play_nodes(nodes, database, proxy))
                runs.setdefault(title, []).append(run)
    print(f"\nmoves per server-CPU-second, {NODE_GAMES:,} games per server; ms to both players")
    for title, list_ in runs.items():
        print_nodes(title, list_, runs["SQLite"])


@dataclass
class NodesRun:
    """The results of all games of some servers that share a database."""

    cpu: float
    """Moves per second of the servers' processor time."""
    database: float
    """Microseconds of PostgreSQL's processor time per move."""
    waits: list[float]


def print_nodes(title: str, runs: list[NodesRun], others: list[NodesRun]) -> None:
    """Print a row: the rate, its ratio to the others, the delays, and the database's share."""
    rate = statistics.median(run.cpu for run in runs)
    share = ratio([run.cpu for run in runs], [run.cpu for run in others])
    half, most = (
        statistics.median(1000 * quantile(run.waits, part) for run in runs) for part in (0.5, 0.99)
    )
    own = statistics.median(run.database for run in runs)
    row = f"{title:34} {rate:8,.0f} {share:6.2f} {half:8.1f} {most:8.1f}"
    print(f"{row}   {own:6.1f} us of PostgreSQL per move", flush=True)


async def play_nodes(
    nodes: int, postgresql: PostgresqlServer | None, nginx: Path | None
) -> NodesRun:
    """Play games with a move a second at new servers, which share a new database."""
    place = None if postgresql is None else postgresql.make_database()
    kind = "disk" if postgresql is None else "postgresql"
    with ExitStack() as stack:
        servers = [stack.enter_context(Served(kind, NODE_GAMES, place)) for _ in range(nodes)]
        fronts: Sequence[Served | Proxy]
        fronts = servers if nginx is None else [open_proxy(stack, nginx, servers)] * nodes
        crowds = [
            Crowd(front, served.links, NODE_MOVES, 1.0)
            for front, served in zip(fronts, servers, strict=True)
        ]
        for crowd in crowds:
            await crowd.connect()
        cpu = sum(served.cpu() for served in servers)
        database = 0.0 if postgresql is None else postgresql.cpu_seconds()
        await asyncio.gather(*(crowd.play_all() for crowd in crowds))
        cpu = sum(served.cpu() for served in servers) - cpu
        if postgresql is not None:
            database = postgresql.cpu_seconds() - database
        for crowd in crowds:
            crowd.disconnect()
    moves = nodes * NODE_GAMES * NODE_MOVES
    waits = [wait for crowd in crowds for wait in crowd.waits]
    return NodesRun(moves / cpu, 1e6 * database / moves, waits)


def open_proxy(stack: ExitStack, nginx: Path, servers: Sequence[Served]) -> Proxy:
    """Start nginx with the shipped configuration in front of servers."""
    ports = [f"127.0.0.1:{served.port}" for served in servers]
    proxy = stack.enter_context(closing(Nginx(nginx, ports, CLUSTER_FILE, NO_SOCKET_LIMIT)))
    return Proxy(proxy.port, ssl.create_default_context(cafile=str(proxy.certificate)))


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
