"""What the first node of an SGF game says of the game itself, read and written."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from tengen import __version__
from tengen.core.games import FIVE_IN_A_ROW, GOMOKU_19
from tengen.core.rules import MAX_SIDE, Rules
from tengen.errors import quote
from tengen.records.reading import Reading
from tengen.records.record import Record
from tengen.records.result import Result
from tengen.records.rule_text import format_rule_text, parse_rule_text
from tengen.records.sgf_clock import format_clock, parse_clock
from tengen.records.sgf_result import (
    format_result,
    parse_reason,
    parse_result,
    parse_termination,
)
from tengen.records.sgf_text import format_part, format_simple, read_simple

Properties = dict[str, list[str]]
"""The values of a node's properties by their names, still escaped."""
Note = Callable[[str], None]

TAGS = {
    "EV": "event",
    "RO": "round",
    "PC": "place",
    "DT": "date",
    "AN": "annotator",
    "CP": "copyright",
    "GN": "title",
    "ON": "opening name",
    "SO": "source",
    "5A": "fifth moves",
    "US": "entered by",
    "BR": "first rank",
    "WR": "second rank",
    "BT": "first team",
    "WT": "second team",
}
"""Properties that are tags of a record; `5A` is RenLib's. All other tags are in TNTAG."""
NAMES = {tag: name for name, tag in TAGS.items()}
OTHERS = ("GM", "FF", "CA", "AP", "ST", "SZ", "RU", "PB", "PW", "TM", "OT", "RE", "TE")
FACTS = frozenset({*TAGS, *OTHERS, "TNEND", "TNTAG"})
GOMOKU, GO = "4", "1"
SIZE = re.compile(r"\s*(\d{1,3})\s*(?::\s*(\d{1,3})\s*)?", re.ASCII)
TAG = re.compile(r"((?:[^\\:]|\\.)*+):(.*)", re.DOTALL)


def read_facts(properties: Properties, reading: Reading, note: Note) -> Record:
    """A record without its tree."""
    facts = {name: read_simple(values[0]) for name, values in properties.items() if name in FACTS}
    game = facts.get("GM") or GOMOKU
    if game != GOMOKU:
        note(f"GM {quote(game)} is another game than five in a row, GM 4; it is read as that")
    rules, opening = _read_rules(facts, game, reading, note)
    return Record(
        rules,
        first=facts.get("PB", ""),
        second=facts.get("PW", ""),
        opening=opening,
        clock=parse_clock(facts.get("TM", ""), facts.get("OT", "")),
        result=_read_result(facts, note),
        tags=_read_tags(facts, properties),
    )


def _read_rules(
    facts: dict[str, str], game: str, reading: Reading, note: Note
) -> tuple[Rules, str]:
    usual = reading.rules_or(GOMOKU_19 if game == GO else FIVE_IN_A_ROW)
    width, height = _read_size(facts.get("SZ", ""), usual, note)
    text = facts.get("RU", "")
    said = parse_rule_text(text) if text and game == GOMOKU else None
    if text and said is None and game == GOMOKU:
        note(f"the rules {quote(text)} are not known: {usual.win.value} is assumed")
    if said is None or said.win is None:
        return Rules(width, height, usual.k, usual.win), said.opening if said else ""
    return Rules(width, height, said.k, said.win), said.opening


def _read_size(text: str, usual: Rules, note: Note) -> tuple[int, int]:
    size = SIZE.fullmatch(text)
    if size is not None:
        width, height = int(size[1]), int(size[2] or size[1])
        if 0 < width <= MAX_SIDE and 0 < height <= MAX_SIDE:
            return width, height
    if text:
        note(f"the size {quote(text)} is not known: {usual.width}x{usual.height} is assumed")
    return usual.width, usual.height


def _read_result(facts: dict[str, str], note: Note) -> Result:
    text = facts.get("RE", "")
    result = parse_result(text)
    if result is None:
        note(f"the result {quote(text)} is not known")
        result = Result()
    reason = parse_reason(facts.get("TNEND", "")) or parse_termination(facts.get("TE", ""))
    return Result(result.score, reason) if reason else result


def _read_tags(facts: dict[str, str], properties: Properties) -> dict[str, str]:
    tags = {TAGS[name]: text for name, text in facts.items() if text and name in TAGS}
    for value in properties.get("TNTAG", ()):
        if parts := TAG.fullmatch(value):
            tags[read_simple(parts[1])] = read_simple(parts[2])
    return tags


def format_facts(record: Record, encoding: str) -> Iterator[str]:
    """The properties of the first node, line by line."""
    rules = record.rules
    side = str(rules.width) if rules.width == rules.height else f"{rules.width}:{rules.height}"
    yield f"FF[4]GM[4]CA[{encoding.upper()}]AP[Tengen:{__version__}]SZ[{side}]"
    game, more = format_clock(record.clock)
    score, reason = format_result(record.result)
    yield _line({"RU": format_rule_text(rules, record.opening), "TM": game, "OT": more})
    yield _line({"PB": record.first, "PW": record.second, "RE": score, "TNEND": reason})
    tags = {tag: text for tag, text in record.tags.items() if text}
    yield _line({name: tags[tag] for name, tag in TAGS.items() if tag in tags})
    own = (tag for tag in sorted(tags) if tag not in NAMES)
    pairs = "".join(f"[{format_part(tag)}:{format_simple(tags[tag])}]" for tag in own)
    yield f"TNTAG{pairs}" if pairs else ""


def _line(properties: dict[str, str]) -> str:
    values = (f"{name}[{format_simple(text)}]" for name, text in properties.items() if text)
    return "".join(values)
