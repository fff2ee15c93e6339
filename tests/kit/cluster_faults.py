"""Faults of a cluster while games are played on it, and a check that nothing was lost."""

from __future__ import annotations

import asyncio
import json
import random
import shutil
import signal
import ssl
import subprocess
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field

import httpx2
import psycopg
from psycopg import errors

from kit.cluster import Cluster
from kit.cluster_games import GameClient

PAUSE_SECONDS = 5.0
"""Seconds for which a server is stopped or cut off: longer than its lease."""
DOWN_SECONDS = 1.0
"""Seconds after which a killed server is started again."""
Fault = Callable[[Cluster, int], Awaitable[None]]


async def kill_node(cluster: Cluster, number: int) -> None:
    """Kill a server, and start it again."""
    await asyncio.to_thread(cluster.nodes[number].kill)
    await asyncio.sleep(DOWN_SECONDS)
    await asyncio.to_thread(cluster.nodes[number].start)


async def pause_node(cluster: Cluster, number: int) -> None:
    """Stop a server for longer than its lease, and let it go on."""
    cluster.nodes[number].send(signal.SIGSTOP)
    await asyncio.sleep(PAUSE_SECONDS)
    cluster.nodes[number].send(signal.SIGCONT)


async def cut_off_node(cluster: Cluster, number: int) -> None:
    """Cut a server off from the database for a while."""
    await asyncio.to_thread(cluster.cut_off, number)
    await asyncio.sleep(PAUSE_SECONDS)
    await asyncio.to_thread(cluster.reconnect, number)


async def restart_database(cluster: Cluster, _number: int) -> None:
    """Crash PostgreSQL, and start it again."""
    await asyncio.to_thread(cluster.postgresql.kill)
    cluster.postgresql.launch()  # in this thread, which lives longer than the fault
    await asyncio.to_thread(cluster.postgresql.wait_until_open)


async def stop_database(cluster: Cluster, _number: int) -> None:
    """Let PostgreSQL be gone for longer than the leases."""
    await asyncio.to_thread(cluster.postgresql.kill)
    await asyncio.sleep(PAUSE_SECONDS)
    cluster.postgresql.launch()  # in this thread, as above
    await asyncio.to_thread(cluster.postgresql.wait_until_open)


async def restart_node(cluster: Cluster, number: int) -> None:
    """Stop a server in order, and start it again."""
    await asyncio.to_thread(cluster.nodes[number].stop)
    await asyncio.to_thread(cluster.nodes[number].start)


async def fill_disk(cluster: Cluster, _number: int) -> None:
    """Let the disk of the events be full for a while."""
    disk = await asyncio.to_thread(SmallDisk, cluster)
    try:
        await asyncio.sleep(TROUBLE_SECONDS)
    finally:
        await asyncio.to_thread(disk.close)


async def exhaust_connections(cluster: Cluster, _number: int) -> None:
    """Use up all connections of PostgreSQL for a while, and end those of the servers."""
    own: list[psycopg.Connection] = []
    with closing(cluster.connect()) as connection:
        await asyncio.to_thread(_connect_until_refused, cluster, own)
        connection.execute(END_OTHERS)
        await asyncio.to_thread(_connect_until_refused, cluster, own)
        await asyncio.sleep(TROUBLE_SECONDS)
    for connection in own:
        connection.close()


async def slow_database(cluster: Cluster, _number: int) -> None:
    """Let every commit take 200 ms for a while."""
    with closing(cluster.connect()) as connection:
        connection.execute(SLOW_COMMITS)
        await asyncio.sleep(TROUBLE_SECONDS)
        connection.execute("DROP FUNCTION wait_a_little CASCADE")


