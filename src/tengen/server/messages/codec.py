"""Encodes messages as JSON, and decodes them strictly.

Fields that this version does not know are ignored: they may come from a newer one. A point is a
cell number: row times width plus column, from the top left. The store uses another form.
"""

from __future__ import annotations

from functools import cache, partial
from typing import TypeVar, get_args

import msgspec

from tengen.errors import ParseError, TengenError
from tengen.game import Command, Event
from tengen.game.events import decode_hook, encode_hook
from tengen.rules import MAX_SIDE, Point
from tengen.server.messages.game import ClientCommand, ServerMessage

Kind = TypeVar("Kind")
SHOWN_CHARACTERS = 80
"""Characters of a bad message that the error shows."""


def encode(message: object) -> bytes:
    """Return a message as JSON."""
    return _ENCODER.encode(message)


def make_decoder(kind: type[Kind]) -> msgspec.json.Decoder[Kind]:
    """Return a decoder for a type of message."""
    return msgspec.json.Decoder(kind, dec_hook=decode_hook)


def decode(decoder: msgspec.json.Decoder[Kind], text: bytes | str, what: str) -> Kind:
    """Decode a message. Raises ParseError."""
    try:
        return decoder.decode(text)
    except (msgspec.DecodeError, ValueError, RecursionError, TengenError) as error:
        shown = (
            text[:SHOWN_CHARACTERS]
            if isinstance(text, str)
            else text[:SHOWN_CHARACTERS].decode(errors="replace")
        )
        raise ParseError(what, shown, str(error)) from None


def encode_on_board(message: Command | Event, width: int) -> bytes:
    """Return a command or an event of a game as JSON."""
    return _board_encoder(width).encode(message)


def parse_client_command(text: str, width: int) -> ClientCommand:
    """Decode a command of a client. Raises ParseError."""
    return decode(_command_decoder(width), text, "message")


def parse_event(text: bytes, width: int) -> Event:
    """Decode an event of a game. Raises ParseError."""
    return decode(_event_decoder(width), text, "game event")


def parse_server_message(text: bytes | str) -> ServerMessage | None:
    """Decode a message of a server. Raises ParseError.

    Returns None for a message of an unknown type, which may come from a newer server.
    """
    try:
        return decode(_SERVER_MESSAGES, text, "message")
    except ParseError:
        if decode(_MESSAGE_TYPES, text, "message").type in _KNOWN_TYPES:
            raise
        return None


class _MessageType(msgspec.Struct):
    type: str


@cache
def _board_encoder(width: int) -> msgspec.json.Encoder:
    return msgspec.json.Encoder(enc_hook=partial(_to_cell, width))


@cache
def _command_decoder(width: int) -> msgspec.json.Decoder[ClientCommand]:
    return msgspec.json.Decoder(ClientCommand, dec_hook=partial(_from_cell, width))


@cache
def _event_decoder(width: int) -> msgspec.json.Decoder[Event]:
    return msgspec.json.Decoder(Event, dec_hook=partial(_from_cell, width))


def _to_cell(width: int, value: object) -> int | str:
    return value.row * width + value.col if isinstance(value, Point) else encode_hook(value)


def _from_cell(width: int, kind: type, value: object) -> object:
    if kind is not Point or isinstance(value, str):
        return decode_hook(kind, value)  # older clients write a point as 7,7
    if type(value) is not int or not 0 <= value < width * MAX_SIDE:
        raise ValueError(f"{value!r} is not a cell of the board")
    return _points(width)[value]


@cache
def _points(width: int) -> tuple[Point, ...]:
    """Return the points of the largest board of this width: sharing them saves time and memory."""
    return tuple(Point(*divmod(cell, width)) for cell in range(width * MAX_SIDE))


_ENCODER = msgspec.json.Encoder(enc_hook=encode_hook)
_MESSAGE_TYPES = msgspec.json.Decoder(_MessageType)
_KNOWN_TYPES = {kind.__struct_config__.tag for kind in get_args(ServerMessage)}
_SERVER_MESSAGES: msgspec.json.Decoder[ServerMessage] = msgspec.json.Decoder(
    ServerMessage, dec_hook=decode_hook
)
