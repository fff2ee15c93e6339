"""What the rules say of a position that somebody looks at."""

from __future__ import annotations

from tengen.online.looking import Facts
from tengen.online.news import REASONS, Reason
from tengen.online.study import Position
from tengen.online.views import cells_of, forbidden_cells, points_of, rules_view
from tengen.rules.board import Board
from tengen.rules.rules import Player

COLOURS = {Player.FIRST: 1, Player.SECOND: 2}
PLAYERS = {colour: player for player, colour in COLOURS.items()}


def board_of(asked: Position) -> tuple[Board, tuple[int, Reason] | None]:
    """The board, and the last move with what is wrong with it, if anything is.

    Records have moves that the rules do not allow: those are played all the same, unless they are
    on a stone. Raises RuleError for what is no position at all.
    """
    rules = asked.rules
    cells, colours = zip(*asked.stones, strict=True) if asked.stones else ((), ())
    owners = [PLAYERS[colour] for colour in colours]
    setup = dict(zip(points_of(cells, rules), owners, strict=True))
    board = Board(rules, setup, None if asked.turn is None else PLAYERS[asked.turn])
    refused = None
    for cell, point in zip(asked.moves, points_of(asked.moves, rules), strict=True):
        refusal = board.refusal(point)
        refused = (cell, REASONS[refusal]) if refusal else None
        if board[point] is None:
            board.play_unchecked(point)
    return board, refused


def facts_of(asked: Position) -> Facts:
    """What is told of a position at once. Raises RuleError."""
    board, refused = board_of(asked)
    outcome, rules = board.outcome, board.rules
    return Facts(
        rules_view(rules),
        COLOURS[board.turn],
        outcome.ending,
        None if outcome.winner is None else COLOURS[outcome.winner],
        tuple(cells_of(line, rules) for line in board.winning_lines()),
        () if outcome.is_over else forbidden_cells(board),
        refused,
    )
