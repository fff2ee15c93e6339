"""Properties of SGF nodes: facts about the game in the first node, comments and marks in all."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from tengen import __version__
from tengen.errors import quote
from tengen.records import sgf_values
from tengen.records.game_tree import EVALUATION, Mark, MarkKind, Node, Sign
from tengen.records.reading import Reading
from tengen.records.record import Record, Result
from tengen.records.rule_text import format_rule_text, parse_rule_text
from tengen.rules import MAX_SIDE, Rules, grid_points
from tengen.rules.point import LETTERS
from tengen.rules.rules import FIVE_IN_A_ROW, GOMOKU_19

MAX_SHOWN = 10


class SgfSource:
    """The text of a file, its problems, and counts of what is reported once per file."""

    def __init__(self, text: str, reading: Reading) -> None:
        self.text = text
        self.reading = reading
        self.game = 0
        self.point_budget = max(100_000, 4 * len(text))
        """How many more points rectangles may have, so that a small file cannot use much memory."""
        self.unknown: Counter[str] = Counter()
        """Properties that were ignored."""
        self.multi_move_nodes = 0
        """How many nodes have more than one move."""
        self._at = 0
        self._line = 1

    def note(self, at: int, what: str) -> None:
        """Note a problem at the character with this index."""
        if at >= self._at:
            self._line += self.text.count("\n", self._at, at)
        else:
            self._line -= self.text.count("\n", at, self._at)
        self._at = at
        self.reading.problems.add(f"game {self.game}, line {self._line}", what)

    def note_counts(self) -> None:
        """Note the problems that are reported once per file."""
        self._note_multi_move_nodes()
        self._note_unknown()

    def _note_multi_move_nodes(self) -> None:
        count = self.multi_move_nodes
        if count:
            nodes = "1 node has" if count == 1 else f"{count:,} nodes have"
            what = f"{nodes} more than one move; the moves were read in the order of the file"
            self.reading.problems.add("", what)

    def _note_unknown(self) -> None:
        count = self.unknown.total()
        if count:
            names = ", ".join(name for name, _ in self.unknown.most_common(MAX_SHOWN))
            more = ", ..." if len(self.unknown) > MAX_SHOWN else ""
            what = "1 property was" if count == 1 else f"{count:,} properties were"
            self.reading.problems.add("", f"{what} ignored: {names}{more}")


Properties = dict[str, list[str]]
"""The values of a node's properties by name, still escaped."""
Note = Callable[[str], None]

