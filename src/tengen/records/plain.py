"""What formats that know nothing but moves say to records that are more."""

from __future__ import annotations

from tengen.records.record import Record


def needs_plain_game(record: Record) -> str:
    """Why a record cannot be written as moves alone."""
    if record.root.stones:
        return "a position that was set up cannot be written as moves"
    if record.root.children and not record.has_moves():
        return "it does not begin with a move of the first player"
    return ""


def needs_moves(record: Record) -> str:
    """Likewise, where a game without moves has no meaning."""
    return needs_plain_game(record) or ("" if record.has_moves() else "it has no moves")
