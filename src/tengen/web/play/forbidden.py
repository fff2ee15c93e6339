"""The forbidden points of a game, worked out where that holds nobody up."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import msgspec

from tengen.game.session import Session
from tengen.online.looking import Facts
from tengen.online.study import Position
from tengen.online.views import Forbidden, cells_of, forbidden_cells
from tengen.rules.board import Board
from tengen.rules.rules import WinRule
from tengen.web.background.background import Background
from tengen.web.background.jobs import TellFacts
from tengen.web.problems import Refused
from tengen.workers import Asker

SMALL = 20 * 20
"""Points of a board that is looked through within a millisecond or two."""
GAMES = "games"
"""All games together pay as if they had one address."""


class ForbiddenPoints:
    """Those of small boards are known at once, those of large ones a little later."""

    def __init__(self, background: Background, link: str, tell: Callable[[], None]) -> None:
        """`tell` is called when points are found that were not known before."""
        self._background = background
        self._asker = Asker(link, GAMES)
        self._tell = tell
        self._number = -1  # how many events there were when they were last asked for
        self._known: Forbidden = ()
        self._search: asyncio.Task[None] | None = None

    def of(self, session: Session) -> Forbidden:
        """The points where the player to move may not play, as far as they are known."""
        board = session.state.board
        if board.rules.win is not WinRule.RENJU or session.state.result is not None:
            return ()
        if board.rules.area <= SMALL:
            return forbidden_cells(board)
        if self._number != len(session.events):
            self._number, self._known = len(session.events), ()
            self.close()
            self._search = asyncio.get_running_loop().create_task(self._find(board))
        return self._known

    def close(self) -> None:
        """Look for nothing any more."""
        if self._search is not None:
            self._search.cancel()

    async def _find(self, board: Board) -> None:
        position = Position(board.rules, cells_of(board.moves, board.rules))
        try:
            done = await self._background.do(TellFacts(position), self._asker)
        except Refused:
            return
        self._known = FACTS.decode(done.body).forbidden
        if self._known:
            self._tell()


FACTS = msgspec.json.Decoder(Facts)
