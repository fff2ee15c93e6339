"""Piskvork's `.psq` files, one game each.

    Piskvorky 15x15, 11:11, 0
    8,8,0
    9,7,1541
    pbrain-one.exe
    pbrain-two.exe
    0

The first line has the size, the levels of the two players, and which of them began. Then there is a
line for each move, with column from the left and row from the top, both from 1, and milliseconds;
the players, in some files; and a number that says how the game ended. The moves and the number are
as in `.rec` files.

GomocupJudge adds a line for the winner and the division, as in `2,Renju1`. 0 is a draw. 1 and 2 are
the players in the order of their first moves after the opening; moves of the opening have 0
milliseconds. After an opening this order is not certain. But the judge's winner always made the
last move, because the opponent lost by it or did not answer it, so that player is read as the
winner.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice, takewhile
from typing import BinaryIO

from tengen.errors import RecordError, quote
from tengen.records.format import Feature, Format, needs_plain_game
from tengen.records.reading import MainLine, Reading, Writing, encode, read_text
from tengen.records.record import (
    UNKNOWN_RESULT,
    WIN_SCORES,
    Record,
    Result,
    Score,
    add_moves,
    win_for,
)
from tengen.rules import MAX_SIDE, Player, Point, Rules, Termination, WinRule, grid_points
from tengen.rules.outcome import BOARD_TERMINATIONS

MAX_GAME_BYTES = 1 << 20
MAX_TIME_DIGITS = 15
"""Maximum number of digits of a time."""
TIMED_MOVE = re.compile(r"\s*(\d{1,4})\s*,\s*(\d{1,4})\s*(?:,\s*(-?\d{1,15}))?.*", re.ASCII)
END_CODE = re.compile(r"-?\d{1,9}", re.ASCII)
CODE_OF_REASON = {
    Termination.UNKNOWN: -1,
    Termination.LINE: 0,
    Termination.FULL_BOARD: 0,
    Termination.NO_LEGAL_POINT: 0,
    Termination.TIME: 15,
    Termination.ILLEGAL_MOVE: 7,
    Termination.ENGINE_ERROR: -2,
}
"""The numbers that are written; -1 is a game that was saved by hand."""
LOSS_CODES = {
    15: Termination.TIME,
    7: Termination.ILLEGAL_MOVE,
    16: Termination.ENGINE_ERROR,
    -2: Termination.ENGINE_ERROR,
}
"""The numbers with which the player to move has lost."""
CODED_REASONS = BOARD_TERMINATIONS | set(LOSS_CODES.values())


class MoveSheet:
    """The lines of a file, which are read from the top."""

    def __init__(self, text: str, reading: Reading) -> None:
        self.lines = text.splitlines()
        self.at = 0
        self._reading = reading

    def read_moves(self, record: Record, base: int) -> Result:
        """Read moves counted from `base` and the final number, and return the result."""
        if not self._read_quickly(record, base):
            self._read_slowly(record, base)
        return self._read_code(record)

    def _read_slowly(self, record: Record, base: int) -> None:
        """Read moves one by one, and skip all after the first that is wrong."""
        line = MainLine(record, self._reading.problems)
        is_right = True
        while self.at < len(self.lines) and (move := TIMED_MOVE.fullmatch(self.lines[self.at])):
            self.at += 1
            if is_right:
                col, row, time = move.groups()
                spent = max(0, int(time or 0)) or None
                is_right = line.add(int(row) - base, int(col) - base, f"line {self.at}", spent)

    def _read_quickly(self, record: Record, base: int) -> bool:
        """Read the moves if all of them are in the usual form and no point occurs twice."""
        points = _points_by_pair(record.rules.width, record.rules.height, base)
        found: dict[str, str] = {}
        end = self.at
        for line in islice(self.lines, self.at, None):
            pair, _, time = line.rpartition(",")
            if pair not in points or not time.isdecimal() or len(time) > MAX_TIME_DIGITS:
                break
            found[pair] = time
            end += 1
        if end - self.at != len(found) or (end < len(self.lines) and "," in self.lines[end]):
            return False
        add_moves(record.root, map(points.__getitem__, found))
        for node, time in zip(record.line(), found.values(), strict=True):
            node.time = int(time) or None
        self.at = end
        return True

    def take_last(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Remove and return the last line if it matches and follows the final number."""
        self._drop_blanks()
        found = pattern.fullmatch(self.lines[-1]) if self.lines[1:] else None
        if found is None or not END_CODE.fullmatch(self.lines[-2].strip()):
            return None
        del self.lines[-1]
        return found

    def _drop_blanks(self) -> None:
        while len(self.lines) > self.at and not self.lines[-1].strip():
            del self.lines[-1]

    def _read_code(self, record: Record) -> Result:
        self._drop_blanks()
        last = self.lines[-1].strip() if len(self.lines) > self.at else ""
        if not END_CODE.fullmatch(last):
            self._note("the final number, which says how the game ended, is missing")
            return UNKNOWN_RESULT
        del self.lines[-1]
        code = int(last)
        return (
            win_for(_turn(record).other, LOSS_CODES[code]) if code in LOSS_CODES else UNKNOWN_RESULT
        )

    def read_names(self) -> tuple[str, str]:
        """Read the two lines with the players' names, if they exist."""
        names = [line.strip() for line in self.lines[self.at : self.at + 2]]
        self.at += len(names)
        return names[0] if names else "", names[1] if names[1:] else ""

    def check_end(self) -> None:
        """Note all lines that have not been read."""
        while self.at < len(self.lines):
            if self.lines[self.at].strip():
                self._note(f"unexpected text {quote(self.lines[self.at])}")
            self.at += 1

    def _note(self, what: str) -> None:
        self._reading.problems.add(f"line {self.at + 1}", what)


