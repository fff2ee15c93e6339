"""Messages as JSON, read strictly."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from tengen.errors import ParseError, TengenError
from tengen.game.serialization import decode_hook, encode_hook
from tengen.online.asks import Ask
from tengen.online.news import News

Kind = TypeVar("Kind")
SHOWN = 80
"""How much of a message that cannot be read is told."""


def encode(message: object) -> bytes:
    """A message as JSON."""
    return _ENCODER.encode(message)


def decoder_of(kind: type[Kind]) -> msgspec.json.Decoder[Kind]:
    """What reads messages of a kind."""
    return msgspec.json.Decoder(kind, dec_hook=decode_hook)


def decode(decoder: msgspec.json.Decoder[Kind], text: bytes | str, what: str) -> Kind:
    """Read a message. Raises ParseError, whatever is wrong with it."""
    try:
        return decoder.decode(text)
    except (msgspec.DecodeError, ValueError, RecursionError, TengenError) as error:
        shown = text[:SHOWN] if isinstance(text, str) else text[:SHOWN].decode(errors="replace")
        raise ParseError(what, shown, str(error)) from None


def parse_ask(text: str) -> Ask:
    """What a client asks for. Raises ParseError."""
    return decode(_ASKS, text, "message")


def parse_news(text: bytes | str) -> News:
    """What a server tells. Raises ParseError."""
    return decode(_NEWS, text, "message")


_ENCODER = msgspec.json.Encoder(enc_hook=encode_hook)
_ASKS: msgspec.json.Decoder[Ask] = msgspec.json.Decoder(Ask, dec_hook=decode_hook)
_NEWS: msgspec.json.Decoder[News] = msgspec.json.Decoder(News, dec_hook=decode_hook)
