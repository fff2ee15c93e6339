"""Positions in which somebody wants to know where an answer changes anything."""

from __future__ import annotations

from tengen.engine.cancel_token import CancelToken
from tengen.online.study import ZoneFound
from tengen.online.views import cells_of
from tengen.prove.theorem_zone import TimedWinFinder, find_zone, has_zone
from tengen.workers.jobs import Zone
from tengen.workers.positions import board_of

SECONDS = 2.0


def zone_of(job: Zone, halt: CancelToken) -> ZoneFound:
    """The zone of a position. Raises RuleError."""
    board, hunter = board_of(job.position), TimedWinFinder()
    with halt.watch(hunter.stop):
        found = find_zone(board, hunter, SECONDS)
    cells = None if found is None else cells_of(sorted(found), board.rules)
    return ZoneFound(cells, len(board.empty_points()), has_zone(board))
