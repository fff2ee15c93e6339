"""Games on a cluster whose clients come back after every failure, and remember what they saw."""

from __future__ import annotations

import asyncio
import json
import random
import ssl
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import httpx2
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

WIDTH = 19
RULES = f"{WIDTH}x{WIDTH}/5 freestyle"
ORIGIN = "https://five.example"
LOST = (OSError, WebSocketException, asyncio.TimeoutError, EOFError)
"""Errors of a lost connection."""
RETRY_SECONDS = 0.3
ANSWER_SECONDS = 12.0
"""Seconds after which an unanswered move counts as a lost connection."""


def _points() -> tuple[list[int], list[int]]:
    """Return points for both players that never make three in a row."""
    groups: tuple[list[int], list[int]] = ([], [])
    for cell in range(WIDTH * WIDTH):
        row, column = divmod(cell, WIDTH)
        groups[(column + 2 * row) % 4 // 2].append(cell)
    return groups


POINTS = _points()
MAX_MOVES = 2 * min(map(len, POINTS))


@dataclass
class Absence:
    """A time in which a client was not connected, on the monotonic clock."""

    lost: float
    back: float


@dataclass
class GameClient:
    """A browser that plays both sides of a game, and connects again when it has to."""

    port: int
    trusted: ssl.SSLContext
    think: float
    """Seconds between moves, on average."""
    rng: random.Random
    source: str = "127.0.0.1"
    """The address of the client."""
    link: str = ""
    cookie: str = ""
    seen: list[str] = field(default_factory=list)
    """All events that were shown, in order."""
    absences: list[Absence] = field(default_factory=list)
    latencies: list[float] = field(default_factory=list)
    """Seconds from sending a move until it was shown, if the connection held."""
    failures: list[str] = field(default_factory=list)
    refused: int = 0
    """How many moves were refused because they could not be saved."""
    moves: int = 0
    """How many moves were shown."""
    is_stopping: bool = False
    _lost: float | None = None

    async def begin(self, web: httpx2.AsyncClient) -> None:
        """Create the game."""
        wanted = {"opponent": "here", "rules": RULES}
        headers = {"X-Forwarded-For": self.source}
        made = await web.post("/api/games", json=wanted, headers=headers)
        while made.status_code == 503:  # the server has not recovered from the last fault
            await asyncio.sleep(RETRY_SECONDS)
            made = await web.post("/api/games", json=wanted, headers=headers)
        assert made.status_code == 201, made.text
        self.link = made.json()["link"]
        self.cookie = "; ".join(f"{cookie.name}={cookie.value}" for cookie in made.cookies.jar)

    async def play(self) -> None:
        """Play until told to stop."""
        while not self.is_stopping and self.moves < MAX_MOVES:
            try:
                async with self._connect() as connection:
                    await self._play_on(connection)
            except LOST:
                self._lost = self._lost or time.monotonic()
                await asyncio.sleep(RETRY_SECONDS * self.rng.uniform(0.5, 1.5))

    def _connect(self) -> connect:
        return connect(
            f"wss://five.example/socket/game/{self.link}?form=events",
            host="127.0.0.1",
            port=self.port,
            local_addr=(self.source, 0),
            ssl=self.trusted,
            additional_headers={"Cookie": self.cookie},
            origin=ORIGIN,  # type: ignore[arg-type]
            open_timeout=15,
            close_timeout=1,
            compression=None,
            ping_interval=None,
        )

    async def _play_on(self, connection: ClientConnection) -> None:
        await self._read_until(connection, 1)
        if self._lost is not None:
            self.absences.append(Absence(self._lost, time.monotonic()))
            self._lost = None
        while not self.is_stopping and self.moves < MAX_MOVES:
            await self._think(connection)
            await self._move(connection)

    async def _think(self, connection: ClientConnection) -> None:
        """Wait before a move, and notice meanwhile if the connection is lost."""
        try:
            async with asyncio.timeout(self.think * self.rng.uniform(0.5, 1.5)):
                while True:
                    self._read(await connection.recv())
        except TimeoutError:
            return

    async def _move(self, connection: ClientConnection) -> None:
        number = self.moves
        cell = POINTS[number % 2][number // 2]
        start = time.monotonic()
        move = {"type": "PlayMove", "seat": number % 2 + 1, "point": cell, "id": f"move{number}"}
        await connection.send(json.dumps(move))
        await self._read_until(connection, len(self.seen) + 1)
        self.latencies.append(time.monotonic() - start)

    async def _read_until(self, connection: ClientConnection, events: int) -> None:
        """Read until this many events were shown, or a move was refused."""
        refused = self.refused
        async with asyncio.timeout(ANSWER_SECONDS):
            self._read(await connection.recv())
            while len(self.seen) < events and self.refused == refused:
                self._read(await connection.recv())

    def _read(self, text: str | bytes) -> None:
        message: dict[str, Any] = json.loads(text)
        if message["type"] == "problem":
            self.refused += 1
            if message["code"] != "not-kept":
                self.failures.append(f"{self.link}: {message['code']}: {message['says']}")
        elif message["type"] == "events":
            self._add(message["first"], message["events"])

    def _add(self, first: int, events: Sequence[object]) -> None:
        """Compare events with those that were shown before."""
        texts = [json.dumps(event, sort_keys=True) for event in events]
        if first > len(self.seen):
            self.failures.append(f"{self.link}: events are missing before {first}")
        if first == 0 and len(texts) < len(self.seen):
            self.failures.append(
                f"{self.link}: {len(self.seen) - len(texts)} shown events are lost"
            )
        for number, text in enumerate(texts, first):
            if number < len(self.seen) and self.seen[number] != text:
                self.failures.append(f"{self.link}: event {number} has two versions")
        new = texts[max(0, len(self.seen) - first) :]
        self.seen += new
        self.moves += sum('"MovePlayed"' in text for text in new)
