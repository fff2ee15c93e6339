"""Text forms of rules, moves, games and positions, each with its parser.

    rules      15x15/5 freestyle              as `str(rules)` prints them, or the name of a game
    moves      h8 i9 g9
    game       15x15/5 freestyle h8 i9 g9     rules, then moves
    position   3x3/3 freestyle O 2X/1O1/X2    rules, turn, and rows from the top: `str(board)`
    diagram    3 . . X                        a drawing with the coordinates of algebraic notation
               2 . O .
               1 X . .
                 a b c

In a row of a position, X and O are stones of the first and the second player, and a number is a
run of empty points.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from tengen.errors import ParseError, RuleError, quote
from tengen.rules.board import Board
from tengen.rules.point import DIGITS, Point, column_name, format_algebraic, parse_algebraic
from tengen.rules.rules import GAMES, Player, Rules, WinRule

RULES_NUMBER = r"(0|[1-9][0-9]{0,29})"
RULES_FORM = re.compile(rf"{RULES_NUMBER}x{RULES_NUMBER}/{RULES_NUMBER} ([a-z-]+)", re.ASCII)


def parse_rules(text: str) -> Rules:
    """Read rules as `str(rules)` prints them, or the name of a ready-made game."""
    if text in GAMES:
        return GAMES[text]
    match = RULES_FORM.fullmatch(text)
    if match is None:
        names = ", ".join(GAMES)
        raise ParseError("set of rules", text, f"15x15/5 freestyle or one of {names} was expected")
    width, height, k, win = match.groups()
    if win not in {rule.value for rule in WinRule}:
        known = ", ".join(rule.value for rule in WinRule)
        raise ParseError("set of rules", text, f"the win rules are {known}", match.start(4))
    try:
        return Rules(int(width), int(height), int(k), WinRule(win))
    except RuleError as error:
        raise ParseError("set of rules", text, str(error)) from None


MOVE = re.compile(r"[A-Za-z]+[0-9]+", re.ASCII)
MOVE_SEPARATORS = re.compile(r"[\s,;]*", re.ASCII)


def parse_moves(text: str, rules: Rules) -> list[Point]:
    """Read moves in algebraic notation, with spaces, commas or nothing between them.

    This does not check whether they can be played.
    """
    moves: list[Point] = []
    at = _match_end(MOVE_SEPARATORS, text, 0)
    while at < len(text):
        end = _match_end(MOVE, text, at)
        if end == at:
            raise ParseError("list of moves", text, "a move such as h8 was expected", at)
        try:
            moves.append(parse_algebraic(text[at:end], rules))
        except ParseError as error:
            place = at + (error.at or 0)
            raise ParseError("list of moves", text, error.why, place) from None
        at = _match_end(MOVE_SEPARATORS, text, end)
    return moves


def format_moves(moves: Iterable[Point], rules: Rules) -> str:
    """Print moves in algebraic notation with spaces between them."""
    return " ".join(format_algebraic(move, rules) for move in moves)


def _match_end(pattern: re.Pattern[str], text: str, at: int) -> int:
    match = pattern.match(text, at)
    return match.end() if match else at


def parse_game(text: str) -> Board:
    """Read and replay a game.

    Raises ParseError if the text is not a game, IllegalMove if a move cannot be played.
    """
    words = text.split(" ", 2)
    moves = words[2] if len(words) == 3 else ""
    at = len(text) - len(moves)
    try:
        board = Board(parse_rules(" ".join(words[:2])))
        points = parse_moves(moves, board.rules)
    except ParseError as error:
        place = error.at if error.what != "list of moves" else at + (error.at or 0)
        raise ParseError("game", text, error.why, place) from None
    for point in points:
        board.play(point)
    return board


def format_game(board: Board) -> str:
    """Print a game that the first player began on an empty board. Raises RuleError."""
    if board.setup or board.first_turn is not Player.FIRST:
        raise RuleError(f"a set-up position cannot be written as moves: {board}")
    return f"{board.rules} {format_moves(board.moves, board.rules)}".rstrip()


POSITION_NOUN = "position"
ROW_PART = re.compile(r"[XO]|[1-9][0-9]*", re.ASCII)


def parse_position(text: str) -> Board:
    """Read the text of `str(board)`. The board has no moves: all stones are set up.

    Raises ParseError if the text is not a position, RuleError if both players have won.
    """
    words = text.split(" ")
    if len(words) != 4:
        why = "rules, turn and rows were expected, as in 3x3/3 freestyle O 2X/1O1/X2"
        raise ParseError(POSITION_NOUN, text, why)
    try:
        rules = parse_rules(" ".join(words[:2]))
    except ParseError as error:
        raise ParseError(POSITION_NOUN, text, error.why, error.at) from None
    turn_at = len(words[0]) + len(words[1]) + 2
    if words[2] not in {"X", "O"}:
        raise ParseError(POSITION_NOUN, text, "the turn must be X or O", turn_at)
    stones = _parse_rows(text, turn_at + 2, rules)
    return Board(rules, stones, Player(words[2]))


def _parse_rows(text: str, at: int, rules: Rules) -> dict[Point, Player]:
    rows = text[at:].split("/")
    if len(rows) != rules.height:
        why = f"{rules.height} rows were expected, not {len(rows)}"
        raise ParseError(POSITION_NOUN, text, why, at)
    stones: dict[Point, Player] = {}
    for number, row in enumerate(rows):
        for col, player in _parse_row(text, at, row, rules.width).items():
            stones[Point(number, col)] = player
        at += len(row) + 1
    return stones


def _parse_row(text: str, at: int, row: str, width: int) -> dict[int, Player]:
    stones: dict[int, Player] = {}
    col = place = 0
    while place < len(row):
        match = ROW_PART.match(row, place)
        if match is None:
            raise ParseError(POSITION_NOUN, text, "X, O or a number was expected", at + place)
        part = match.group()
        if part in {"X", "O"}:
            stones[col] = Player(part)
            col += 1
        else:
            col += int(part[:4])
        place = match.end()
    if col != width:
        raise ParseError(
            POSITION_NOUN, text, f"a row of {width} points was expected, not {col}", at
        )
    return stones


DIAGRAM_NOUN = "diagram"
DIAGRAM_MARKS = {".": None, "X": Player.FIRST, "O": Player.SECOND}


def format_diagram(board: Board) -> str:
    """Draw a board, without trailing spaces and without a line end after the last line."""
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
    """Read a diagram, with or without coordinates. All stones are set up.

    Raises ParseError if it is not a board of these rules, RuleError if both players have won.
    """
    rows = [_row_marks(line) for line in text.splitlines()]
    rows = [marks for marks in rows if marks]
    if len(rows) != rules.height:
        raise ParseError(DIAGRAM_NOUN, text, f"{rules.height} rows were expected, not {len(rows)}")
    stones: dict[Point, Player] = {}
    for row, marks in enumerate(rows):
        if len(marks) != rules.width:
            why = f"{rules.width} points were expected in row {row + 1}, not {len(marks)}"
            raise ParseError(DIAGRAM_NOUN, text, why)
        for col, mark in enumerate(marks):
            if mark not in DIAGRAM_MARKS:
                raise ParseError(
                    DIAGRAM_NOUN, text, f"{quote(mark)} in row {row + 1} is not one of . X O"
                )
            player = DIAGRAM_MARKS[mark]
            if player:
                stones[Point(row, col)] = player
    return Board(rules, stones, turn)


def _row_marks(line: str) -> list[str]:
    """Return the marks of a row without its number; none for the line of column names."""
    marks = line.split()
    if marks and not marks[0].strip(DIGITS):
        del marks[0]
    if [*marks] == [column_name(col) for col in range(len(marks))]:
        return []
    return marks
