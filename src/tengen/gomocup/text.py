"""Texts of the protocol: lines, coordinates, and positions as lists of stones."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain, zip_longest

from tengen.errors import ParseError, Refusal, RuleError
from tengen.gomocup.commands import BoardCommand, BoardStone, StoneOwner
from tengen.rules import Board, Player, Point, Rules

MAX_LINE = 1000
"""Maximum length of a line; a longer one is cut to one character more, which marks it as such."""


USUAL_LINE = re.compile(rb"[!-~]+\r?\n")
USUAL_ANSWER = 16


class LineCutter:
    """Splits a stream into lines, which may end in LF, CRLF or CR."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, piece: bytes) -> list[str]:
        """Return the non-empty lines that this piece completes, without their ends."""
        if not self._rest and len(piece) <= USUAL_ANSWER and USUAL_LINE.fullmatch(piece):
            return [piece.decode().rstrip()]
        lines = piece.replace(b"\r", b"\n").split(b"\n")
        lines[0] = self._rest + lines[0]
        self._rest = lines.pop()[: MAX_LINE + 1]
        return [line_text(line) for line in lines if line.strip()]

    def end(self) -> list[str]:
        """Return the text after the last line end, at the end of the stream."""
        rest, self._rest = self._rest, b""
        return [line_text(rest)] if rest.strip() else []


def line_text(line: str | bytes) -> str:
    """Return a line as text of limited length; invalid UTF-8 becomes replacement characters."""
    head = line[: MAX_LINE + 1]
    return head if isinstance(head, str) else head.decode("utf-8", "replace")


INTEGER = re.compile(r"-?[0-9]{1,9}")
PAIR = re.compile(r"(-?[0-9]{1,9})[ \t]*,[ \t]*(-?[0-9]{1,9})")
PAIRS = re.compile(rf"{PAIR.pattern}(?:[ \t]+{PAIR.pattern})*")


def parse_coordinates(text: str) -> Point:
    """Read `7,0`: column 7 of the top row. The point may be off the board."""
    match = PAIR.fullmatch(text.strip())
    if match is None:
        raise ParseError("point", text, "a column and a row were expected, as in 7,0")
    return Point(int(match[2]), int(match[1]))


def format_coordinates(point: Point) -> str:
    """Print `7,0`."""
    return f"{point.col},{point.row}"


def parse_points(text: str) -> tuple[Point, ...]:
    """Read one or more points separated by spaces, as in `7,7 8,6`."""
    line = text.strip()
    if PAIRS.fullmatch(line) is None:
        raise ParseError("row of points", text, "columns and rows were expected, as in 7,7 8,6")
    return tuple([Point(int(row), int(col)) for col, row in PAIR.findall(line)])


def format_points(points: tuple[Point, ...]) -> str:
    """Print `7,7 8,6`."""
    return " ".join(map(format_coordinates, points))


def parse_integers(text: str) -> list[int]:
    """Read whole numbers separated by commas, as in `7,7,1`."""
    words = [word.strip() for word in text.split(",")]
    if not all(INTEGER.fullmatch(word) for word in words):
        raise ParseError("row of numbers", text, "whole numbers with commas were expected")
    return [int(word) for word in words]


def from_stones(rules: Rules, stones: Sequence[BoardStone]) -> Board:
    """Return a board with the brain to move; the stones are moves if their order is possible."""
    own = _own_player(stones)
    players: dict[Point, Player] = {}
    for stone in stones:
        if not (0 <= stone.point.row < rules.height and 0 <= stone.point.col < rules.width):
            raise _refusal_error(stone.point, Refusal.OFF_BOARD)
        if stone.point in players:
            raise _refusal_error(stone.point, Refusal.TAKEN)
        players[stone.point] = own if stone.whose is StoneOwner.OWN else own.other
    board = _replayed(rules, players)
    return Board(rules, players, own) if board is None else board


def to_position(board: Board) -> BoardCommand:
    """Return the stones from the side of the player to move, colours alternating.

    Raises RuleError if the numbers of stones do not allow that.
    """
    own = board.turn
    return BoardCommand(
        tuple(
            [
                BoardStone(point, StoneOwner.OWN if player is own else StoneOwner.OPPONENT)
                for point, player in _in_order(board)
            ]
        )
    )


def play_received(board: Board, point: Point) -> None:
    """Play a received move. Raises RuleError, with the protocol's coordinates, if it is illegal."""
    refusal = board.refusal(point)
    if refusal is not None:
        raise _refusal_error(point, refusal)
    board.play_unchecked(point)


def without_stone(board: Board, point: Point) -> Board:
    """Return the board without a stone, and with the other player to move."""
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


def _own_player(stones: Sequence[BoardStone]) -> Player:
    own = sum(stone.whose is StoneOwner.OWN for stone in stones)
    opponents = len(stones) - own
    if opponents not in (own, own + 1):
        raise RuleError(f"{own} own and {opponents} opponent's stones: it is not the brain's turn")
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
        raise RuleError(f"cannot send stones whose colours do not alternate: {board}")
    pairs = zip_longest(firsts, seconds)
    points = [point for point in chain.from_iterable(pairs) if point is not None]
    player = Player.FIRST
    for point in (*points, *board.moves):
        yield point, player
        player = player.other
