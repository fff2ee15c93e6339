"""RIF, the XML of RenjuNet's database of renju games.

    <database version="1.0">
    <players><player id="1" name="Ann" surname="Ash"/></players>
    <tournaments><tournament id="1" name="Open" year="2024"/></tournaments>
    <games>
    <game id="1" tournament="1" black="1" white="2" bresult="1"><move>h8 i9 j9</move></game>
    </games>
    </database>

Row 1 is at the bottom, the board is 15x15, and the rules are renju unless their name says something
else. Facts for which the format has no place are in `<tag name="...">`, an element of Tengen. A
database may be compressed as a .zip or .gz file. Tables of players, tournaments and so on come
first, then the games that refer to them.
"""

from __future__ import annotations

import html
import re
import shutil
import tempfile
import zlib
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from tengen import __version__
from tengen.records.format import Feature, Format, needs_plain_game
from tengen.records.reading import Writing
from tengen.records.record import Record
from tengen.records.rif_reader import GENERATOR, PLAIN_TAGS, SCORE_TEXTS, format_rule_name, read_rif
from tengen.records.rif_xml import GZIP, SUFFIXES, ZIP
from tengen.rules import RowOne, Termination
from tengen.rules.coordinates import format_points
from tengen.rules.outcome import BOARD_TERMINATIONS
from tengen.rules.rules import RENJU

IN_MEMORY = 1 << 24
"""Maximum number of bytes of games that are buffered in memory; larger buffers are files."""
UNFIT_FOR_XML = dict.fromkeys([*range(32), 127, 0xFFFE, 0xFFFF], " ")
"""Characters that XML cannot hold, or that its readers change."""
SECTIONS = {
    "country": "countries",
    "city": "cities",
    "rule": "rules",
    "opening": "openings",
    "player": "players",
    "tournament": "tournaments",
}
MONTH = re.compile(r"([0-9]{4})-(0[1-9]|1[0-2])")
PLACED_TAGS = {*PLAIN_TAGS.values(), "event", "date", "place", "opening name", "publisher", "info"}
"""Tags that have an element or attribute; all others are in `<tag>` elements."""

TableRow = tuple[tuple[str, str], ...]


def write_rif(records: Iterable[Record], out: BinaryIO, writing: Writing) -> None:
    """Write a database of games."""
    tables = {name: dict[TableRow, str]() for name in SECTIONS}
    row_one = writing.row_one or RowOne.BOTTOM
    with tempfile.SpooledTemporaryFile(IN_MEMORY) as games:
        for number, record in enumerate(records, 1):
            game = RifGameWriter(record, tables, str(number))
            games.write(_encode(game.format(row_one)))
        out.write(_encode(_format_head(tables)))
        games.seek(0)
        shutil.copyfileobj(games, out)
    out.write(b"</games>\n</database>\n")


def _format_head(tables: dict[str, dict[TableRow, str]]) -> Iterator[str]:
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield f'<database version="1.0" {GENERATOR}="Tengen {__version__}">\n'
    for name, section in SECTIONS.items():
        yield f"<{section}>\n"
        for row, number in tables[name].items():
            yield f"<{name}{_attributes((('id', number), *row))}/>\n"
        yield f"</{section}>\n"
    yield "<games>\n"


class RifGameWriter:
    """Writes a game, and adds rows for its players, tournament and so on to the tables."""

    def __init__(self, record: Record, tables: dict[str, dict[TableRow, str]], number: str) -> None:
        self._record = record
        self._tags = record.tags
        self._tables = tables
        self._number = number

    def format(self, row_one: RowOne) -> Iterator[str]:
        """Yield the text of its element."""
        yield f"<game{_attributes(self._facts())}>\n"
        moves = " ".join(format_points(self._record.moves(), RENJU, row_one))
        yield f"<move>{moves}</move>\n"
        if info := self._tags.get("info"):
            yield f"<info>{_escape(info)}</info>\n"
        for name, text in self._tags.items():
            if text and name not in PLACED_TAGS:
                yield f"<tag{_attributes([('name', name)])}>{_escape(text)}</tag>\n"
        yield "</game>\n"

    def _facts(self) -> Iterator[tuple[str, str]]:
        record, tags = self._record, self._tags
        yield "id", self._number
        yield "publisher", self._player(tags.get("publisher", ""))
        yield "tournament", self._tournament()
        yield "rule", self._row("rule", name=format_rule_name(record))
        yield "black", self._player(record.first)
        yield "white", self._player(record.second)
        yield "bresult", SCORE_TEXTS.get(record.result.score, "")
        yield "opening", self._row("opening", name=tags.get("opening name", ""))
        yield from ((name, tags.get(tag, "")) for name, tag in PLAIN_TAGS.items())

    def _row(self, table: str, **row: str) -> str:
        """Return the number of a row, and add it if it is new; empty for an empty row."""
        if not any(row.values()):
            return ""
        rows = self._tables[table]
        return rows.setdefault(tuple(row.items()), str(len(rows) + 1))

    def _player(self, full: str) -> str:
        surname, _, name = full.rpartition(" ")
        return self._row("player", name=name if surname else "", surname=surname or full)

    def _tournament(self) -> str:
        date, place = self._tags.get("date", ""), self._tags.get("place", "")
        city, _, country = place.rpartition(", ")
        if not (city and country):
            city, country = place, ""
        where = self._row("country", name=country)
        return self._row(
            "tournament",
            name=self._tags.get("event", ""),
            country=where,
            city=self._row("city", name=city, country=where) if city else "",
            **_tournament_dates(date),
        )


def _tournament_dates(date: str) -> dict[str, str]:
    """Return the attributes of a tournament from which the date can be read back."""
    month = MONTH.fullmatch(date)
    if month:
        return {"year": month[1], "month": str(int(month[2]))}
    start, _, end = date.partition("/")
    if not (start and end and start != end):
        start, end = date, ""
    return {"start": start, "end": end}


def _attributes(pairs: Iterable[tuple[str, str]]) -> str:
    return "".join(f' {name}="{_escape(text)}"' for name, text in pairs if text)


def _escape(text: str) -> str:
    return html.escape(text.translate(UNFIT_FOR_XML))


def _encode(parts: Iterable[str]) -> bytes:
    return "".join(parts).encode(errors="replace")


NAME_LENGTH = slice(26, 28)
NAME_START = 30
"""Where a .zip file has the length of its first file name, and the name."""


def _objection(record: Record) -> str:
    rules = record.rules
    if (rules.width, rules.height) != (RENJU.width, RENJU.height):
        return f"the board must be 15x15, not {rules.width}x{rules.height}"
    return needs_plain_game(record)


def _resembles(head: bytes) -> bool:
    if head.startswith(ZIP):
        end = NAME_START + int.from_bytes(head[NAME_LENGTH], "little")
        return head[NAME_START:end].lower().endswith(tuple(map(str.encode, SUFFIXES)))
    if head.startswith(GZIP):
        try:
            head = zlib.decompressobj(wbits=31).decompress(head, 4096)
        except zlib.error:
            return False
    return b"<database" in head


RIF = Format(
    name="rif",
    title="RenjuNet database",
    suffixes=(".rif", ".xml"),
    holds=frozenset({Feature.MOVES, Feature.RULES, Feature.OPENING, Feature.PLAYERS, Feature.TAGS}),
    read=read_rif,
    writer=write_rif,
    resembles=_resembles,
    many=True,
    assumed=RENJU,
    endings=BOARD_TERMINATIONS | {Termination.UNKNOWN},
    objection=_objection,
)
