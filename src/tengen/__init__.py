"""Tengen: five in a row and every other k-in-a-row game, by the rules.

The names that most programs need can be imported from here. Each is loaded on first use, so that
a program does not wait for modules that it does not need.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tengen.errors import IllegalMove, ParseError, Refusal, RuleError, TengenError, UsageError
    from tengen.records import Record, read_records, write_records
    from tengen.render import format_svg, view_of
    from tengen.rules import (
        GAMES,
        Board,
        Outcome,
        Player,
        Point,
        Rules,
        Symmetry,
        Termination,
        WinRule,
        format_algebraic,
        format_diagram,
        format_game,
        format_moves,
        parse_algebraic,
        parse_diagram,
        parse_game,
        parse_moves,
        parse_position,
        parse_rules,
        symmetries,
    )

__version__ = "0.1.0"

__all__ = [
    "GAMES",
    "Board",
    "IllegalMove",
    "Outcome",
    "ParseError",
    "Player",
    "Point",
    "Record",
    "Refusal",
    "RuleError",
    "Rules",
    "Symmetry",
    "TengenError",
    "Termination",
    "UsageError",
    "WinRule",
    "format_algebraic",
    "format_diagram",
    "format_game",
    "format_moves",
    "format_svg",
    "parse_algebraic",
    "parse_diagram",
    "parse_game",
    "parse_moves",
    "parse_position",
    "parse_rules",
    "read_records",
    "symmetries",
    "view_of",
    "write_records",
]

_ROOMS = ("tengen.rules", "tengen.errors", "tengen.render", "tengen.records")


def __getattr__(name: str) -> object:
    if name in __all__:
        from importlib import import_module  # noqa: PLC0415 - only for lazy names

        for room in map(import_module, _ROOMS):
            if hasattr(room, name):
                return getattr(room, name)
    raise AttributeError(f"module 'tengen' has no attribute {name!r}")
