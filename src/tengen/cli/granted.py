"""What a manager grants, as the engine's limits and size."""

from __future__ import annotations

from tengen.engine.analysis import Limits
from tengen.engine.time_management import TimeGrant, allot_time
from tengen.protocol.settings import Settings
from tengen.rules.board import Board

USUAL = 64.0
"""Megabytes of the hash table where nobody has said anything."""
LARGEST = 128.0
"""What the hash table is given at most, unless more is asked for by name."""
REST = 38.0
"""Megabytes for everything else in the process, which takes 32 with two rules and Python 3.11, and
37 with Python 3.14."""
EACH = 2.0
"""Megabytes for every further thread, which was seen to take 0.9."""
TO_BEGIN = 0.7
"""In the last part of the time for a move a new depth would hardly be completed. What is not used
of a match is kept for later moves; what is not used of a move is lost."""
MOST_THREADS = 64
KILOBYTE, MEGABYTE = 1 << 10, 1 << 20


def make_limits(settings: Settings, board: Board) -> Limits:
    """How long to think about a move on this board, and how far."""
    nodes, depth = settings.max_node, settings.max_depth
    times = (settings.timeout_turn, settings.timeout_match, settings.time_left)
    if (nodes or depth) and times == (None, None, None):
        return Limits(nodes=nodes, depth=depth)
    turn, match, left = (None if time is None else time / 1000 for time in times)
    allowance = allot_time(TimeGrant(turn, match, left, moves=len(board.stones) // 2))
    is_kept = match is not None or left is not None
    return Limits(allowance.hard, nodes, depth, TO_BEGIN * allowance.soft if is_kept else None)


def megabytes_for(settings: Settings) -> float:
    """The size of the hash table: what was asked for, as far as the memory allows."""
    asked = USUAL if settings.hash_size is None else settings.hash_size * KILOBYTE / MEGABYTE
    if settings.max_memory is None:
        return asked
    if settings.hash_size is None:
        asked = LARGEST
    rest = REST + EACH * (threads_for(settings) - 1)
    return max(0.0, min(asked, settings.max_memory / MEGABYTE - rest))


def threads_for(settings: Settings) -> int:
    """How many threads to search with."""
    return min(settings.thread_num or 1, MOST_THREADS)
