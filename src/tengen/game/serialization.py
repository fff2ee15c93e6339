"""Events, commands and setups as JSON, for the database and the network."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeVar

import msgspec

from tengen.errors import ParseError
from tengen.game.commands import Command
from tengen.game.events import Event
from tengen.game.setup import Setup
from tengen.rules import MAX_SIDE, Point, Rules, parse_rules

Kind = TypeVar("Kind")


def format_event(event: Event) -> bytes:
    """Return one line of JSON."""
    return _ENCODER.encode(event)


def parse_event(text: bytes) -> Event:
    """Parse the output of `format_event`. Raises ParseError."""
    return _parse(_EVENTS, "game event", text)


def format_command(command: Command) -> bytes:
    """Return one line of JSON."""
    return _ENCODER.encode(command)


def format_setup(setup: Setup) -> bytes:
    """Return one line of JSON."""
    return _ENCODER.encode(setup)


def parse_setup(text: bytes) -> Setup:
    """Parse the output of `format_setup`. Raises ParseError."""
    return _parse(_SETUPS, "setup", text)


def _parse(decoder: msgspec.json.Decoder[Kind], what: str, text: bytes) -> Kind:
    try:
        return decoder.decode(text)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise ParseError(what, text.decode(errors="replace"), str(error)) from None


def encode_hook(value: object) -> str:
    """Return the text of a point or rules, for a JSON encoder of msgspec."""
    if isinstance(value, (Point, Rules)):
        return str(value)
    raise NotImplementedError(f"no text form of a {type(value).__name__}")


def decode_hook(kind: type, text: object) -> object:
    """Parse the text of a point or rules, for a JSON decoder of msgspec."""
    if not isinstance(text, str):
        raise ValueError(f"expected a text, not {text!r}")  # noqa: TRY004 - the decoder expects it
    return _parse_rules(text) if kind is Rules else _parse_point(text)


def _parse_rules(text: str) -> Rules:
    rules = parse_rules(text)
    if rules.k > MAX_SIDE:
        raise ValueError(f"no board has room for {rules.k} in a row")
    return rules


@lru_cache(maxsize=4096)
def _parse_point(text: str) -> Point:
    row, comma, col = text.partition(",")
    if not (comma and row.isdigit() and col.isdigit() and text.isascii() and len(text) <= 5):
        raise ValueError(f"{text[:20]!r} is not a row and a column, as in 7,7")
    return Point(int(row), int(col))


_ENCODER = msgspec.json.Encoder(enc_hook=encode_hook)
_EVENTS: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event, dec_hook=decode_hook)
_SETUPS = msgspec.json.Decoder(Setup, dec_hook=decode_hook)