def format_sheet(record: Record, base: int) -> Iterator[str]:
    """Yield a line for each move, with coordinates counted from `base`."""
    nodes = (node for node in record.line() if node.is_move)
    for point, node in zip(record.moves(), nodes, strict=False):
        yield f"{point.col + base},{point.row + base},{node.time or 0}"


def format_code(record: Record) -> str:
    """Return the final number, which says how the game ended."""
    return str(CODE_OF_REASON.get(record.result.reason, CODE_OF_REASON[Termination.UNKNOWN]))


def holds_result(record: Record) -> bool:
    """Return whether the last board shows the result, or the final number can say it."""
    result = record.result
    is_coded = result.reason in CODED_REASONS and result.winner is _turn(record).other
    return is_coded or result.reason in BOARD_TERMINATIONS


def _turn(record: Record) -> Player:
    """Return whose turn it is at the end."""
    return Player.FIRST if len(record.moves()) % 2 == 0 else Player.SECOND


@cache
def _points_by_pair(width: int, height: int, base: int) -> dict[str, Point]:
    """Return the points by column and row, as in `8,8`."""
    return {f"{point.col + base},{point.row + base}": point for point in grid_points(width, height)}


def format_lines(lines: list[str], writing: Writing) -> bytes:
    """Join lines with Windows line ends, and encode them."""
    return encode("\r\n".join([*lines, ""]), writing.encoding, writing.problems)


DIVISION_LINE = re.compile(r"\s*([0-2])\s*,\s*(\S.*?)\s*", re.ASCII)
WIN_RULES = {
    "renju": WinRule.RENJU,
    "standard": WinRule.STANDARD,
    "caro": WinRule.CARO_LONG,
    "freestyle": WinRule.FREESTYLE,
    "fastgame": WinRule.FREESTYLE,
    "unlimited": WinRule.FREESTYLE,
}
"""Words in the names of divisions. Gomocup plays caro by rule 8."""
PLAYERS = (Player.FIRST, Player.SECOND)
EVENT_TAG = "event"


def win_rule_of(division: str) -> WinRule | None:
    """Return the win rule that the name of a division contains, or None."""
    name = division.lower()
    return next((rule for word, rule in WIN_RULES.items() if word in name), None)


def read_winner(number: int, record: Record, coded: Result) -> Result:
    """Return the result by the division line; `coded` is the result by the final number."""
    if number == 0:
        return Result(Score.DRAW)
    moves = record.moves()
    winner = PLAYERS[number - 1]
    if moves and _opening_length(record):
        winner = PLAYERS[(len(moves) - 1) % 2]
    reason = coded.reason if coded.winner is winner else Termination.UNKNOWN
    return Result(WIN_SCORES[winner], reason)


def format_division(record: Record) -> str:
    """Return the division line; empty if event, rules and result could not be read back."""
    event, result = record.tags.get(EVENT_TAG, ""), record.result
    rule = win_rule_of(event) or WinRule.FREESTYLE
    is_one_line = bool(event) and event == " ".join(event.split())
    if not is_one_line or rule is not record.rules.win or result.score is Score.UNKNOWN:
        return ""
    number = _winner_number(record)
    is_clear = read_winner(number, record, result).score is result.score
    return f"{number},{event}" if is_clear else ""


