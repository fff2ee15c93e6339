"""From who sits there, as plain data, to who acts."""

from __future__ import annotations

from tengen.players.computer import ComputerPlayer
from tengen.players.player import Player
from tengen.session.sitters import Computer, External


def make_player(sitter: Computer | External, seed: int | None = None) -> Player:
    """Who acts for a sitter. Close it in the end.

    With a seed, a level below ten does the same again in the same game.
    """
    if isinstance(sitter, Computer):
        return ComputerPlayer(sitter.level, seed)
    from tengen.players.external import ExternalPlayer  # noqa: PLC0415 - few games need a protocol

    return ExternalPlayer(sitter, seed)
