"""Talking to an engine in the protocol's words: commands go out, answers come back."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from tengen.engines.child import Child
from tengen.engines.deadline import Deadline
from tengen.errors import (
    EngineBrokeProtocol,
    EngineMovedIllegally,
    EngineRefused,
    EngineTimedOut,
    quote,
)
from tengen.protocol.commands import Command, Info
from tengen.protocol.manager import format_script
from tengen.protocol.replies import (
    BrainReply,
    Debug,
    Message,
    Moves,
    NotUnderstood,
    Refused,
    parse_reply,
)

MOST_RUBBISH = 100
"""How many lines that make no sense are passed over while waiting for one answer."""
OPTIONAL = frozenset({"max_memory", "time_left", "timeout_match", "timeout_turn"})
"""Settings that an engine may not know, or overlook, and still play."""
WORDS = re.compile(r"[\w-]+")

Listener = Callable[[BrainReply], None]


class Conversation:
    """What is said to and by the engine called `name`, which runs in `child`.

    What is no answer goes to `listener`: messages, debug lines, rubbish, and complaints about
    settings that an engine need not know.
    """

    def __init__(self, name: str, child: Child, listener: Listener | None = None) -> None:
        self._name = name
        self._child = child
        self._listener = listener
        self._settings = set(OPTIONAL)

    def say(self, deadline: Deadline, *commands: Command) -> None:
        """Send commands."""
        self._settings.update(_values(commands))
        self._child.send(format_script(commands), deadline)

    def hear(self, deadline: Deadline) -> BrainReply:
        """The next line that is not a message."""
        while True:
            reply = parse_reply(self._child.read_line(deadline))
            if not isinstance(reply, Message | Debug):
                return reply
            self._tell(reply)

    def hear_answer(self, deadline: Deadline, *kinds: type[BrainReply]) -> BrainReply:
        """The next reply of one of these kinds; a refusal or too much rubbish is an error."""
        rubbish = 0
        while rubbish < MOST_RUBBISH:
            try:
                reply = self.hear(deadline)
            except EngineTimedOut as error:
                raise (
                    self.broken("gave no answer that makes sense") if rubbish else error
                ) from None
            if isinstance(reply, kinds):
                return reply
            self._pass_over(reply)
            rubbish += 1
        raise self.broken(f"said {rubbish} things that make no sense")

    def hear_leftovers(self) -> None:
        """Whatever has been said since the last answer; a move there is out of turn."""
        for line in self._child.waiting_lines():
            reply = parse_reply(line)
            if isinstance(reply, Moves):
                raise self.broken(f"moved out of turn: {quote(line)}")
            self._pass_over(reply)

    def broken(self, what: str) -> EngineBrokeProtocol:
        """The error to raise when the engine did what it may not do."""
        return EngineBrokeProtocol(self._name, what, self._child.last_lines)

    def illegal(self, move: str) -> EngineMovedIllegally:
        """The error to raise when the engine made this move, which is illegal."""
        what = f"made an illegal move: {move}"
        return EngineMovedIllegally(self._name, what, self._child.last_lines)

    def _pass_over(self, reply: BrainReply) -> None:
        if isinstance(reply, Refused | NotUnderstood) and not self._is_about_setting(reply.text):
            word = "ERROR" if isinstance(reply, Refused) else "UNKNOWN"
            raise EngineRefused(self._name, f"answered {word} {quote(reply.text)}")
        self._tell(reply)

    def _is_about_setting(self, text: str) -> bool:
        return not set(WORDS.findall(text.lower())).isdisjoint(self._settings)

    def _tell(self, reply: BrainReply) -> None:
        if self._listener is not None:
            self._listener(reply)


def _values(commands: Iterable[Command]) -> set[str]:
    """The values of optional settings: who overlooks the name complains of the value."""
    infos = [command for command in commands if isinstance(command, Info)]
    return {info.value for info in infos if info.key in OPTIONAL}
