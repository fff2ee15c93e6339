"""The replies of a brain to its manager, including `ABOUT` lines."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from tengen import __version__
from tengen.errors import ParseError
from tengen.gomocup.text import line_text, parse_coordinates, parse_points
from tengen.rules import Point

OUR_ABOUT = {
    "name": "Tengen",
    "version": __version__,
    "author": "The Tengen developers",
    "country": "International",
}
ABOUT_FIELD = re.compile(r'([A-Za-z]+)[ \t]*=[ \t]*"([^"]*)"')


def format_about(fields: Mapping[str, str]) -> str:
    """Print `name="Tengen", version="1.0"`; quotation marks in values become apostrophes."""
    return ", ".join(f'{key}="{_one_line(value)}"' for key, value in fields.items())


def parse_about(line: str) -> dict[str, str]:
    """Read the fields of an `ABOUT` line, with keys in lower case; none in free text."""
    return {key.lower(): value for key, value in ABOUT_FIELD.findall(line)}


def _one_line(value: str) -> str:
    return " ".join(value.replace('"', "'").split())


@dataclass(frozen=True, slots=True)
class OkReply:
    """`OK`: the board is ready."""


@dataclass(frozen=True, slots=True)
class ErrorReply:
    """`ERROR text`: the brain cannot do what was asked."""

    text: str


@dataclass(frozen=True, slots=True)
class UnknownReply:
    """`UNKNOWN text`: the brain does not know the command."""

    text: str


@dataclass(frozen=True, slots=True)
class MessageReply:
    """`MESSAGE text`: for people to read."""

    text: str


@dataclass(frozen=True, slots=True)
class DebugReply:
    """`DEBUG text`: for the author of the brain to read."""

    text: str


@dataclass(frozen=True, slots=True)
class SuggestReply:
    """`SUGGEST x,y`: a move that the manager must confirm with `PLAY`."""

    point: Point


@dataclass(frozen=True, slots=True)
class MovesReply:
    """`x,y`, or several of them separated by spaces in a swap2 opening."""

    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class SwapReply:
    """`SWAP`: the brain takes the other side."""


@dataclass(frozen=True, slots=True)
class AboutReply:
    """`name="…", version="…"`: pairs of key and value, in the order given."""

    fields: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class OtherReply:
    """Anything else, such as the `INFO` lines of some brains; managers ignore it."""

    text: str


BrainReply = (
    OkReply
    | ErrorReply
    | UnknownReply
    | MessageReply
    | DebugReply
    | SuggestReply
    | MovesReply
    | SwapReply
    | AboutReply
    | OtherReply
)

TEXT_REPLIES: dict[str, type[ErrorReply | UnknownReply | MessageReply | DebugReply]] = {
    "DEBUG": DebugReply,
    "ERROR": ErrorReply,
    "MESSAGE": MessageReply,
    "UNKNOWN": UnknownReply,
}


LONGEST_MOVE = 5
"""Lines of up to so many characters are remembered: `14,14` is said again and again."""
KEPT_LINES = 1 << 10


def parse_reply(line: str | bytes) -> BrainReply:
    """Read a line of a brain, in upper or lower case. Never raises an error."""
    is_short = isinstance(line, str) and len(line) <= LONGEST_MOVE
    return _parse_short(line) if is_short else _parse(line)


def _parse(line: str | bytes) -> BrainReply:
    text = line_text(line).strip()
    word, _, rest = text.replace("\t", " ").partition(" ")
    key = word.upper() if word.isascii() else word
    if key in TEXT_REPLIES:
        return TEXT_REPLIES[key](rest.strip())
    if key in ("OK", "SWAP") and not rest:
        return OkReply() if key == "OK" else SwapReply()
    try:
        return SuggestReply(parse_coordinates(rest)) if key == "SUGGEST" else _parse_moves(text)
    except ParseError:
        return OtherReply(text)


_parse_short = lru_cache(maxsize=KEPT_LINES)(_parse)


def _parse_moves(text: str) -> BrainReply:
    if text.lower().startswith("name") and parse_about(text):
        return AboutReply(tuple(parse_about(text).items()))
    return MovesReply(parse_points(text))