def _winner_number(record: Record) -> int:
    winner = record.result.winner
    if winner is None:
        return 0
    return 1 + (PLAYERS.index(winner) + _opening_length(record)) % 2


def _opening_length(record: Record) -> int:
    """Count the moves at the beginning that took no time."""
    moves = (node for node in record.line() if node.is_move)
    return sum(1 for _ in takewhile(lambda node: not node.time, moves))


PSQ_HEADER = re.compile(
    r"Piskvorky\s+(\d{1,4})x(\d{1,4})\s*,\s*-?\d+\s*:\s*-?\d+\s*,\s*(\d)", re.ASCII
)
HUMAN_NAMES = ("homo-1", "homo-2")
ENGINE_LEVELS, UNKNOWN_LEVELS = "11:11", "0:0"
"""The levels of two brains, and those of unknown players."""
SAVED_CODE = "-1"


def read_psq(file: BinaryIO, reading: Reading) -> Iterator[Record]:
    """Read the game of a file."""
    sheet = MoveSheet(read_text(file, reading.encoding, reading.problems, MAX_GAME_BYTES), reading)
    header = PSQ_HEADER.match(sheet.lines[0]) if sheet.lines else None
    if header is None:
        raise RecordError("not a Piskvork game: it does not start with Piskvorky and a size")
    width, height, beginner = map(int, header.groups())
    if not (0 < width <= MAX_SIDE and 0 < height <= MAX_SIDE):
        raise RecordError(f"the board size {width}x{height} is not between 1x1 and 52x52")
    usual = reading.rules_or(PSQ.assumed)
    record = Record(Rules(width, height, usual.k, usual.win))
    sheet.at = 1
    division = sheet.take_last(DIVISION_LINE)
    record.result = sheet.read_moves(record, 1)
    if division is not None:
        _add_division(record, int(division[1]), division[2])
    names = ["" if name in HUMAN_NAMES else name for name in sheet.read_names()]
    record.first, record.second = reversed(names) if beginner == 1 else names
    sheet.check_end()
    yield record


def _add_division(record: Record, number: int, name: str) -> None:
    rules = record.rules
    win = win_rule_of(name) or rules.win
    record.rules = Rules(rules.width, rules.height, rules.k, win)
    record.tags = {EVENT_TAG: name}
    record.result = read_winner(number, record, record.result)


def write_psq(records: Iterable[Record], out: BinaryIO, writing: Writing) -> None:
    """Write one game."""
    for record in records:
        rules, division = record.rules, format_division(record)
        levels = ENGINE_LEVELS if division else UNKNOWN_LEVELS
        header = f"Piskvorky {rules.width}x{rules.height}, {levels}, 0"
        lines = [header, *format_sheet(record, 1)]
        if record.first or record.second or division:
            names = (record.first or HUMAN_NAMES[0], record.second or HUMAN_NAMES[1])
            lines += [" ".join(name.split()) for name in names]
        lines.append(_format_code(record, division))
        out.write(format_lines([*lines, division] if division else lines, writing))


def _format_code(record: Record, division: str) -> str:
    """Return the final number; before a division line, -1 for every end that the board shows."""
    is_shown = record.result.reason in BOARD_TERMINATIONS or not holds_result(record)
    return SAVED_CODE if division and is_shown else format_code(record)


def _holds_result(record: Record) -> bool:
    if format_division(record):
        return record.result.reason is Termination.UNKNOWN or holds_result(record)
    return holds_result(record)


def _also_holds(record: Record) -> Counter[Feature]:
    """Count the event, which is the name of the division, and the rules, if it contains them."""
    if not format_division(record):
        return Counter()
    return Counter(
        {Feature.TAGS: 1, Feature.RULES: int(win_rule_of(record.tags[EVENT_TAG]) is not None)}
    )


def _resembles(head: bytes) -> bool:
    return head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"Piskvorky")


PSQ = Format(
    name="psq",
    title="Piskvork game",
    suffixes=(".psq",),
    holds=frozenset({Feature.MOVES, Feature.SIZE, Feature.TIMES, Feature.PLAYERS}),
    read=read_psq,
    writer=write_psq,
    resembles=_resembles,
    endings=CODED_REASONS | {Termination.UNKNOWN},
    holds_result=_holds_result,
    also_holds=_also_holds,
    objection=needs_plain_game,
)
