"""The line to a server: a socket that is opened again whenever it is lost."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import ClientConnection, connect

from tengen.errors import ParseError
from tengen.online.news import News
from tengen.online.wire import parse_news
from tengen.tui.joined_visit import LARGEST, PATIENCE, STRANGE, Visit, cookie

SHORTEST, LONGEST = 0.1, 5.0
"""Seconds to wait before connecting again: the first time, and at most."""
STEADY = 10.0
"""Seconds after which a connection counts as a good one."""
PULSE = 10.0
"""Seconds between signs of life, and for which one is waited for."""
UNKNOWN = 4404
"""How the server closes a socket of a game that is not there."""


@dataclass(frozen=True, slots=True)
class Lost:
    """The line is broken; it is tried again."""


@dataclass(frozen=True, slots=True)
class Ended:
    """Nothing more will come, and why."""

    why: str


Heard = News | Lost | Ended


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
        if since is not None and self._clock() - since >= STEADY:
            self._next = SHORTEST
        seconds = self._next
        self._next = min(max(2 * seconds, SHORTEST), LONGEST)
        return seconds


class Line:
    """Has a thread of its own, in which it tells what it hears."""

    def __init__(self, visit: Visit, tell: Callable[[Line, Heard], None], backoff: Backoff) -> None:
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
            self._tell(self, end or Lost())
            if end is not None:
                return

    def _stay_once(self) -> Ended | None:
        """Listen until the line is lost; the end, if that was one."""
        try:
            with self._connect() as self._socket:
                self._backoff.connected()
                while not self._is_closed.is_set():
                    self._tell(self, parse_news(self._socket.recv()))
        except ConnectionClosed as error:
            is_end = error.rcvd is not None and error.rcvd.code == UNKNOWN
            return Ended("the server knows this game no longer") if is_end else None
        except (OSError, WebSocketException):
            pass
        except ParseError:
            return Ended(STRANGE)
        finally:
            self._socket = None
        return None

    def _connect(self) -> ClientConnection:
        link, secret = self._visit.link, self._visit.secret
        return connect(
            link.socket,
            additional_headers={} if secret is None else {"Cookie": cookie(link, secret)},
            compression=None,
            proxy=None if link.is_near else True,
            open_timeout=PATIENCE,
            close_timeout=1,
            ping_interval=PULSE,
            ping_timeout=PULSE,
            max_size=LARGEST,
        )
