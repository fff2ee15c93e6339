"""Measure a server with 100,000 stored games: its start, its lists, and the memory of rooms.

Once with SQLite, and once with PostgreSQL, to which the games are copied with `tengen store copy`.
At the end, 5,000 idle sockets go through nginx with TLS to three servers. All is on loopback.

Usage: bench/run scale, or
PYTHONPATH=tests:tools .venv/bin/python bench/scale.py [GAMES] [SOCKETS]
"""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from tempfile import TemporaryDirectory

import equipment
import httpx2
import store as lists
import uvloop
from kit.postgresql import PostgresqlServer
from served import PAGE, Served, raise_file_limit
from web import open_proxy, quantile
from web_server import SECRETS
from websocket import Socket

from tengen.storage import RoomStore, Store
from tengen.storage.shared_store import SharedStore

GAMES, SOCKETS = 100_000, 5_000
CALLS = 300
WARM_UP, ROOMS = 200, 1_000
"""Games that are loaded before and while the memory is measured; the limits allow 1,500."""
STARTS = 3


def main(games: int, sockets: int) -> None:
    """Print all figures."""
    raise_file_limit()
    with TemporaryDirectory() as directory:
        with Store(directory) as store:
            lists.disable_sync(store)
            lists.fill(store, games, lists.play(lists.MOVES))
        print(f"{games:,} games of {lists.MOVES} moves, all of one person, every second one over")
        measure_place("SQLite", ["--data", directory], lambda: Store(directory))
        measure_memory(directory)
        programs, nginx = equipment.find_postgresql(), equipment.find_nginx()
        if programs is None or nginx is None:
            print("PostgreSQL or nginx is missing; ./test installs them")
            return
        with closing(PostgresqlServer(programs)) as postgresql:
            address = postgresql.make_database()
            copy(directory, address, games)
            measure_place("PostgreSQL", ["--store", address], lambda: SharedStore(address))
            uvloop.run(measure_sockets(postgresql, nginx, sockets))


def copy(directory: str, address: str, games: int) -> None:
    """Copy all games to the database, and print how long it took."""
    start = time.perf_counter()
    command = [sys.executable, "-m", "tengen", "store", "copy", directory, address]
    subprocess.run(command, check=True, capture_output=True)
    seconds = time.perf_counter() - start
    print(
        f"\ntengen store copy to PostgreSQL: {seconds:.0f} s, {games / seconds:,.0f} games a second"
    )


def measure_place(name: str, options: list[str], open_store: Callable[[], RoomStore]) -> None:
    """Print the start of a server, and the lists."""
    starts = sorted(start_cpu(options) for _ in range(STARTS))
    cpu, wall = starts[STARTS // 2]
    print(f"\n{name}: the server starts in {cpu:.2f} s of CPU time, {wall:.2f} s by the clock")
    with closing(open_store()) as store:
        measure_lists(store)


def start_cpu(options: list[str]) -> tuple[float, float]:
    """Return the CPU seconds of a server until it is ready, and the seconds by the clock."""
    start = time.perf_counter()
    with started(options) as server:
        return server.cpu(), time.perf_counter() - start


@dataclass(frozen=True)
class Started:
    """A server, started as users start it."""

    process: int
    address: str

    def cpu(self) -> float:
        """Return its CPU seconds."""
        return time.clock_gettime(~self.process << 3 | 2)

    def memory(self) -> int:
        """Return its resident memory in bytes."""
        return int(Path(f"/proc/{self.process}/statm").read_text().split()[1]) * PAGE


@contextmanager
def started(options: list[str]) -> Iterator[Started]:
    """Run a server."""
    command = [sys.executable, "-m", "tengen", "web", "--port", "0", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        ready = re.match(r"Tengen is at (\S+)", process.stdout.readline())
        assert ready is not None
        yield Started(process.pid, ready[1])
        process.terminate()


def measure_lists(store: RoomStore) -> None:
    """Print how long the first pages of the lists take, as a player waits for them."""
    pages: dict[str, Callable[[], object]] = {
        "own games": lambda: store.rooms_of(lists.ANN, lists.PAGE),
        "listed games": lambda: store.listed_rooms(lists.PAGE),
    }
    for name, act in pages.items():
        times = [lists.milliseconds(act) for _ in range(CALLS)]
        median, most = quantile(times, 0.5), quantile(times, 0.99)
        print(f"  {name:14} {times[0]:6.1f} ms first, {median:5.2f} median, {most:5.2f} (99 %)")


def measure_memory(directory: str) -> None:
    """Print the memory of a game that goes on, and of one that is over."""
    print(f"\nmemory of a game of {lists.MOVES} moves in a room without players")
    for name, first in (("going on", 0), ("over", 1)):
        with (
            started(["--data", directory]) as server,
            httpx2.Client(base_url=server.address) as web,
        ):
            for number in range(first, WARM_UP, 2):
                load_room(web, number)
            before = server.memory()
            for number in range(WARM_UP + first, WARM_UP + 2 * ROOMS, 2):
                load_room(web, number)
            print(f"  {name:10} {(server.memory() - before) / ROOMS / 1024:6.1f} KiB")


def load_room(web: httpx2.Client, number: int) -> None:
    """Ask for the state of a game, so that the server loads it."""
    assert web.get(f"/api/games/{lists.link_of(number)}").status_code == HTTPStatus.OK


async def measure_sockets(postgresql: PostgresqlServer, nginx: Path, count: int) -> None:
    """Print what idle sockets cost that go through nginx to three servers."""
    place = postgresql.make_database()
    with ExitStack() as stack:
        nodes = [stack.enter_context(Served("postgresql", 40, place)) for _ in range(3)]
        proxy = open_proxy(stack, nginx, nodes)
        links = [link for node in nodes for link in node.links]
        before, started = sum(node.memory() for node in nodes), time.perf_counter()
        sockets = [Socket(lambda _text: None) for _ in range(count)]
        for number, socket in enumerate(sockets):
            path = f"/socket/game/{links[number % len(links)]}"
            await socket.open(proxy.port, path, SECRETS[number % 2], proxy.trusted)
        seconds = time.perf_counter() - started
        cpu = [node.cpu() for node in nodes]
        await asyncio.sleep(10)
        used = sum(node.cpu() - first for node, first in zip(nodes, cpu, strict=True)) / 10
        lost = sum(socket.is_lost for socket in sockets)
        memory = (sum(node.memory() for node in nodes) - before) / count / 1024
        for socket in sockets:
            socket.close()
    print(f"\n{count:,} idle sockets through nginx with TLS to three servers: {lost} were lost")
    print(f"  opened in {seconds:.0f} s; {memory:.1f} KiB of the servers for each")
    print(f"  their pings take {100 * used:.0f} % of a processor in the servers")


if __name__ == "__main__":
    given = [int(text) for text in sys.argv[1:]]
    main(*given, *(GAMES, SOCKETS)[len(given) :])
