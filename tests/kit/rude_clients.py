"""Attacks on a server by slow, huge and damaged requests; each function is attacker round.

The server may refuse or close connections, but must never respond with a 500 or a traceback.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from random import Random

import httpx2
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from kit.noise import BODIES, COMMANDS, METHODS, PATHS, SCRAPS, damaged

GONE = (OSError, WebSocketException, httpx2.HTTPError, httpx2.InvalidURL, asyncio.TimeoutError)
"""Errors that a client may get."""
HUGE = ("1" + "0" * 400, "9" * 4000, "-1", "1e400", "2147483648", "9223372036854775808", "0")
GAME = {"opponent": "here", "rules": "15x15/5 freestyle"}
MANY = 200
"""Connections of attacker attack at a time."""


@dataclass
class Attacker:
    """A client with its own address, and the responses it got."""

    address: str
    source: str
    rng: Random
    seen: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)

    def web(self) -> httpx2.AsyncClient:
        """Return an HTTP client without cookies."""
        way = httpx2.AsyncHTTPTransport(local_address=self.source)
        return httpx2.AsyncClient(base_url=self.address, transport=way, timeout=60)

    async def ask(self, web: httpx2.AsyncClient, method: str, path: str, **body: object) -> str:
        """Send a request; return the response, and note a failure of the server."""
        try:
            answer = await web.request(method, path, **body)  # type: ignore[arg-type]
        except (httpx2.HTTPError, httpx2.InvalidURL) as error:
            self.seen[type(error).__name__] += 1
            return ""
        self.seen[str(answer.status_code)] += 1
        if answer.status_code == 500 or b"Traceback" in answer.content:
            self.failures.append(f"{answer.status_code} for {method} {path!r} {str(body)[:300]}")
        return answer.text

    async def line(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Open a TCP connection."""
        host, port = self.address.removeprefix("http://").split(":")
        return await asyncio.open_connection(host, int(port), local_addr=(self.source, 0))

    def socket(self, path: str, secret: str = "") -> connect:
        """Open a WebSocket."""
        where = f"{self.address.replace('http', 'ws')}{path}"
        headers = {"cookie": f"tengen={secret}"} if secret else {}
        source = (self.source, 0)
        return connect(where, additional_headers=headers, open_timeout=60, local_addr=source)

    async def game(self, web: httpx2.AsyncClient, **more: object) -> tuple[str, str] | None:
        """Create a game; return its link and the secret, or None if it was refused."""
        text = await self.ask(web, "POST", "/api/games", json={**GAME, **more})
        link = json.loads(text or "{}").get("link")
        return None if link is None else (link, web.cookies["tengen"])


Attack = Callable[[Attacker], Awaitable[None]]


# Bare connections


