"""A worker in a process of its own."""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import PIPE
from contextlib import suppress

from tengen.workers.jobs import Job
from tengen.workers.post import Hear, Lose
from tengen.workers.wire import Begin, Forget, Order, Stop, format_job, format_line, parse_report

COMMAND = (sys.executable, "-P", "-m", "tengen.workers.child")
LONGEST_LINE = 1 << 22
GRACE = 0.5
"""Seconds that a process has to end by itself."""


class Process:
    """Started at once, in the background. It ends when its input does, and so with the server.

    It has a session of its own, so that Ctrl-C at the server's terminal is not meant for it.
    """

    def __init__(self, hear: Hear, lose: Lose) -> None:
        self._hear = hear
        self._lose = lose
        self._process: asyncio.subprocess.Process | None = None
        self._backlog: list[bytes] = []
        self._is_closing = False
        self._life = asyncio.get_running_loop().create_task(self._live())

    @property
    def pid(self) -> int | None:
        """The number of the process, once there is one."""
        return None if self._process is None else self._process.pid

    def begin(self, number: int, job: Job) -> None:
        """Do a job."""
        self._send(Begin(number, format_job(job)))

    def stop(self, number: int) -> None:
        """Break a job off."""
        self._send(Stop(number))

    def forget(self, number: int) -> None:
        """Keep nothing of a job that was stopped."""
        self._send(Forget(number))

    def kill(self) -> None:
        """End it at once."""
        if self._process is not None:
            with suppress(ProcessLookupError):
                self._process.kill()

    async def close(self) -> None:
        """Have it end, and see that it does."""
        self._is_closing = True
        self._end_input()
        await asyncio.wait({self._life}, timeout=GRACE)
        self.kill()
        await self._life

    def _send(self, order: Order) -> None:
        line = format_line(order)
        if self._process is None:
            self._backlog.append(line)
        else:
            self._input.write(line)

    @property
    def _input(self) -> asyncio.StreamWriter:
        assert self._process is not None
        assert self._process.stdin is not None
        return self._process.stdin

    def _end_input(self) -> None:
        if self._process is not None:
            self._input.close()

    async def _live(self) -> None:
        """From its start to its end."""
        try:
            self._process = await asyncio.create_subprocess_exec(
                *COMMAND, stdin=PIPE, stdout=PIPE, limit=LONGEST_LINE, start_new_session=True
            )
        except OSError:
            self._lose()
            return
        self._input.writelines(self._backlog)
        if self._is_closing:
            self._end_input()
        await self._listen(self._process)
        self._lose()

    async def _listen(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        async for line in process.stdout:
            self._hear(parse_report(line))
        await process.wait()
