"""Values of SGF properties: texts, points and moves, clocks, results.

Points are two letters, column from the left and row from the top. Clocks are the seconds for the
game in TM, and the rest in words in OT. Results are `B+R`, `0`, `Void`, and reasons that only
Tengen writes. Gomoku Quest has properties for openings: `QPR[hh,hg,jf]` are three proposed stones,
Black's first; `QSLW[ig]` is the choice of a colour, with White's fourth stone. An empty value is
a choice without a stone.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import cycle

from tengen.errors import quote
from tengen.records.reading import Reading, decode_file, marked_encoding
from tengen.records.record import Result, Score
from tengen.rules import Player, Point, Termination, grid_points
from tengen.rules.point import LETTERS

DECLARED = re.compile(rb"CA\s{0,9}\[\s{0,9}([A-Za-z0-9_.:-]{1,40})\s{0,9}\]")
CODE_PAGE_SEARCHED = 1 << 14
CODE_PAGE = re.compile(
    r"ascii|utf-?(?:8|16|32).*|iso.*|cp\d+|koi8.*|mac.*|gb.*|hz|big5.*|euc.*|shift_jis.*|johab|tis.*"
)
"""Codecs that a file may name; the rest of Python's codecs are not code pages."""
ESCAPED = re.compile(r"\\(?:\r\n?|\n\r?|(.))|\r\n?|\n\r|[\t\v\f]", re.DOTALL)
CONTROLS = {code: " " for code in (*range(32), 127) if code != 10}
TEXT_ESCAPES = CONTROLS | {ord("]"): "\\]", ord("\\"): "\\\\"}
LINE_ESCAPES = TEXT_ESCAPES | {10: " "}
PART_ESCAPES = LINE_ESCAPES | {ord(":"): "\\:"}
"""Tables for `str.translate`: for texts, for one-line texts, and for those before a colon."""


def decode_sgf(data: bytes, reading: Reading) -> str:
    """Decode a file in the given code page, or the one it declares, or else a guessed one."""
    declared = DECLARED.search(data, 0, CODE_PAGE_SEARCHED)
    if declared is not None and reading.encoding is None and marked_encoding(data) is None:
        name = declared[1].decode()
        try:
            if CODE_PAGE.fullmatch(codecs.lookup(name).name):
                return data.decode(name)
        except (LookupError, UnicodeDecodeError):
            pass
        what = f"the file is not in the code page {quote(name)} that it names: another was guessed"
        reading.problems.add("", what)
    return decode_file(data, reading.encoding, reading.problems)


def unescape_text(value: str) -> str:
    """Return the text of a value that may have several lines."""
    return ESCAPED.sub(_unescape, value)


def _unescape(match: re.Match[str]) -> str:
    found = match[0]
    if found[0] == "\\":
        char = match[1] or ""
        return " " if char in "\t\v\f" and char else char
    return "\n" if found[0] in "\r\n" else " "


def unescape_line(value: str) -> str:
    """Return the text of a value as one line."""
    if "\\" not in value and value.isprintable():
        return value.strip()
    return unescape_text(value).replace("\n", " ").strip()


def escape_text(text: str) -> str:
    """Escape a text that may have several lines."""
    return text.replace("\r\n", "\n").replace("\r", "\n").translate(TEXT_ESCAPES)


def escape_line(text: str) -> str:
    """Escape a text as one line."""
    return text.translate(LINE_ESCAPES)


def escape_part(text: str) -> str:
    """Escape a one-line text that precedes a colon."""
    return text.translate(PART_ESCAPES)


SGF_LETTERS = LETTERS + LETTERS.upper()
COLOURS = {"B": Player.FIRST, "W": Player.SECOND}
PLAYED_MOVES = "B W"
"""The key of a node's moves, such as `B[hh]`, in file order; no property has this name."""
OPENING_MOVES = "Q W"
"""The key of opening moves that a file has in separate properties; no property has this name."""
LAST_WITH_TT = 19
"""On boards up to this size, `tt` is a pass."""

SgfMove = tuple[Player, Point | None, int]
"""Player, point, and the bit of the point in a number with a bit for each point of the board."""


class SgfMoveTable(dict[str, SgfMove | None]):
    """Moves by their texts, as in `B[hh]`, filled on demand; None for a text that is not a move."""

    def __init__(self, width: int, height: int) -> None:
        super().__init__()
        self._size = (width, height)
        self._grid = grid_points(width, height)

    def __missing__(self, text: str) -> SgfMove | None:
        player, point = COLOURS[text[0]], text[2:-1]
        at = point_number(point, *self._size)
        if at is not None:
            self[text] = player, self._grid[at], 1 << at
        elif not point or (point == "tt" and max(self._size) <= LAST_WITH_TT):
            self[text] = player, None, 0
        return self.get(text)


@lru_cache(maxsize=16)
def sgf_moves(width: int, height: int) -> SgfMoveTable:
    """Return the moves on boards of a size; cached, because many games share them."""
    return SgfMoveTable(width, height)


def point_number(text: str, width: int, height: int) -> int | None:
    """Return the cell of a point such as `hh`, or None if it is not on the board."""
    if len(text) != 2:
        return None
    col, row = SGF_LETTERS.find(text[0]), SGF_LETTERS.find(text[1])
    return row * width + col if 0 <= col < width and 0 <= row < height else None


@lru_cache(maxsize=8)
def move_texts(width: int, height: int) -> dict[Player, tuple[str, ...]]:
    """Return each player's moves in reading order, with the pass at the end."""
    points = [*map(format_point, grid_points(width, height)), ""]
    return {
        player: tuple(f"{colour}[{point}]" for point in points)
        for colour, player in COLOURS.items()
    }