async def incomplete_heads(attacker: Attacker) -> None:
    """Send many requests whose headers never end."""
    begin = attacker.rng.choice((b"", b"GET / HTT", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nA: "))
    await _hold(attacker, begin, b"a")


async def slow_bodies(attacker: Attacker) -> None:
    """Send many bodies byte by byte."""
    path = attacker.rng.choice(("/api/records", "/api/games", "/api/picture.gif", "/", "/nowhere"))
    head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000000\r\n\r\n"
    await _hold(attacker, head.encode(), b"x")


async def abandoned_bodies(attacker: Attacker) -> None:
    """Disconnect in the middle of bodies."""
    head = b"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99\r\n\r\nhalf"
    for _ in range(50):
        _, writer = await attacker.line()
        writer.write(head)
        await writer.drain()
        writer.close()


async def endless_heads(attacker: Attacker) -> None:
    """Send endless headers."""
    _, writer = await attacker.line()
    writer.write(b"GET / HTTP/1.1\r\n")
    for _ in range(200):
        writer.write(b"x: " + bytes(4000).replace(b"\0", b"y") + b"\r\n")
        await writer.drain()
    writer.close()


async def noise(attacker: Attacker) -> None:
    """Send random bytes, some after a valid beginning."""
    begin = attacker.rng.choice(
        ("", "GET / HTTP/1.1\r\n", "GET /socket/game/x HTTP/1.1\r\nUpgrade: ")
    )
    for _ in range(20):
        _, writer = await attacker.line()
        writer.write(begin.encode() + attacker.rng.randbytes(attacker.rng.randint(0, 2000)))
        writer.write(attacker.rng.choice(SCRAPS).encode())
        await writer.drain()
        await asyncio.sleep(0.05)
        writer.close()


async def never_reads(attacker: Attacker) -> None:
    """Send many requests, and read no response."""
    request = b"GET /analysis HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    lines = [await attacker.line() for _ in range(10)]
    for _, writer in lines:
        writer.transport.pause_reading()  # type: ignore[attr-defined]
        writer.write(request * 200)
    await asyncio.sleep(5)
    for _, writer in lines:
        writer.close()


async def _hold(attacker: Attacker, begin: bytes, more: bytes) -> None:
    """Open many connections, and send a little over each from time to time."""
    lines = [await attacker.line() for _ in range(MANY)]
    for _, writer in lines:
        writer.write(begin)
    for _ in range(attacker.rng.randint(1, 15)):
        await asyncio.sleep(1)
        for _, writer in lines:
            if not writer.is_closing():
                writer.write(more)
    for _, writer in lines:
        writer.close()


# Requests


async def damaged_requests(attacker: Attacker) -> None:
    """Send damaged requests."""
    async with attacker.web() as web:
        for _ in range(20):
            path = damaged(attacker.rng.choice(PATHS), attacker.rng)
            sendable = "".join(letter for letter in path if " " < letter < "\x7f")
            body = damaged(attacker.rng.choice(BODIES), attacker.rng).encode(errors="replace")
            await attacker.ask(web, attacker.rng.choice(METHODS), f"/{sendable}", content=body)


async def huge_numbers(attacker: Attacker) -> None:
    """Send huge numbers wherever a number is read."""
    huge = attacker.rng.choice(HUGE)
    clock = attacker.rng.choice(("move", "game", "increment"))
    bodies = (
        f'{{"opponent":"here","rules":"five","clock":{{"{clock}":{huge}}}}}',
        f'{{"opponent":"computer","rules":"five","level":{huge}}}',
        f'{{"opponent":"here","rules":"five","moves":[{huge}]}}',
        f'{{"opponent":"here","rules":"{huge}x{huge}/{huge} freestyle"}}',
    )
    async with attacker.web() as web:
        for body in bodies:
            await attacker.ask(web, "POST", "/api/games", content=body)
        for path in (f"/api/puzzles/{huge}", f"/api/games?before={huge}"):
            await attacker.ask(web, "GET", path)
        await attacker.ask(
            web, "POST", f"/api/picture.gif?width={huge}&move={huge}", json=_record(3)
        )


async def large_bodies(attacker: Attacker) -> None:
    """Upload files above the size limit, and files at the limit that are slow to read."""
    moves = ";B[hh];W[ii]" * 80_000
    files = (b"a" * 3_000_000, f"(;GM[4]SZ[15]{moves})".encode()[:2_000_000], b"h8 i9 " * 300_000)
    async with attacker.web() as web:
        for file in files:
            await attacker.ask(web, "POST", "/api/records?name=x.sgf", content=file)
        await attacker.ask(web, "POST", "/api/records", content=b"http://[x/analysis?moves=h8")


async def pictures(attacker: Attacker) -> None:
    """Request the largest pictures, several at a time."""
    width, moves = attacker.rng.choice((64, 724, 2048)), attacker.rng.choice((30, 380))
    path = f"/api/picture.{attacker.rng.choice(('gif', 'png', 'svg'))}?width={width}"
    async with attacker.web() as web, asyncio.TaskGroup() as group:
        for number in range(6):
            group.create_task(_drop(attacker.ask(web, "POST", path, json=_record(moves - number))))


async def codes(attacker: Attacker) -> None:
    """Request many QR codes at once."""
    async with attacker.web() as web:
        game = await attacker.game(web)
        if game is None:
            return
        async with asyncio.TaskGroup() as group:
            for _ in range(100):
                group.create_task(_drop(attacker.ask(web, "GET", f"/api/games/{game[0]}/qr.svg")))


async def lists(attacker: Attacker) -> None:
    """Request many game lists at once."""
    async with attacker.web() as web, asyncio.TaskGroup() as group:
        for _ in range(100):
            group.create_task(_drop(attacker.ask(web, "GET", "/api/games")))


async def long_beginnings(attacker: Attacker) -> None:
    """Create games that begin with as many moves as fit on the largest board."""
    cells = [cell for cell in range(52 * 52) if cell // 52 % 2 == 0]
    async with attacker.web() as web:
        rules = attacker.rng.choice(("52x52/5 renju", "52x52/9 caro"))
        await attacker.game(web, rules=rules, moves=cells[: attacker.rng.randint(500, len(cells))])


async def computers(attacker: Attacker) -> None:
    """Create games against the strongest level, and do not play them."""
    async with attacker.web() as web, AsyncExitStack() as open_sockets:
        for _ in range(3):
            game = await attacker.game(web, opponent="computer", level=10, side="second")
            if game is not None:
                path = f"/socket/game/{game[0]}"
                await open_sockets.enter_async_context(attacker.socket(path, game[1]))
        await asyncio.sleep(5)


# Messages


async def damaged_messages(attacker: Attacker) -> None:
    """Send damaged messages."""
    async with attacker.web() as web:
        game = await attacker.game(web)
    if game is None:
        return
    async with attacker.socket(f"/socket/game/{game[0]}", game[1]) as table:
        for _ in range(20):
            text = damaged(attacker.rng.choice(COMMANDS), attacker.rng)
            await table.send(text.encode(errors="replace").decode())
            await asyncio.sleep(0.05)


async def invalid_text(attacker: Attacker) -> None:
    """Send messages that are not UTF-8, and invalid frames."""
    for bad in (b"\xff\xfe", b"\xed\xa0\x80", b'{"type":"\xc3\x28"}'):
        async with attacker.socket("/socket/analysis") as line:
            await line.send(bad, text=True)
            await asyncio.sleep(0.05)
    async with attacker.socket("/socket/analysis") as line:
        line.transport.write(attacker.rng.randbytes(500))
        await asyncio.sleep(0.05)


async def floods(attacker: Attacker) -> None:
    """Send too many messages over many sockets."""
    async with AsyncExitStack() as stack:
        lines = [
            await stack.enter_async_context(attacker.socket("/socket/analysis")) for _ in range(20)
        ]
        async with asyncio.TaskGroup() as group:
            for line in lines:
                group.create_task(
                    _flood(line, attacker.rng.choice(('{"type":"Ping"}', "x" * 8000)))
                )


async def comings_and_goings(attacker: Attacker) -> None:
    """Connect many clients to attacker game, again and again."""
    async with attacker.web() as web:
        game = await attacker.game(web)
    if game is None:
        return
    path = f"/socket/game/{game[0]}"
    async with AsyncExitStack() as stack:
        for _ in range(50):
            await stack.enter_async_context(attacker.socket(path))
        for _ in range(50):
            async with attacker.socket(f"{path}?form=events"):
                pass


async def heavy_analyses(attacker: Attacker) -> None:
    """Analyse large renju boards full of stones."""
    async with attacker.socket("/socket/analysis") as line:
        for number in range(40):
            cells = attacker.rng.sample(range(52 * 52), 400)
            stones = [[cell, 1 if at % 3 else 2] for at, cell in enumerate(cells)]
            position = {"rules": "52x52/5 renju", "stones": stones, "turn": 1}
            request = {
                "type": "look",
                "id": number,
                "position": position,
                "engine": number % 4 == 0,
            }
            await line.send(json.dumps(request, separators=(",", ":")))
            await asyncio.sleep(0.05)


async def reviews(attacker: Attacker) -> None:
    """Start and stop reviews."""
    async with attacker.socket("/socket/analysis") as line:
        for number in range(5):
            moves = attacker.rng.sample(range(225), 60)
            position = {"rules": "15x15/5 freestyle", "moves": moves}
            await line.send(json.dumps({"type": "review", "id": number, "position": position}))
            await asyncio.sleep(0.5)


async def renju_games(attacker: Attacker) -> None:
    """Take back and redo moves on a large board as fast as allowed."""
    async with attacker.web() as web:
        cells = [row * 52 + col for row in range(0, 50, 3) for col in range(0, 50, 2)]
        game = await attacker.game(web, rules="52x52/5 renju", moves=cells[:120])
    if game is None:
        return
    async with attacker.socket(f"/socket/game/{game[0]}", game[1]) as table:
        await table.send('{"type":"PlayMove","seat":1,"point":2703}')
        for number in range(60):
            kind = "TakeBack" if number % 2 else "Redo"
            await table.send(f'{{"type":"{kind}","seat":1}}')
            await asyncio.sleep(0.06)


async def _flood(line: ClientConnection, text: str) -> None:
    with suppress(*GONE):
        for _ in range(500):
            await line.send(text)


async def _drop(work: Awaitable[object]) -> None:
    await work


def _record(moves: int) -> object:
    nodes = [f"{'abcdefghijklmnopqrst'[move // 20]}{move % 20 + 1}" for move in range(moves)]
    return {"format": "tengen-record", "version": 1, "rules": "20x20/5 caro", "nodes": nodes}


ATTACKS: tuple[Attack, ...] = (
    incomplete_heads, slow_bodies, abandoned_bodies, endless_heads, noise, never_reads,
    damaged_requests, huge_numbers, large_bodies, pictures, codes, lists, long_beginnings,
    computers, damaged_messages, invalid_text, floods, comings_and_goings, heavy_analyses, reviews,
    renju_games,
)  # fmt: skip
