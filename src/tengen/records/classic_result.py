"""The classic games' `result.txt`: a final board and its result, read as a position."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from tengen.errors import RecordError
from tengen.records.format import Feature, Format
from tengen.records.game_tree import Node, Stone
from tengen.records.reading import Reading, Writing, read_text
from tengen.records.record import Record, Result, Score, last_board
from tengen.rules import MAX_SIDE, Board, Player, Point, Rules, Termination, grid_points

SIDE = 15
MAX_RESULT_BYTES = 1 << 16
CELL = r"(?:_[XO_]_|[XO.])"
ROW = re.compile(rf"(?:Row )?([0-9]{{1,2}}):? +({CELL}(?: +{CELL})*) *", re.ASCII)
MARKS = {"X": Player.FIRST, "O": Player.SECOND}
MARK_OF = {None: "_", Player.FIRST: "X", Player.SECOND: "O"}
VERDICTS = {
    "Player 1 wins": Result(Score.FIRST, Termination.LINE),
    "Player 2 wins": Result(Score.SECOND, Termination.LINE),
    "Tie": Result(Score.DRAW, Termination.FULL_BOARD),
}


def read_final_board(file: BinaryIO, reading: Reading) -> Iterator[Record]:
    """Read a board as `five` or `outline` draws it."""
    text = read_text(file, reading.encoding, reading.problems, MAX_RESULT_BYTES)
    rows = _read_rows(text)
    if not rows or len({len(row) for row in rows}) > 1:
        raise RecordError("not a final board: it has no rows of equal length such as 0 _X_ _O_")
    width, height = len(rows[0]), len(rows)
    if width > MAX_SIDE:
        raise RecordError(f"the board size {width}x{height} is not between 1x1 and 52x52")
    usual = reading.rules_or(FINAL_BOARD.assumed)
    rules = Rules(width, height, usual.k, usual.win)
    marks = [mark for row in rows for mark in row]
    stones = {
        point: MARKS[mark]
        for point, mark in zip(grid_points(width, height), marks, strict=True)
        if mark in MARKS
    }
    last = text.rstrip().rpartition("\n")[2].strip()
    if last not in VERDICTS:
        what = f"the last line is not one of {', '.join(VERDICTS)}"
        reading.problems.add(f"line {len(text.splitlines())}", what)
    yield _record(rules, stones, VERDICTS.get(last, Result()))


def _read_rows(text: str) -> list[list[str]]:
    rows: list[list[str]] = []
    for line in text.splitlines():
        row = ROW.fullmatch(line)
        if row and int(row[1]) == len(rows):
            rows.append([mark.strip("_") for mark in row[2].split()])
    return rows


def _record(rules: Rules, stones: dict[Point, Player], result: Result) -> Record:
    firsts = sum(player is Player.FIRST for player in stones.values())
    turn = Player.FIRST if 2 * firsts <= len(stones) else Player.SECOND
    placed = tuple(Stone(point, player) for point, player in stones.items())
    return Record(rules, Node(stones=placed, turn=turn), result=result)


def write_final_board(records: Iterable[Record], out: BinaryIO, _: Writing) -> None:
    """Write the board at the end of a game."""
    out.writelines(
        f"{_draw(last_board(record))}{_verdict(record)}".encode("ascii") for record in records
    )


def _draw(board: Board) -> str:
    """Draw the board as `five` does."""
    header = "".join([f"{f'_{col}_' if col < 10 else f'_{col}':<6}" for col in range(SIDE)])
    rows = [
        f"{row:<5}{''.join([f'_{MARK_OF[board[row, col]]}_   ' for col in range(SIDE)])}"
        for row in range(SIDE)
    ]
    return "\n".join([f"     {header}", *rows, ""])


def _verdict(record: Record) -> str:
    for verdict, result in VERDICTS.items():
        if result.score is record.result.score:
            return verdict
    return ""


def _objection(record: Record) -> str:
    rules = record.rules
    is_square = (rules.width, rules.height) == (SIDE, SIDE)
    return "" if is_square else f"the board must be 15x15, not {rules.width}x{rules.height}"


def _resembles(head: bytes) -> bool:
    return bool(_read_rows(head.decode("latin-1")))


FINAL_BOARD = Format(
    name="result",
    title="final board of a classic game",
    suffixes=(".txt",),
    holds=frozenset({Feature.SETUP}),
    read=read_final_board,
    writer=write_final_board,
    resembles=_resembles,
    objection=_objection,
)
