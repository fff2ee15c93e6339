"""Reads RenjuNet databases, game by game."""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from typing import BinaryIO

from tengen.core.games import RENJU
from tengen.errors import RecordError, quote
from tengen.notation.rows import RowOne
from tengen.records.names import named_points
from tengen.records.reading import Reading
from tengen.records.record import Record, add_moves
from tengen.records.rif_packed import Unpacked
from tengen.records.rif_tables import NAMES, OWN, Attributes, Tables
from tengen.records.rif_xml import XmlParser

CHUNK = 1 << 16
LONGEST = 1 << 20
"""Characters of the texts of a game."""
DATABASE, GAME, MOVES, INFO, TAG = "database", "game", "move", "info", "tag"
TEXTS = frozenset({MOVES, INFO, TAG})


def read_rif(file: BinaryIO, reading: Reading) -> Iterator[Record]:
    """Read the games of a database, which may be packed."""
    source, games = Unpacked(file), Games(reading)
    parser = games.parser
    for piece in _pieces(source, reading.encoding):
        parser.feed(piece)
        yield from games.take()
        if parser.trouble:
            break
    else:
        parser.finish()
        yield from games.take()
    if parser.trouble:
        if not games.is_begun:
            raise RecordError(f"not a RenjuNet database: {parser.trouble}")
        what = f"{parser.trouble.what}: nothing after this can be read"
        reading.problems.add(parser.trouble.place, what)
    games.tell_unknown()


def _pieces(source: Unpacked, encoding: str | None) -> Iterator[bytes | str]:
    if encoding is None:
        yield from iter(lambda: source.read(CHUNK), b"")
        return
    try:
        decoder = codecs.getincrementaldecoder(encoding)("replace")
    except LookupError:
        raise RecordError(f"there is no code page {quote(encoding)}") from None
    while data := source.read(CHUNK):
        yield decoder.decode(data)


class Games:
    """Listens to a parser of XML, and has games ready."""

    def __init__(self, reading: Reading) -> None:
        self.parser = XmlParser(self)
        self.is_begun = False
        self._problems = reading.problems
        self._points = named_points(RENJU.width, RENJU.height, reading.row_one or RowOne.BOTTOM)
        self._tables = Tables()
        self._ready: list[Record] = []
        self._is_ours = False
        self._game: Attributes | None = None
        self._moves: list[str] = []
        self._tags: dict[str, str] = {}
        self._name = ""
        self._collected: list[str] | None = None
        self._length = 0

    def take(self) -> list[Record]:
        """The games that are ready since it was last asked."""
        ready, self._ready = self._ready, []
        return ready

    def start(self, name: str, attributes: Attributes) -> None:
        """An element begins."""
        if not self.is_begun:
            self._begin(name, attributes)
        elif name == GAME:
            self._game, self._moves, self._tags, self._length = attributes, [], {}, 0
        elif self._game is None:
            if name in NAMES:
                self._tables.add(name, attributes)
        elif name in TEXTS:
            self._collected = []
            self._name = INFO if name == INFO else attributes.get("name", "")

    def _begin(self, name: str, attributes: Attributes) -> None:
        if name != DATABASE:
            raise RecordError(f"not a RenjuNet database: it begins with <{quote(name)}>")
        self.is_begun = True
        self._is_ours = attributes.get(OWN, "").startswith("Tengen")

    def text(self, text: str) -> None:
        """Text follows."""
        if self._collected is not None:
            self._length += len(text)
            if self._length <= LONGEST:
                self._collected.append(text)

    def end(self, name: str) -> None:
        """An element ends."""
        if self._collected is not None and name in TEXTS:
            text = "".join(self._collected)
            self._collected = None
            if name == MOVES:
                self._moves.append(text)
            elif text:
                self._tags[self._name] = text
        elif name == GAME and self._game is not None:
            self._ready.append(self._make(self._game))
            self._game = None

    def _make(self, game: Attributes) -> Record:
        record = self._tables.facts(game)
        record.tags |= self._tags
        if not self._is_ours and game.get("id"):
            record.tags["id"] = game["id"]
        place = f"{self.parser.place}, game {quote(game.get('id', ''))}"
        if self._length > LONGEST:
            self._problems.add(place, f"its texts are longer than {LONGEST:,} characters")
        names = " ".join(self._moves).lower().split()
        if len(set(names)) == len(names) and self._points.keys() >= set(names):
            add_moves(record.root, [self._points[name] for name in names])
        else:
            self._add_good_moves(record, names, place)
        return record

    def _add_good_moves(self, record: Record, names: list[str], place: str) -> None:
        """Add moves as far as they make sense, and note where they do not."""
        good: dict[str, None] = {}
        for name in names:
            if name not in self._points or name in good:
                why = "is a second stone" if name in good else "is no point of the board"
                what = f"{quote(name)} {why}; the game is read as far as the move before"
                self._problems.add(place, what)
                break
            good[name] = None
        add_moves(record.root, [self._points[name] for name in good])

    def tell_unknown(self) -> None:
        """Note what games named that was not in the tables before them."""
        count = self._tables.unknown
        if count:
            what = f"{count:,} players, tournaments or the like are not in the tables before"
            self._problems.add("", f"{what} the games: numbers stand for their names")
