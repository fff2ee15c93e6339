"""Texts that people paste: a link to an analysis board, numbered moves, a drawing of a board."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import parse_qs

from tengen.errors import RecordError
from tengen.records.reading import Reading
from tengen.records.record import Record, add_moves, record_of
from tengen.rules.notation import parse_diagram, parse_moves, parse_rules
from tengen.rules.rules import GAMES, Rules

LINK = re.compile(rb"\s*\S*/analysis\?\S+\s*", re.ASCII)
NUMBERS = re.compile(rb"\b\d+\s*[.)]+\s*", re.ASCII)
DRAWN = re.compile(r"[\s.XxOo+*_·●○◯×\d|-]+")
SIGNS = str.maketrans("xo+_·-●○◯×*0", "XO....XOOXXO", "|")
"""How else people write an empty point and the two players."""
USUAL_K = 5


def read_link(data: bytes, _: Reading) -> Iterator[Record]:
    """The game of a link to an analysis board. Raises ParseError and RecordError."""
    if len(data) > 1 << 16 or LINK.fullmatch(data) is None:
        raise RecordError("not a link to an analysis board")
    query = data.decode(errors="replace").strip().partition("?")[2]
    asked = parse_qs(query.partition("#")[0])
    rules = rules_in_link(asked.get("rules", ["five"])[0])
    record = Record(rules)
    add_moves(record.root, parse_moves(asked.get("moves", [""])[0], rules))
    yield record


def rules_in_link(text: str) -> Rules:
    """Rules as addresses have them, with a + for the blank or without. Raises ParseError."""
    return parse_rules(text.replace("+", " "))


def without_numbers(data: bytes) -> bytes:
    """`1. h8 2. i9` without the numbers."""
    return NUMBERS.sub(b" ", data)


def read_diagram(data: bytes, reading: Reading) -> Iterator[Record]:
    """A drawing of a board of any size. Raises ParseError, RecordError and RuleError."""
    rows = [_plain(line) for line in data.decode(errors="replace").splitlines()]
    drawn = [row for row in rows if row]
    width = max((len(row) for row in drawn), default=0)
    if len(drawn) < 2 or len({len(row) for row in drawn}) > 1:
        raise RecordError("not a drawing of a board")
    rules = reading.rules
    if rules is None or (rules.width, rules.height) != (width, len(drawn)):
        rules = _usual(width, len(drawn))
    yield record_of(parse_diagram("\n".join(" ".join(row) for row in drawn), rules))


def _plain(line: str) -> list[str]:
    """The points of a drawn row as . X O; nothing of a line with letters or of none at all."""
    if not DRAWN.fullmatch(line):
        return []
    words = line.split()
    if words[1:] and words[0].isdecimal():
        del words[0]
    if words[1:] and words[-1].isdecimal() and words[-1] != "0":
        del words[-1]
    return list("".join(words).translate(SIGNS))


def _usual(width: int, height: int) -> Rules:
    """The game that is usually played on a board of this size."""
    for rules in GAMES.values():
        if (rules.width, rules.height) == (width, height):
            return rules
    return Rules(width, height, min(USUAL_K, max(width, height)))
