"""The rules of k-in-a-row games: players, points, rules, boards, outcomes, and their text forms.

Text forms are loaded when they are first used: a game of five in a row starts without them.
"""

from tengen.lazy import lazy_names
from tengen.rules.board import Board
from tengen.rules.geometry import Symmetry, symmetries
from tengen.rules.outcome import Outcome, Termination
from tengen.rules.point import (
    Point,
    cell_of,
    column_name,
    format_algebraic,
    parse_algebraic,
    point_of,
)
from tengen.rules.rules import GAMES, MAX_SIDE, Player, Rules, WinRule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tengen.rules.coordinates import (
        RowOne,
        format_lettered,
        format_numbered,
        format_pair,
        grid_points,
        parse_lettered,
        parse_numbered,
        parse_pair,
    )
    from tengen.rules.notation import (
        format_diagram,
        format_game,
        format_moves,
        parse_diagram,
        parse_game,
        parse_moves,
        parse_position,
        parse_rules,
    )

__all__ = [
    "GAMES",
    "MAX_SIDE",
    "Board",
    "Outcome",
    "Player",
    "Point",
    "RowOne",
    "Rules",
    "Symmetry",
    "Termination",
    "WinRule",
    "cell_of",
    "column_name",
    "format_algebraic",
    "format_diagram",
    "format_game",
    "format_lettered",
    "format_moves",
    "format_numbered",
    "format_pair",
    "grid_points",
    "parse_algebraic",
    "parse_diagram",
    "parse_game",
    "parse_lettered",
    "parse_moves",
    "parse_numbered",
    "parse_pair",
    "parse_position",
    "parse_rules",
    "point_of",
    "symmetries",
]

__getattr__ = lazy_names(
    __name__,
    {
        "RowOne": "coordinates",
        "format_diagram": "notation",
        "format_game": "notation",
        "format_lettered": "coordinates",
        "format_moves": "notation",
        "format_numbered": "coordinates",
        "format_pair": "coordinates",
        "grid_points": "coordinates",
        "parse_diagram": "notation",
        "parse_game": "notation",
        "parse_lettered": "coordinates",
        "parse_moves": "notation",
        "parse_numbered": "coordinates",
        "parse_pair": "coordinates",
        "parse_position": "notation",
        "parse_rules": "notation",
    },
)
