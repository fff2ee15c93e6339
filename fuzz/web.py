"""Send a server what nobody should, again and again, and see that it stays calm.

The server is a real one in a process of its own; it gets damaged requests, damaged messages and
bare noise. It must answer each request that can be answered with less than 500, each message with
one problem or what comes of it, and still play a game in the end.
"""

from __future__ import annotations

import argparse
import contextlib
import random
import socket
import sys
import tempfile
import time
from pathlib import Path

import httpx2
from kit.noise import ASKS, BODIES, METHODS, PATHS, SCRAPS, damaged
from kit.server import Server
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

GAME = {"opponent": "here", "rules": "15x15/5 freestyle"}


def main() -> None:
    """Go on for as long as was asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    asked = parser.parse_args()
    chance = random.Random(asked.seed)
    print(f"seed {asked.seed}")
    with tempfile.TemporaryDirectory() as data:
        server = Server(Path(data))
        try:
            number = pester(server.address, chance, asked.seconds)
        finally:
            server.stop()
        if server.complaints:
            sys.exit(f"the server said:\n{server.complaints}")
    print(f"{number:,} rounds, and the server plays on")


def pester(address: str, chance: random.Random, seconds: float) -> int:
    """Send all kinds of things for so long; how many rounds of them there were."""
    end = time.monotonic() + seconds
    rounds = 0
    while time.monotonic() < end:
        chance.choice((send_requests, send_messages, send_noise))(address, chance)
        rounds += 1
    play(address)
    return rounds


def send_requests(address: str, chance: random.Random) -> None:
    """Damaged requests."""
    with httpx2.Client(base_url=address, timeout=30) as client:
        for _ in range(20):
            path = damaged(chance.choice(PATHS), chance)
            calm = "".join(letter for letter in path if " " < letter < "\x7f")
            body = damaged(chance.choice(BODIES), chance).encode(errors="replace")
            try:
                response = client.request(chance.choice(METHODS), f"/{calm}", content=body)
            except (httpx2.InvalidURL, httpx2.TransportError):
                continue
            if response.status_code >= 500 or b"Traceback" in response.content:
                sys.exit(f"{response.status_code} for {path!r} with {body!r}: {response.text}")


def send_messages(address: str, chance: random.Random) -> None:
    """Damaged messages, each of which is answered."""
    link, cookie = make_game(address)
    with contextlib.suppress(WebSocketException), at(address, link, cookie) as table:
        for _ in range(3):
            table.recv(timeout=30)
        for _ in range(20):
            text = damaged(chance.choice(ASKS), chance)
            table.send(text.encode(errors="replace").decode())
            table.recv(timeout=30)


def send_noise(address: str, chance: random.Random) -> None:
    """Bytes that mean nothing, some after a beginning that does."""
    host, port = address.removeprefix("http://").split(":")
    begin = chance.choice(("", "GET / HTTP/1.1\r\n", "GET /socket/game/x HTTP/1.1\r\nUpgrade: "))
    noise = begin.encode() + chance.randbytes(chance.randint(0, 2000))
    with contextlib.suppress(OSError), socket.create_connection((host, int(port)), 5) as line:
        line.settimeout(0.2)
        line.sendall(noise + chance.choice(SCRAPS).encode())
        line.recv(1000)


def play(address: str) -> None:
    """One move, to see that all is well."""
    link, cookie = make_game(address)
    with at(address, link, cookie) as table:
        table.send(ASKS[0])
        while '"moves":[112]' not in str(table.recv(timeout=30)):
            pass


def make_game(address: str) -> tuple[str, str]:
    """A new game: its link, and the secret of who made it."""
    while True:
        response = httpx2.post(f"{address}/api/games", json=GAME)
        if response.status_code == 201:
            return response.json()["link"], response.cookies["tengen"]
        time.sleep(1)  # too many were made: that is what the limit is for


def at(address: str, link: str, cookie: str) -> ClientConnection:
    """A socket of a game."""
    where = f"{address.replace('http', 'ws')}/socket/game/{link}"
    return connect(where, additional_headers={"cookie": f"tengen={cookie}"})


if __name__ == "__main__":
    main()
