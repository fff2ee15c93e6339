"""The port for health and metrics: its paths, hostile and slow clients, and who cannot reach it."""

from __future__ import annotations

import shutil
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

import httpx2
import pytest
from kit.monitored import MonitorClient, monitored
from kit.program import PATIENCE
from kit.server import Server
from kit.web import served

from tengen.cli.web import run
from tengen.errors import UsageError
from tengen.server import monitor as module

PATHS = ("/healthz", "/readyz", "/metrics")
REQUEST = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"

UPGRADE = (
    b"GET /socket/analysis HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\n"
    b"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: MTIzNDU2Nzg5MDEyMzQ1Ng==\r\n\r\n"
)


@pytest.fixture
def client(tmp_path: Path) -> Iterator[MonitorClient]:
    with monitored(tmp_path / "games") as (_server, client):
        yield client


def connect(client: MonitorClient) -> socket.socket:
    parts = urlsplit(client.address)
    assert parts.port is not None
    return socket.create_connection((parts.hostname, parts.port), PATIENCE)


def exchange(client: MonitorClient, sent: bytes, *, is_all: bool = False) -> bytes:
    """Send bytes; return what comes back until the server closes. `is_all` ends the input."""
    received = b""
    with connect(client) as line:
        try:
            line.sendall(sent)
            if is_all:
                line.shutdown(socket.SHUT_WR)
            while data := line.recv(65_536):
                received += data
        except ConnectionError:  # the server has closed it while we sent
            pass
    return received


def test_a_server_that_runs_is_healthy_and_ready(client: MonitorClient) -> None:
    healthy, ready = client.get("/healthz"), client.get("/readyz?full")
    assert (healthy.status_code, healthy.text) == (200, "ok\n")
    assert (ready.status_code, ready.text) == (200, "ready\n")
    assert healthy.headers["cache-control"] == "no-store"


def test_a_server_without_its_store_is_healthy_but_not_ready(tmp_path: Path) -> None:
    with monitored(tmp_path / "games") as (_server, client):
        shutil.rmtree(tmp_path / "games")
        response = client.get("/readyz")
        assert response.status_code == 503
        assert response.text.startswith("not ready: games at ")
        assert response.text.count("\n") == 1
        assert client.get("/healthz").status_code == 200


def test_other_paths_and_methods_are_refused(client: MonitorClient) -> None:
    missing = client.get("/")
    assert missing.status_code == 404
    assert "/healthz, /readyz or /metrics" in missing.text
    refused = httpx2.post(f"{client.address}/metrics")
    assert refused.status_code == 405
    assert refused.headers["allow"] == "GET, HEAD"


def test_a_head_request_gets_no_body(client: MonitorClient) -> None:
    received = exchange(client, REQUEST.replace(b"GET", b"HEAD"), is_all=True)
    assert received.startswith(b"HTTP/1.1 200 OK\r\n")
    assert b"content-length: 3\r\n" in received
    assert received.endswith(b"\r\n\r\n")


@pytest.mark.parametrize(
    "head",
    [b"", b"GET", b"GET /healthz", b"get /healthz HTTP/1.1", b"GET x HTTP/1.1", b"GET / HTTP/2.0"],
)
def test_what_is_no_request_is_a_bad_request(client: MonitorClient, head: bytes) -> None:
    received = exchange(client, head + b"\r\n\r\n", is_all=True)
    assert received.startswith(b"HTTP/1.1 400 Bad Request\r\n")


def test_large_heads_are_refused(client: MonitorClient) -> None:
    large = b"GET /healthz HTTP/1.1\r\n" + b"x: y\r\n" * 10_000 + b"\r\n"
    assert exchange(client, large, is_all=True).startswith(b"HTTP/1.1 431 ")


@pytest.mark.parametrize("seed", range(40))
def test_any_bytes_get_an_answer_or_a_close(client: MonitorClient, seed: int) -> None:
    rng = Random(seed)
    damaged = bytearray(REQUEST * rng.randint(1, 3))
    for _ in range(rng.randint(0, 8)):
        damaged[rng.randrange(len(damaged))] = rng.randrange(256)
    noise = rng.randbytes(rng.choice([0, 1, 100, 20_000]))
    sent = noise + bytes(damaged) if rng.random() < 0.5 else bytes(damaged) + noise
    received = exchange(client, sent, is_all=True)
    assert received == b"" or received.startswith((b"HTTP/1.1 2", b"HTTP/1.1 4"))
    assert client.get("/healthz").status_code == 200


