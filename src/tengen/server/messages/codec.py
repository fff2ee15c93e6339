"""Messages to JSON and back, read strictly."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from tengen.errors import ParseError, TengenError
from tengen.game.serialization import decode_hook, encode_hook
from tengen.server.messages.game import ClientCommand, ServerMessage

Kind = TypeVar("Kind")
SHOWN_CHARACTERS = 80
"""How much of a message that cannot be read is told."""


def encode(message: object) -> bytes:
    """A message as JSON."""
    return _ENCODER.encode(message)


def make_decoder(kind: type[Kind]) -> msgspec.json.Decoder[Kind]:
    """What reads messages of a kind."""
    return msgspec.json.Decoder(kind, dec_hook=decode_hook)


def decode(decoder: msgspec.json.Decoder[Kind], text: bytes | str, what: str) -> Kind:
    """Read a message. Raises ParseError, whatever is wrong with it."""
    try:
        return decoder.decode(text)
    except (msgspec.DecodeError, ValueError, RecursionError, TengenError) as error:
        shown = (
            text[:SHOWN_CHARACTERS]
            if isinstance(text, str)
            else text[:SHOWN_CHARACTERS].decode(errors="replace")
        )
        raise ParseError(what, shown, str(error)) from None


def parse_client_command(text: str) -> ClientCommand:
    """What a client asks for. Raises ParseError."""
    return decode(_CLIENT_COMMANDS, text, "message")


def parse_server_message(text: bytes | str) -> ServerMessage:
    """What a server tells. Raises ParseError."""
    return decode(_SERVER_MESSAGES, text, "message")


_ENCODER = msgspec.json.Encoder(enc_hook=encode_hook)
_CLIENT_COMMANDS: msgspec.json.Decoder[ClientCommand] = msgspec.json.Decoder(
    ClientCommand, dec_hook=decode_hook
)
_SERVER_MESSAGES: msgspec.json.Decoder[ServerMessage] = msgspec.json.Decoder(
    ServerMessage, dec_hook=decode_hook
)