FAULTS: tuple[Fault, ...] = (kill_node, pause_node, cut_off_node, restart_database)
TROUBLES: tuple[Fault, ...] = (fill_disk, exhaust_connections, slow_database)
TROUBLE_SECONDS = 4.0
SLOW_COMMITS = """
CREATE FUNCTION wait_a_little() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_sleep(0.2); RETURN NULL; END $$;
CREATE CONSTRAINT TRIGGER slow AFTER UPDATE ON games DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (OLD.game % 20 = 0) EXECUTE FUNCTION wait_a_little();
"""
"""The trigger runs when a transaction is committed, once for every twentieth game in it."""
END_OTHERS = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE application_name = 'tengen' AND pid <> pg_backend_pid()
"""


def _connect_until_refused(cluster: Cluster, own: list[psycopg.Connection]) -> None:
    with suppress(psycopg.OperationalError):
        while True:
            own.append(cluster.connect())


class SmallDisk:
    """A small file system for the table of events, which is full."""

    def __init__(self, cluster: Cluster) -> None:
        """Move the table to the small disk, and fill the disk."""
        self._cluster = cluster
        self._path = cluster.postgresql.directory / f"disk{time.monotonic_ns()}"
        self._path.mkdir()
        _run("mount", "-t", "tmpfs", "-o", "size=24m,mode=0777", "tmpfs", str(self._path))
        place = self._path / "space"
        place.mkdir()
        shutil.chown(place, "postgres", "postgres")
        with closing(cluster.connect()) as connection:
            connection.execute(f"CREATE TABLESPACE small LOCATION '{place}'".encode())
            connection.execute("ALTER TABLE events SET TABLESPACE small")
            connection.execute("CREATE TABLE filler (text text) TABLESPACE small")
            insert = (
                "INSERT INTO filler SELECT repeat(md5(n::text), 30) FROM generate_series(1, %s) n"
            )
            for rows in (1000, 100, 10, 1):
                with suppress(errors.DiskFull):
                    while True:
                        connection.execute(insert, (rows,))

    def close(self) -> None:
        """Free the space, and move the table back."""
        with closing(self._cluster.connect()) as connection:
            connection.execute("DROP TABLE filler")
            connection.execute("ALTER TABLE events SET TABLESPACE pg_default")
            connection.execute("CHECKPOINT")
            connection.execute("DROP TABLESPACE small")
        _run("umount", "--lazy", str(self._path))  # a backend may still have a deleted file open


def _run(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True)


@dataclass
class FaultReport:
    """What happened to the games."""

    faults: Counter[str] = field(default_factory=Counter)
    games: int = 0
    moves: int = 0
    refused: int = 0
    """Moves that were refused because they could not be saved."""
    returns: dict[str, list[float]] = field(default_factory=dict)
    """Seconds from a fault until each disconnected player was back, by the kind of fault."""
    pauses: dict[str, list[float]] = field(default_factory=dict)
    """Seconds for which each of them was disconnected."""
    latencies: list[float] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    """Shown events that were lost or had two versions, and games that did not go on."""


async def play_with_faults(
    cluster: Cluster, games: int, think: float, faults: Sequence[Fault], rng: random.Random
) -> FaultReport:
    """Play games while the faults happen one after the other."""
    trusted = ssl.create_default_context(cafile=cluster.nginx.certificate)
    clients = [
        GameClient(cluster.nginx.port, trusted, think, random.Random(rng.random()), source(number))
        for number in range(games)
    ]
    await _begin_all(cluster, clients)
    tasks = [asyncio.create_task(client.play()) for client in clients]
    report = FaultReport(games=games)
    await asyncio.sleep(2 * think)
    for fault in faults:
        started = time.monotonic()
        await fault(cluster, rng.randrange(len(cluster.nodes)))
        await _wait_until_all_move(clients, report)
        _add_returns(clients, fault.__name__, started, report)
        report.faults[fault.__name__] += 1
    for client in clients:
        client.is_stopping = True
    await asyncio.gather(*tasks)
    for client in clients:
        report.moves += client.moves
        report.refused += client.refused
        report.latencies += client.latencies
        report.failures += client.failures
        report.failures += _compare(cluster, client)
    return report


def source(number: int) -> str:
    """Return an address of loopback for a client: the limits hold for each address."""
    return f"127.1.{number // 250}.{number % 250 + 1}"


async def _begin_all(cluster: Cluster, clients: Sequence[GameClient]) -> None:
    """Create the games, at the servers in turn."""
    for number, node in enumerate(cluster.nodes):
        headers = {"Host": "five.example", "Origin": "https://five.example"}
        for client in clients[number :: len(cluster.nodes)]:
            async with httpx2.AsyncClient(base_url=node.address, headers=headers) as web:
                await client.begin(web)


GO_ON_SECONDS = 30.0
"""Seconds after a fault within which every game must go on."""


async def _wait_until_all_move(clients: Sequence[GameClient], report: FaultReport) -> None:
    before = {id(client): client.moves for client in clients}
    end = time.monotonic() + GO_ON_SECONDS
    while waiting := [client for client in clients if client.moves == before[id(client)]]:
        if time.monotonic() > end:
            report.failures += [f"{client.link}: it does not go on" for client in waiting]
            return
        await asyncio.sleep(0.1)


def _add_returns(
    clients: Sequence[GameClient], name: str, started: float, report: FaultReport
) -> None:
    """Note when each player was back who lost the connection after a fault."""
    for client in clients:
        absences = [absence for absence in client.absences if absence.lost >= started]
        if absences:
            report.returns.setdefault(name, []).append(absences[-1].back - started)
            longest = max(absence.back - absence.lost for absence in absences)
            report.pauses.setdefault(name, []).append(longest)


def _compare(cluster: Cluster, client: GameClient) -> list[str]:
    """Return how the events that a client saw differ from the stored ones."""
    statement = "SELECT event FROM events JOIN rooms USING (game) WHERE link = %s ORDER BY number"
    with cluster.connect() as connection:
        stored = [json.loads(text) for (text,) in connection.execute(statement, (client.link,))]
    shown = [json.loads(text) for text in client.seen]
    if len(stored) < len(shown):
        return [f"{client.link}: {len(shown) - len(stored)} shown events are not stored"]
    pairs = zip(stored, shown, strict=False)
    if any((one["type"], one["at"]) != (two["type"], two["at"]) for one, two in pairs):
        return [f"{client.link}: the stored game is another one"]
    moves = [event["point"] for event in stored if event["type"] == "MovePlayed"]
    if len(set(map(str, moves))) != len(moves):
        return [f"{client.link}: a move is stored twice"]
    return []
