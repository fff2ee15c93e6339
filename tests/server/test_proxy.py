"""nginx in front of the server, with the shipped files: TLS, addresses of players, idle sockets."""

from __future__ import annotations

import asyncio
import re
import resource
import shutil
import socket
import ssl
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from pathlib import Path

import equipment
import httpx2
import pytest
from kit.cluster import DEPLOY, NGINX, Cluster, Nginx, free_port
from kit.postgresql import PostgresqlServer
from kit.server import Server
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus

from tengen.errors import UsageError
from tengen.server import http_server
from tengen.server.http_server import parse_proxies
from tengen.server.sockets import PING, PONG

pytestmark = pytest.mark.timeout(120)
NAME = "five.example"
ORIGIN = f"https://{NAME}"
ALONE, CLUSTER = "tengen.conf", "tengen-cluster.conf"
WANTED = {"opponent": "friend", "rules": "15x15/5 freestyle"}
READ_SECONDS = 6
"""The read time-out of sockets in the tests: long enough for a busy machine to send its pings."""
SCALE = READ_SECONDS / 40
"""What is shipped for one server is too slow for a test: time-out and pings are scaled alike."""
FAST_PINGS = f"""
import tengen.server.http_server
tengen.server.http_server.PING_SECONDS *= {SCALE}
"""
IDLE_SECONDS = 1.5 * READ_SECONDS
SOCKETS = {ALONE: 20, CLUSTER: 1000}
SOCKETS_PER_ADDRESS = 100
addresses = (f"127.0.7.{number}" for number in count(1))
"""Addresses of players, each used once: limits of one test are no limits of another."""


def find_nginx() -> Path:
    nginx = equipment.find_nginx()
    if nginx is None:
        pytest.skip(equipment.why_missing(equipment.NGINX))
    return nginx


