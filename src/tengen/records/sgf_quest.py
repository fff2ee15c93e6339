"""Openings in the SGF files of Gomoku Quest: `QPR[hh,hg,jf]`, and then `QSLW[ig]`.

The first three stones are proposed, Black's first; who may choose a colour chooses, and White puts
the fourth stone if that is the choice. Empty values are choices without a stone.
"""

from __future__ import annotations

from itertools import cycle

PROPOSED = "QPR"
CHOSEN = {"QSL": "W", "QSLW": "W", "QSLB": "B"}
"""The colour of the stone that comes with a choice."""
QUEST = frozenset({PROPOSED, *CHOSEN})


def quest_moves(name: str, values: list[str]) -> list[str]:
    """The stones of a property as moves, such as `B[hh]`."""
    points = [point.strip() for value in values for point in value.split(",")]
    colours = cycle("BW") if name == PROPOSED else cycle(CHOSEN[name])
    return [f"{next(colours)}[{point}]" for point in points if point]
