"""The output of the classic games, implemented again from their description alone.

Nothing is imported from the program: boards, prompts and messages are written again here, and the
whole board is checked for a win after every move.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest
from pathlib import Path

Cell = tuple[int, int]
Marks = Mapping[Cell, str]

DATA = Path(__file__).parents[1] / "data"
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))

FORMAT = "WARNING: Invalid format. Must be row,column. Input again."
RANGE = "WARNING: Coordinate out of range. Must be between 0-14. Input again."
DIGIT = "WARNING: Coordinate is not a digit. Must be between 0-14. Input again."
LEADING_ZERO = "WARNING: Coordinate has a leading zero. Input again."
TAKEN = "WARNING: Coordinates already occupied. Input again."
WRONG = "Invalid input, try again"
ASK = "Player {}, please input your coordinates: "

_ROW = rb" [1-9XO ] \| [1-9XO ] \| [1-9XO ] \n"
_SIXTY = re.compile(rb"---\+---\+---\n".join([_ROW] * 3))

# Each wrong line with its warning, worked out by hand in the order of the checks: the whole line's
# form, then the part before the comma, then the part after it.
_FORMAT_LINES = """
|,|1|a|12|1,|,1|,,|a,|,a|0,|123|abc|12345|1 2|1;2|1.2|1-2|1/2|quit|help|1,2,3|,,,|1,,2|1,2,|,1,2
,,,,|a,,b|1,2,a|123456|10,100|100,10|10,10 | 10,10|10, 10|10 ,10|-1,-10|12,12,|1,2   |   1,2|00,00,
01,100
""".replace("\n", "|").strip("|")
_LEADING_ZERO_LINES = """
01,2|1,02|00,0|0,00|00,00|00,99|00,a|05,5|5,05|0a,1|1,0a|0 ,1|01,|01,a|14,00|09,9|0-,1|0x,1|1,0x
01,15|01,99|01,14|0,0x|0 ,0|14,01|0:,a|1,0 |00,
""".replace("\n", "|").strip("|")
_HOSTILE_LINES = (
    "\u0663,1 1,\u0663 \u0661,\u0662 \uff11,2 1\uff0c2 \u0967,1 \u00b2,1 1,\u00b9 1,2\u00a0"
    " \u2212,1 1\u200b,2 \U0001d7d9,1 \u00e9,1 caf\u00e9"
)
_HOSTILE_BYTES = (
    *(b"1,2\x00", b"\x001,2", b"\x00,1", b"1,\x00"),
    *(b"1\x00,2", b"\x00\x00\x00", b"1,2\t", b"\t1,2"),
    *(b"1,\t", b"\t,1", b"1\t2", b"1,2\x7f", b"\x7f,1", b"1\x7f,2", b"\x7f\x7f\x7f", b"1,2\xff"),
    *(b"\xb2,1", b"1,\xb9", b"\xff\xfe1", b"\xed\xa0\x80", b"\xc3\x28,", b"1,2\x0b", b"1,2\x0c"),
    *(b"1,2\x1c", b"1,2\x1d", b"1,2\x1e", b"1,2\x85", b"1,2\xa0", b"1\r,2", b"\r1,2", b"1,2\r\r"),
    *(b"\x1b[A", b"1,2\x1b", b"1,2\x04", b"1,2\x1a", b"\x0c\x0c\x0c", b"1,2\x08", b"15,\x00"),
)
_RANGE_LINES = """
100,1|1,100|,12|12,|,123|123,|1234,|,1234|123,1|1,123|000,1|1,000|001,1|,00|,aa|ab,|,ab|abc,|100,a|,a1
1a,1|1,1a|9a,1|1,9a|x5,1|1,x5|ab,1|1,ab|aa,aa|-1,2|1,-2|+1,2|1,+2| 1,2|1 ,2|1, 2|1,2 |  ,1|1,  |15,0
0,15|10,15|15,10|20,1|1,20|19,1|1,19|30,1|99,99|90,9|9,90|99,00|15,a|99,a|1:,1|1/,1|:1,1|1.,1|1,1.|14,15
15,15|1-,1|1e,1|0,-0|-0,0|10,1a|1,5x|5x,1|2 ,2|7,77|15,01|1a,0a|,01
""".replace("\n", "|").strip("|")
_DIGIT_LINES = """
a,1|1,a|a,b|A,1|-,1|1,-|+,1|1,+| ,1|1, | , | , 1|.,1|1,.|/,1|:,1|1,/|1,:|a,15|a,99|a,00|a,02|a,100
14,a|10,x|x,10|x,-1|;,1|1,;|_,_|~,~|!,1|14, |*,*|a,01|x,0x
""".replace("\n", "|").strip("|")


def _refused() -> Iterator[tuple[bytes, str]]:
    yield from ((line.encode(), FORMAT) for line in _FORMAT_LINES.split("|"))
    yield from ((line.encode(), FORMAT) for line in _HOSTILE_LINES.split(" "))
    yield from ((line, FORMAT) for line in _HOSTILE_BYTES)
    yield from ((line.encode(), LEADING_ZERO) for line in _LEADING_ZERO_LINES.split("|"))
    yield from ((line.encode(), RANGE) for line in _RANGE_LINES.split("|"))
    yield from ((line.encode(), DIGIT) for line in _DIGIT_LINES.split("|"))


REFUSED: dict[bytes, str] = {b"": FORMAT, **dict(_refused())}


@dataclass(frozen=True, slots=True)
class Transcript:
    """What a session must produce: bytes shown, bytes saved (if any), exit status."""

    out: bytes
    result: bytes | None
    status: int


@dataclass(frozen=True, slots=True)
class Sheet:
    """The texts and the board of an edition that reads lines."""

    draw: Callable[[Marks], bytes]
    refuse: Callable[[bytes, Marks], str]
    last: bytes


def five_board(marks: Marks) -> bytes:
    """Sixteen lines of 96 bytes."""
    header = " " * 5 + "".join(f"_{col}_"[:3] + "   " for col in range(15))
    rows = (
        f"{row:<5}" + "".join(f"_{marks.get((row, col), '_')}_   " for col in range(15))
        for row in range(15)
    )
    return _text([header, *rows])


def outline_board(marks: Marks) -> bytes:
    """The outline's screen, columns named in its first line."""
    header = "Columns: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14"
    rows = (
        f"Row {row}:".ljust(9) + " ".join(marks.get((row, col), ".") for col in range(15))
        for row in range(15)
    )
    return _text([header, *rows])


