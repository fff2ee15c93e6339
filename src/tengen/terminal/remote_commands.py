"""The commands that were sent to a server and are not yet answered.

They are sent again after a reconnection. Each has an id, so the server follows it once.
"""

from __future__ import annotations

import secrets

import msgspec

from tengen.errors import SessionError
from tengen.server.messages.game import ClientCommand
from tengen.terminal import sentences

ID_BYTES = 8


class UnansweredCommands:
    """Commands without an answer, the oldest first."""

    def __init__(self) -> None:
        self._commands: dict[str, ClientCommand] = {}
        self._repeated: set[str] = set()

    def add(self, command: ClientCommand) -> ClientCommand:
        """Add a command, and return it with an id.

        Raises SessionError if the last command like it is not answered: keys that are pressed
        while the connection hangs must not count several times.
        """
        if any(_are_alike(command, other) for other in self._commands.values()):
            raise SessionError(sentences.UNANSWERED)
        text = secrets.token_urlsafe(ID_BYTES)
        self._commands[text] = msgspec.structs.replace(command, id=text)
        return self._commands[text]

    def settle(self, text: str) -> bool:
        """Remove the command with this id, and return whether it was sent again.

        An answer without an id may be to any command, so it removes all.
        """
        if not text:
            self.clear()
        self._commands.pop(text, None)
        return text in self._repeated

    def repeat(self) -> tuple[ClientCommand, ...]:
        """Return the commands to send again."""
        self._repeated = set(self._commands)
        return tuple(self._commands.values())

    def clear(self) -> None:
        """Remove all commands."""
        self._commands.clear()
        self._repeated.clear()


def _are_alike(one: ClientCommand, other: ClientCommand) -> bool:
    return type(one) is type(other) and one.seat is other.seat
