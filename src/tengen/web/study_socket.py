"""The socket of an analysis board."""

from __future__ import annotations

import time

from starlette.websockets import WebSocket

from tengen.web.limits import Bucket
from tengen.web.origins import is_own
from tengen.web.outbox import Outbox
from tengen.web.owners import owner_of
from tengen.web.site import Site
from tengen.web.sockets import FULL, PATIENCE, REFUSED, TOO_FAST
from tengen.web.study import Study


class StudySocket:
    """Sockets of analysis boards, at `/socket/analysis`."""

    def __init__(self, site: Site) -> None:
        self._site = site

    async def serve(self, socket: WebSocket) -> None:
        """Hear somebody until they go; then nothing is thought about for them any more."""
        if not is_own(socket):
            await socket.close(REFUSED)
            return
        await socket.accept()
        with self._site.counted(socket) as has_room:
            if not has_room:
                await socket.close(FULL, "Too many pages are open from your address.")
                return
            outbox = Outbox(socket.send)
            study = Study(self._site.workers, owner_of(socket), outbox)
            try:
                await self._hear(socket, study)
            finally:
                study.leave()
                outbox.close()

    async def _hear(self, socket: WebSocket, study: Study) -> None:
        bucket = Bucket(self._site.limits.messages, time.monotonic())
        left_out = 0
        while left_out < PATIENCE:
            message = await socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            if bucket.take(time.monotonic()):
                study.hear(message.get("text"))
            else:
                left_out += 1
                study.complain()
        await socket.close(TOO_FAST, "Too many messages.")
