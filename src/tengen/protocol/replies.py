"""What a brain tells its manager."""

from __future__ import annotations

from dataclasses import dataclass

from tengen.errors import ParseError
from tengen.protocol.about import parse_about
from tengen.protocol.coordinates import parse_coordinates, parse_points
from tengen.protocol.lines import to_text
from tengen.rules.point import Point


@dataclass(frozen=True, slots=True)
class Ok:
    """`OK`: the board is ready."""


@dataclass(frozen=True, slots=True)
class Refused:
    """`ERROR text`: it cannot do what was asked."""

    text: str


@dataclass(frozen=True, slots=True)
class NotUnderstood:
    """`UNKNOWN text`: it does not know the command."""

    text: str


@dataclass(frozen=True, slots=True)
class Message:
    """`MESSAGE text`: for people to read."""

    text: str


@dataclass(frozen=True, slots=True)
class Debug:
    """`DEBUG text`: for its author to read."""

    text: str


@dataclass(frozen=True, slots=True)
class Suggestion:
    """`SUGGEST x,y`: it would play here, if told to."""

    point: Point


@dataclass(frozen=True, slots=True)
class Moves:
    """`x,y`, or several with blanks between in a swap2 opening."""

    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Swapped:
    """`SWAP`: it takes the other side."""


@dataclass(frozen=True, slots=True)
class Introduction:
    """`name="…", version="…"`: pairs of key and value, in the order given."""

    fields: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Rubbish:
    """Anything else, such as the `INFO` lines of some brains; managers pass over it."""

    text: str


BrainReply = (
    Ok
    | Refused
    | NotUnderstood
    | Message
    | Debug
    | Suggestion
    | Moves
    | Swapped
    | Introduction
    | Rubbish
)

TEXTS: dict[str, type[Refused | NotUnderstood | Message | Debug]] = {
    "DEBUG": Debug,
    "ERROR": Refused,
    "MESSAGE": Message,
    "UNKNOWN": NotUnderstood,
}


def parse_reply(line: str | bytes) -> BrainReply:
    """What a line of a brain says, in any case and with blanks around; nothing is raised."""
    text = to_text(line).strip()
    word, _, rest = text.replace("\t", " ").partition(" ")
    key = word.upper() if word.isascii() else word
    if key in TEXTS:
        return TEXTS[key](rest.strip())
    if key in ("OK", "SWAP") and not rest:
        return Ok() if key == "OK" else Swapped()
    try:
        return Suggestion(parse_coordinates(rest)) if key == "SUGGEST" else _moves(text)
    except ParseError:
        return Rubbish(text)


def _moves(text: str) -> BrainReply:
    if text.lower().startswith("name") and parse_about(text):
        return Introduction(tuple(parse_about(text).items()))
    return Moves(parse_points(text))
