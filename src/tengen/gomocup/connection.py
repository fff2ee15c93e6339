"""A connection to an engine: its process, the lines to and from it, and the protocol on top.

Everything has a deadline and runs in one thread. While it waits, it reads both outputs of the
process, so that the process never blocks on a full pipe. At other times output stays in the pipe,
so that it does not fill the memory.
"""

from __future__ import annotations

import contextlib
import enum
import math
import os
import re
import select
import signal
import subprocess
import time
import weakref
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import IO, Final, NamedTuple, NoReturn

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
CLOSED: Final = -1
"""The number of a pipe that is closed."""
KEPT_LINES = 5
WATCH_SECONDS = 0.1
"""How often a process is watched while its output is awaited."""


class LineSource(enum.Enum):
    """Which way a line went; the value is a word for it."""

    INPUT = "sent"
    OUTPUT = "answered"
    ERRORS = "stderr"


LineListener = Callable[[LineSource, str], None]


class TimedLine(NamedTuple):
    """A line to or from a process, with its moment by `time.monotonic`."""

    seconds: float
    source: LineSource
    text: str


class LineProcess:
    """A running process; it is killed when this object is garbage-collected, if not before.

    All lines to and from it go to `listener`, those from it when they are read from the pipe.
    """

    def __init__(
        self,
        name: str,
        argv: Sequence[str],
        cwd: str | None = None,
        listener: LineListener | None = None,
    ) -> None:
        self._name = name
        self.listener = listener
        self.watch: Callable[[], None] | None = None
        """Called now and then while output is awaited; what it raises ends the wait."""
        self._watched = 0.0
        self._process = _launch(name, argv, cwd)
        self._stop = weakref.finalize(self, _stop, self._process)
        self._lines: deque[str] = deque()
        self._last_lines: deque[str] = deque(maxlen=KEPT_LINES)
        self._poll = select.poll()
        self._cutters: dict[int, LineCutter] = {}
        self._input, self._output, errors = map(_handle, _pipes(self._process))
        for output in (self._output, errors):
            self._poll.register(output, select.POLLIN)
            self._cutters[output] = LineCutter()

    @property
    def last_lines(self) -> tuple[str, ...]:
        """The last lines of both outputs."""
        return tuple(self._last_lines)

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def send(self, script: bytes, deadline: Deadline) -> None:
        """Write all of a script. Raises EngineTerminated or EngineTimedOut."""
        if self.listener is not None:
            self._notify(LineSource.INPUT, script.decode("utf-8", "replace").splitlines())
        try:
            rest = script[self._write(script) :]
            if rest:
                self._send_slowly(rest, deadline)
        except OSError:
            self._raise_terminated()

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
        if not self._lines:
            return []
        lines = list(self._lines)
        self._lines.clear()
        return lines

    def close(self, farewell: bytes, deadline: Deadline) -> bool:
        """Send a last line, give the process time to exit, and kill it if it does not exit.

        Return whether it has exited by itself.
        """
        try:
            with contextlib.suppress(EngineTerminated, EngineTimedOut):
                self.send(farewell, deadline)
            self.end_input()
            return self.wait_for_exit(deadline)
        finally:
            self.kill()

    def end_input(self) -> None:
        """Close the input of the process; nothing can be sent any more."""
        self._input = CLOSED
        _pipes(self._process)[0].close()

    def wait_for_exit(self, deadline: Deadline) -> bool:
        """Wait until the process has ended, and return whether it has; its output is dropped."""
        while self._process.poll() is None and deadline.seconds_left:
            self._read_ready(0.01)
            self._lines.clear()
        for _ in range(2):  # what it wrote last, and the end of the output
            self._read_ready(0)
        return self._process.poll() is not None

    def kill(self) -> None:
        """Kill the process and all processes that it has started."""
        self._input = CLOSED
        for output in list(self._cutters):
            self._forget(output)
        self._stop()

    def interrupt(self) -> None:
        """Kill the process, from any thread; a thread that waits for it gets EngineTerminated."""
        if self._stop.alive:
            _kill_group(self._process)

    def _send_slowly(self, script: bytes, deadline: Deadline) -> None:
        """Write a script to a pipe that was full, and read while waiting."""
        self._poll.register(self._input, select.POLLOUT)
        try:
            while script:
                self._wait(deadline)
                script = script[self._write(script) :]
        finally:
            if self._input != CLOSED:
                self._poll.unregister(self._input)

    def _wait(self, deadline: Deadline) -> None:
        """Wait for output, or until input can be written if that is awaited."""
        seconds = deadline.seconds_left
        if not seconds:
            what = f"did not answer within {deadline.milliseconds} ms"
            raise EngineTimedOut(self._name, what, self.last_lines)
        if self.watch is None:
            self._read_ready(seconds)
        else:
            self._read_ready(min(seconds, WATCH_SECONDS))
            self._call_watch(self.watch)

    def _call_watch(self, watch: Callable[[], None]) -> None:
        now = time.monotonic()
        if now - self._watched >= WATCH_SECONDS:
            self._watched = now
            watch()

    def _read_ready(self, seconds: float) -> None:
        for handle, _ in self._poll.poll(math.ceil(seconds * 1000)):
            if handle in self._cutters:
                self._read(handle)

    def _read(self, output: int) -> None:
        try:
            piece = os.read(output, CHUNK)
        except BlockingIOError:
            return
        cutter = self._cutters[output]
        lines = cutter.feed(piece) if piece else cutter.end()
        self._last_lines.extend(lines)
        is_answer = output == self._output
        if is_answer:
            self._lines.extend(lines)
        if self.listener is not None:
            self._notify(LineSource.OUTPUT if is_answer else LineSource.ERRORS, lines)
        if not piece:
            self._forget(output)

    def _forget(self, output: int) -> None:
        self._poll.unregister(output)
        del self._cutters[output]

    def _notify(self, source: LineSource, lines: Iterable[str]) -> None:
        if self.listener is not None:
            for line in lines:
                self.listener(source, line)

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
        raise EngineTerminated(name, f"could not be started: {_reason(error)}") from error


def _reason(error: OSError | ValueError) -> str:
    """Return for example `No such file or directory: 'engine'`, without a number."""
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.strerror}: {quote(str(error.filename))}"
    return str(error)


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
        self._sent: list[ManagerCommand] = []

    def send(self, deadline: Deadline, *commands: ManagerCommand) -> None:
        """Send commands."""
        self._sent += commands
        self._child.send(format_script(commands), deadline)

    def read_reply(self, deadline: Deadline) -> replies.BrainReply:
        """Return the next reply that is not a message."""
        while True:
            reply = replies.parse_reply(self._child.read_line(deadline))
            if not isinstance(reply, (replies.MessageReply, replies.DebugReply)):
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
        settings = OPTIONAL_SETTINGS | _setting_values(self._sent)
        return not settings.isdisjoint(WORD.findall(text.lower()))

    def _notify(self, reply: replies.BrainReply) -> None:
        if self._listener is not None:
            self._listener(reply)


def _setting_values(commands: Iterable[ManagerCommand]) -> set[str]:
    """Return the values of optional settings; some engines name only the value in an error."""
    infos = [command for command in commands if isinstance(command, InfoCommand)]
    return {info.value for info in infos if info.key in OPTIONAL_SETTINGS}
