"""A position as a drawing, with the coordinates of algebraic notation.

3 . . X
2 . O .
1 X . .
  a b c
"""

from tengen.core.board import Board
from tengen.core.player import Player
from tengen.core.point import Point
from tengen.core.rules import Rules
from tengen.errors import ParseError, quote
from tengen.notation.points import DIGITS, column_name

WHAT = "diagram"
MARKS = {".": None, "X": Player.FIRST, "O": Player.SECOND}


def format_diagram(board: Board) -> str:
    """Draw a board; lines have no trailing spaces, and the last one no line end."""
    rules = board.rules
    margin, cell = len(str(rules.height)), len(column_name(rules.width - 1))
    lines = []
    for row in range(rules.height):
        players = [board[Point(row, col)] for col in range(rules.width)]
        marks = [(player.value if player else ".").rjust(cell) for player in players]
        lines.append(" ".join([str(rules.height - row).rjust(margin), *marks]))
    names = [column_name(col).rjust(cell) for col in range(rules.width)]
    return "\n".join([*lines, " ".join([" " * margin, *names])])


def parse_diagram(text: str, rules: Rules, turn: Player | None = None) -> Board:
    """Read a drawing, with or without its coordinates. All stones are set up.

    Raises ParseError if it is no drawing of a board of these rules, RuleError if both have won.
    """
    rows = [_marks(line) for line in text.splitlines()]
    rows = [marks for marks in rows if marks]
    if len(rows) != rules.height:
        raise ParseError(WHAT, text, f"{rules.height} rows were expected, not {len(rows)}")
    stones: dict[Point, Player] = {}
    for row, marks in enumerate(rows):
        if len(marks) != rules.width:
            why = f"{rules.width} points were expected in row {row + 1}, not {len(marks)}"
            raise ParseError(WHAT, text, why)
        for col, mark in enumerate(marks):
            if mark not in MARKS:
                raise ParseError(WHAT, text, f"{quote(mark)} in row {row + 1} is not one of . X O")
            player = MARKS[mark]
            if player:
                stones[Point(row, col)] = player
    return Board(rules, stones, turn)


def _marks(line: str) -> list[str]:
    """The marks of a row, without its number; nothing for the line of column names."""
    marks = line.split()
    if marks and not marks[0].strip(DIGITS):
        del marks[0]
    if [*marks] == [column_name(col) for col in range(len(marks))]:
        return []
    return marks
