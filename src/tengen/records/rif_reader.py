"""Reads RenjuNet databases: first the tables (players, places, rules and so on), then the games."""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from typing import BinaryIO

from tengen.errors import RecordError, quote
from tengen.records.reading import Reading
from tengen.records.record import Record, Result, Score, add_moves
from tengen.records.rif_xml import UnpackedFile, XmlParser
from tengen.records.rule_text import format_rule_text, parse_rule_text
from tengen.rules import RowOne, Rules, WinRule
from tengen.rules.coordinates import points_by_name
from tengen.rules.rules import RENJU

Attributes = dict[str, str]
TABLE_NAMES = ("country", "city", "month", "rule", "opening", "player", "tournament")
"""Elements to which games refer by their `id`."""
SCORES = {"1": Score.FIRST, "1.0": Score.FIRST, "0.5": Score.DRAW, "0": Score.SECOND}
SCORE_TEXTS = {score: text for text, score in reversed(SCORES.items())}
PLAIN_TAGS = {"round": "round", "alt": "fifth moves", "swap": "swap"}
TIME_TAGS = {"btime": "first time", "wtime": "second time"}
GENERATOR = "generator"
"""The attribute of a database by which files that Tengen wrote are recognised."""


class RifTables:
    """The rows of the tables that have been read so far."""

    def __init__(self) -> None:
        self._rows: dict[str, dict[str, Attributes]] = {name: {} for name in TABLE_NAMES}
        self._rules: dict[str, tuple[Rules, str]] = {}
        self.unknown = 0
        """How often a game referred to a row that does not exist."""

    def add(self, name: str, row: Attributes) -> None:
        """Add a row to a table."""
        self._rows[name][row.get("id", "")] = row

    def _row(self, name: str, number: str) -> Attributes:
        found = self._rows[name].get(number)
        if found is None:
            self.unknown += number not in {"", "0"}
            return {}
        return found

    def name(self, kind: str, number: str) -> str:
        """Return the name in a row, such as that of a city; its id if there is no such row."""
        row = self._row(kind, number)
        return row.get("name", "") if row or number in {"", "0"} else f"{kind} {number}"

    def player(self, number: str) -> str:
        """Return a player's name as `surname name`."""
        row = self._row("player", number)
        if not row and number not in {"", "0"}:
            return f"player {number}"
        return " ".join(filter(None, (row.get("surname"), row.get("name"))))

    def rules(self, number: str) -> tuple[Rules, str]:
        """Return the rules and the opening rule; renju unless the name says otherwise."""
        if number not in self._rules:
            text = self.name("rule", number)
            parsed = parse_rule_text(text)
            win = parsed.win if parsed and parsed.win else WinRule.RENJU
            rules = Rules(RENJU.width, RENJU.height, parsed.k if parsed else RENJU.k, win)
            self._rules[number] = rules, parsed.opening if parsed else text
        return self._rules[number]

    def facts(self, game: Attributes) -> Record:
        """Return the record of a game, without moves."""
        rules, opening = self.rules(game.get("rule", ""))
        score = SCORES.get(game.get("bresult", ""), Score.UNKNOWN)
        return Record(
            rules,
            first=self.player(game.get("black", "")),
            second=self.player(game.get("white", "")),
            opening=opening,
            result=Result(score),
            tags=self._tags(game),
        )

    def _tags(self, game: Attributes) -> dict[str, str]:
        number = game.get("tournament", "")
        tournament = self._row("tournament", number)
        tags = {
            "event": self.name("tournament", number),
            "date": _date(tournament),
            "place": self._place(tournament),
            "opening name": self.name("opening", game.get("opening", "")),
            "publisher": self.player(game.get("publisher", "")),
        }
        tags |= {tag: game.get(name, "") for name, tag in PLAIN_TAGS.items()}
        tags |= {
            tag: game.get(name, "").strip("0 ") and game[name] for name, tag in TIME_TAGS.items()
        }
        return {tag: text for tag, text in tags.items() if text}

    def _place(self, tournament: Attributes) -> str:
        city = self._row("city", tournament.get("city", ""))
        country = tournament.get("country") or city.get("country", "")
        return ", ".join(filter(None, (city.get("name"), self.name("country", country))))


def _date(tournament: Attributes) -> str:
    start, end = tournament.get("start", ""), tournament.get("end", "")
    if start:
        return f"{start}/{end}" if end and end != start else start
    year, month = tournament.get("year", ""), tournament.get("month", "")
    return f"{year}-{month:0>2}" if year and month.strip("0") else year


def format_rule_name(record: Record) -> str:
    """Return a rule name from which `RifTables.rules` reads the same rules and opening rule."""
    short = record.opening
    parsed = parse_rule_text(short)
    is_clear = parsed and (parsed.win, parsed.k, parsed.opening) == (WinRule.RENJU, RENJU.k, short)
    if is_clear and record.rules.win is WinRule.RENJU:
        return short
    return format_rule_text(record.rules, record.opening)


