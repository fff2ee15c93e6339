"""A connection to an engine: its process, the lines to and from it, and the protocol on top.

Everything has a deadline and runs in one thread. While it waits, it reads both outputs of the
process, so that the process never blocks on a full pipe. At other times output stays in the pipe,
so that it does not fill the memory.
"""

from __future__ import annotations

import contextlib
import os
import re
import selectors
import signal
import subprocess
import time
import weakref
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import IO, NoReturn

from tengen.errors import (
    EngineBrokeProtocol,
    EngineMovedIllegally,
    EngineRefused,
    EngineTerminated,
    EngineTimedOut,
    quote,
)
from tengen.gomocup import replies
from tengen.gomocup.command_text import format_script
from tengen.gomocup.commands import InfoCommand, ManagerCommand
from tengen.gomocup.text import LineCutter


class Deadline:
    """A point in time some milliseconds from now."""

    def __init__(self, milliseconds: int) -> None:
        self.milliseconds = milliseconds
        self._end = time.monotonic() + milliseconds / 1000

    @property
    def seconds_left(self) -> float:
        """The seconds until the deadline; zero after it."""
        return max(0.0, self._end - time.monotonic())


CHUNK = 1 << 14
KEPT_LINES = 5
WRITE, READ = selectors.EVENT_WRITE, selectors.EVENT_READ


class LineProcess:
    """A running process; it is killed when this object is garbage-collected, if not before."""

    def __init__(self, name: str, argv: Sequence[str], cwd: str | None = None) -> None:
        self._name = name
        self._process = _launch(name, argv, cwd)
        self._stop = weakref.finalize(self, _stop, self._process)
        self._lines: deque[str] = deque()
        self._last_lines: deque[str] = deque(maxlen=KEPT_LINES)
        self._selector = selectors.DefaultSelector()
        self._cutters: dict[int, LineCutter] = {}
        self._input, self._output, errors = map(_handle, _pipes(self._process))
        for output in (self._output, errors):
            self._selector.register(output, READ)
            self._cutters[output] = LineCutter()

    @property
    def last_lines(self) -> tuple[str, ...]:
        """The last lines of both outputs."""
        return tuple(self._last_lines)

    def send(self, script: bytes, deadline: Deadline) -> None:
        """Write all of a script. Raises EngineTerminated or EngineTimedOut."""
        self._selector.register(self._input, WRITE)
        try:
            while script:
                written = self._write(script) if self._wait(deadline) else 0
                script = script[written:]
        except (BrokenPipeError, ConnectionResetError):
            self._raise_terminated()
        finally:
            self._selector.unregister(self._input)

    def read_line(self, deadline: Deadline) -> str:
        """Return the next line. Raises EngineTerminated or EngineTimedOut."""
        while not self._lines:
            if self._output not in self._cutters:
                self._raise_terminated()
            self._wait(deadline)
        return self._lines.popleft()

    def waiting_lines(self) -> list[str]:
        """Return the lines that have arrived and were not read."""
        self._read_ready(0)
        lines = list(self._lines)
        self._lines.clear()
        return lines

    def close(self, farewell: bytes, deadline: Deadline) -> None:
        """Send a last line, give the process time to exit, and kill it if it does not exit."""
        try:
            with contextlib.suppress(EngineTerminated, EngineTimedOut):
                self.send(farewell, deadline)
            _pipes(self._process)[0].close()
            while self._process.poll() is None and deadline.seconds_left:
                self._read_ready(0.01)
                self._lines.clear()
        finally:
            self.kill()

    def kill(self) -> None:
        """Kill the process and all processes that it has started."""
        self._selector.close()
        self._stop()

    def interrupt(self) -> None:
        """Kill the process, from any thread; a thread that waits for it gets EngineTerminated."""
        if self._stop.alive:
            _kill_group(self._process)

    def _wait(self, deadline: Deadline) -> bool:
        """Wait for output or until input can be written, and return whether it can."""
        if not deadline.seconds_left:
            what = f"did not answer within {deadline.milliseconds} ms"
            raise EngineTimedOut(self._name, what, self.last_lines)
        return self._read_ready(deadline.seconds_left)

    def _read_ready(self, seconds: float) -> bool:
        can_write = False
        for key, _ in self._selector.select(seconds):
            if key.fd == self._input:
                can_write = True
            else:
                self._read(key.fd)
        return can_write

    def _read(self, output: int) -> None:
        try:
            piece = os.read(output, CHUNK)
        except BlockingIOError:
            return
        cutter = self._cutters[output]
        lines = cutter.feed(piece) if piece else cutter.end()
        self._last_lines.extend(lines)
        if output == self._output:
            self._lines.extend(lines)
        if not piece:
            self._selector.unregister(output)
            del self._cutters[output]

    def _write(self, script: bytes) -> int:
        try:
            return os.write(self._input, script)
        except BlockingIOError:
            return 0

    def _raise_terminated(self) -> NoReturn:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(0.1)
        self._read_ready(0)
        status = self._process.returncode
        how = "closed its output" if status is None else f"ended with status {status}"
        raise EngineTerminated(self._name, how, self.last_lines)