PROPERTY_TAGS = {
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
"""Properties that are tags of a record; `5A` is RenLib's. Other tags are in TNTAG."""
TAG_PROPERTIES = {tag: name for name, tag in PROPERTY_TAGS.items()}
OTHER_FACTS = ("GM", "FF", "CA", "AP", "ST", "SZ", "RU", "PB", "PW", "TM", "OT", "RE", "TE")
FACT_PROPERTIES = frozenset({*PROPERTY_TAGS, *OTHER_FACTS, "TNEND", "TNTAG"})
GOMOKU, GO = "4", "1"
SIZE_PATTERN = re.compile(r"\s*(\d{1,3})\s*(?::\s*(\d{1,3})\s*)?", re.ASCII)
TAG_PATTERN = re.compile(r"((?:[^\\:]|\\.)*+):(.*)", re.DOTALL)


def read_facts(properties: Properties, reading: Reading, note: Note) -> Record:
    """Return a record with its facts but without its tree."""
    facts = {
        name: sgf_values.unescape_line(values[0])
        for name, values in properties.items()
        if name in FACT_PROPERTIES
    }
    game = facts.get("GM") or GOMOKU
    if game != GOMOKU:
        note(f"GM {quote(game)} is not five in a row, GM 4; it was read as five in a row")
    rules, opening = _read_rules(facts, game, reading, note)
    return Record(
        rules,
        first=facts.get("PB", ""),
        second=facts.get("PW", ""),
        opening=opening,
        clock=sgf_values.parse_clock(facts.get("TM", ""), facts.get("OT", "")),
        result=_read_result(facts, note),
        tags=_read_tags(facts, properties),
    )


def _read_rules(
    facts: dict[str, str], game: str, reading: Reading, note: Note
) -> tuple[Rules, str]:
    usual = reading.rules_or(GOMOKU_19 if game == GO else FIVE_IN_A_ROW)
    width, height = _read_size(facts.get("SZ", ""), usual, note)
    text = facts.get("RU", "")
    parsed = parse_rule_text(text) if text and game == GOMOKU else None
    if text and parsed is None and game == GOMOKU:
        note(f"unknown rules {quote(text)}: {usual.win.value} was assumed")
    if parsed is None or parsed.win is None:
        return Rules(width, height, usual.k, usual.win), parsed.opening if parsed else ""
    return Rules(width, height, parsed.k, parsed.win), parsed.opening


def _read_size(text: str, usual: Rules, note: Note) -> tuple[int, int]:
    size = SIZE_PATTERN.fullmatch(text)
    if size is not None:
        width, height = int(size[1]), int(size[2] or size[1])
        if 0 < width <= MAX_SIDE and 0 < height <= MAX_SIDE:
            return width, height
    if text:
        note(f"unknown board size {quote(text)}: {usual.width}x{usual.height} was assumed")
    return usual.width, usual.height


def _read_result(facts: dict[str, str], note: Note) -> Result:
    text = facts.get("RE", "")
    result = sgf_values.parse_result(text)
    if result is None:
        note(f"unknown result {quote(text)}")
        result = Result()
    reason = sgf_values.parse_reason(facts.get("TNEND", "")) or sgf_values.parse_termination(
        facts.get("TE", "")
    )
    return Result(result.score, reason) if reason else result


def _read_tags(facts: dict[str, str], properties: Properties) -> dict[str, str]:
    tags = {
        PROPERTY_TAGS[name]: text for name, text in facts.items() if text and name in PROPERTY_TAGS
    }
    for value in properties.get("TNTAG", ()):
        if parts := TAG_PATTERN.fullmatch(value):
            tags[sgf_values.unescape_line(parts[1])] = sgf_values.unescape_line(parts[2])
    return tags


def format_facts(record: Record, encoding: str) -> Iterator[str]:
    """Yield the properties of the first node, line by line."""
    rules = record.rules
    side = str(rules.width) if rules.width == rules.height else f"{rules.width}:{rules.height}"
    yield f"FF[4]GM[4]CA[{encoding.upper()}]AP[Tengen:{__version__}]SZ[{side}]"
    game, more = sgf_values.format_clock(record.clock)
    score, reason = sgf_values.format_result(record.result)
    yield _line({"RU": format_rule_text(rules, record.opening), "TM": game, "OT": more})
    yield _line({"PB": record.first, "PW": record.second, "RE": score, "TNEND": reason})
    tags = {tag: text for tag, text in record.tags.items() if text}
    yield _line({name: tags[tag] for name, tag in PROPERTY_TAGS.items() if tag in tags})
    own = (tag for tag in sorted(tags) if tag not in TAG_PROPERTIES)
    pairs = "".join(
        f"[{sgf_values.escape_part(tag)}:{sgf_values.escape_line(tags[tag])}]" for tag in own
    )
    yield f"TNTAG{pairs}" if pairs else ""


def _line(properties: dict[str, str]) -> str:
    values = (
        f"{name}[{sgf_values.escape_line(text)}]" for name, text in properties.items() if text
    )
    return "".join(values)


MARK_PROPERTIES = {
    "CR": MarkKind.CIRCLE,
    "MA": MarkKind.CROSS,
    "SQ": MarkKind.SQUARE,
    "TR": MarkKind.TRIANGLE,
    "M": MarkKind.CROSS,
}
LABEL_PROPERTY, LETTER_PROPERTY = "LB", "L"
"""Labels with a text, and the letters a, b, c of old files."""
COMMENT_PROPERTIES = ("GC", "N", "C")
"""A comment on the game, the name of a node, a comment: together they make the comment."""
NOTED_PROPERTY, SIGN_PROPERTY, TIME_PROPERTY = "HO", "TNSIGN", "TNMS"
EVALUATION_PROPERTY = "TNEVAL"
UNDERSTOOD_PROPERTIES = {
    *MARK_PROPERTIES,
    LABEL_PROPERTY,
    LETTER_PROPERTY,
    *COMMENT_PROPERTIES,
    NOTED_PROPERTY,
    SIGN_PROPERTY,
    TIME_PROPERTY,
    EVALUATION_PROPERTY,
    sgf_values.OPENING_MOVES,
    sgf_values.PLAYED_MOVES,
    "AB",
    "AW",
    "AE",
}
IDLE_PROPERTIES = {"AP", "CA", "DD", "FF", "FG", "GM", "KO", "MN", "PM", "SL", "ST", "SZ", "VW"}
"""Properties that are ignored silently, because they say nothing about the game."""
KNOWN_PROPERTIES = UNDERSTOOD_PROPERTIES | IDLE_PROPERTIES
COMMENTED_TIME = re.compile(r"(\d{1,12})(?:ms)?", re.ASCII)
TIME_PATTERN = re.compile(r"\d{1,15}", re.ASCII)


class SgfDetails:
    """Adds comments, marks, signs and times to nodes."""

    def __init__(self, source: SgfSource, rules: Rules, facts: Properties) -> None:
        self._source = source
        self._size = (rules.width, rules.height)
        self._grid = grid_points(*self._size)
        by_cli = "c-gomoku-cli" in "".join(facts.get("AP", ()))
        self._comments_are_times = by_cli or "TE" in facts

    def add(self, node: Node, properties: Properties, at: int) -> None:
        """Add the details in `properties` to a node that begins at character `at`."""
        for name in properties.keys() - KNOWN_PROPERTIES:
            self._source.unknown[name] += 1
        node.comment = "\n".join(
            sgf_values.unescape_text(value)
            for name in COMMENT_PROPERTIES
            for value in properties.get(name, ())
        )
        for value in properties.get(TIME_PROPERTY, ()):
            node.time = int(value) if TIME_PATTERN.fullmatch(value) else None
        for value in properties.get(EVALUATION_PROPERTY, ()):
            node.evaluation = value if EVALUATION.fullmatch(value) else ""
        if self._comments_are_times and node.is_move:
            _comment_to_time(node)
        node.signs = tuple(_signs(properties))
        node.marks = tuple(self._marks(properties, at))

    def points(self, value: str) -> Iterable[int] | None:
        """Return the cells that a value names; None if they are off the board or too many."""
        point = sgf_values.point_number(value, *self._size)
        if point is not None:
            return (point,)
        points = sgf_values.rectangle_points(value, *self._size)
        if points is None:
            return None
        found = list(points)
        self._source.point_budget -= len(found)
        return found if self._source.point_budget >= 0 else None

    def _marks(self, properties: Properties, at: int) -> Iterator[Mark]:
        for name, values in properties.items():
            if name in MARK_PROPERTIES:
                for value in values:
                    yield from self._mark(MARK_PROPERTIES[name], value, "", at)
            elif name == LABEL_PROPERTY:
                for value in values:
                    point, _, text = value.partition(":")
                    yield from self._mark(MarkKind.LABEL, point, sgf_values.unescape_line(text), at)
            elif name == LETTER_PROPERTY:
                for letter, value in zip(LETTERS, values, strict=False):
                    yield from self._mark(MarkKind.LABEL, value, letter, at)

    def _mark(self, kind: MarkKind, value: str, text: str, at: int) -> Iterator[Mark]:
        points = self.points(value)
        if points is None:
            what = f"the {kind.value} at {quote(value)} is not on a point of the board"
            self._source.note(at, what)
            return
        for point in points:
            yield Mark(kind, self._grid[point], text)


def _comment_to_time(node: Node) -> None:
    """Read the time of a move from a comment of c-gomoku-cli."""
    time = COMMENTED_TIME.fullmatch(node.comment)
    if time is not None:
        node.time, node.comment = int(time[1]), ""


def _signs(properties: Properties) -> Iterator[Sign]:
    if NOTED_PROPERTY in properties:
        yield Sign.NOTED
    names = {sgf_values.unescape_line(value) for value in properties.get(SIGN_PROPERTY, ())}
    yield from (sign for sign in Sign if sign.value in names and sign is not Sign.NOTED)
