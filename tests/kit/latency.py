"""Honest players, and how long it takes until their moves are shown."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import httpx2
from websockets.asyncio.client import ClientConnection, connect

TIMEOUT = 120.0
"""Seconds after which a move counts as lost."""


def make_script() -> list[int]:
    """Return the moves of a game without a winner: no player has three in a row."""
    cells: tuple[list[int], list[int]] = ([], [])
    for row in range(15):
        for col in range(15):
            cells[(row + col // 2) % 2].append(15 * row + col)
    rng = random.Random(1)
    for points in cells:
        rng.shuffle(points)
    return [point for pair in zip(*cells, strict=False) for point in pair]


SCRIPT = make_script()


@dataclass
class Latencies:
    """Seconds from each move until both players are shown it."""

    waits: list[float] = field(default_factory=list)

    def quantile(self, part: float) -> float:
        """Return the latency that this part of the moves did not exceed."""
        ordered = sorted(self.waits)
        return ordered[min(len(ordered) - 1, int(part * len(ordered)))]

    def __str__(self) -> str:
        figures = (1000 * self.quantile(part) for part in (0.5, 0.99, 1.0))
        return f"{len(self.waits):7,} {' '.join(f'{figure:9.1f}' for figure in figures)}"


class Player:
    """A player's connection, which counts the moves shown."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self._count = -1
        self._changed = asyncio.Condition()
        self._reader = asyncio.create_task(self._read())

    async def see(self, count: int) -> None:
        """Wait until `count` moves are shown."""
        async with self._changed:
            await asyncio.wait_for(self._changed.wait_for(lambda: self._count >= count), TIMEOUT)

    async def close(self) -> None:
        """Disconnect."""
        self._reader.cancel()
        await self.socket.close()

    async def _read(self) -> None:
        async for text in self.socket:
            message = json.loads(text)
            if message["type"] == "state":
                async with self._changed:
                    self._count = len(message["moves"])
                    self._changed.notify_all()


async def play_for(address: str, seconds: float, games: int = 10, pause: float = 0.4) -> Latencies:
    """Play some games at a time for some seconds, with about this pause before each move."""
    latencies, end = Latencies(), time.monotonic() + seconds
    rng = random.Random(2)
    async with asyncio.TaskGroup() as group:
        for _ in range(games):
            wait = lambda: pause * rng.uniform(0.5, 1.5)  # noqa: E731 - short enough
            group.create_task(_play_on(address, end, wait, latencies))
    return latencies


async def _play_on(
    address: str, end: float, pause: Callable[[], float], latencies: Latencies
) -> None:
    """Play one game after the other."""
    while time.monotonic() < end:
        players = await _start_game(address)
        for player in players:
            await player.see(0)
        for number, point in enumerate(SCRIPT):
            if time.monotonic() >= end:
                break
            await asyncio.sleep(pause())
            start = time.perf_counter()
            move = {"type": "PlayMove", "seat": number % 2 + 1, "point": point}
            await players[number % 2].socket.send(json.dumps(move))
            await asyncio.gather(*(player.see(number + 1) for player in players))
            latencies.waits.append(time.perf_counter() - start)
        for player in players:
            await player.close()


async def _start_game(address: str) -> tuple[Player, Player]:
    async with httpx2.AsyncClient(base_url=address, timeout=TIMEOUT) as one:
        wanted = {"opponent": "friend", "rules": "15x15/5 freestyle", "name": "Ann"}
        link = (await _until_done(one, "/api/games", wanted)).json()["link"]
    async with httpx2.AsyncClient(base_url=address, timeout=TIMEOUT) as two:
        await _until_done(two, f"/api/games/{link}/seat", {"name": "Bo"})
    ann, bo = one.cookies["tengen"], two.cookies["tengen"]
    return await _open(address, link, ann), await _open(address, link, bo)


async def _until_done(client: httpx2.AsyncClient, path: str, body: object) -> httpx2.Response:
    while True:
        answer = await client.post(path, json=body)
        if answer.status_code < 300:
            return answer
        assert answer.status_code == 429, answer.text
        await asyncio.sleep(1)


async def _open(address: str, link: str, secret: str) -> Player:
    where = f"{address.replace('http', 'ws')}/socket/game/{link}"
    cookie = {"cookie": f"tengen={secret}"}
    return Player(await connect(where, additional_headers=cookie, open_timeout=TIMEOUT))
