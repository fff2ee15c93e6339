"""The analysis board of a client: facts about positions, analysis by the engine, reviews."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine

import msgspec

from tengen.errors import ParseError
from tengen.game.events import decode_hook
from tengen.rules.wording import as_sentence
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
"""Seconds that the engine analyses one position; the client can ask again."""
FindObjection = Callable[[study.PositionSpec], Awaitable[ProblemMessage | None]]
FindFacts = Callable[[study.PositionSpec], Awaitable[study.PositionFacts]]
NO_MOVES = ProblemMessage("refused", "There are no moves to review.")


class AnalysisBoard:
    """Runs one analysis and one review at a time; a new one replaces the one before."""

    def __init__(
        self,
        workers: Workers,
        requester: Requester,
        outbox: SendQueue,
        find_objection: FindObjection,
        find_facts: FindFacts,
    ) -> None:
        """`find_objection` returns why the engine may not analyse a position, if it may not.

        `find_facts` returns what the rules say about a position, and raises RequestRefused if it is
        impossible.
        """
        self._workers = workers
        self._requester = requester
        self._outbox = outbox
        self._find_objection = find_objection
        self._find_facts = find_facts
        self._analysis_task: asyncio.Task[None] | None = None
        self._review_task: asyncio.Task[None] | None = None
        self._analysis_job: JobHandle | None = None
        self._zone_job: JobHandle | None = None
        self._review_job: JobHandle | None = None

    async def handle(self, text: str) -> None:
        """Handle a message, or send back what is wrong with it."""
        try:
            self._start(decode(REQUEST_DECODER, text, "message"))
        except ParseError as error:
            self._post("problem", ProblemMessage("bad-message", as_sentence(str(error))))

    def close(self) -> None:
        """Stop all work."""
        self._stop_analysis()
        self._stop_review()

    def _start(self, request: study.StudyRequest) -> None:
        if isinstance(request, study.AnalysePosition):
            self._stop_analysis()
            self._analysis_task = _create_task(self._analyse(request))
        elif isinstance(request, study.ReviewGame):
            self._stop_review()
            self._review_task = _create_task(self._review_game(request))
        else:
            self._stop_review()

    async def _analyse(self, request: study.AnalysePosition) -> None:
        facts = await self._facts_of(request)
        if facts is None:
            return
        self._send(request.id, facts)
        if facts.ending is not None or facts.refused or not (request.zone or request.engine):
            return
        if await self._is_refused(request):
            return
        if request.zone:
            zone, send = ZoneJob(request.position), self._sender(request.id)
            self._zone_job = self._workers.submit(zone, self._requester, send)
        if request.engine:
            job = AnalyseJob(request.position, request.lines, ANALYSIS_SECONDS)
            self._analysis_job = self._workers.submit(
                job, self._requester, self._sender(request.id)
            )

    async def _review_game(self, request: study.ReviewGame) -> None:
        if not request.position.moves:
            self._send(request.id, NO_MOVES)
        elif await self._facts_of(request) is not None and not await self._is_refused(request):
            job = ReviewJob(request.position)
            self._review_job = self._workers.submit(job, self._requester, self._sender(request.id))

    async def _facts_of(
        self, request: study.AnalysePosition | study.ReviewGame
    ) -> study.PositionFacts | None:
        """Return what the rules say about a position; send the problem if it is impossible."""
        try:
            return await self._find_facts(request.position)
        except RequestRefused as refused:
            self._send(request.id, refused.problem)
            return None

    async def _is_refused(self, request: study.AnalysePosition | study.ReviewGame) -> bool:
        """Whether the engine may not analyse this; if so, send why."""
        problem = await self._find_objection(request.position)
        if problem is not None:
            self._send(request.id, problem)
        return problem is not None

    def _stop_analysis(self) -> None:
        for work in (self._analysis_job, self._zone_job, self._analysis_task):
            if work is not None:
                work.cancel()
        self._analysis_job = self._zone_job = self._analysis_task = None

    def _stop_review(self) -> None:
        for work in (self._review_job, self._review_task):
            if work is not None:
                work.cancel()
        self._review_job = self._review_task = None

    def _sender(self, number: int) -> Callable[[EngineMessage], None]:
        def send(message: EngineMessage) -> None:
            assert isinstance(message, study.StudyMessage)
            if isinstance(message, study.JobFailed):
                message = study.JobFailed(as_sentence(message.says))
            self._send(number, message)

        return send

    def _send(
        self, number: int, message: study.PositionFacts | study.StudyMessage | ProblemMessage
    ) -> None:
        """Send a message. Slow clients get only the newest of each kind."""
        kind = (
            f"{type(message).__name__} {message.ply}"
            if isinstance(message, study.PositionJudged)
            else type(message).__name__
        )
        self._post(kind, study.StudyReply(number, message))

    def _post(self, kind: str, message: object) -> None:
        self._outbox.post(kind, encode(message).decode())


REQUEST_DECODER: msgspec.json.Decoder[study.StudyRequest] = msgspec.json.Decoder(
    study.StudyRequest, dec_hook=decode_hook
)


def _create_task(work: Coroutine[None, None, None]) -> asyncio.Task[None]:
    return asyncio.get_running_loop().create_task(work)
