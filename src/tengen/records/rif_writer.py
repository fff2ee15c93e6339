"""Writes RenjuNet databases: first the tables of all that the games name, then the games."""

from __future__ import annotations

import html
import re
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from tengen import __version__
from tengen.core.games import RENJU
from tengen.notation.rows import RowOne
from tengen.records.names import format_points
from tengen.records.reading import Writing
from tengen.records.record import Record
from tengen.records.rif_tables import OWN, PLAIN_TAGS, RESULTS, format_rule

IN_MEMORY = 1 << 24
"""Bytes of games that wait in memory for their tables, before they wait in a file."""
UNFIT = dict.fromkeys([*range(32), 127, 0xFFFE, 0xFFFF], " ")
"""Characters that XML cannot hold, or not as they are."""
SECTIONS = {
    "country": "countries",
    "city": "cities",
    "rule": "rules",
    "opening": "openings",
    "player": "players",
    "tournament": "tournaments",
}
MONTH = re.compile(r"([0-9]{4})-(0[1-9]|1[0-2])")
HELD = {*PLAIN_TAGS.values(), "event", "date", "place", "opening name", "publisher", "info"}
"""Tags that have a place of their own; all others are in elements of ours."""

Row = tuple[tuple[str, str], ...]


def write_rif(records: Iterable[Record], out: BinaryIO, writing: Writing) -> None:
    """Write a database of games."""
    tables = {name: dict[Row, str]() for name in SECTIONS}
    row_one = writing.row_one or RowOne.BOTTOM
    with tempfile.SpooledTemporaryFile(IN_MEMORY) as games:
        for number, record in enumerate(records, 1):
            game = Game(record, tables, str(number))
            games.write(_encode(game.format(row_one)))
        out.write(_encode(_format_head(tables)))
        games.seek(0)
        shutil.copyfileobj(games, out)
    out.write(b"</games>\n</database>\n")


def _format_head(tables: dict[str, dict[Row, str]]) -> Iterator[str]:
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield f'<database version="1.0" {OWN}="Tengen {__version__}">\n'
    for name, section in SECTIONS.items():
        yield f"<{section}>\n"
        for row, number in tables[name].items():
            yield f"<{name}{_attributes((('id', number), *row))}/>\n"
        yield f"</{section}>\n"
    yield "<games>\n"


class Game:
    """A game; what it names gets rows in the tables."""

    def __init__(self, record: Record, tables: dict[str, dict[Row, str]], number: str) -> None:
        self._record = record
        self._tags = record.tags
        self._tables = tables
        self._number = number

    def format(self, row_one: RowOne) -> Iterator[str]:
        """Its element."""
        yield f"<game{_attributes(self._facts())}>\n"
        moves = " ".join(format_points(self._record.moves(), RENJU, row_one))
        yield f"<move>{moves}</move>\n"
        if info := self._tags.get("info"):
            yield f"<info>{_escape(info)}</info>\n"
        for name, text in self._tags.items():
            if text and name not in HELD:
                yield f"<tag{_attributes([('name', name)])}>{_escape(text)}</tag>\n"
        yield "</game>\n"

    def _facts(self) -> Iterator[tuple[str, str]]:
        record, tags = self._record, self._tags
        yield "id", self._number
        yield "publisher", self._player(tags.get("publisher", ""))
        yield "tournament", self._tournament()
        yield "rule", self._row("rule", name=format_rule(record))
        yield "black", self._player(record.first)
        yield "white", self._player(record.second)
        yield "bresult", RESULTS.get(record.result.score, "")
        yield "opening", self._row("opening", name=tags.get("opening name", ""))
        yield from ((name, tags.get(tag, "")) for name, tag in PLAIN_TAGS.items())

    def _row(self, table: str, **row: str) -> str:
        """The number of a row, which is made if it is new; none for a row of nothing."""
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
            **_date(date),
        )


def _date(date: str) -> dict[str, str]:
    """The attributes of a tournament from which the date is read again."""
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
    return html.escape(text.translate(UNFIT))


def _encode(parts: Iterable[str]) -> bytes:
    return "".join(parts).encode(errors="replace")
