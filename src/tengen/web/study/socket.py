"""The socket of an analysis board."""

from __future__ import annotations

from functools import partial

import msgspec
from starlette.types import Receive, Scope, Send

from tengen.errors import StoreError
from tengen.online.looking import Facts
from tengen.online.news import Problem
from tengen.online.study import Position
from tengen.web.addresses import asker_of
from tengen.web.background.jobs import TellFacts
from tengen.web.fair_play import FairPlay
from tengen.web.listening import Line, hear, welcome
from tengen.web.site import Site
from tengen.web.study.board import Study
from tengen.web.visitors import digest_of
from tengen.workers import Asker

NOT_READ = Problem("not-kept", "The server cannot get at its games. Try again.")


class StudySocket:
    """Sockets of analysis boards, at `/socket/analysis`."""

    def __init__(self, site: Site, fair_play: FairPlay) -> None:
        self._site = site
        self._fair_play = fair_play

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hear somebody until they go; then nothing is thought about for them any more."""
        await welcome(scope, receive, send, self._site, self._stay)

    async def _stay(self, line: Line) -> None:
        asker = asker_of(line.socket)
        object_to = partial(self._object_to, digest_of(line.socket))
        find_facts = partial(self._find_facts, asker)
        study = Study(self._site.workers, asker, line.outbox, object_to, find_facts)
        try:
            await hear(line, self._site, study.hear)
        finally:
            study.leave()

    async def _find_facts(self, asker: Asker, asked: Position) -> Facts:
        """What the rules say of a position. Raises Refused."""
        return FACTS.decode((await self._site.background.do(TellFacts(asked), asker)).body)

    async def _object_to(self, digest: bytes | None, asked: Position) -> Problem | None:
        """Why the engine may not work on a position; without the store that is not known."""
        try:
            return await self._fair_play.objection(digest, asked)
        except StoreError as error:
            self._site.complain(error)
            return NOT_READ


FACTS = msgspec.json.Decoder(Facts)
