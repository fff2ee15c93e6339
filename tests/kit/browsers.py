"""A real browser, driven by Playwright."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar

from playwright.async_api import Browser, Playwright, async_playwright

FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)
PATIENCE = 60.0
"""Seconds after which a test fails if the browser hangs."""
Answer = TypeVar("Answer")


class Chromium:
    """One browser for many visitors.

    It is driven from an event loop in its own thread. Playwright's synchronous API leaves a loop
    running in the thread of the tests, where tests could then not run their own.
    """

    def __init__(self, program: Path, home: Path) -> None:
        self._program = program
        self._home = home
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._playwright, self.browser = self.wait(self._open())

    def wait(self, what: Coroutine[Any, Any, Answer]) -> Answer:
        """Run a coroutine in the browser's thread."""
        return asyncio.run_coroutine_threadsafe(what, self._loop).result(PATIENCE)

    def close(self) -> None:
        """Close the browser, and end the thread."""
        self.wait(self._close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _open(self) -> tuple[Playwright, Browser]:
        playwright = await async_playwright().start()
        browser = await playwright.chromium.launch(
            executable_path=self._program,
            args=FLAGS,
            env={**os.environ, "HOME": str(self._home)},
        )
        return playwright, browser

    async def _close(self) -> None:
        await self.browser.close()
        await self._playwright.stop()
