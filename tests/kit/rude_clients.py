"""Clients that are slow, huge and rude; each attack is one round of what it is called.

An attack may see its connections refused or closed: that is what it is for. What it must never see
is a 500 or a traceback.
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

from kit.noise import ASKS, BODIES, METHODS, PATHS, SCRAPS, damaged

GONE = (OSError, WebSocketException, httpx2.HTTPError, httpx2.InvalidURL, asyncio.TimeoutError)
"""How the server may answer besides words."""
HUGE = ("1" + "0" * 400, "9" * 4000, "-1", "1e400", "2147483648", "9223372036854775808", "0")
GAME = {"opponent": "here", "rules": "15x15/5 freestyle"}
MANY = 200
"""Connections of one attack at a time."""


@dataclass
class Attacker:
    """Somebody at an address of their own."""

    address: str
    source: str
    chance: Random
    seen: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)

    def web(self) -> httpx2.AsyncClient:
        """Something that asks, without cookies of before."""
        way = httpx2.AsyncHTTPTransport(local_address=self.source)
        return httpx2.AsyncClient(base_url=self.address, transport=way, timeout=60)

    async def ask(self, web: httpx2.AsyncClient, method: str, path: str, **body: object) -> str:
        """The text of an answer, which must not be a failure."""
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
        """A bare connection."""
        host, port = self.address.removeprefix("http://").split(":")
        return await asyncio.open_connection(host, int(port), local_addr=(self.source, 0))

    def socket(self, path: str, secret: str = "") -> connect:
        """A WebSocket."""
        where = f"{self.address.replace('http', 'ws')}{path}"
        headers = {"cookie": f"tengen={secret}"} if secret else {}
        source = (self.source, 0)
        return connect(where, additional_headers=headers, open_timeout=60, local_addr=source)

    async def game(self, web: httpx2.AsyncClient, **more: object) -> tuple[str, str] | None:
        """A game of their own: its link and their secret, if they may make one."""
        text = await self.ask(web, "POST", "/api/games", json={**GAME, **more})
        link = json.loads(text or "{}").get("link")
        return None if link is None else (link, web.cookies["tengen"])


Attack = Callable[[Attacker], Awaitable[None]]


# Bare connections


async def half_heads(one: Attacker) -> None:
    """Many requests that never get to the end of their headers."""
    begin = one.chance.choice((b"", b"GET / HTT", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nA: "))
    await _hold(one, begin, b"a")


async def slow_bodies(one: Attacker) -> None:
    """Many bodies that come byte by byte."""
    path = one.chance.choice(("/api/records", "/api/games", "/api/picture.gif", "/", "/nowhere"))
    head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000000\r\n\r\n"
    await _hold(one, head.encode(), b"x")


async def abandoned_bodies(one: Attacker) -> None:
    """Bodies that end in the middle, with the connection."""
    head = b"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99\r\n\r\nhalf"
    for _ in range(50):
        _, writer = await one.line()
        writer.write(head)
        await writer.drain()
        writer.close()


async def endless_heads(one: Attacker) -> None:
    """Headers without end."""
    _, writer = await one.line()
    writer.write(b"GET / HTTP/1.1\r\n")
    for _ in range(200):
        writer.write(b"x: " + bytes(4000).replace(b"\0", b"y") + b"\r\n")
        await writer.drain()
    writer.close()


async def noise(one: Attacker) -> None:
    """Bytes that mean nothing, some after a beginning that does."""
    begin = one.chance.choice(
        ("", "GET / HTTP/1.1\r\n", "GET /socket/game/x HTTP/1.1\r\nUpgrade: ")
    )
    for _ in range(20):
        _, writer = await one.line()
        writer.write(begin.encode() + one.chance.randbytes(one.chance.randint(0, 2000)))
        writer.write(one.chance.choice(SCRAPS).encode())
        await writer.drain()
        await asyncio.sleep(0.05)
        writer.close()


async def never_reads(one: Attacker) -> None:
    """Asks for much, and takes nothing of it."""
    ask = b"GET /analysis HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    lines = [await one.line() for _ in range(10)]
    for _, writer in lines:
        writer.transport.pause_reading()  # type: ignore[attr-defined]
        writer.write(ask * 200)
    await asyncio.sleep(5)
    for _, writer in lines:
        writer.close()


async def _hold(one: Attacker, begin: bytes, more: bytes) -> None:
    """Open many connections, and say a little over each now and then."""
    lines = [await one.line() for _ in range(MANY)]
    for _, writer in lines:
        writer.write(begin)
    for _ in range(one.chance.randint(1, 15)):
        await asyncio.sleep(1)
        for _, writer in lines:
            if not writer.is_closing():
                writer.write(more)
    for _, writer in lines:
        writer.close()


# Requests


async def damaged_requests(one: Attacker) -> None:
    """Requests with something wrong."""
    async with one.web() as web:
        for _ in range(20):
            path = damaged(one.chance.choice(PATHS), one.chance)
            calm = "".join(letter for letter in path if " " < letter < "\x7f")
            body = damaged(one.chance.choice(BODIES), one.chance).encode(errors="replace")
            await one.ask(web, one.chance.choice(METHODS), f"/{calm}", content=body)


async def huge_numbers(one: Attacker) -> None:
    """Numbers that nobody has use for, wherever one is read."""
    huge = one.chance.choice(HUGE)
    clock = one.chance.choice(("move", "game", "increment"))
    bodies = (
        f'{{"opponent":"here","rules":"five","clock":{{"{clock}":{huge}}}}}',
        f'{{"opponent":"computer","rules":"five","level":{huge}}}',
        f'{{"opponent":"here","rules":"five","moves":[{huge}]}}',
        f'{{"opponent":"here","rules":"{huge}x{huge}/{huge} freestyle"}}',
    )
    async with one.web() as web:
        for body in bodies:
            await one.ask(web, "POST", "/api/games", content=body)
        for path in (f"/api/puzzles/{huge}", f"/api/games?before={huge}"):
            await one.ask(web, "GET", path)
        await one.ask(web, "POST", f"/api/picture.gif?width={huge}&move={huge}", json=_record(3))


async def large_bodies(one: Attacker) -> None:
    """More than anybody may send, and as much as one may, of what takes longest to read."""
    moves = ";B[hh];W[ii]" * 80_000
    files = (b"a" * 3_000_000, f"(;GM[4]SZ[15]{moves})".encode()[:2_000_000], b"h8 i9 " * 300_000)
    async with one.web() as web:
        for file in files:
            await one.ask(web, "POST", "/api/records?name=x.sgf", content=file)
        await one.ask(web, "POST", "/api/records", content=b"http://[x/analysis?moves=h8")


async def pictures(one: Attacker) -> None:
    """Pictures as large as may be, several at a time."""
    width, moves = one.chance.choice((64, 724, 2048)), one.chance.choice((30, 380))
    path = f"/api/picture.{one.chance.choice(('gif', 'png', 'svg'))}?width={width}"
    async with one.web() as web, asyncio.TaskGroup() as group:
        for number in range(6):
            group.create_task(_drop(one.ask(web, "POST", path, json=_record(moves - number))))


async def codes(one: Attacker) -> None:
    """QR codes from twenty connections at once."""
    async with one.web() as web:
        made = await one.game(web)
        if made is None:
            return
        async with asyncio.TaskGroup() as group:
            for _ in range(100):
                group.create_task(_drop(one.ask(web, "GET", f"/api/games/{made[0]}/qr.svg")))


async def lists(one: Attacker) -> None:
    """Lists of games, one after the other as quickly as they come."""
    async with one.web() as web, asyncio.TaskGroup() as group:
        for _ in range(100):
            group.create_task(_drop(one.ask(web, "GET", "/api/games")))


async def long_beginnings(one: Attacker) -> None:
    """Games that begin with as many moves as fit on the largest board."""
    cells = [cell for cell in range(52 * 52) if cell // 52 % 2 == 0]
    async with one.web() as web:
        rules = one.chance.choice(("52x52/5 renju", "52x52/9 caro"))
        await one.game(web, rules=rules, moves=cells[: one.chance.randint(500, len(cells))])


async def computers(one: Attacker) -> None:
    """Games against the strongest level, which nobody plays."""
    async with one.web() as web, AsyncExitStack() as open_sockets:
        for _ in range(3):
            made = await one.game(web, opponent="computer", level=10, side="second")
            if made is not None:
                path = f"/socket/game/{made[0]}"
                await open_sockets.enter_async_context(one.socket(path, made[1]))
        await asyncio.sleep(5)


# Messages


async def damaged_messages(one: Attacker) -> None:
    """Messages with something wrong."""
    async with one.web() as web:
        made = await one.game(web)
    if made is None:
        return
    async with one.socket(f"/socket/game/{made[0]}", made[1]) as table:
        for _ in range(20):
            text = damaged(one.chance.choice(ASKS), one.chance)
            await table.send(text.encode(errors="replace").decode())
            await asyncio.sleep(0.05)


async def no_text(one: Attacker) -> None:
    """Messages that are not UTF-8, and frames that are none."""
    for bad in (b"\xff\xfe", b"\xed\xa0\x80", b'{"type":"\xc3\x28"}'):
        async with one.socket("/socket/analysis") as line:
            await line.send(bad, text=True)
            await asyncio.sleep(0.05)
    async with one.socket("/socket/analysis") as line:
        line.transport.write(one.chance.randbytes(500))
        await asyncio.sleep(0.05)


async def floods(one: Attacker) -> None:
    """Many sockets that say more than anybody hears."""
    async with AsyncExitStack() as stack:
        lines = [await stack.enter_async_context(one.socket("/socket/analysis")) for _ in range(20)]
        async with asyncio.TaskGroup() as group:
            for line in lines:
                group.create_task(_flood(line, one.chance.choice(('{"type":"Ping"}', "x" * 8000))))


async def comings_and_goings(one: Attacker) -> None:
    """A crowd at one table that leaves and comes back."""
    async with one.web() as web:
        made = await one.game(web)
    if made is None:
        return
    path = f"/socket/game/{made[0]}"
    async with AsyncExitStack() as stack:
        for _ in range(50):
            await stack.enter_async_context(one.socket(path))
        for _ in range(50):
            async with one.socket(f"{path}?form=events"):
                pass


async def heavy_looks(one: Attacker) -> None:
    """Large renju boards full of stones, and the engine asked to think about each."""
    async with one.socket("/socket/analysis") as line:
        for number in range(40):
            cells = one.chance.sample(range(52 * 52), 400)
            stones = [[cell, 1 if at % 3 else 2] for at, cell in enumerate(cells)]
            position = {"rules": "52x52/5 renju", "stones": stones, "turn": 1}
            ask = {"type": "look", "id": number, "position": position, "engine": number % 4 == 0}
            await line.send(json.dumps(ask, separators=(",", ":")))
            await asyncio.sleep(0.05)


async def reviews(one: Attacker) -> None:
    """Reviews that are begun and given up."""
    async with one.socket("/socket/analysis") as line:
        for number in range(5):
            moves = one.chance.sample(range(225), 60)
            position = {"rules": "15x15/5 freestyle", "moves": moves}
            await line.send(json.dumps({"type": "review", "id": number, "position": position}))
            await asyncio.sleep(0.5)


async def renju_games(one: Attacker) -> None:
    """Moves taken back and done again on a large board, as quickly as may be."""
    async with one.web() as web:
        cells = [row * 52 + col for row in range(0, 50, 3) for col in range(0, 50, 2)]
        made = await one.game(web, rules="52x52/5 renju", moves=cells[:120])
    if made is None:
        return
    async with one.socket(f"/socket/game/{made[0]}", made[1]) as table:
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
    half_heads, slow_bodies, abandoned_bodies, endless_heads, noise, never_reads,
    damaged_requests, huge_numbers, large_bodies, pictures, codes, lists, long_beginnings,
    computers, damaged_messages, no_text, floods, comings_and_goings, heavy_looks, reviews,
    renju_games,
)  # fmt: skip
