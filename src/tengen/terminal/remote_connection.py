"""The way to a game on a server: its link, taking a seat there over HTTP, and the socket.

The socket is opened again whenever it is lost. A seat is held by a secret, which the store
remembers for each server.
"""

from __future__ import annotations

import http.client
import re
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
LINK_HELP = "it is the address of a game, as in http://localhost:8000/game/abcdefghijkl"


@dataclass(frozen=True, slots=True)
class GameLink:
    """A game on a server."""

    base: str
    """The server, as in `https://example.org:8000`."""
    text: str
    """The random part."""

    def __str__(self) -> str:
        return f"{self.base}/game/{self.text}"

    @property
    def host(self) -> str:
        """The server without what is the same everywhere, as in `example.org:8000`."""
        return self.base.partition("://")[2]

    @property
    def is_near(self) -> bool:
        """Whether the server is on this machine, where no proxy is needed to get to it."""
        name = urlsplit(self.base).hostname or ""
        return name in {"localhost", "::1"} or name.startswith("127.")

    @property
    def api(self) -> str:
        """Where the game is asked about."""
        return f"{self.base}/api/games/{self.text}"

    @property
    def socket(self) -> str:
        """Where its events are told."""
        return f"ws{self.base.removeprefix('http')}/socket/game/{self.text}?form=events"


def parse_link(text: str) -> GameLink:
    """Read an address as people copy it; without a scheme, it is `http`. Raises ParseError."""
    whole = text.strip()
    whole = whole if SCHEME.match(whole) else f"http://{whole}"
    try:
        parts = urlsplit(whole)
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
"""Over https, and without."""
ANSWER_SECONDS = 10.0
"""Seconds after which a server that does not answer is given up."""
MAX_BYTES = 16 * 1024 * 1024
SECRET_PATTERN = re.compile(r"[A-Za-z0-9_-]{1,200}", re.ASCII)
NOT_TENGEN = "what answers there is no server of Tengen, or of another version than this program"


class _GameAnswer(msgspec.Struct, frozen=True):
    """What the server says of a game; how it stands is told over the socket."""

    table: game.TableMessage


@dataclass(frozen=True, slots=True)
class RemoteSeat:
    """A game, and the secret that holds our seat there; without one, we watch."""

    link: GameLink
    secret: str | None


@dataclass(frozen=True, slots=True)
class _Response:
    status: int
    address: str
    """Where the answer came from in the end."""
    cookies: tuple[str, ...]
    body: bytes


_GAME_ANSWER = make_decoder(_GameAnswer)
_PROBLEM = make_decoder(game.ProblemMessage)


def take_seat(link: GameLink, name: str, store: Store) -> RemoteSeat:
    """Take the seat that is free, or come back to one's own, or watch.

    Raises OnlineError if that cannot be, and StoreError if the seat cannot be remembered.
    """
    link, table = _look(link)
    key = f"join/{link.base}"
    kept = store.recall(key)
    secret = None if kept is None else kept.decode(errors="replace")
    if table.phase is game.GamePhase.WAITING:
        taken = _request_seat(link, name, secret)
        if taken is not None and taken != secret:
            store.remember(key, taken.encode())
        secret = taken or secret
    return RemoteSeat(link, secret)


def _look(link: GameLink) -> tuple[GameLink, game.TableMessage]:
    """The table, and the link that led there, if the server sent us on."""
    answer = _fetch(link, Request(link.api))  # noqa: S310 - a link is http or https
    if answer.status != 200:
        raise OnlineError(link.host, _reason(answer))
    try:
        found = decode(_GAME_ANSWER, answer.body, "table")
        return parse_link(answer.address.replace("/api/games/", "/game/", 1)), found.table
    except ParseError:
        raise OnlineError(link.host, NOT_TENGEN) from None


def _request_seat(link: GameLink, name: str, secret: str | None) -> str | None:
    """The secret of whoever sits there now; None if somebody else was quicker."""
    request = Request(f"{link.api}/seat", encode(game.TakeSeat(name)), method="POST")  # noqa: S310 - likewise
    request.add_header("Content-Type", "application/json")
    if secret is not None:
        request.add_header("Cookie", format_cookie(link, secret))
    answer = _fetch(link, request)
    if answer.status == 409:
        return None
    if answer.status != 200:
        raise OnlineError(link.host, _reason(answer))
    return _secret_of(answer) or secret


def format_cookie(link: GameLink, secret: str) -> str:
    """The secret as it is sent."""
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
        raise OnlineError(link.host, _why(error.reason)) from None
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise OnlineError(link.host, _why(error)) from None