@pytest.mark.parametrize("half", [b"G", b"GET /healthz HTTP/1.1\r\n", REQUEST[:-1]])
def test_half_a_request_times_out(
    client: MonitorClient, monkeypatch: pytest.MonkeyPatch, half: bytes
) -> None:
    monkeypatch.setattr(module, "REQUEST_SECONDS", 0.05)
    monkeypatch.setattr(module, "RESPONSE_SECONDS", 0.05)
    assert exchange(client, half).startswith(b"HTTP/1.1 408 ")


def send_slowly(line: socket.socket) -> None:
    for _ in range(6000):
        line.sendall(b"x")
        time.sleep(0.01)


def test_a_client_that_does_not_close_is_dropped(
    client: MonitorClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "RESPONSE_SECONDS", 0.05)
    with connect(client) as line:
        line.sendall(REQUEST)
        while line.recv(65_536):
            pass
        with pytest.raises(ConnectionError):  # sending fails once the server has dropped it
            send_slowly(line)


def test_there_are_only_so_many_connections(
    client: MonitorClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MAX_CONNECTIONS", 3)
    with ExitStack() as opened:
        for _ in range(3):
            opened.enter_context(connect(client))
        assert exchange(client, REQUEST) == b""
    deadline = time.monotonic() + PATIENCE
    while not exchange(client, REQUEST, is_all=True):
        assert time.monotonic() < deadline


def test_the_public_port_serves_no_health_and_no_metrics(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        assert [server.get(path).status_code for path in PATHS] == [404] * 3


def test_nothing_listens_without_the_option(tmp_path: Path) -> None:
    server = Server(tmp_path)
    assert [httpx2.get(f"{server.address}{path}").status_code for path in PATHS] == [404] * 3
    assert len(listening_ports(server)) == 1
    server.stop()


def listening_ports(server: Server) -> list[int]:
    """Return the ports on which a server listens."""
    inodes = set()
    for link in Path(f"/proc/{server.pid}/fd").iterdir():
        with suppress(FileNotFoundError):  # it has been closed meanwhile
            inodes.add(link.readlink().name)
    ports = []
    for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
        fields = line.split()
        if fields[3] == "0A" and f"socket:[{fields[9]}]" in inodes:
            ports.append(int(fields[1].partition(":")[2], 16))
    return ports


def test_a_server_has_its_metrics_on_another_port_and_is_not_ready_while_it_stops(
    tmp_path: Path,
) -> None:
    server = Server(tmp_path, "", "--monitor-port", "0")
    client = MonitorClient(server.monitor)
    address = urlsplit(server.address)
    assert address.port is not None
    assert sorted(listening_ports(server)) == sorted(
        [address.port, urlsplit(server.monitor).port or 0]
    )
    assert client.get("/readyz").text == "ready\n"
    assert [httpx2.get(f"{server.address}{path}").status_code for path in PATHS] == [404] * 3
    assert client.metrics()['tengen_http_responses_total{class="4xx"}'] == 3
    with socket.create_connection(("127.0.0.1", address.port), PATIENCE) as line:
        line.sendall(UPGRADE)  # when the server stops, it waits until this socket is closed
        assert line.recv(65_536).startswith(b"HTTP/1.1 101 ")
        server.ask_to_stop()
        while (response := client.get("/readyz")).status_code == 200:
            pass
        assert response.text == "not ready: the server is shutting down\n"
    assert server.stop() == 0


def test_a_port_in_use_names_the_options_for_it(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        with pytest.raises(UsageError, match="use --monitor-host or --monitor-port"):
            run(["--data", str(tmp_path), "--port", "0", "--monitor-port", port])


def test_a_host_without_a_port_is_an_error() -> None:
    with pytest.raises(UsageError, match="--monitor-host needs --monitor-port"):
        run(["--monitor-host", "127.0.0.1"])
