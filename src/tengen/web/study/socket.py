"""The socket of an analysis board."""

from __future__ import annotations

from starlette.types import Receive, Scope, Send

from tengen.web.listening import Line, hear, welcome
from tengen.web.site import Site
from tengen.web.study.board import Study
from tengen.web.study.owners import owner_of


class StudySocket:
    """Sockets of analysis boards, at `/socket/analysis`."""

    def __init__(self, site: Site) -> None:
        self._site = site

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hear somebody until they go; then nothing is thought about for them any more."""
        await welcome(scope, receive, send, self._site, self._stay)

    async def _stay(self, line: Line) -> None:
        study = Study(self._site.workers, owner_of(line.socket), line.outbox)
        try:
            await hear(line, self._site, study.hear)
        finally:
            study.leave()