def _ask(link: GameLink, request: Request) -> _Response:
    try:
        response = _opener(link).open(request, timeout=ANSWER_SECONDS)
    except HTTPError as error:
        response = error
    with response:
        cookies = tuple(response.headers.get_all("Set-Cookie", []))
        return _Response(response.status, response.url, cookies, response.read(MAX_BYTES))


def _opener(link: GameLink) -> OpenerDirector:
    return build_opener(ProxyHandler({})) if link.is_near else build_opener()


def _why(error: BaseException | str) -> str:
    if isinstance(error, ConnectionRefusedError):
        return "nobody answers there: is the server running?"
    if isinstance(error, TimeoutError):
        return "nobody answers there in time"
    if isinstance(error, http.client.HTTPException):
        return NOT_TENGEN
    return getattr(error, "strerror", None) or str(error)


MIN_WAIT, MAX_WAIT = 0.1, 5.0
"""Seconds to wait before connecting again: the first time, and at most."""
STABLE_AFTER = 10.0
"""Seconds after which a connection counts as a good one."""
PING_SECONDS = 10.0
"""Seconds between signs of life, and for which one is waited for."""
CLOSE_UNKNOWN_GAME = 4404
"""How the server closes a socket of a game that is not there."""


@dataclass(frozen=True, slots=True)
class ConnectionLost:
    """The line is broken; it is tried again."""


@dataclass(frozen=True, slots=True)
class ConnectionEnded:
    """Nothing more will come, and why."""

    why: str


ConnectionEvent = game.ServerMessage | ConnectionLost | ConnectionEnded


class Backoff:
    """How long to wait before each connection.

    The wait doubles each time, whatever was heard, until a connection has lasted for a while. So
    a server that talks nonsense or hangs up at once is not asked again and again.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._next = 0.0
        self._connected_at: float | None = None

    def connected(self) -> None:
        """A connection begins."""
        self._connected_at = self._clock()

    def pause(self) -> float:
        """Seconds to wait before the next connection; the first one is made at once."""
        since, self._connected_at = self._connected_at, None
        if since is not None and self._clock() - since >= STABLE_AFTER:
            self._next = MIN_WAIT
        seconds = self._next
        self._next = min(max(2 * seconds, MIN_WAIT), MAX_WAIT)
        return seconds


class RemoteConnection:
    """Has a thread of its own, in which it tells what it hears."""

    def __init__(
        self,
        visit: RemoteSeat,
        tell: Callable[[RemoteConnection, ConnectionEvent], None],
        backoff: Backoff,
    ) -> None:
        self._visit = visit
        self._tell = tell
        self._backoff = backoff
        self._socket: ClientConnection | None = None
        self._is_closed = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True, name="line")
        self._thread.start()

    def send(self, text: str) -> bool:
        """Send a message; whether there is a line to send it over."""
        socket = self._socket
        if socket is None:
            return False
        try:
            socket.send(text)
        except (ConnectionClosed, OSError):
            return False
        return True

    def renew(self) -> None:
        """Begin again: something was missed."""
        if self._socket is not None:
            threading.Thread(target=self._socket.close, daemon=True).start()

    def close(self, wait: float = 0.0) -> None:
        """Hang up, and give the other end so many seconds to notice."""
        self._is_closed.set()
        self.renew()
        self._thread.join(wait)

    # In the thread

    def _run(self) -> None:
        while not self._is_closed.wait(self._backoff.pause()):
            end = self._stay_once()
            if self._is_closed.is_set():
                return
            self._tell(self, end or ConnectionLost())
            if end is not None:
                return

    def _stay_once(self) -> ConnectionEnded | None:
        """Listen until the line is lost; the end, if that was one."""
        try:
            with self._connect() as self._socket:
                self._backoff.connected()
                while not self._is_closed.is_set():
                    self._tell(self, parse_server_message(self._socket.recv()))
        except ConnectionClosed as error:
            is_end = error.rcvd is not None and error.rcvd.code == CLOSE_UNKNOWN_GAME
            return ConnectionEnded("the server knows this game no longer") if is_end else None
        except (OSError, WebSocketException):
            pass
        except ParseError:
            return ConnectionEnded(NOT_TENGEN)
        finally:
            self._socket = None
        return None

    def _connect(self) -> ClientConnection:
        link, secret = self._visit.link, self._visit.secret
        return connect(
            link.socket,
            additional_headers={} if secret is None else {"Cookie": format_cookie(link, secret)},
            compression=None,
            proxy=None if link.is_near else True,
            open_timeout=ANSWER_SECONDS,
            close_timeout=1,
            ping_interval=PING_SECONDS,
            ping_timeout=PING_SECONDS,
            max_size=MAX_BYTES,
        )
