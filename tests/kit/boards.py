"""Boards for tests, and all properties of a board."""

from random import Random

from tengen.errors import RuleError
from tengen.rules.board import Board
from tengen.rules.point import Point
from tengen.rules.rules import Player, Rules, WinRule


def row_board(row: str, k: int, win: WinRule, turn: Player | None = None) -> Board:
    """Return a board of one row, such as `X.OO`."""
    stones = {Point(0, col): Player(mark) for col, mark in enumerate(row) if mark != "."}
    return Board(Rules(len(row), 1, k, win), stones, turn)


def everything(board: Board) -> tuple[object, ...]:
    """Return all properties of a board."""
    return (
        *(board.rules, board.turn, board.outcome, board.key, board.moves, board.setup),
        *(board.stones, board.empty_points(), board.legal_points(), board.winning_lines()),
        *(str(board), repr(board)),
    )


def play_all(board: Board, *places: tuple[int, int]) -> Board:
    """Play moves given as row and column; return the board."""
    for row, col in places:
        board.play(Point(row, col))
    return board


def crowd(rules: Rules, seed: int) -> Board | None:
    """Return a board with equally many stones of both players close together; None if it is won."""
    random = Random(seed)
    points = Board(rules).empty_points()
    stones = random.sample(points, random.randint(8, rules.area * 2 // 3))
    setup = {point: tuple(Player)[number % 2] for number, point in enumerate(stones)}
    try:
        board = Board(rules, setup, random.choice(tuple(Player)))
    except RuleError:
        return None
    return None if board.outcome.is_over else board
