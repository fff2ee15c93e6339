"""Solves positions with a checked certificate, and with a slow and simple solver."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from tengen.prove import GameValue, Meter, solve
from tengen.prove.solver import check_certificate, make_listeners, write_certificate
from tengen.rules.board import Board
from tengen.rules.point import Point
from tengen.rules.rules import Player, Rules


def solve_and_check(board: Board, folder: Path, meter: Meter | None = None) -> GameValue:
    """Return the value of a position; certificates are checked."""
    value = solve(board, make_listeners(board), meter)
    if value.is_proved:
        path = str(folder / "proof")
        write_certificate(path, board, value)
        check_certificate(path, value)
    return value


@cache
def winner_of(rules: Rules, stones: tuple[str, ...], turn: Player) -> Player | None:
    """Return who wins with perfect play, by trying everything; `stones` are rows of `XO.`."""
    board = make_board(rules, stones, turn)
    if board.outcome.is_over:
        return board.outcome.winner
    found = [
        winner_of(rules, _with(stones, point, turn), turn.other) for point in board.legal_points()
    ]
    if turn in found:
        return turn
    return None if None in found else turn.other


def make_board(rules: Rules, stones: tuple[str, ...], turn: Player) -> Board:
    """Return a board from rows of `XO.`."""
    players = {player.value: player for player in Player}
    setup = {
        Point(row, col): players[mark]
        for row, marks in enumerate(stones)
        for col, mark in enumerate(marks)
        if mark in players
    }
    return Board(rules, setup, turn)


def _with(stones: tuple[str, ...], point: Point, player: Player) -> tuple[str, ...]:
    rows = list(stones)
    row = rows[point.row]
    rows[point.row] = row[: point.col] + player.value + row[point.col + 1 :]
    return tuple(rows)
