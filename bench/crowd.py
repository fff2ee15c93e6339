"""Many games of two players each, who answer as soon as they see a move, or after a while."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Sequence
from functools import partial

from served import Served
from web_server import SECRETS
from websocket import Socket, frame_of

MOVES = 60
AT_ONCE = 100
"""How many may be about to connect."""


def make_script() -> list[bytes]:
    """The moves of a game that nobody wins: two stones in a row are the most, in all directions."""
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
        frame_of(f'{{"type":"PlayMove","seat":{number % 2 + 1},"point":{point}}}')
        for number, point in enumerate(points)
    ]


SCRIPT = make_script()


class Game:
    """Two players who see how many moves there are, and know which comes next."""

    def __init__(self, crowd: Crowd, link: str, *, is_bare: bool) -> None:
        self.link = link
        self._crowd = crowd
        hear = self._hear_bare if is_bare else self._hear
        self.players = [Socket(partial(hear, player)) for player in (0, 1)]
        self._seen = [-1, -1]  # how many moves each has seen
        self._played = 0
        self._is_running = False
        self._at = 0.0  # when the last move was sent

    def begin(self) -> None:
        """Play the first move."""
        self._is_running = True
        self._crowd.play(self._play)

    def _hear_bare(self, player: int, _text: bytes) -> None:
        """There, every text is one move more."""
        self._see(player, self._seen[player] + 1)

    def _hear(self, player: int, text: bytes) -> None:
        if text.startswith(b'{"type":"state"'):
            begin = text.index(b'"moves":[') + 9
            end = text.index(b"]", begin)
            self._see(player, text.count(b",", begin, end) + (end > begin))

    def _see(self, player: int, count: int) -> None:
        if count == self._seen[player]:
            return
        self._seen[player] = count
        if not self._is_running:
            self._crowd.is_there()
            return
        if self._seen[1 - player] == count:
            self._crowd.shown(time.perf_counter() - self._at)
            if count == self._crowd.moves:
                self._crowd.is_done()
        if player == count % 2 and count < self._crowd.moves:
            self._crowd.play(self._play)

    def _play(self) -> None:
        number = self._played
        self._played += 1
        self._at = time.perf_counter()
        self.players[number % 2].send(SCRIPT[number])


class Crowd:
    """Games of a server, each of so many moves, with a pause before every one."""

    def __init__(
        self, served: Served, links: Sequence[str], moves: int = MOVES, pause: float = 0
    ) -> None:
        self.moves = moves
        self.waits: list[float] = []
        """From each move sent to the move shown to both, in seconds."""
        self._port = served.port
        self._pause = pause
        self._chance = random.Random(2)
        self._games = [Game(self, link, is_bare=served.kind == "bare") for link in links]
        self._missing = 2 * len(self._games)
        self._going_on = len(self._games)
        self._slots = asyncio.Semaphore(AT_ONCE)
        self._is_complete = asyncio.Event()
        self._is_over = asyncio.Event()

    async def come(self) -> None:
        """Have all sit down, and wait until all have seen their boards."""
        for game in self._games:
            for player, secret in zip(game.players, SECRETS, strict=True):
                await self._slots.acquire()
                await player.open(self._port, f"/socket/game/{game.link}", secret)
        await self._is_complete.wait()

    async def play_all(self) -> None:
        """Play all games to their ends."""
        for game in self._games:
            game.begin()
        await self._is_over.wait()

    def leave(self) -> None:
        """Be gone."""
        for game in self._games:
            for player in game.players:
                player.close()

    # What the games tell

    def is_there(self) -> None:
        """One more sees the board."""
        self._slots.release()
        self._missing -= 1
        if not self._missing:
            self._is_complete.set()

    def is_done(self) -> None:
        """One more game is over."""
        self._going_on -= 1
        if not self._going_on:
            self._is_over.set()

    def shown(self, seconds: float) -> None:
        """Both players have seen a move."""
        self.waits.append(seconds)

    def play(self, play: Callable[[], None]) -> None:
        """Have somebody play, after a while if there is to be a pause."""
        if self._pause:
            pause = self._pause * self._chance.uniform(0.5, 1.5)
            asyncio.get_running_loop().call_later(pause, play)
        else:
            play()