CHUNK_SIZE = 1 << 16
MAX_TEXT_LENGTH = 1 << 20
"""Maximum number of characters of the texts of a game."""
DATABASE, GAME, MOVES, INFO, TAG = "database", "game", "move", "info", "tag"
TEXT_ELEMENTS = frozenset({MOVES, INFO, TAG})


def read_rif(file: BinaryIO, reading: Reading) -> Iterator[Record]:
    """Read the games of a database, which may be compressed."""
    source, games = UnpackedFile(file), RifGameReader(reading)
    parser = games.parser
    for piece in _pieces(source, reading.encoding):
        parser.feed(piece)
        yield from games.take()
        if parser.error:
            break
    else:
        parser.finish()
        yield from games.take()
    if parser.error:
        if not games.is_begun:
            raise RecordError(f"not a RenjuNet database: {parser.error}")
        what = f"{parser.error.what}: the rest of the file was skipped"
        reading.problems.add(parser.error.place, what)
    games.note_unknown()


def _pieces(source: UnpackedFile, encoding: str | None) -> Iterator[bytes | str]:
    if encoding is None:
        yield from iter(lambda: source.read(CHUNK_SIZE), b"")
        return
    try:
        decoder = codecs.getincrementaldecoder(encoding)("replace")
    except LookupError:
        raise RecordError(f"unknown code page {quote(encoding)}") from None
    while data := source.read(CHUNK_SIZE):
        yield decoder.decode(data)


class RifGameReader:
    """Handles the events of an XML parser, and collects the games."""

    def __init__(self, reading: Reading) -> None:
        self.parser = XmlParser(self)
        self.is_begun = False
        self._problems = reading.problems
        self._points = points_by_name(RENJU.width, RENJU.height, reading.row_one or RowOne.BOTTOM)
        self._tables = RifTables()
        self._ready: list[Record] = []
        self._is_by_tengen = False
        self._game: Attributes | None = None
        self._moves: list[str] = []
        self._tags: dict[str, str] = {}
        self._name = ""
        self._collected: list[str] | None = None
        self._length = 0

    def take(self) -> list[Record]:
        """Return the games that were completed since the last call."""
        ready, self._ready = self._ready, []
        return ready

    def start(self, name: str, attributes: Attributes) -> None:
        """Handle the start of an element."""
        if not self.is_begun:
            self._begin(name, attributes)
        elif name == GAME:
            self._game, self._moves, self._tags, self._length = attributes, [], {}, 0
        elif self._game is None:
            if name in TABLE_NAMES:
                self._tables.add(name, attributes)
        elif name in TEXT_ELEMENTS:
            self._collected = []
            self._name = INFO if name == INFO else attributes.get("name", "")

    def _begin(self, name: str, attributes: Attributes) -> None:
        if name != DATABASE:
            raise RecordError(f"not a RenjuNet database: it starts with <{quote(name)}>")
        self.is_begun = True
        self._is_by_tengen = attributes.get(GENERATOR, "").startswith("Tengen")

    def text(self, text: str) -> None:
        """Handle text."""
        if self._collected is not None:
            self._length += len(text)
            if self._length <= MAX_TEXT_LENGTH:
                self._collected.append(text)

    def end(self, name: str) -> None:
        """Handle the end of an element."""
        if self._collected is not None and name in TEXT_ELEMENTS:
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
        if not self._is_by_tengen and game.get("id"):
            record.tags["id"] = game["id"]
        place = f"{self.parser.place}, game {quote(game.get('id', ''))}"
        if self._length > MAX_TEXT_LENGTH:
            what = f"the texts were cut off: they have more than {MAX_TEXT_LENGTH:,} characters"
            self._problems.add(place, what)
        names = " ".join(self._moves).lower().split()
        if len(set(names)) == len(names) and self._points.keys() >= set(names):
            add_moves(record.root, [self._points[name] for name in names])
        else:
            self._add_good_moves(record, names, place)
        return record

    def _add_good_moves(self, record: Record, names: list[str], place: str) -> None:
        """Add moves up to the first that is wrong, which is noted."""
        good: dict[str, None] = {}
        for name in names:
            if name not in self._points or name in good:
                why = "is already taken" if name in good else "is not a point of the board"
                what = f"{quote(name)} {why}; the rest of the game was skipped"
                self._problems.add(place, what)
                break
            good[name] = None
        add_moves(record.root, [self._points[name] for name in good])

    def note_unknown(self) -> None:
        """Note how often games referred to rows that do not exist."""
        count = self._tables.unknown
        if count:
            what = f"{count:,} names of players, tournaments and so on are missing from the tables"
            self._problems.add("", f"{what}: their numbers were used instead")
