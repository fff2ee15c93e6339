"""Text of the protocol: lines, coordinates, and positions as lists of stones."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain, zip_longest

from tengen.errors import ParseError, Refusal, RuleError
from tengen.gomocup.commands import BoardCommand, BoardStone, StoneOwner
from tengen.rules.board import Board
from tengen.rules.point import Point
from tengen.rules.rules import Player, Rules

MAX_LINE = 1000
"""No line of the protocol is longer than this; of one that is, one character more is kept."""


class LineCutter:
    """Takes pieces of a stream and gives its lines, which may end in LF, CRLF or CR."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, piece: bytes) -> list[str]:
        """The lines that this piece completes, without their ends; empty lines are left out."""
        lines = piece.replace(b"\r", b"\n").split(b"\n")
        lines[0] = self._rest + lines[0]
        self._rest = lines.pop()[: MAX_LINE + 1]
        return [line_text(line) for line in lines if line.strip()]

    def end(self) -> list[str]:
        """What came after the last line end, when the stream is over."""
        rest, self._rest = self._rest, b""
        return [line_text(rest)] if rest.strip() else []


def line_text(line: str | bytes) -> str:
    """The line as text of bounded length; bytes that are not UTF-8 become replacement marks."""
    head = line[: MAX_LINE + 1]
    return head if isinstance(head, str) else head.decode("utf-8", "replace")


INTEGER = re.compile(r"-?[0-9]{1,9}")
PAIR = re.compile(r"(-?[0-9]{1,9})[ \t]*,[ \t]*(-?[0-9]{1,9})")
PAIRS = re.compile(rf"{PAIR.pattern}(?:[ \t]+{PAIR.pattern})*")


def parse_coordinates(text: str) -> Point:
    """Read `7,0`: column 7 of the top row, on whatever board, or off it."""
    match = PAIR.fullmatch(text.strip())
    if match is None:
        raise ParseError("point", text, "a column and a row were expected, as in 7,0")
    return Point(int(match[2]), int(match[1]))


def format_coordinates(point: Point) -> str:
    """Print `7,0`."""
    return f"{point.col},{point.row}"


def parse_points(text: str) -> tuple[Point, ...]:
    """Read one point or several with blanks between, as in `7,7 8,6`."""
    line = text.strip()
    if PAIRS.fullmatch(line) is None:
        raise ParseError("row of points", text, "columns and rows were expected, as in 7,7 8,6")
    return tuple([Point(int(row), int(col)) for col, row in PAIR.findall(line)])


def format_points(points: tuple[Point, ...]) -> str:
    """Print `7,7 8,6`."""
    return " ".join(map(format_coordinates, points))


def parse_integers(text: str) -> list[int]:
    """Read whole numbers with commas between, as in `7,7,1`."""
    words = [word.strip() for word in text.split(",")]
    if not all(INTEGER.fullmatch(word) for word in words):
        raise ParseError("row of numbers", text, "whole numbers with commas were expected")
    return [int(word) for word in words]


def from_stones(rules: Rules, stones: Sequence[BoardStone]) -> Board:
    """A board with our side to move; the stones are its moves if they can have been played so."""
    us = _our_player(stones)
    players: dict[Point, Player] = {}
    for stone in stones:
        if not (0 <= stone.point.row < rules.height and 0 <= stone.point.col < rules.width):
            raise _refusal_error(stone.point, Refusal.OFF_BOARD)
        if stone.point in players:
            raise _refusal_error(stone.point, Refusal.TAKEN)
        players[stone.point] = us if stone.whose is StoneOwner.OWN else us.other
    board = _replayed(rules, players)
    return Board(rules, players, us) if board is None else board


def to_position(board: Board) -> BoardCommand:
    """The stones as the side to move sees them, colours in turn; RuleError if they cannot be."""
    us = board.turn
    return BoardCommand(
        tuple(
            [
                BoardStone(point, StoneOwner.OWN if player is us else StoneOwner.OPPONENT)
                for point, player in _in_order(board)
            ]
        )
    )


def play_received(board: Board, point: Point) -> None:
    """Play a move that came over the wire; RuleError, in the protocol's words, if it is illegal."""
    refusal = board.refusal(point)
    if refusal is not None:
        raise _refusal_error(point, refusal)
    board.play_unchecked(point)


def without_stone(board: Board, point: Point) -> Board:
    """The board with one stone less, and the other player to move."""
    if board.moves and board.moves[-1] == point:
        twin = board.copy()
        twin.undo()
        return twin
    stones = board.stones
    if point not in stones:
        raise RuleError(f"{format_coordinates(point)} has no stone to take back")
    del stones[point]
    return Board(board.rules, stones, board.turn.other)


def _refusal_error(point: Point, refusal: Refusal) -> RuleError:
    return RuleError(f"{format_coordinates(point)} {refusal.value}")


def _our_player(stones: Sequence[BoardStone]) -> Player:
    own = sum(stone.whose is StoneOwner.OWN for stone in stones)
    opponents = len(stones) - own
    if opponents not in (own, own + 1):
        raise RuleError(f"{own} own and {opponents} other stones: it cannot be our turn")
    return Player.FIRST if opponents == own else Player.SECOND


def _replayed(rules: Rules, players: dict[Point, Player]) -> Board | None:
    board = Board(rules)
    for point, player in players.items():
        if board.turn is not player or not board.is_legal(point):
            return None
        board.play_unchecked(point)
    return board


def _in_order(board: Board) -> Iterator[tuple[Point, Player]]:
    setup = board.setup
    firsts = [point for point in setup if setup[point] is Player.FIRST]
    seconds = [point for point in setup if setup[point] is Player.SECOND]
    if len(firsts) - len(seconds) != (board.first_turn is Player.SECOND):
        raise RuleError(f"no engine can be asked about uneven stones: {board}")
    pairs = zip_longest(firsts, seconds)
    points = [point for point in chain.from_iterable(pairs) if point is not None]
    player = Player.FIRST
    for point in (*points, *board.moves):
        yield point, player
        player = player.other
