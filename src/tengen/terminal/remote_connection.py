"""The connection to a game on a server: its link, the request for a seat, and the socket.

The socket is opened again whenever it is lost. A seat is held by a secret, which is chosen and
stored for each server before the first request for a seat, so that this request can be repeated.
"""

from __future__ import annotations

import http.client
import re
import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import OpenerDirector, ProxyHandler, Request, build_opener

import msgspec
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import ClientConnection, connect

from tengen.errors import OnlineError, ParseError
from tengen.server.messages import game
from tengen.server.messages.codec import decode, encode, make_decoder, parse_server_message
from tengen.storage import Store

GAME_PATH = re.compile(r"/game/([A-Za-z0-9_-]{12})/?", re.ASCII)
SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")
SCHEMES = ("http", "https")
LINK_HELP = "use the address of a game, as in http://localhost:8000/game/abcdefghijkl"


@dataclass(frozen=True, slots=True)
class GameLink:
    """The link of a game on a server."""

    base: str
    """The server, as in `https://example.org:8000`."""
    text: str
    """The random part of the path."""

    def __str__(self) -> str:
        return f"{self.base}/game/{self.text}"

    @property
    def host(self) -> str:
        """The server without the scheme, as in `example.org:8000`."""
        return self.base.partition("://")[2]

    @property
    def is_local(self) -> bool:
        """Whether the server is on this machine and needs no proxy."""
        name = urlsplit(self.base).hostname or ""
        return name in {"localhost", "::1"} or name.startswith("127.")

    @property
    def api(self) -> str:
        """The HTTP address of the game."""
        return f"{self.base}/api/games/{self.text}"

    @property
    def socket(self) -> str:
        """The socket address of the game."""
        return f"ws{self.base.removeprefix('http')}/socket/game/{self.text}?form=events"


def parse_link(text: str) -> GameLink:
    """Read the address of a game; the default scheme is `http`. Raises ParseError."""
    url = text.strip()
    url = url if SCHEME.match(url) else f"http://{url}"
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        raise ParseError("link", text, LINK_HELP) from None
    match = GAME_PATH.fullmatch(parts.path)
    if parts.scheme not in SCHEMES or not host or "@" in parts.netloc or match is None:
        raise ParseError("link", text, LINK_HELP)
    if not host.isascii() or not host.isprintable() or " " in host:
        raise ParseError("link", text, LINK_HELP)
    shown = f"[{host}]" if ":" in host else host
    base = f"{parts.scheme}://{shown}" + (f":{port}" if port is not None else "")
    return GameLink(base, match[1])


COOKIE_NAMES = ("__Host-tengen", "tengen")
"""The cookie's name over https, and over http."""
ANSWER_SECONDS = 10.0
"""Seconds to wait for an answer of the server."""
MAX_BYTES = 16 * 1024 * 1024
SECRET_BYTES = 32
"""Random bytes of a secret. Servers accept 43 letters, digits, `_` and `-`, which hold them."""
SECRET_PATTERN = re.compile(r"[A-Za-z0-9_-]{1,200}", re.ASCII)
NOT_TENGEN = "this is not a Tengen server, or its version differs from this program's"


class _GameAnswer(msgspec.Struct, frozen=True):
    """The server's answer about a game. Its state comes over the socket."""

    table: game.TableMessage


@dataclass(frozen=True, slots=True)
class RemoteSeat:
    """A game, and the secret that holds our seat, if we have one."""

    link: GameLink
    secret: str | None


@dataclass(frozen=True, slots=True)
class _Response:
    status: int
    address: str
    """The final address, after redirects."""
    cookies: tuple[str, ...]
    body: bytes


_GAME_ANSWER = make_decoder(_GameAnswer)
_PROBLEM = make_decoder(game.ProblemMessage)


def take_seat(link: GameLink, name: str, store: Store) -> RemoteSeat:
    """Take a free seat, return to our own, or watch.

    Raises OnlineError, or StoreError if the seat cannot be stored.
    """
    link, table = _fetch_table(link)
    key = f"join/{link.base}"
    stored = store.recall(key)
    secret = None if stored is None else stored.decode(errors="replace")
    if table.phase is game.GamePhase.WAITING:
        if secret is None:
            secret = secrets.token_urlsafe(SECRET_BYTES)
            store.remember(key, secret.encode())
        given = _request_seat(link, name, secret)
        if given != secret:
            store.remember(key, given.encode())
        secret = given
    return RemoteSeat(link, secret)


def _fetch_table(link: GameLink) -> tuple[GameLink, game.TableMessage]:
    """Return the table, and the link after redirects."""
    answer = _fetch(link, Request(link.api))  # noqa: S310 - a link is http or https
    if answer.status != 200:
        raise OnlineError(link.host, _reason(answer))
    try:
        found = decode(_GAME_ANSWER, answer.body, "table")
        return parse_link(answer.address.replace("/api/games/", "/game/", 1)), found.table
    except ParseError:
        raise OnlineError(link.host, NOT_TENGEN) from None


def _request_seat(link: GameLink, name: str, secret: str) -> str:
    """Request a seat, which somebody else may just have taken; return our secret from now on."""
    request = Request(f"{link.api}/seat", encode(game.TakeSeat(name)), method="POST")  # noqa: S310 - likewise
    request.add_header("Content-Type", "application/json")
    request.add_header("Cookie", format_cookie(link, secret))
    try:
        answer = _fetch(link, request)
    except OnlineError:  # only the answer may be lost: the same secret gets the same seat
        answer = _fetch(link, request)
    if answer.status not in {200, 409}:
        raise OnlineError(link.host, _reason(answer))
    return _secret_of(answer) or secret


