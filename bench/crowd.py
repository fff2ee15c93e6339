"""Many games of two simulated players, who answer a move at once or after a pause."""

from __future__ import annotations

import asyncio
import random
import ssl
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from served import Served
from web_server import SECRETS
from websocket import Socket, frame_of

MOVES = 60
MAX_CONNECTING = 100
"""Players that may be connecting at the same time."""


def make_script() -> list[bytes]:
    """Return the moves of a game without a winner, with ids, as a page sends them.

    No row has more than two stones.
    """
    cells: tuple[list[int], list[int]] = ([], [])
    for row in range(15):
        for col in range(15):
            cells[(row + col // 2) % 2].append(15 * row + col)
    chance = random.Random(1)
    for points in cells:
        chance.shuffle(points)
    turns = zip(*cells, strict=False)
    points = [point for pair in turns for point in pair][:MOVES]
    return [
        frame_of(
            f'{{"type":"PlayMove","seat":{number % 2 + 1},"point":{point},"id":"move-{number:07}"}}'
        )
        for number, point in enumerate(points)
    ]


SCRIPT = make_script()


@dataclass(frozen=True)
class Proxy:
    """A proxy with TLS in front of servers."""

    port: int
    trusted: ssl.SSLContext
    kind: str = "proxy"


class Game:
    """A game of two players, who count the moves and know which comes next."""

    def __init__(self, crowd: Crowd, link: str, *, is_bare: bool) -> None:
        self.link = link
        self._crowd = crowd
        receive = self._receive_bare if is_bare else self._receive
        self.players = [Socket(partial(receive, player)) for player in (0, 1)]
        self._seen = [-1, -1]  # moves that each player has seen
        self._played = 0
        self._is_running = False
        self._at = 0.0  # when the last move was sent

    def begin(self) -> None:
        """Play the first move."""
        self._is_running = True
        self._crowd.play(self._play)

    def _receive_bare(self, player: int, _text: bytes) -> None:
        """Count a move: in a bare room, every text is a move."""
        self._see(player, self._seen[player] + 1)

    def _receive(self, player: int, text: bytes) -> None:
        if text.startswith(b'{"type":"state"'):
            begin = text.index(b'"moves":[') + 9
            end = text.index(b"]", begin)
            self._see(player, text.count(b",", begin, end) + (end > begin))

    def _see(self, player: int, count: int) -> None:
        if count == self._seen[player]:
            return
        self._seen[player] = count
        if not self._is_running:
            self._crowd.count_connected()
            return
        if self._seen[1 - player] == count:
            self._crowd.add_wait(time.perf_counter() - self._at)
            if count == self._crowd.moves:
                self._crowd.count_finished()
        if player == count % 2 and count < self._crowd.moves:
            self._crowd.play(self._play)

    def _play(self) -> None:
        number = self._played
        self._played += 1
        self._at = time.perf_counter()
        self.players[number % 2].send(SCRIPT[number])


class Crowd:
    """Games on a server, each with this many moves and a pause before every move."""

    def __init__(
        self,
        served: Served | Proxy,
        links: Sequence[str],
        moves: int = MOVES,
        pause: float = 0,
    ) -> None:
        self.moves = moves
        self.waits: list[float] = []
        """Seconds from sending each move until both players see it."""
        self._port = served.port
        self._trusted = served.trusted
        self._pause = pause
        self._chance = random.Random(2)
        self._games = [Game(self, link, is_bare=served.kind == "bare") for link in links]
        self._missing = 2 * len(self._games)
        self._running = len(self._games)
        self._slots = asyncio.Semaphore(MAX_CONNECTING)
        self._is_complete = asyncio.Event()
        self._is_over = asyncio.Event()

    async def connect(self) -> None:
        """Connect all players, and wait until all have seen their boards."""
        for game in self._games:
            for player, secret in zip(game.players, SECRETS, strict=True):
                await self._slots.acquire()
                await player.open(self._port, f"/socket/game/{game.link}", secret, self._trusted)
        await self._is_complete.wait()

    async def play_all(self) -> None:
        """Play all games to their ends."""
        for game in self._games:
            game.begin()
        await self._is_over.wait()

    def disconnect(self) -> None:
        """Close all connections."""
        for game in self._games:
            for player in game.players:
                player.close()

    # Called by the games

    def count_connected(self) -> None:
        """Count a player who sees the board."""
        self._slots.release()
        self._missing -= 1
        if not self._missing:
            self._is_complete.set()

    def count_finished(self) -> None:
        """Count a finished game."""
        self._running -= 1
        if not self._running:
            self._is_over.set()

    def add_wait(self, seconds: float) -> None:
        """Record how long it took until both players saw a move."""
        self.waits.append(seconds)

    def play(self, play: Callable[[], None]) -> None:
        """Call `play`, at once or after the pause."""
        if self._pause:
            pause = self._pause * self._chance.uniform(0.5, 1.5)
            asyncio.get_running_loop().call_later(pause, play)
        else:
            play()