def rectangle_points(text: str, width: int, height: int) -> Iterator[int] | None:
    """Return the cells of `aa:cc`, or None if a corner is not on the board."""
    corners = [point_number(corner.strip(), width, height) for corner in text.split(":", 1)]
    one, two = corners[0], corners[-1]
    if one is None or two is None:
        return None
    rows, cols = zip(divmod(one, width), divmod(two, width), strict=True)
    return (
        row * width + col
        for row in range(min(rows), max(rows) + 1)
        for col in range(min(cols), max(cols) + 1)
    )


def format_point(point: Point) -> str:
    """Print `hh`."""
    return SGF_LETTERS[point.col] + SGF_LETTERS[point.row]


QUEST_PROPOSED = "QPR"
QUEST_COLOURS = {"QSL": "W", "QSLW": "W", "QSLB": "B"}
"""The colour of the stone that comes with a choice."""
QUEST_PROPERTIES = frozenset({QUEST_PROPOSED, *QUEST_COLOURS})


def quest_moves(name: str, values: list[str]) -> list[str]:
    """Return the stones of a property as moves, such as `B[hh]`."""
    points = [point.strip() for value in values for point in value.split(",")]
    colours = cycle("BW") if name == QUEST_PROPOSED else cycle(QUEST_COLOURS[name])
    return [f"{next(colours)}[{point}]" for point in points if point]


CLOCK = re.compile(r"(\d{1,4})\+(\d{1,4})", re.ASCII)
"""Minutes for the game and seconds that are added per move, as in `10+5`."""
INCREMENT = re.compile(r"(\d{1,4})s increment", re.ASCII)
SECONDS = re.compile(r"(\d{1,7})(?:\.0*)?", re.ASCII)


def parse_clock(game: str, more: str) -> str:
    """Return the time control that TM and OT describe."""
    seconds = SECONDS.fullmatch(game)
    if seconds is None:
        return ", ".join(filter(None, (game, more)))
    minutes, rest = divmod(int(seconds[1]), 60)
    increment = INCREMENT.fullmatch(more)
    if rest == 0 and (increment or not more):
        return f"{minutes}+{increment[1] if increment else 0}"
    return f"{seconds[1]} seconds" + (f", {more}" if more else "")


def format_clock(clock: str) -> tuple[str, str]:
    """Return the values of TM and OT; an unknown time control is all in OT."""
    parts = CLOCK.fullmatch(clock)
    if parts is None or parse_clock(*_clock_values(parts)) != clock:
        return "", clock
    return _clock_values(parts)


def _clock_values(parts: re.Match[str]) -> tuple[str, str]:
    minutes, increment = parts.groups()
    return str(int(minutes) * 60), f"{increment}s increment" if int(increment) else ""


WIN_PATTERN = re.compile(r"(B|W|Black|White)\s*\+\s*(.*)", re.IGNORECASE)
RESULT_WORDS = {
    "": Result(),
    "?": Result(),
    "*": Result(),
    "0": Result(Score.DRAW),
    "=": Result(Score.DRAW),
    "draw": Result(Score.DRAW),
    "jigo": Result(Score.DRAW),
    "void": Result(Score.UNKNOWN, Termination.ABORTED),
    "1-0": Result(Score.FIRST),
    "0-1": Result(Score.SECOND),
    "1/2-1/2": Result(Score.DRAW),
}
REASON_LETTERS = {"r": Termination.RESIGNED, "t": Termination.TIME, "f": Termination.FOUL}
"""First letters of the word after the plus: resigned, time, forfeit."""
LETTER_OF_REASON = {
    Termination.RESIGNED: "R",
    Termination.TIME: "T",
    Termination.FOUL: "F",
    Termination.LEFT: "F",
    Termination.ILLEGAL_MOVE: "F",
    Termination.ENGINE_ERROR: "F",
}
REASON_NAMES = {reason.value: reason for reason in Termination}
TERMINATIONS = {
    "five connection": Termination.LINE,
    "board": Termination.FULL_BOARD,
    "illegal move": Termination.ILLEGAL_MOVE,
    "forbidden move": Termination.FOUL,
    "adjudication": Termination.ADJUDICATED,
    "time forfeit": Termination.TIME,
    "crash": Termination.ENGINE_ERROR,
}
"""Phrases in the TE property of c-gomoku-cli."""


def parse_result(text: str) -> Result | None:
    """Read RE, or return None if it is not understood."""
    text = text.strip()
    win = WIN_PATTERN.fullmatch(text)
    if win is None:
        return RESULT_WORDS.get(text.lower())
    score = Score.FIRST if win[1][0] in "bB" else Score.SECOND
    return Result(score, REASON_LETTERS.get(win[2][:1].lower(), Termination.UNKNOWN))


def parse_reason(text: str) -> Termination | None:
    """Read TNEND, or return None if it is not understood."""
    return REASON_NAMES.get(text)


def parse_termination(text: str) -> Termination | None:
    """Read c-gomoku-cli's TE, or return None if it is not understood."""
    if not text:
        return None
    lowered = text.lower()
    return next((reason for words, reason in TERMINATIONS.items() if words in lowered), None)


def format_result(result: Result) -> tuple[str, str]:
    """Return the values of RE and TNEND; a value that is not needed is empty."""
    text = _format_score(result)
    read = parse_result(text)
    return text, "" if read == result else result.reason.value


def _format_score(result: Result) -> str:
    if result.score is Score.DRAW:
        return "0"
    if result.score is Score.UNKNOWN:
        words = {Termination.UNKNOWN: "", Termination.ABORTED: "Void"}
        return words.get(result.reason, "?")
    colour = "B" if result.score is Score.FIRST else "W"
    return f"{colour}+{LETTER_OF_REASON.get(result.reason, '')}"
