"""A connection to the scheduler of a Dask cluster whose workers have the same code."""

from __future__ import annotations

import logging
import uuid
from collections.abc import Callable
from typing import Any

from distributed import Client, Future

from tengen.arena import cluster_parts
from tengen.arena.code_mark import code_mark
from tengen.errors import ClusterError

CONNECT_SECONDS = 10.0
ANSWER_SECONDS = 30.0
"""How long a result may take from the worker that has it."""
for _name in ("distributed", "distributed.client"):
    logging.getLogger(_name).setLevel(logging.CRITICAL + 1)  # all of it is reported by exceptions


class ClusterConnection:
    """A client of a scheduler. Every method may raise OSError if the connection is lost."""

    def __init__(self, address: str) -> None:
        """Connect. Raises ClusterError if the scheduler cannot be used."""
        self._address = address
        try:
            self._client = Client(
                address, timeout=CONNECT_SECONDS, set_as_default=False, name="tengen"
            )
        except (ValueError, ImportError) as error:
            raise ClusterError(address, f"this address cannot be used: {error}") from None
        try:
            self._prepare()
        except BaseException:
            self.close()
            raise

    def _prepare(self) -> None:
        try:
            self._client.register_plugin(cluster_parts.SingleAttempts())
        except ModuleNotFoundError as error:
            raise self._missing("the scheduler", error) from None

    def check_workers(self) -> None:
        """Raise ClusterError if one of the workers has other code than this process, or none."""
        marks = self._client.run(code_mark, on_error="return")
        for worker, mark in marks.items():
            if isinstance(mark, ModuleNotFoundError):
                raise self._missing(f"the worker {worker}", mark)
            self.check_mark(str(mark), f"the worker {worker}")

    def _missing(self, where: str, error: ModuleNotFoundError) -> ClusterError:
        what = f"{where} has no module {error.name}: install {code_mark()} there"
        return ClusterError(self._address, what)

    def check_mark(self, mark: str, where: str = "a worker") -> None:
        """Raise ClusterError if a worker has other code than this process."""
        own = code_mark()
        if mark != own:
            what = f"{where} has {mark}, and this is {own}: install the same there"
            raise ClusterError(self._address, what)

    @property
    def is_open(self) -> bool:
        """Whether the scheduler is connected."""
        return bool(self._client.status == "running")

    def count_threads(self) -> int:
        """Return how many tasks the workers can run at the same time."""
        return sum(self._client.nthreads().values())

    def submit(self, call: bytes, on_done: Callable[[Future[Any]], None]) -> Future[Any]:
        """Send a call to the scheduler; `on_done` is called from another thread."""
        future = self._client.submit(
            cluster_parts.run_cluster_call,
            code_mark(),
            call,
            key=f"{cluster_parts.KEY_PREFIX}{uuid.uuid4().hex}",
            pure=False,
        )
        future.add_done_callback(on_done)
        return future

    def close_kept(self) -> None:
        """Have the workers close what they keep, without waiting for that."""
        self._client.run(cluster_parts.close_kept)

    def close(self) -> None:
        """Disconnect; the workers drop what they are still running for us."""
        self._client.close(timeout=1)
