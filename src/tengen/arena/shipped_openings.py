"""Tengen's own balanced openings, which a match uses if it is given no others."""

from __future__ import annotations

import io
from functools import cache
from importlib.resources import files

from tengen.arena.schedule import OpeningMoves, opening_from_record
from tengen.records import Reading
from tengen.records.line_formats import read_games
from tengen.rules import Rules
from tengen.rules.rules import FIVE_IN_A_ROW

SHIPPED_FILES = {FIVE_IN_A_ROW: "openings-freestyle-15.txt"}


@cache
def shipped_openings(rules: Rules) -> tuple[OpeningMoves, ...]:
    """Return Tengen's own openings; none for rules without them."""
    name = SHIPPED_FILES.get(rules)
    if name is None:
        return ()
    return tuple(parse_openings(files("tengen.arena").joinpath(name).read_bytes(), rules))


def parse_openings(data: bytes, rules: Rules) -> list[OpeningMoves]:
    """Return the openings in a file that `tengen openings` has written."""
    games = read_games(io.BytesIO(data), Reading(rules))
    return [opening_from_record(game, rules) for game in games]
