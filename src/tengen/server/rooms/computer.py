"""The computer that plays in a room: the workers think for it."""

from __future__ import annotations

from collections.abc import Callable

from tengen.game.commands import Command
from tengen.game.events import Offer
from tengen.game.seat import Seat
from tengen.game.session import Session
from tengen.game.setup import Computer
from tengen.game.state import GameState
from tengen.server.messages.game import ProblemMessage
from tengen.server.messages.study import JobFailed
from tengen.server.services import Services
from tengen.server.workers import DrawReplyJob, EngineMessage, JobHandle, Moved, MoveJob, Requester


class RoomComputer:
    """Has the workers think whenever a game that is awaited waits for a computer."""

    def __init__(
        self,
        site: Services,
        key: str,
        do: Callable[[Command], None],
        fail: Callable[[ProblemMessage], None],
    ) -> None:
        self._site = site
        self._key = key
        self._do = do
        self._fail = fail
        self._ticket: JobHandle | None = None
        self._asked = 0  # how many events there were when the workers were last asked

    def go_on(self, session: Session, asker: Requester, *, is_awaited: bool) -> None:
        """Ask the workers, unless they are thinking about this very position already."""
        if not session.state.setup.has_computer:
            return
        count = len(session.events)
        if self._ticket is not None and self._asked == count and is_awaited:
            return
        self.rest()
        seat = awaited_computer(session.state)
        if seat is None or not is_awaited or session.state.is_paused:
            return
        self._asked = count
        job = self._job(session, seat)
        self._ticket = self._site.workers.ask(job, asker, self._told)

    def _job(self, session: Session, seat: Seat) -> MoveJob | DrawReplyJob:
        events = tuple(session.events)
        if session.state.offers.get(seat.other) is Offer.DRAW:
            return DrawReplyJob(events, seat, self._key)
        return MoveJob(events, self._site.now(), self._key)

    @property
    def is_thinking(self) -> bool:
        """Whether the workers are asked."""
        return self._ticket is not None

    def rest(self) -> None:
        """Give up what nobody waits for."""
        if self._ticket is not None:
            self._ticket.cancel()
            self._ticket = None

    def _told(self, news: EngineMessage) -> None:
        self._ticket = None
        if isinstance(news, Moved):
            self._do(news.command)
        elif isinstance(news, JobFailed):
            self._fail(ProblemMessage("engine", f"The computer cannot move: {news.says}"))


def awaited_computer(state: GameState) -> Seat | None:
    """The computer that owes an answer, to an offer of a draw or to the game."""
    for seat, offer in state.offers.items():
        if offer is Offer.DRAW and _is_computer(state, seat.other):
            return seat.other
    actor = state.actor
    return actor if actor is not None and _is_computer(state, actor) else None


def _is_computer(state: GameState, seat: Seat) -> bool:
    return isinstance(state.setup.sitter(seat), Computer)
