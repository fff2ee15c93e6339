"""Sitting down at a game that is played elsewhere, and coming back to it."""

from __future__ import annotations

import http.client
import re
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from urllib.error import HTTPError, URLError
from urllib.request import OpenerDirector, ProxyHandler, Request, build_opener

import msgspec

from tengen.errors import OnlineError, ParseError
from tengen.online.asks import TakeSeat
from tengen.online.news import Phase, Problem, TableNews
from tengen.online.wire import decode, decoder_of, encode
from tengen.store import Store
from tengen.tui.joined_link import Link, parse_link

COOKIES = ("__Host-tengen", "tengen")
"""Over https, and without."""
PATIENCE = 10.0
"""Seconds after which a server that does not answer is given up."""
LARGEST = 16 * 1024 * 1024
SECRET = re.compile(r"[A-Za-z0-9_-]{1,200}", re.ASCII)
STRANGE = "what answers there is no server of Tengen, or of another version than this program"


class _Looked(msgspec.Struct, frozen=True):
    """What the server says of a game; how it stands is told over the socket."""

    table: TableNews


@dataclass(frozen=True, slots=True)
class Visit:
    """A game, and the secret that holds our seat there; without one, we watch."""

    link: Link
    secret: str | None


@dataclass(frozen=True, slots=True)
class _Answer:
    status: int
    address: str
    """Where the answer came from in the end."""
    cookies: tuple[str, ...]
    body: bytes


_LOOKED = decoder_of(_Looked)
_PROBLEM = decoder_of(Problem)


def visit(link: Link, name: str, store: Store) -> Visit:
    """Take the seat that is free, or come back to one's own, or watch.

    Raises OnlineError if that cannot be, and StoreError if the seat cannot be remembered.
    """
    link, table = _look(link)
    key = f"join/{link.base}"
    kept = store.recall(key)
    secret = None if kept is None else kept.decode(errors="replace")
    if table.phase is Phase.WAITING:
        taken = _take_seat(link, name, secret)
        if taken is not None and taken != secret:
            store.remember(key, taken.encode())
        secret = taken or secret
    return Visit(link, secret)


def _look(link: Link) -> tuple[Link, TableNews]:
    """The table, and the link that led there, if the server sent us on."""
    answer = _fetch(link, Request(link.api))  # noqa: S310 - a link is http or https
    if answer.status != 200:
        raise OnlineError(link.host, _reason(answer))
    try:
        found = decode(_LOOKED, answer.body, "table")
        return parse_link(answer.address.replace("/api/games/", "/game/", 1)), found.table
    except ParseError:
        raise OnlineError(link.host, STRANGE) from None


def _take_seat(link: Link, name: str, secret: str | None) -> str | None:
    """The secret of whoever sits there now; None if somebody else was quicker."""
    request = Request(f"{link.api}/seat", encode(TakeSeat(name)), method="POST")  # noqa: S310 - likewise
    request.add_header("Content-Type", "application/json")
    if secret is not None:
        request.add_header("Cookie", cookie(link, secret))
    answer = _fetch(link, request)
    if answer.status == 409:
        return None
    if answer.status != 200:
        raise OnlineError(link.host, _reason(answer))
    return _secret_of(answer) or secret


def cookie(link: Link, secret: str) -> str:
    """The secret as it is sent."""
    return f"{COOKIES[not link.base.startswith('https:')]}={secret}"


def _secret_of(answer: _Answer) -> str | None:
    cookies = SimpleCookie()
    try:
        for text in answer.cookies:
            cookies.load(text)
    except CookieError:
        return None
    secret = next((cookies[name].value for name in COOKIES if name in cookies), "")
    return secret if SECRET.fullmatch(secret) else None


def _reason(answer: _Answer) -> str:
    try:
        return decode(_PROBLEM, answer.body, "problem").says.rstrip(".")
    except ParseError:
        return STRANGE


def _fetch(link: Link, request: Request) -> _Answer:
    try:
        return _ask(link, request)
    except URLError as error:
        raise OnlineError(link.host, _why(error.reason)) from None
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise OnlineError(link.host, _why(error)) from None


def _ask(link: Link, request: Request) -> _Answer:
    try:
        response = _opener(link).open(request, timeout=PATIENCE)
    except HTTPError as error:
        response = error
    with response:
        cookies = tuple(response.headers.get_all("Set-Cookie", []))
        return _Answer(response.status, response.url, cookies, response.read(LARGEST))


def _opener(link: Link) -> OpenerDirector:
    return build_opener(ProxyHandler({})) if link.is_near else build_opener()


def _why(error: BaseException | str) -> str:
    if isinstance(error, ConnectionRefusedError):
        return "nobody answers there: is the server running?"
    if isinstance(error, TimeoutError):
        return "nobody answers there in time"
    if isinstance(error, http.client.HTTPException):
        return STRANGE
    return getattr(error, "strerror", None) or str(error)