def gomoku_board(marks: Marks) -> bytes:
    """Thirteen rows under the letters A to M."""
    header = "   A B C D E F G H I J K L M"
    rows = (
        f"{row:>2} " + " ".join(marks.get((row, col), ".") for col in range(13))
        for row in range(13)
    )
    return _text([header, *rows])


def tictactoe_board(cells: str) -> bytes:
    """Sixty bytes; `cells` are the nine characters in reading order."""
    rows = (" " + " | ".join(cells[start : start + 3]) + " \n" for start in (0, 3, 6))
    return "---+---+---\n".join(rows).encode()


def tictactoe_boards(out: bytes) -> list[str]:
    """The cells of every board shown, in order."""
    offsets = [24 * (cell // 3) + 1 + 4 * (cell % 3) for cell in range(9)]
    boards = (board.group() for board in _SIXTY.finditer(out))
    return ["".join(chr(board[offset]) for offset in offsets) for board in boards]


def tictactoe_words(out: bytes) -> list[str]:
    """Return the texts before, between and after the boards."""
    return [said.decode("ascii") for said in _SIXTY.split(out)]


def five(typed: bytes) -> Transcript:
    """Return a session of the report's game, from its first board on."""
    return _asked_for_lines(Sheet(five_board, refuse_five, b""), typed)


def outline(typed: bytes) -> Transcript:
    """Return a session of the outline's game."""
    return _asked_for_lines(Sheet(outline_board, refuse_outline, b"\n"), typed)


def gomoku(typed: bytes) -> Transcript:
    """Return a session of the 13x13 game."""
    marks: dict[Cell, str] = {}
    out = gomoku_board(marks)
    for cell in _gomoku_moves(typed):
        mark = "OX"[len(marks) % 2]
        out += f"Player {mark}, make a move: ".encode()
        if cell in marks or not all(0 <= part < 13 for part in cell):
            out += b"Invalid move!\n"
            continue
        marks[cell] = mark
        out += gomoku_board(marks)
        if ending := verdict(marks, 13 * 13, f"Player {mark} wins!", "Draw game!"):
            return Transcript(out + ending + b"\n", None, 0)
    return Transcript(out + f"Player {'OX'[len(marks) % 2]}, make a move: \n".encode(), None, 1)


def refuse_five(line: bytes, marks: Marks) -> str:
    """Return the warning for a line; empty if it is valid."""
    printable = all(0x20 <= byte <= 0x7E for byte in line)
    if not printable or not 3 <= len(line) <= 5 or line.count(b",") != 1:
        return FORMAT
    row, col = line.split(b",")
    refusal = _refuse_part(row) or _refuse_part(col)
    return refusal or (TAKEN if (int(row), int(col)) in marks else "")


def refuse_outline(line: bytes, marks: Marks) -> str:
    """Return the only message for an invalid line."""
    return WRONG if refuse_five(line, marks) else ""


def verdict(marks: Marks, cells: int, win: str, tie: str) -> bytes:
    """Return the closing message; empty while the game goes on. Checks the whole board."""
    if any(has_row({cell for cell in marks if marks[cell] == mark}, 5) for mark in "XO"):
        return win.encode()
    return tie.encode() if len(marks) == cells else b""


def has_row(stones: set[Cell], length: int) -> bool:
    """Whether `length` of the stones are in a row anywhere."""
    return any(
        all((row + step * down, col + step * right) in stones for step in range(length))
        for row, col in stones
        for down, right in DIRECTIONS
    )


def moves_in(name: str) -> list[Cell]:
    """Return the moves of a game stored as text, one `row,column` per line."""
    lines = (DATA / name).read_text(encoding="ascii").splitlines()
    return [(int(row), int(col)) for row, col in (line.split(",") for line in lines)]


def as_lines(moves: Iterable[Cell]) -> bytes:
    """Return moves as typed into `five` and `outline`."""
    return "".join(f"{row},{col}\n" for row, col in moves).encode()


def as_letters(moves: Iterable[Cell]) -> bytes:
    """Return moves as typed into `gomoku`."""
    return "".join(f"{chr(ord('A') + col)} {row}\n" for row, col in moves).encode()


def rows_at_every_border(size: int) -> list[list[Cell]]:
    """Return rows of five in each direction: in the corners, along the edges and in the middle.

    The last stone, which completes the row, is at a different place in each row.
    """
    rows: list[list[Cell]] = []
    for down, right in DIRECTIONS:
        for top in _starts(size, down):
            for left in _starts(size, right):
                row = [(top + step * down, left + step * right) for step in range(5)]
                row.append(row.pop(len(rows) % 5))
                rows.append(row)
    return rows


def rows_around_the_border(size: int) -> list[list[Cell]]:
    """Return five cells that are in a row only if the border of the board is ignored."""
    flat = [
        [divmod(start + step * stride, size) for step in range(5)]
        for start, stride in ((size - 3, 1), (size - 2, size + 1), (1, size - 1))
    ]
    bent = [
        [((step - 2) * down % size, (step - 2) * right % size) for step in range(5)]
        for down, right in DIRECTIONS
    ]
    return flat + bent


def race(stones: Sequence[Cell], winner: int, size: int) -> list[Cell]:
    """Return a game in which `winner` (1 or 2) places these stones; the other's never touch."""
    lattice = [(row, col) for row in range(size) for col in range(size) if (2 * row + col) % 5 == 0]
    needed = len(stones) + winner - 2
    others = [cell for cell in lattice if cell not in stones][:needed]
    pairs = zip_longest(stones, others) if winner == 1 else zip_longest(others, stones)
    return [cell for cell in chain.from_iterable(pairs) if cell is not None]


def _asked_for_lines(sheet: Sheet, typed: bytes) -> Transcript:
    marks: dict[Cell, str] = {}
    out = sheet.draw(marks)
    for line in _lines(typed):
        player = len(marks) % 2 + 1
        out += ASK.format(player).encode()
        if refusal := sheet.refuse(line, marks):
            out += refusal.encode() + b"\n"
            continue
        row, col = line.split(b",")
        marks[int(row), int(col)] = " XO"[player]
        out += b"\n" + sheet.draw(marks)
        if ending := verdict(marks, 15 * 15, f"Player {player} wins", "Tie"):
            return Transcript(out + ending + b"\n", sheet.draw(marks) + ending + sheet.last, 0)
    return Transcript(out + ASK.format(len(marks) % 2 + 1).encode() + b"\n", None, 1)


def _lines(typed: bytes) -> list[bytes]:
    *whole, rest = typed.split(b"\n")
    return [line.removesuffix(b"\r") for line in whole] + ([rest] if rest else [])


def _refuse_part(part: bytes) -> str:
    if not 1 <= len(part) <= 2:
        return RANGE
    if len(part) == 1:
        return "" if part in b"0123456789" else DIGIT
    if part.startswith(b"0"):
        return LEADING_ZERO
    return "" if part in {b"10", b"11", b"12", b"13", b"14"} else RANGE


def _gomoku_moves(typed: bytes) -> Iterator[Cell]:
    # Blanks are those of C: space, tab, newline, vertical tab, form feed, carriage return.
    move = re.compile(rb"[ \t-\r]*([^ \t-\r])[ \t-\r]*(?:([+-]?[0-9]+)|[^ \t-\r][^\n]*)")
    for found in move.finditer(typed):
        letter, number = found.groups()
        yield _small(number or b"-1"), letter[0] - ord("A")


def _small(number: bytes) -> int:
    # Only the beginning counts: a longer number is off the board in any case.
    value = int(number.lstrip(b"+-").lstrip(b"0")[:4] or b"0")
    return -value if number.startswith(b"-") else value


def _starts(size: int, step: int) -> tuple[int, int, int]:
    if step == 0:
        return 0, size // 2, size - 1
    return (0, size // 2 - 2, size - 5) if step > 0 else (4, size // 2 + 2, size - 1)


def _text(lines: Iterable[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()
