"""Reads SGF files: from the text to game trees, whatever is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from typing import BinaryIO

from tengen.errors import RecordError, quote
from tengen.records.reading import Reading
from tengen.records.record import Record
from tengen.records.sgf_details import TIME
from tengen.records.sgf_facts import Properties
from tengen.records.sgf_points import COLOURS, OPENED, PLAYED
from tengen.records.sgf_quest import QUEST, quest_moves
from tengen.records.sgf_source import Source
from tengen.records.sgf_text import decode_sgf
from tengen.records.sgf_tree import LINE_MOVE, MOVE, Tree
from tengen.records.texts import read_all

VALUE = r"\[(?:[^\]\\]++|\\.)*+\]"
TOKEN = re.compile(
    r"\s*+(?:"
    rf"((?:;{LINE_MOVE}\s*+)++)"
    r"|([;()])"
    rf"|([A-Za-z0-9]++)\s*+({VALUE}(?:\s*+{VALUE})*+)"
    rf"|({VALUE}|[^\s;()\[]++)"
    r"|(\[)"
    r")",
    re.DOTALL,
)
MOVES, MARK, VALUES, STRAY, OPEN = 1, 2, 4, 5, 6
"""The groups of a token: nodes that begin with moves; a character that has a meaning; a property
with its values; what belongs to nothing; a value without an end. Nothing else but white space is
in a text."""
ONE_VALUE = re.compile(VALUE, re.DOTALL)
START = re.compile(r"\(\s*+(?=;|[A-Z]{1,2}\s*+\[)")


def read_sgf(file: BinaryIO, reading: Reading) -> Iterator[Record]:
    """Read all games of a file."""
    text = decode_sgf(read_all(file), reading).rstrip()
    start = START.search(text)
    if start is None:
        raise RecordError("not an SGF file: there is no game in it, which would begin with (;")
    source = Source(text, reading)
    while start is not None:
        source.game += 1
        record, end = _read_game(source, start.end())
        yield record
        start = START.search(text, end)
    source.tell_counts()


def _read_game(source: Source, at: int) -> tuple[Record, int]:
    """Read the game whose parenthesis is before `at`, and tell where it ends."""
    tokens = TOKEN.finditer(source.text, at)
    properties: Properties = {}
    last = _read_first(tokens, properties, source)
    tree = Tree(source, properties, at)
    for token in chain((last,) if last else (), tokens):
        kind = token.lastindex
        if kind == MOVES:
            tree.play_line(token[MOVES], token.start(MOVES))
        elif kind == VALUES:
            _add_values(tree.properties, token)
        elif kind == MARK:
            if tree.take_mark(token[MARK], token.start(MARK)):
                return tree.record, token.end()
        elif not _pass_over(token, source):
            break
    tree.finish()
    source.note(len(source.text), "the game has no end: a ) is missing")
    return tree.record, len(source.text)


def _read_first(
    tokens: Iterator[re.Match[str]], properties: Properties, source: Source
) -> re.Match[str] | None:
    """Read the properties of the first node; the token after them is returned."""
    is_begun = False
    for token in tokens:
        kind = token.lastindex
        if kind == VALUES:
            _add_values(properties, token)
        elif kind == MOVES and not is_begun and token[MOVES].count(";") == 1:
            text, time = MOVE.findall(token[MOVES])[0]
            properties[PLAYED] = [text]
            if time:
                properties[TIME] = [time]
        elif kind in {STRAY, OPEN}:
            if not _pass_over(token, source):
                return None
        elif kind == MOVES or token[MARK] != ";" or is_begun or properties:
            return token
        is_begun = True
    return None


def _add_values(properties: Properties, token: re.Match[str]) -> None:
    name = token[VALUES - 1]
    if not name.isupper():
        name = "".join(char for char in name if not char.islower()) or name.upper()
    raw = token[VALUES]
    is_single = raw.find("]", 0, -1) < 0
    values = [raw[1:-1]] if is_single else [value[1:-1] for value in ONE_VALUE.findall(raw)]
    if name in COLOURS:
        name, values = PLAYED, [f"{name}[{value.strip()}]" for value in values]
    elif name in QUEST:
        name, values = OPENED, quest_moves(name, values)
    properties.setdefault(name, []).extend(values)


def _pass_over(token: re.Match[str], source: Source) -> bool:
    """Note what cannot be read. False if nothing after it can be, either."""
    at = token.end(0) - len(token[0].lstrip())
    if token.lastindex == OPEN:
        source.note(at, "a [ is never closed: the rest of the file is left out")
        return False
    source.note(at, f"{quote(token[STRAY])} stands where nothing is expected")
    return True
