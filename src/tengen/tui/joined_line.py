"""The line to a server: a socket that is opened again whenever it is lost."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass

from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import ClientConnection, connect

from tengen.errors import ParseError
from tengen.online.news import News
from tengen.online.wire import parse_news
from tengen.tui.joined_visit import LARGEST, PATIENCE, STRANGE, Visit, cookie

WAITS = (0.1, 0.5, 1.0, 2.0, 5.0)
"""Seconds before each new attempt; the last one is for all that follow."""
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


class Line:
    """Has a thread of its own, in which it tells what it hears."""

    def __init__(self, visit: Visit, tell: Callable[[Line, Heard], None]) -> None:
        self._visit = visit
        self._tell = tell
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
        failures = 0
        while not self._is_closed.is_set():
            has_heard, end = self._stay_once()
            failures = 0 if has_heard else failures + 1
            if self._is_closed.is_set():
                return
            self._tell(self, end or Lost())
            if end is not None:
                return
            self._is_closed.wait(WAITS[min(failures, len(WAITS) - 1)])

    def _stay_once(self) -> tuple[bool, Ended | None]:
        """Whether anything was heard before the line was lost, and whether that was the end."""
        has_heard = False
        try:
            with self._connect() as self._socket:
                while not self._is_closed.is_set():
                    news = parse_news(self._socket.recv())
                    has_heard = True
                    self._tell(self, news)
        except ConnectionClosed as error:
            is_end = error.rcvd is not None and error.rcvd.code == UNKNOWN
            return has_heard, Ended("the server knows this game no longer") if is_end else None
        except (OSError, WebSocketException):
            pass
        except ParseError:
            return has_heard, Ended(STRANGE)
        finally:
            self._socket = None
        return has_heard, None

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
