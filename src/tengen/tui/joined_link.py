"""The address of a game that is played elsewhere."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from tengen.errors import ParseError

PATH = re.compile(r"/game/([A-Za-z0-9_-]{12})/?", re.ASCII)
SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")
SCHEMES = ("http", "https")
EXAMPLE = "it is the address of a game, as in http://localhost:8000/game/abcdefghijkl"


@dataclass(frozen=True, slots=True)
class Link:
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


def parse_link(text: str) -> Link:
    """Read an address as people copy it; without a scheme, it is `http`. Raises ParseError."""
    whole = text.strip()
    whole = whole if SCHEME.match(whole) else f"http://{whole}"
    try:
        parts = urlsplit(whole)
        host, port = parts.hostname, parts.port
    except ValueError:
        raise ParseError("link", text, EXAMPLE) from None
    match = PATH.fullmatch(parts.path)
    if parts.scheme not in SCHEMES or not host or "@" in parts.netloc or match is None:
        raise ParseError("link", text, EXAMPLE)
    if not host.isascii() or not host.isprintable() or " " in host:
        raise ParseError("link", text, EXAMPLE)
    shown = f"[{host}]" if ":" in host else host
    base = f"{parts.scheme}://{shown}" + (f":{port}" if port is not None else "")
    return Link(base, match[1])
