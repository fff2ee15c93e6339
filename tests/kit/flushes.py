"""The latency of a bare flush to the disk: no server can show a saved move sooner."""

from __future__ import annotations

import os
import tempfile
import threading
import time
from types import TracebackType
from typing import Self

from kit.latency import Latencies

BLOCK = bytes(4096)
PAUSE = 0.02


class Flushes:
    """A thread that repeatedly writes and flushes a block. Use it in a `with` statement."""

    def __init__(self) -> None:
        self.latencies = Latencies()
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._work, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._is_over.set()
        self._thread.join()

    def _work(self) -> None:
        with tempfile.TemporaryFile(buffering=0) as file:
            while not self._is_over.wait(PAUSE):
                start = time.perf_counter()
                file.write(BLOCK)
                os.fdatasync(file.fileno())
                self.latencies.waits.append(time.perf_counter() - start)
