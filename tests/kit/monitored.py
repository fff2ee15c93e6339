"""A server in the same process with a port for its health and metrics."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2
from starlette.testclient import TestClient

from kit.prometheus import parse_metrics
from kit.web import WIDE
from tengen.server.app import make_app
from tengen.server.http_server import address_of, listen
from tengen.server.monitor import Monitor
from tengen.server.rate_limits import ServerLimits
from tengen.storage import Store


class MonitorClient:
    """A client of the port for health and metrics."""

    def __init__(self, address: str) -> None:
        self.address = address

    def get(self, path: str) -> httpx2.Response:
        """Send a request."""
        return httpx2.get(f"{self.address}{path}")

    def metrics(self) -> dict[str, float]:
        """Return all values by the name and the labels of their lines."""
        response = self.get("/metrics")
        assert response.status_code == 200
        assert response.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
        return parse_metrics(response.text)


@contextmanager
def monitored(
    directory: Path, limits: ServerLimits = WIDE
) -> Iterator[tuple[TestClient, MonitorClient]]:
    """Serve the games in a directory, and their metrics."""
    with (
        Store(str(directory)) as store,
        listen("127.0.0.1", 0) as listener,
        TestClient(
            make_app(store, limits, monitor=Monitor(listener)), raise_server_exceptions=False
        ) as server,
    ):
        yield server, MonitorClient(address_of(listener))
