"""Gomoku on 13x13, with input and output as in the C++ assignment."""

from tengen.classic.console import Keyboard, Marker
from tengen.classic.edition import Edition
from tengen.rules import Board, Outcome, Player, Point
from tengen.rules.rules import GOMOKU_13

COLUMNS = "ABCDEFGHIJKLM"
INVALID = "Invalid move!"
SPACE = b" \t\n\v\f\r"
SIGNS = {b"+", b"-"}
DIGITS = b"0123456789"


class Gomoku(Edition):
    """The edition in which Player O begins, and a move may be split over several lines."""

    summary = "Gomoku on 13x13, moves typed as E 6"
    rules = GOMOKU_13
    marks = {None: ".", Player.FIRST: "O", Player.SECOND: "X"}
    after_move = ""

    def draw(self, marker: Marker) -> str:
        """Return a line of column letters, then the rows with their numbers."""
        rows = [f"{row:>2} {' '.join(marks)}" for row, marks in enumerate(self.rows(marker))]
        return "\n".join([f"   {' '.join(COLUMNS)}", *rows, ""])

    def prompt(self, player: Player) -> str:
        """Return the prompt, with the player's mark."""
        return f"Player {self.marks[player]}, make a move: "

    def read(self, keyboard: Keyboard, board: Board) -> Point | str:
        """Read a character and an integer, with any white space before each."""
        _skip_space(keyboard)
        column = keyboard.take().decode("latin-1")
        row = _read_integer(keyboard)
        if row is None:
            keyboard.drop_line()
            return INVALID
        point = Point(row, COLUMNS.find(column))
        return point if board.is_legal(point) else INVALID

    def answer(self, point: Point) -> str:
        """Return the letter of the column and the number of the row."""
        return f"{COLUMNS[point.col]} {point.row}"

    def verdict(self, outcome: Outcome) -> str:
        """Return the verdict, with the winner's mark."""
        return f"Player {self.marks[outcome.winner]} wins!" if outcome.winner else "Draw game!"


def _read_integer(keyboard: Keyboard) -> int | None:
    """Read an integer with an optional sign, or None.

    Only nine digits of a large number are used, which is enough to be off the board.
    """
    _skip_space(keyboard)
    sign = keyboard.take() if keyboard.peek() in SIGNS else b""
    pieces = 0
    digits = b""
    for piece in keyboard.take_run(DIGITS):
        pieces += 1
        digits = (digits + piece).lstrip(b"0")[:9]
    if pieces == 0:
        return None
    return -int(digits or b"0") if sign == b"-" else int(digits or b"0")


def _skip_space(keyboard: Keyboard) -> None:
    """Skip white space. Raise EOFError if nothing follows."""
    for _ in keyboard.take_run(SPACE):
        pass
    if not keyboard.peek():
        raise EOFError


EDITION = Gomoku()