def format_cookie(link: GameLink, secret: str) -> str:
    """Return the cookie that sends the secret."""
    return f"{COOKIE_NAMES[not link.base.startswith('https:')]}={secret}"


def _secret_of(answer: _Response) -> str | None:
    cookies = SimpleCookie()
    try:
        for text in answer.cookies:
            cookies.load(text)
    except CookieError:
        return None
    secret = next((cookies[name].value for name in COOKIE_NAMES if name in cookies), "")
    return secret if SECRET_PATTERN.fullmatch(secret) else None


def _reason(answer: _Response) -> str:
    try:
        return decode(_PROBLEM, answer.body, "problem").says.rstrip(".")
    except ParseError:
        return NOT_TENGEN


def _fetch(link: GameLink, request: Request) -> _Response:
    try:
        return _ask(link, request)
    except URLError as error:
        raise OnlineError(link.host, _describe_failure(error.reason)) from None
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise OnlineError(link.host, _describe_failure(error)) from None


def _ask(link: GameLink, request: Request) -> _Response:
    try:
        response = _opener(link).open(request, timeout=ANSWER_SECONDS)
    except HTTPError as error:
        response = error
    with response:
        cookies = tuple(response.headers.get_all("Set-Cookie", []))
        return _Response(response.status, response.url, cookies, response.read(MAX_BYTES))


def _opener(link: GameLink) -> OpenerDirector:
    return build_opener(ProxyHandler({})) if link.is_local else build_opener()


def _describe_failure(error: BaseException | str) -> str:
    if isinstance(error, ConnectionRefusedError):
        return "no answer: is the server running?"
    if isinstance(error, TimeoutError):
        return "the server does not answer in time"
    if isinstance(error, ConnectionError):
        return "the connection was lost: try again"
    if isinstance(error, http.client.HTTPException):
        return NOT_TENGEN
    return getattr(error, "strerror", None) or str(error)


MIN_WAIT, MAX_WAIT = 0.1, 5.0
"""Seconds to wait before reconnecting: at first, and at most."""
STABLE_AFTER = 10.0
"""Seconds after which a connection counts as stable."""
PING_SECONDS = 10.0
"""Seconds between pings, and to wait for the answer to one."""
CLOSE_UNKNOWN_GAME = 4404
"""The server's close code for an unknown game."""


@dataclass(frozen=True, slots=True)
class ConnectionLost:
    """The connection is lost and will be tried again."""


@dataclass(frozen=True, slots=True)
class ConnectionEnded:
    """The connection has ended for good."""

    why: str


ConnectionEvent = game.ServerMessage | ConnectionLost | ConnectionEnded


class Backoff:
    """How long to wait before each connection.

    The wait doubles each time until a connection has lasted for a while, so a server that sends
    nonsense or closes at once is not asked again and again.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._next = 0.0
        self._connected_at: float | None = None

    def connected(self) -> None:
        """Note that a connection is open."""
        self._connected_at = self._clock()

    def pause(self) -> float:
        """Return the seconds to wait before the next connection; 0 before the first."""
        since, self._connected_at = self._connected_at, None
        if since is not None and self._clock() - since >= STABLE_AFTER:
            self._next = MIN_WAIT
        seconds = self._next
        self._next = min(max(2 * seconds, MIN_WAIT), MAX_WAIT)
        return seconds


class RemoteConnection:
    """A connection to a game, in a thread that reports its messages."""

    def __init__(
        self,
        seat: RemoteSeat,
        on_event: Callable[[RemoteConnection, ConnectionEvent], None],
        backoff: Backoff,
    ) -> None:
        self._seat = seat
        self._on_event = on_event
        self._backoff = backoff
        self._socket: ClientConnection | None = None
        self._is_closed = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True, name="connection")
        self._thread.start()

    def send(self, text: str) -> bool:
        """Send a message. Return whether there is a connection."""
        socket = self._socket
        if socket is None:
            return False
        try:
            socket.send(text)
        except (ConnectionClosed, OSError):
            return False
        return True

    def reconnect(self) -> None:
        """Connect again, because messages were missed."""
        if self._socket is not None:
            threading.Thread(target=self._socket.close, daemon=True).start()

    def close(self, wait: float = 0.0) -> None:
        """Close the connection, and wait at most this many seconds for that."""
        self._is_closed.set()
        self.reconnect()
        self._thread.join(wait)

    # In the thread

    def _run(self) -> None:
        while not self._is_closed.wait(self._backoff.pause()):
            end = self._listen_once()
            if self._is_closed.is_set():
                return
            self._on_event(self, end or ConnectionLost())
            if end is not None:
                return

    def _listen_once(self) -> ConnectionEnded | None:
        """Listen until the connection is lost. Return the end, if it is final."""
        try:
            with self._connect() as self._socket:
                self._backoff.connected()
                while not self._is_closed.is_set():
                    message = parse_server_message(self._socket.recv())
                    if message is not None:
                        self._on_event(self, message)
        except ConnectionClosed as error:
            is_end = error.rcvd is not None and error.rcvd.code == CLOSE_UNKNOWN_GAME
            return ConnectionEnded("this game is no longer on the server") if is_end else None
        except (OSError, WebSocketException):
            pass
        except ParseError:
            return ConnectionEnded(NOT_TENGEN)
        finally:
            self._socket = None
        return None

    def _connect(self) -> ClientConnection:
        link, secret = self._seat.link, self._seat.secret
        return connect(
            link.socket,
            additional_headers={} if secret is None else {"Cookie": format_cookie(link, secret)},
            compression=None,
            proxy=None if link.is_local else True,
            open_timeout=ANSWER_SECONDS,
            close_timeout=1,
            ping_interval=PING_SECONDS,
            ping_timeout=PING_SECONDS,
            max_size=MAX_BYTES,
        )
