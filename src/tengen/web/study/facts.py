"""What the rules say of a position that somebody looks at."""

from __future__ import annotations

from tengen.core.board import Board
from tengen.core.outcome import Ending
from tengen.core.player import Player
from tengen.notation.game_words import game_name, rule_words
from tengen.notation.words import STONES, line_name, point_name
from tengen.online.looking import Facts
from tengen.online.study import Position
from tengen.online.views import cells_of, points_of
from tengen.render.views import forbidden_points

COLOURS = {Player.FIRST: 1, Player.SECOND: 2}
PLAYERS = {colour: player for player, colour in COLOURS.items()}


def board_of(asked: Position) -> tuple[Board, str]:
    """The board, and what is wrong with its last move.

    Records have moves that the rules do not allow: those are played all the same, unless they are
    on a stone. Raises RuleError for what is no position at all.
    """
    rules = asked.rules
    cells, colours = zip(*asked.stones, strict=True) if asked.stones else ((), ())
    owners = [PLAYERS[colour] for colour in colours]
    setup = dict(zip(points_of(cells, rules), owners, strict=True))
    board = Board(rules, setup, None if asked.turn is None else PLAYERS[asked.turn])
    refused = ""
    for point in points_of(asked.moves, rules):
        refusal = board.refusal(point)
        refused = f"{point_name(point, rules)} {refusal.value}" if refusal else ""
        if board[point] is None:
            board.play_unchecked(point)
    return board, refused


def facts_of(asked: Position) -> Facts:
    """What is told of a position at once. Raises RuleError."""
    board, refused = board_of(asked)
    outcome, rules = board.outcome, board.rules
    return Facts(
        game_name(rules),
        rule_words(rules),
        COLOURS[board.turn],
        outcome.is_over,
        None if outcome.winner is None else COLOURS[outcome.winner],
        describe_position(board),
        tuple(cells_of(line, rules) for line in board.winning_lines()),
        _forbidden(board),
        refused,
    )


def describe_position(board: Board) -> str:
    """As in `Black to move`, or `Black wins: five from H8 to L8`."""
    outcome = board.outcome
    if outcome.winner is not None:
        lines = " and ".join(line_name(line, board.rules) for line in board.winning_lines())
        return f"{STONES[outcome.winner]} wins: {lines}"
    if outcome.ending is Ending.FULL_BOARD:
        return "A draw: the board is full"
    if outcome.ending is Ending.NO_LEGAL_POINT:
        return f"A draw: all points left are forbidden to {STONES[board.turn]}"
    return f"{STONES[board.turn]} to move"


def _forbidden(board: Board) -> tuple[tuple[int, str], ...]:
    if board.outcome.is_over:
        return ()
    points = sorted(forbidden_points(board))
    why = [refusal.value for point in points if (refusal := board.refusal(point))]
    return tuple(zip(cells_of(points, board.rules), why, strict=True))
