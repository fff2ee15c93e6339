"""WebSockets that take text alone, and close quietly when something else comes."""

from __future__ import annotations

from contextlib import suppress

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState

from tengen.web.complaints import COMPLAINTS

NOT_TEXT = "a client sent a message that is not UTF-8; its socket was closed"
INVALID = 1007
"""The code of a socket that is closed because of what it was sent."""


class TextSocketProtocol(WebSocketsSansIOProtocol):
    """WebSockets as uvicorn speaks them, with one short line for a message that is no text."""

    def send_receive_event_to_app(self) -> None:
        """Hand a whole message on, if it can be read."""
        if self.curr_msg_data_type == "text" and not _is_text(b"".join(self.frames)):
            COMPLAINTS.say(NOT_TEXT)
            self.frames = []
            self._refuse()
        else:
            super().send_receive_event_to_app()

    def _refuse(self) -> None:
        with suppress(InvalidState):  # the client may have closed it with the same bytes
            self.conn.send_close(INVALID)
        if self.conn.close_sent is None:
            self.transport.close()
        else:
            self.handle_parser_exception()


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
