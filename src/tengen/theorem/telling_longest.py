"""The game in which the second player lasts longest against the theorem."""

from __future__ import annotations

from tengen.errors import TengenError
from tengen.rules.board import Board
from tengen.rules.point import Point
from tengen.search.wins import Win
from tengen.theorem.book import Book
from tengen.theorem.entry import RULES
from tengen.theorem.telling import Answer, Teller, then, zone_of


def longest_defence(book: Book) -> Board:
    """The game to its end. Raises TengenError if the moves of the lines are not counted.

    Where several answers last as long, the first in reading order is played. What comes after
    the last line is the longest way through a win by threats.
    """
    teller = Teller(book)
    board = Board(RULES)
    answer = teller.line(board)
    if answer is None or not answer.plies:
        raise TengenError("nobody has counted how many moves the lines of this book take")
    while answer is not None and answer.win is None:
        board.play(answer.move)
        reply, answer = _longest(teller, board, answer.plies - 2)
        board.play(reply)
    if answer is not None and answer.win is not None:
        _play_out(board, answer.win)
    return board


def _longest(teller: Teller, board: Board, plies: int) -> tuple[Point, Answer | None]:
    """The answer that lasts so many plies by another line, or else longest by threats."""
    for point in board.empty_points():
        answer = teller.line(then(board, point))
        if answer is not None and answer.plies == plies:
            return point, answer
    found: list[tuple[Point, Answer]] = []
    for point in zone_of(board, teller.plan(board)):
        answer = teller.threat(then(board, point))
        if answer is not None:
            found.append((point, answer))
    return max(found, key=lambda pair: pair[1].plies)


def _play_out(board: Board, win: Win) -> None:
    for point in win.line():
        board.play(point)
