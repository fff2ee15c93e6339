"""Fair play: the engine helps nobody in a game that people play against each other."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from collections.abc import Set as AbstractSet

from tengen.game.session import Session
from tengen.rules.board import Board
from tengen.server.messages.conversion import cells_of
from tengen.server.messages.game import ProblemMessage
from tengen.server.messages.study import PositionSpec
from tengen.storage import Store

STILL_PLAYED = ProblemMessage(
    "fair-play",
    "This game is still being played. You can save it and look at it when the game has ended.",
)
OWN_POSITION = ProblemMessage(
    "fair-play",
    "You are playing this position against somebody. The engine will look at it when the game has"
    " ended.",
)
FEWEST_STONES = 3
"""Stones from which on a position belongs to a game; fewer are an opening that all games share."""
MOST_GAMES = 100
"""Running games of one browser that are compared with a position: the newest ones."""
Stones = AbstractSet[tuple[int, int]]


class FairPlay:
    """Knows the positions that somebody is playing against another person."""

    def __init__(
        self, store: Store, session_of: Callable[[str], Awaitable[Session | None]]
    ) -> None:
        """`session_of` finds the game of a link."""
        self._store = store
        self._session_of = session_of

    async def objection(self, digest: bytes | None, asked: PositionSpec) -> ProblemMessage | None:
        """Why the engine may not work on this for whoever asks; None if it may."""
        if digest is None or len(asked.stones) + len(asked.moves) < FEWEST_STONES:
            return None
        for kept in await asyncio.to_thread(self._store.rooms_against_people, digest, MOST_GAMES):
            if kept.setup.rules == asked.rules:
                session = await self._session_of(kept.link)
                if session is not None and _is_played(session, asked):
                    return OWN_POSITION
        return None


def _is_played(session: Session, asked: PositionSpec) -> bool:
    """Whether a position is the present one of a running game, or comes from it."""
    if session.state.result is not None:
        return False
    stones = _stones_of(session.state.board)
    return len(stones) >= FEWEST_STONES and passes_through(asked, stones)


def _stones_of(board: Board) -> Stones:
    stones = board.stones
    colours = (player.number for player in stones.values())
    return set(zip(cells_of(stones, board.rules), colours, strict=True))


def passes_through(asked: PositionSpec, stones: Stones) -> bool:
    """Whether exactly these stones lie there before or after one of the moves."""
    known = set(asked.stones)
    colours = [colour for _, colour in asked.stones]
    colour = asked.turn or (2 if colours.count(1) > colours.count(2) else 1)
    for cell in asked.moves:
        if len(known) >= len(stones):
            break
        known.add((cell, colour))
        colour = 3 - colour
    return known == stones
