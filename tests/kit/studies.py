"""Servers with a few routes only, and background jobs in the same process."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import httpx2
from starlette.applications import Starlette
from starlette.routing import BaseRoute

from tengen.errors import TengenError
from tengen.server.background.background import BackgroundJobs
from tengen.server.background.child import run_job
from tengen.server.background.jobs import format_report, parse_job
from tengen.server.http_requests import error_response
from tengen.server.problems import RequestRefused
from tengen.server.rate_limits import Rate, ServerLimits

WIDE = Rate(10_000, 10_000)
PLENTY = ServerLimits(WIDE, WIDE, WIDE, 10_000, WIDE, WIDE, WIDE)


class Visitor:
    """A client of a server that has only these routes."""

    def __init__(self, routes: Sequence[BaseRoute]) -> None:
        handlers = {RequestRefused: error_response, TengenError: error_response}
        self._app = Starlette(routes=routes, exception_handlers=handlers)

    def get(self, address: str) -> httpx2.Response:
        """Send a GET request."""
        return asyncio.run(self.ask("GET", address))

    def post(
        self, address: str, content: str | bytes | None = None, json: object = None
    ) -> httpx2.Response:
        """Send a POST request."""
        return asyncio.run(self.ask("POST", address, content=content, json=json))

    async def ask(self, method: str, address: str, **body: object) -> httpx2.Response:
        """Send a request from a running event loop."""
        transport = httpx2.ASGITransport(self._app)
        async with httpx2.AsyncClient(transport=transport, base_url="http://test") as client:
            return await client.request(method, address, **body)  # type: ignore[arg-type]


class InProcessRunner:
    """Runs background jobs in this process."""

    async def run(self, job: bytes) -> bytes:
        """Run a job."""
        return format_report(run_job(parse_job(job)))

    def kill(self) -> None:
        """Do nothing: there is no process."""

    async def close(self) -> None:
        """Do nothing: there is no process."""


def background() -> BackgroundJobs:
    """Return background jobs without processes or limits."""
    return BackgroundJobs(PLENTY, InProcessRunner)
