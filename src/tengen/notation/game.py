"""A whole game in one line: rules, then moves, as in `15x15/5 freestyle h8 i9 g9`."""

from tengen.core.board import Board
from tengen.core.player import Player
from tengen.errors import ParseError, RuleError
from tengen.notation.moves import format_moves, parse_moves
from tengen.notation.rules import parse_rules


def parse_game(text: str) -> Board:
    """Read and replay a game.

    Raises ParseError if the text has no meaning, IllegalMove if a move cannot be played.
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
    """Print a game that the first player began on an empty board."""
    if board.setup or board.first_turn is not Player.FIRST:
        raise RuleError(f"a position that was set up cannot be written as moves: {board}")
    return f"{board.rules} {format_moves(board.moves, board.rules)}".rstrip()
