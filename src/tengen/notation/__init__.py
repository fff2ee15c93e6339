"""Text forms of points, moves, rules and positions, each with its parser."""

from tengen.notation.diagram import format_diagram, parse_diagram
from tengen.notation.game import format_game, parse_game
from tengen.notation.moves import format_moves, parse_moves
from tengen.notation.points import (
    format_algebraic,
    format_lettered,
    format_numbered,
    format_pair,
    parse_algebraic,
    parse_lettered,
    parse_numbered,
    parse_pair,
)
from tengen.notation.position import parse_position
from tengen.notation.rows import RowOne
from tengen.notation.rules import parse_rules

__all__ = [
    "RowOne",
    "format_algebraic",
    "format_diagram",
    "format_game",
    "format_lettered",
    "format_moves",
    "format_numbered",
    "format_pair",
    "parse_algebraic",
    "parse_diagram",
    "parse_game",
    "parse_lettered",
    "parse_moves",
    "parse_numbered",
    "parse_pair",
    "parse_position",
    "parse_rules",
]
