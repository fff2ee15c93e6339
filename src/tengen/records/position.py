"""The board at a place in a record."""

from __future__ import annotations

from collections.abc import Iterable

from tengen.core.board import Board
from tengen.core.player import Player
from tengen.core.point import Point
from tengen.records.node import Node
from tengen.records.record import Record
from tengen.records.result import UNKNOWN, Reason, Result, Score, result_of


def board_at(record: Record, nodes: Iterable[Node]) -> Board:
    """The board after these nodes, of which the first is the root.

    It knows its moves as far back as players have taken turns; stones before a pass, a set-up or
    a move out of turn are set up. Raises RuleError where both players have a line by set-up.
    """
    board = Board(record.rules)
    for node in nodes:
        if node.stones or (node.player or board.turn) is not board.turn or node.is_pass:
            board = _set_up(board, node)
        if node.point is not None and board[node.point] is None:
            board.play_unchecked(node.point)
        if node.turn not in {None, board.turn}:
            board = Board(record.rules, board.stones, node.turn)
    return board


def _set_up(board: Board, node: Node) -> Board:
    """The board just before a node's own stone."""
    stones: dict[Point, Player] = dict(board.stones)
    for stone in node.stones:
        if stone.player is None:
            stones.pop(stone.point, None)
        else:
            stones[stone.point] = stone.player
    if node.player is not None:
        return Board(board.rules, stones, node.player.other if node.is_pass else node.player)
    return Board(board.rules, stones, node.turn or (None if not board.stones else board.turn))


def last_board(record: Record) -> Board:
    """The board at the end of the main line."""
    return board_at(record, (record.root, *record.line()))


def judged(record: Record) -> Result:
    """The result as the record has it; what it does not say, as the last board shows it."""
    result = record.result
    if result.score is not Score.UNKNOWN and result.reason is not Reason.UNKNOWN:
        return result
    shown = result_of(last_board(record).outcome)
    is_news = shown != UNKNOWN and result.score in {Score.UNKNOWN, shown.score}
    return shown if is_news else result
