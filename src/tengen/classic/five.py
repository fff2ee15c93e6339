"""Five in a Row on 15x15, as specified by the report; moves are typed as `row,column`."""

from __future__ import annotations

from tengen.classic.console import Keyboard, Marker
from tengen.classic.edition import Edition
from tengen.rules import Board, Outcome, Player, Point
from tengen.rules.rules import FIVE_IN_A_ROW

WRONG_FORMAT = "WARNING: Invalid format. Must be row,column. Input again."
OUT_OF_RANGE = "WARNING: Coordinate out of range. Must be between 0-14. Input again."
NOT_A_DIGIT = "WARNING: Coordinate is not a digit. Must be between 0-14. Input again."
LEADING_ZERO = "WARNING: Coordinate has a leading zero. Input again."
OCCUPIED = "WARNING: Coordinates already occupied. Input again."


def check_line(line: bytes, board: Board) -> Point | str:
    """Return the point that a line names, or a warning if it cannot be played."""
    printable = all(0x20 <= byte <= 0x7E for byte in line)
    if not printable or not 3 <= len(line) <= 5 or line.count(b",") != 1:
        return WRONG_FORMAT
    row_text, col_text = line.decode("ascii").split(",")
    row = _coordinate(row_text)
    if isinstance(row, str):
        return row
    col = _coordinate(col_text)
    if isinstance(col, str):
        return col
    point = Point(row, col)
    return point if board.is_legal(point) else OCCUPIED


def _coordinate(text: str) -> int | str:
    if not 1 <= len(text) <= 2:
        return OUT_OF_RANGE
    if len(text) == 1:
        return int(text) if text in "0123456789" else NOT_A_DIGIT
    if text[0] == "0":
        return LEADING_ZERO
    if text[0] != "1" or text[1] not in "01234":
        return OUT_OF_RANGE
    return int(text)


RULES = """\
===== FIVE IN A ROW RULES =====
--------------------------------------------------------------
* GAME OBJECTIVE *
  Be the first player with 5 marks in a row: horizontally,
  vertically or diagonally. The grid is 15x15 (225 cells).
--------------------------------------------------------------
* PLAYERS AND SYMBOLS *
  Two players take turns.
  Player 1: X (moves first)
  Player 2: O
--------------------------------------------------------------
* INPUT FORMAT *
  Type row,column and press Enter: 7,7 is the middle cell.
    row:    0 to 14
    column: 0 to 14
  No leading zeros, no trailing spaces.
  After a mistake in the format, you can type again.
--------------------------------------------------------------
* WINNING CONDITION & TIE CONDITION *
  You win with 5 or more of your marks in an unbroken line:
    - horizontal: along a row
    - vertical:   down a column
    - diagonal:   in either direction, \\ or /
  When all 225 cells are filled and nobody has won, the game
  announces "Tie".
--------------------------------------------------------------
"""


class Five(Edition):
    """The edition with a board of 16 lines of 96 bytes, and a warning for each kind of error."""

    summary = "Five in a Row on 15x15, moves typed as row,column"
    rules = FIVE_IN_A_ROW
    marks = {None: "_", Player.FIRST: "X", Player.SECOND: "O"}
    introduction = RULES
    result_file = "result.txt"

    def draw(self, marker: Marker) -> str:
        """Return a header of column numbers, then the rows with their numbers."""
        header = "".join([f"{f'_{col}_' if col < 10 else f'_{col}':<6}" for col in range(15)])
        rows = [
            f"{row:<5}{''.join([f'_{mark}_   ' for mark in marks])}"
            for row, marks in enumerate(self.rows(marker))
        ]
        return "\n".join([f"     {header}", *rows, ""])

    def prompt(self, player: Player) -> str:
        """Return the prompt, with the player's number."""
        return f"Player {player.number}, please input your coordinates: "

    def read(self, keyboard: Keyboard, board: Board) -> Point | str:
        """Read a move from one line."""
        return check_line(keyboard.read_line(), board)

    def answer(self, point: Point) -> str:
        """Return the row and the column."""
        return f"{point.row},{point.col}"

    def verdict(self, outcome: Outcome) -> str:
        """Return the verdict, with the winner's number."""
        return f"Player {outcome.winner.number} wins" if outcome.winner else "Tie"

    def result(self, board: str, verdict: str) -> str:
        """Return the board and the verdict, without a line end."""
        return board + verdict


EDITION = Five()
