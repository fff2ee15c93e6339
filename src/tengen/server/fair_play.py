"""Fair play: the engine does not help in a running game between two people."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from collections.abc import Set as AbstractSet

from tengen.game import Session
from tengen.rules import Board
from tengen.server.messages.conversion import cells_of
from tengen.server.messages.game import ProblemMessage
from tengen.server.messages.study import PositionSpec
from tengen.storage import RoomStore

STILL_PLAYED = ProblemMessage(
    "fair-play",
    "This game is still being played. You can save and analyse it when it has ended.",
)
OWN_POSITION = ProblemMessage(
    "fair-play",
    "You are playing this position against somebody. The engine can analyse it when the game has"
    " ended.",
)
MIN_STONES = 3
"""Positions with fewer stones may always be analysed: many games share them."""
MAX_GAMES = 100
"""Running games of one browser that are compared with a position, the newest ones."""
Stones = AbstractSet[tuple[int, int]]


class FairPlay:
    """Knows the positions that a browser is playing against another person."""

    def __init__(
        self, store: RoomStore, session_of: Callable[[str], Awaitable[Session | None]]
    ) -> None:
        """`session_of` finds the game of a link."""
        self._store = store
        self._session_of = session_of

    async def objection(self, digest: bytes | None, asked: PositionSpec) -> ProblemMessage | None:
        """Return why the engine may not analyse a position for this browser; None if it may."""
        if digest is None or len(asked.stones) + len(asked.moves) < MIN_STONES:
            return None
        for kept in await asyncio.to_thread(self._store.rooms_against_people, digest, MAX_GAMES):
            if kept.setup.rules == asked.rules:
                session = await self._session_of(kept.link)
                if session is not None and _is_played(session, asked):
                    return OWN_POSITION
        return None


def _is_played(session: Session, asked: PositionSpec) -> bool:
    """Whether a position is the current one of a running game, or follows from it."""
    if session.state.result is not None:
        return False
    stones = _stones_of(session.state.board)
    return len(stones) >= MIN_STONES and passes_through(asked, stones)


def _stones_of(board: Board) -> Stones:
    stones = board.stones
    colours = (player.number for player in stones.values())
    return set(zip(cells_of(stones, board.rules), colours, strict=True))


def passes_through(asked: PositionSpec, stones: Stones) -> bool:
    """Whether exactly these stones are on the board before or after one of the moves."""
    known = set(asked.stones)
    colours = [colour for _, colour in asked.stones]
    colour = asked.turn or (2 if colours.count(1) > colours.count(2) else 1)
    for cell in asked.moves:
        if len(known) >= len(stones):
            break
        known.add((cell, colour))
        colour = 3 - colour
    return known == stones
