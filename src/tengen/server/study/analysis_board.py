"""An analysis board of one client: the rules answer at once, the engine later."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine

import msgspec

from tengen.errors import ParseError
from tengen.game.serialization import decode_hook
from tengen.server.messages import study
from tengen.server.messages.codec import decode, encode
from tengen.server.messages.game import ProblemMessage
from tengen.server.problems import RequestRefused
from tengen.server.send_queue import SendQueue
from tengen.server.workers import (
    AnalyseJob,
    EngineMessage,
    JobHandle,
    Requester,
    ReviewJob,
    Workers,
    ZoneJob,
)

ANALYSIS_SECONDS = 120.0
"""Seconds that the engine thinks about one position; whoever wants more can ask again."""
ObjectTo = Callable[[study.PositionSpec], Awaitable[ProblemMessage | None]]
FindFacts = Callable[[study.PositionSpec], Awaitable[study.PositionFacts]]
NO_MOVES = ProblemMessage("refused", "There are no moves to look back at.")


class AnalysisBoard:
    """One look and one review at a time; the next one ends the one before."""

    def __init__(
        self,
        workers: Workers,
        owner: Requester,
        outbox: SendQueue,
        object_to: ObjectTo,
        find_facts: FindFacts,
    ) -> None:
        """`object_to` tells why the engine may not work on a position, if it may not.

        `find_facts` finds what the rules say of one, and raises Refused if there is none.
        """
        self._workers = workers
        self._owner = owner
        self._outbox = outbox
        self._object_to = object_to
        self._find_facts = find_facts
        self._looking: asyncio.Task[None] | None = None
        self._reviewing: asyncio.Task[None] | None = None
        self._look: JobHandle | None = None
        self._zone: JobHandle | None = None
        self._review: JobHandle | None = None

    async def hear(self, text: str) -> None:
        """Do what a message asks for; whatever is wrong with it is told."""
        try:
            self._follow(decode(REQUEST_DECODER, text, "message"))
        except ParseError as error:
            self._post("problem", ProblemMessage("bad-message", str(error)))

    def leave(self) -> None:
        """Nobody looks any more."""
        self._stop_looking()
        self._stop_review()

    def _follow(self, ask: study.StudyRequest) -> None:
        if isinstance(ask, study.AnalysePosition):
            self._stop_looking()
            self._looking = _begin(self._look_at(ask))
        elif isinstance(ask, study.ReviewGame):
            self._stop_review()
            self._reviewing = _begin(self._look_back(ask))
        else:
            self._stop_review()

    async def _look_at(self, ask: study.AnalysePosition) -> None:
        facts = await self._facts_of(ask)
        if facts is None:
            return
        self._tell(ask.id, facts)
        if facts.ending is not None or facts.refused or not (ask.zone or ask.engine):
            return
        if await self._is_refused(ask):
            return
        if ask.zone:
            zone, tell = ZoneJob(ask.position), self._teller(ask.id)
            self._zone = self._workers.ask(zone, self._owner, tell)
        if ask.engine:
            job = AnalyseJob(ask.position, ask.lines, ANALYSIS_SECONDS)
            self._look = self._workers.ask(job, self._owner, self._teller(ask.id))

    async def _look_back(self, ask: study.ReviewGame) -> None:
        if not ask.position.moves:
            self._tell(ask.id, NO_MOVES)
        elif await self._facts_of(ask) is not None and not await self._is_refused(ask):
            job = ReviewJob(ask.position)
            self._review = self._workers.ask(job, self._owner, self._teller(ask.id))

    async def _facts_of(
        self, ask: study.AnalysePosition | study.ReviewGame
    ) -> study.PositionFacts | None:
        """What the rules say of a position; if it is none, the client is told why."""
        try:
            return await self._find_facts(ask.position)
        except RequestRefused as refused:
            self._tell(ask.id, refused.problem)
            return None

    async def _is_refused(self, ask: study.AnalysePosition | study.ReviewGame) -> bool:
        """Whether the engine may not work on this, which is told then."""
        problem = await self._object_to(ask.position)
        if problem is not None:
            self._tell(ask.id, problem)
        return problem is not None

    def _stop_looking(self) -> None:
        for ticket in (self._look, self._zone, self._looking):
            if ticket is not None:
                ticket.cancel()
        self._look = self._zone = self._looking = None

    def _stop_review(self) -> None:
        for ticket in (self._review, self._reviewing):
            if ticket is not None:
                ticket.cancel()
        self._review = self._reviewing = None

    def _teller(self, number: int) -> Callable[[EngineMessage], None]:
        def tell(news: EngineMessage) -> None:
            assert isinstance(news, study.StudyMessage)
            self._tell(number, news)

        return tell

    def _tell(
        self, number: int, news: study.PositionFacts | study.StudyMessage | ProblemMessage
    ) -> None:
        """Tell what is known; if the network is slow, of what is told again only the last."""
        kind = (
            f"{type(news).__name__} {news.ply}"
            if isinstance(news, study.PositionJudged)
            else type(news).__name__
        )
        self._post(kind, study.StudyReply(number, news))

    def _post(self, kind: str, message: object) -> None:
        self._outbox.post(kind, encode(message).decode())


REQUEST_DECODER: msgspec.json.Decoder[study.StudyRequest] = msgspec.json.Decoder(
    study.StudyRequest, dec_hook=decode_hook
)


def _begin(work: Coroutine[None, None, None]) -> asyncio.Task[None]:
    return asyncio.get_running_loop().create_task(work)
