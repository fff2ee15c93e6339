"""One background process, as the server sees it."""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import PIPE
from contextlib import suppress
from typing import Protocol

COMMAND = (sys.executable, "-P", "-m", "tengen.web.background.child")
SIZE = 4


class Lost(Exception):
    """The process has ended before it answered."""


class Runner(Protocol):
    """Does one job after the other, somewhere."""

    async def run(self, job: bytes) -> bytes:
        """Do a job. Raises Lost."""

    def kill(self) -> None:
        """Give up what is being done; the next job begins anew."""

    async def close(self) -> None:
        """Give up what is being done, and leave nothing behind."""


class Process:
    """A process that is started when there is a job for it.

    It has a session of its own, so that Ctrl-C at the server's terminal does not reach it.
    """

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._killed: list[asyncio.subprocess.Process] = []

    async def run(self, job: bytes) -> bytes:
        """Do a job. Raises Lost."""
        try:
            return await self._talk(job)
        except (OSError, asyncio.IncompleteReadError) as error:
            self.kill()
            raise Lost from error

    async def _talk(self, job: bytes) -> bytes:
        if self._process is None:
            await self._see_out()
            self._process = await asyncio.create_subprocess_exec(
                *COMMAND, stdin=PIPE, stdout=PIPE, start_new_session=True
            )
        to, of = self._process.stdin, self._process.stdout
        assert to is not None
        assert of is not None
        to.write(len(job).to_bytes(SIZE, "big") + job)
        await to.drain()
        return await of.readexactly(int.from_bytes(await of.readexactly(SIZE), "big"))

    def kill(self) -> None:
        """End the process; the next job gets a new one."""
        process, self._process = self._process, None
        if process is not None:
            self._killed.append(process)
            with suppress(ProcessLookupError):
                process.kill()

    async def close(self) -> None:
        """End the process, and wait until it has ended."""
        self.kill()
        await self._see_out()

    async def _see_out(self) -> None:
        while self._killed:
            await self._killed.pop().wait()