@pytest.fixture(scope="module", autouse=True)
def file_limit() -> Iterator[int]:
    """Allow many open files, also for the programs that are started; yield how many."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    limit = 8192 if hard == resource.RLIM_INFINITY else min(8192, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))
    yield limit
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@contextmanager
def one_server(directory: Path) -> Iterator[Nginx]:
    nginx = find_nginx()
    server = Server(directory, FAST_PINGS, "--address", ORIGIN)
    changes = {"proxy_read_timeout 40s": f"proxy_read_timeout {READ_SECONDS}s"}
    proxy = Nginx(nginx, [server.address.removeprefix("http://")], ALONE, changes)
    yield proxy
    proxy.close()
    server.kill()


@contextmanager
def two_servers() -> Iterator[Nginx]:
    programs, nginx = equipment.find_postgresql(), find_nginx()
    if programs is None:
        pytest.skip(equipment.why_missing(equipment.POSTGRESQL))
    postgresql = PostgresqlServer(programs)
    changes = {"proxy_read_timeout 2s": f"proxy_read_timeout {READ_SECONDS}s"}
    cluster = Cluster(postgresql, nginx, 2, changes)
    yield cluster.nginx
    cluster.close()
    postgresql.close()


@pytest.fixture(scope="module", params=[ALONE, pytest.param(CLUSTER, marks=pytest.mark.slow)])
def configuration(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def proxy(configuration: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nginx]:
    directory = tmp_path_factory.mktemp("server")
    with one_server(directory) if configuration == ALONE else two_servers() as nginx:
        yield nginx


def trust(proxy: Nginx) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=proxy.certificate)


def player_of(proxy: Nginx, address: str = "") -> httpx2.Client:
    """Return a client with an address of its own."""
    transport = httpx2.HTTPTransport(verify=trust(proxy), local_address=address or next(addresses))
    return httpx2.Client(transport=transport, base_url=proxy.address, headers={"Host": NAME})


def open_socket(
    proxy: Nginx, trusted: ssl.SSLContext, address: str, origin: str = ORIGIN
) -> connect:
    return connect(
        f"wss://{NAME}/socket/analysis",
        host="127.0.0.1",
        port=proxy.port,
        local_addr=(address, 0),
        ssl=trusted,
        origin=origin,  # type: ignore[arg-type]
        open_timeout=60,
        compression=None,
        ping_interval=None,
    )


def test_the_cookie_is_for_https_only_and_no_script_can_read_it(proxy: Nginx) -> None:
    with player_of(proxy) as player:
        page = player.get("/")
    assert page.status_code == HTTPStatus.OK
    name, *flags = page.headers["set-cookie"].split("; ")
    assert name.startswith("__Host-tengen=")
    assert {"Secure", "HttpOnly"} <= set(flags)
    assert page.headers["strict-transport-security"].startswith("max-age=")


def test_http_leads_to_https(proxy: Nginx) -> None:
    found = httpx2.get(f"http://127.0.0.1:{proxy.plain_port}/games?a=1", headers={"Host": NAME})
    assert found.status_code == HTTPStatus.MOVED_PERMANENTLY
    assert found.headers["location"] == f"{ORIGIN}/games?a=1"


@pytest.mark.parametrize(
    "origin, status",
    [(ORIGIN, 201), ("https://other.example", 403), (f"{ORIGIN}:8443", 403), ("null", 403)],
)
def test_only_pages_of_the_site_can_create_games(proxy: Nginx, origin: str, status: int) -> None:
    with player_of(proxy) as player:
        made = player.post("/api/games", json=WANTED, headers={"Origin": origin})
    assert made.status_code == status


def test_a_site_on_another_port_is_its_own_origin(proxy: Nginx) -> None:
    name = f"{NAME}:{proxy.port}"
    with player_of(proxy) as player:
        headers = {"Host": name, "Origin": f"https://{name}"}
        assert player.post("/api/games", json=WANTED, headers=headers).status_code == 201


def test_only_pages_of_the_site_can_open_sockets(proxy: Nginx) -> None:
    async def visit(origin: str) -> None:
        async with open_socket(proxy, trust(proxy), next(addresses), origin) as connection:
            await check_alive(connection)

    asyncio.run(visit(ORIGIN))
    with pytest.raises(InvalidStatus) as refused:
        asyncio.run(visit("https://other.example"))
    assert refused.value.response.status_code == HTTPStatus.FORBIDDEN


def test_limits_hold_for_each_player_whatever_the_player_claims(proxy: Nginx) -> None:
    with player_of(proxy) as greedy:
        for number in range(120):
            headers = {"X-Forwarded-For": f"203.0.113.{number}", "Origin": ORIGIN}
            made = greedy.post("/api/games", json=WANTED, headers=headers)
            if made.status_code != HTTPStatus.CREATED:
                break
    assert made.status_code == HTTPStatus.TOO_MANY_REQUESTS
    assert made.json()["says"] == "Too many new games from your address. Try again in a minute."
    with player_of(proxy) as other:
        assert other.post("/api/games", json=WANTED).status_code == HTTPStatus.CREATED


@pytest.mark.slow
def test_idle_sockets_stay_open(proxy: Nginx, configuration: str, file_limit: int) -> None:
    # Two workers of nginx share the sockets, unevenly, and each takes two files in one of them.
    wanted = min(SOCKETS[configuration], file_limit // 3)

    async def idle() -> int:
        trusted = trust(proxy)
        sources = [next(addresses) for _ in range(0, wanted, SOCKETS_PER_ADDRESS)]
        opening = asyncio.Semaphore(40)

        async def visit(number: int) -> ClientConnection:
            async with opening:
                return await open_socket(proxy, trusted, sources[number // SOCKETS_PER_ADDRESS])

        connections = await asyncio.gather(*map(visit, range(wanted)))
        try:
            await asyncio.sleep(IDLE_SECONDS)
            await asyncio.gather(*map(check_alive, connections))
        finally:
            for connection in connections:
                connection.transport.abort()
            await asyncio.gather(*(connection.wait_closed() for connection in connections))
        return len(connections)

    reached = asyncio.run(idle())
    print(f"{configuration}: {reached} idle sockets stayed open for {IDLE_SECONDS} s")  # noqa: T201
    assert reached == wanted


async def check_alive(connection: ClientConnection) -> None:
    await connection.send(PING)
    assert await asyncio.wait_for(connection.recv(), 60) == PONG


@pytest.mark.parametrize(
    "file, pings",
    [(ALONE, http_server.PING_SECONDS), (CLUSTER, http_server.SHARED_PING_SECONDS)],
)
def test_the_time_out_of_sockets_is_two_pings_or_more(file: str, pings: float) -> None:
    sockets = (DEPLOY / "nginx" / file).read_text().partition("location /socket/ {")[2]
    seconds = re.search(r"proxy_read_timeout (\d+)s;", sockets)
    assert seconds is not None
    assert int(seconds[1]) >= 2 * pings


class Refusing(BaseHTTPRequestHandler):
    """A server that cannot take players."""

    status = HTTPStatus.SERVICE_UNAVAILABLE

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["content-length"]))
        self.send_response(self.status)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *_args: object) -> None:
        """Log nothing."""


class Accepting(Refusing):
    status = HTTPStatus.CREATED


def test_another_server_takes_the_game_if_one_cannot_take_players() -> None:
    nginx = find_nginx()
    servers = [ThreadingHTTPServer(("127.0.0.1", 0), kind) for kind in (Refusing, Accepting)]
    threads = [threading.Thread(target=server.serve_forever) for server in servers]
    for thread in threads:
        thread.start()
    proxy = Nginx(nginx, [f"127.0.0.1:{server.server_port}" for server in servers], CLUSTER)
    for _ in range(8):  # the address of the player decides which server is asked first
        with player_of(proxy) as player:
            assert player.post("/api/games", json=WANTED).status_code == HTTPStatus.CREATED
    proxy.close()
    for server, thread in zip(servers, threads, strict=True):
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.mark.parametrize("file", [ALONE, CLUSTER])
def test_nginx_accepts_the_shipped_file(file: str, tmp_path: Path) -> None:
    program = find_nginx()
    certificate = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=x"]
    files = ["-keyout", "key.pem", "-out", "fullchain.pem"]
    subprocess.run([*certificate, *files], cwd=tmp_path, check=True, capture_output=True)
    text = (DEPLOY / "nginx" / file).read_text().replace("/etc/ssl/five.example", str(tmp_path))
    for port in ("80", "443"):  # those of this machine may be in use
        text = re.sub(rf"(listen (?:\[::\]:)?){port}\b", rf"\g<1>{free_port()}", text)
    if not socket.has_dualstack_ipv6():
        text = re.sub(r" *listen \[::\].*\n", "", text)
    (tmp_path / "tengen.conf").write_text(text)
    (tmp_path / "nginx.conf").write_text(NGINX.format(directory=tmp_path, user=""))
    command = [str(program), "-t", "-e", "stderr", "-c", str(tmp_path / "nginx.conf")]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr
    assert "tengen.conf" not in checked.stderr  # nor does it warn


def test_systemd_accepts_the_shipped_units(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not installed; it comes with systemd")
    for name in ("tengen.service", "tengen@.service"):
        text = (DEPLOY / "systemd" / name).read_text()
        (tmp_path / name).write_text(text.replace("/opt/tengen/bin/tengen", "/bin/true"))
    units = [tmp_path / name for name in ("tengen.service", "tengen@8000.service")]
    command = ["systemd-analyze", "verify", "--man=no", *map(str, units)]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (checked.returncode, checked.stderr) == (0, "")


def test_the_container_copies_files_that_exist() -> None:
    text = (DEPLOY / "Containerfile").read_text()
    lines = re.findall(r"^COPY (?!--from)(.+)", text, re.MULTILINE)
    copied = [name for line in lines for name in line.split()[:-1]]
    assert {"pyproject.toml", "src"} <= set(copied)
    assert [name for name in copied if not (DEPLOY.parent / name).exists()] == []


@pytest.mark.parametrize("proxy_address", ["127.0.0.9", "127.0.0.8/30", "::1,127.0.0.9"])
def test_only_the_named_proxies_are_believed(tmp_path: Path, proxy_address: str) -> None:
    server = Server(tmp_path, "", "--proxy", proxy_address)
    cookies = [cookie_from(server, address) for address in ("127.0.0.9", "127.0.0.1")]
    server.kill()
    assert cookies == ["__Host-tengen", "tengen"]


def cookie_from(server: Server, address: str) -> str:
    """Return the name of the cookie that the server sets if the proxy at an address says https."""
    with httpx2.Client(transport=httpx2.HTTPTransport(local_address=address)) as web:
        page = web.get(server.address, headers={"X-Forwarded-Proto": "https"})
    return str(page.headers["set-cookie"]).partition("=")[0]


@pytest.mark.parametrize("text", ["", "*", "nginx", "10.0.0.5:80", "10.0.0.5/24", "10.0.0.5,"])
def test_a_proxy_is_an_address_or_a_network(text: str) -> None:
    with pytest.raises(UsageError, match=r"--proxy needs addresses such as 10\.0\.0\.5 or net"):
        parse_proxies(text)


def test_spaces_between_proxies_are_allowed() -> None:
    assert parse_proxies("10.0.0.5, fd00::/8") == ["10.0.0.5", "fd00::/8"]
