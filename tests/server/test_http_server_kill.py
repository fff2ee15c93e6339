"""A server that is killed under load loses no move that was shown."""

from __future__ import annotations

import asyncio
import json
import os
import random
from contextlib import suppress
from pathlib import Path

import httpx2
import pytest
from kit.server import Server
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tengen.game.events import MovePlayed
from tengen.storage import Store

GAMES = 12
WANTED = {"opponent": "friend", "rules": "15x15/5 freestyle"}
CELLS = [(row, col) for row in range(0, 15, 2) for col in range(0, 15, 2)]
"""Stones that never touch each other, so that no game ends."""


class Game:
    """Two players who move as soon as it is their turn, and the moves shown to them."""

    def __init__(self, address: str) -> None:
        self._address = address
        made = httpx2.post(f"{address}/api/games", json=WANTED)
        self.link = made.json()["link"]
        joined = httpx2.post(f"{address}/api/games/{self.link}/seat", json={})
        self._secrets = [answer.cookies["tengen"] for answer in (made, joined)]
        self.seen: list[int] = []

    def at(self, seat: int) -> connect:
        """Open the socket of a seat."""
        where = f"{self._address.replace('http', 'ws')}/socket/game/{self.link}"
        return connect(where, additional_headers={"cookie": f"tengen={self._secrets[seat - 1]}"})

    async def play(self, seat: int, all_games: AllGames) -> None:
        """Play until the server is gone."""
        with suppress(ConnectionClosed, OSError):
            async with self.at(seat) as socket:
                async for text in socket:
                    message = json.loads(text)
                    if message["type"] == "state":
                        self.see(message["moves"], all_games)
                        await self.answer(socket, seat)

    def see(self, moves: list[int], all_games: AllGames) -> None:
        """Remember the moves shown."""
        if len(moves) > len(self.seen):
            self.seen = moves
            all_games.count()

    async def answer(self, socket: ClientConnection, seat: int) -> None:
        """Move, if it is this seat's turn."""
        number = len(self.seen)
        if number % 2 + 1 == seat and number < len(CELLS):
            row, col = CELLS[number]
            await socket.send(f'{{"type":"PlayMove","seat":{seat},"point":{row * 15 + col}}}')


class AllGames:
    """All games, and when to kill the server."""

    def __init__(self, server: Server, moves: int) -> None:
        self._server = server
        self._left = moves
        self.games = [Game(server.address) for _ in range(GAMES)]

    def count(self) -> None:
        """Count a move that was shown, and kill the server if it was the last."""
        self._left -= 1
        if self._left == 0:
            self._server.kill()

    async def play(self) -> None:
        """Play all games until the server is gone."""
        await asyncio.gather(*(game.play(seat, self) for game in self.games for seat in (1, 2)))


@pytest.mark.parametrize("seed", range(3))
def test_after_a_kill_every_shown_move_is_saved_and_the_games_go_on(
    tmp_path: Path, seed: int
) -> None:
    server = Server(tmp_path)
    try:
        all_games = AllGames(server, random.Random(seed).randint(20, 300))
        asyncio.run(all_games.play())
        with Store(str(tmp_path / "games")) as store:
            for game in all_games.games:
                assert saved_moves(store, game.link)[: len(game.seen)] == game.seen
        server.start()
        for game in all_games.games[:4]:
            asyncio.run(resume(game))
    finally:
        server.stop()


def saved_moves(store: Store, link: str) -> list[int]:
    """Return the saved moves of a game."""
    room = store.room(link)
    assert room is not None
    assert room.game is not None
    events = store.load(room.game)
    played = [event.point for event in events if isinstance(event, MovePlayed)]
    return [point.row * 15 + point.col for point in played]


async def resume(game: Game) -> None:
    """Reconnect the player to move, and move."""
    async with game.at(1) as one, game.at(2) as two:
        before = await next_moves(one)
        seat = len(before) % 2 + 1
        assert before[: len(game.seen)] == game.seen
        mover = (one, two)[seat - 1]
        row, col = next((row, col) for row, col in CELLS if row * 15 + col not in before)
        await mover.send(f'{{"type":"PlayMove","seat":{seat},"point":{row * 15 + col}}}')
        while len(await next_moves(one)) == len(before):
            pass


async def next_moves(socket: ClientConnection) -> list[int]:
    """Return the moves in the next state."""
    async for text in socket:
        message = json.loads(text)
        if message["type"] == "state":
            return list(message["moves"])
    raise AssertionError("the server said nothing of the game")


def test_the_server_stops_with_open_sockets(tmp_path: Path) -> None:
    server = Server(tmp_path)
    game = Game(server.address)
    computer = httpx2.post(f"{server.address}/api/games", json=WANTED | {"opponent": "computer"})
    assert computer.status_code == 201

    async def watch() -> int:
        async with game.at(1) as one, game.at(2) as two:
            await asyncio.gather(next_moves(one), next_moves(two))
            status = await asyncio.to_thread(server.stop)
            await one.wait_closed()
            assert one.close_code == 1012
            return status

    assert asyncio.run(watch()) == 0
    assert server.complaints == ""
    assert not _processes_of(tmp_path)


def _processes_of(directory: Path) -> list[str]:
    """Return the processes that name a directory in their command."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            if os.fsencode(directory) in entry.read_bytes():
                found.append(entry.parent.name)
    return found