def _launch(name: str, argv: Sequence[str], cwd: str | None) -> subprocess.Popen[bytes]:
    program = argv[0] if os.sep not in argv[0] else os.path.abspath(argv[0])
    pipe = subprocess.PIPE
    try:
        return subprocess.Popen(  # noqa: S603 - running the given program is the purpose
            [program, *argv[1:]],
            cwd=cwd,
            stdin=pipe,
            stdout=pipe,
            stderr=pipe,
            bufsize=0,
            start_new_session=True,
        )
    except (OSError, ValueError) as error:
        raise EngineTerminated(name, f"could not be started: {error}") from error


def _stop(process: subprocess.Popen[bytes]) -> None:
    """Kill the process group, wait for the process and close its pipes."""
    _kill_group(process)
    process.kill()
    process.wait()
    for pipe in _pipes(process):
        pipe.close()


def _kill_group(process: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)


def _pipes(process: subprocess.Popen[bytes]) -> list[IO[bytes]]:
    pipes = (process.stdin, process.stdout, process.stderr)
    return [pipe for pipe in pipes if pipe is not None]


def _handle(pipe: IO[bytes]) -> int:
    """Make a pipe non-blocking, and return its file descriptor."""
    os.set_blocking(pipe.fileno(), False)
    return pipe.fileno()


MAX_OTHER_LINES = 100
"""How many unexpected lines are skipped while waiting for one answer."""
OPTIONAL_SETTINGS = frozenset({"max_memory", "time_left", "timeout_match", "timeout_turn"})
"""Settings that an engine need not support."""
WORD = re.compile(r"[\w-]+")

ReplyListener = Callable[[replies.BrainReply], None]


class EngineConnection:
    """Commands to and replies from the engine called `name`, which runs in `child`.

    Lines that are not answers go to `listener`: messages, debug lines, unexpected lines, and errors
    about settings that an engine need not support.
    """

    def __init__(
        self, name: str, child: LineProcess, listener: ReplyListener | None = None
    ) -> None:
        self._name = name
        self._child = child
        self._listener = listener
        self._settings = set(OPTIONAL_SETTINGS)

    def send(self, deadline: Deadline, *commands: ManagerCommand) -> None:
        """Send commands."""
        self._settings.update(_setting_values(commands))
        self._child.send(format_script(commands), deadline)

    def read_reply(self, deadline: Deadline) -> replies.BrainReply:
        """Return the next reply that is not a message."""
        while True:
            reply = replies.parse_reply(self._child.read_line(deadline))
            if not isinstance(reply, replies.MessageReply | replies.DebugReply):
                return reply
            self._notify(reply)

    def read_answer(
        self, deadline: Deadline, *kinds: type[replies.BrainReply]
    ) -> replies.BrainReply:
        """Return the next reply of one of these kinds.

        Raises EngineRefused for a refusal, EngineBrokeProtocol after too many unexpected lines.
        """
        unexpected = 0
        while unexpected < MAX_OTHER_LINES:
            try:
                reply = self.read_reply(deadline)
            except EngineTimedOut as error:
                raise (
                    self.protocol_error("gave no valid answer") if unexpected else error
                ) from None
            if isinstance(reply, kinds):
                return reply
            self._skip(reply)
            unexpected += 1
        raise self.protocol_error(f"sent {unexpected} unexpected lines")

    def read_leftovers(self) -> None:
        """Read the lines since the last answer. Raises EngineBrokeProtocol for a move."""
        for line in self._child.waiting_lines():
            reply = replies.parse_reply(line)
            if isinstance(reply, replies.MovesReply):
                raise self.protocol_error(f"moved out of turn: {quote(line)}")
            self._skip(reply)

    def protocol_error(self, what: str) -> EngineBrokeProtocol:
        """Return the error for an engine that broke the protocol."""
        return EngineBrokeProtocol(self._name, what, self._child.last_lines)

    def illegal_move(self, move: str) -> EngineMovedIllegally:
        """Return the error for an engine that made this illegal move."""
        what = f"made an illegal move: {move}"
        return EngineMovedIllegally(self._name, what, self._child.last_lines)

    def _skip(self, reply: replies.BrainReply) -> None:
        if isinstance(
            reply, replies.ErrorReply | replies.UnknownReply
        ) and not self._is_about_setting(reply.text):
            word = "ERROR" if isinstance(reply, replies.ErrorReply) else "UNKNOWN"
            raise EngineRefused(self._name, f"answered {word} {quote(reply.text)}")
        self._notify(reply)

    def _is_about_setting(self, text: str) -> bool:
        return not set(WORD.findall(text.lower())).isdisjoint(self._settings)

    def _notify(self, reply: replies.BrainReply) -> None:
        if self._listener is not None:
            self._listener(reply)


def _setting_values(commands: Iterable[ManagerCommand]) -> set[str]:
    """Return the values of optional settings; some engines name only the value in an error."""
    infos = [command for command in commands if isinstance(command, InfoCommand)]
    return {info.value for info in infos if info.key in OPTIONAL_SETTINGS}
