"""Fixtures of the browser tests: one browser and one server for each process."""

from __future__ import annotations

from collections.abc import Iterator

import equipment
import pytest
from kit.browsers import Chromium
from kit.people import People
from kit.server import Server


@pytest.fixture(scope="session")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chromium]:
    """The browser; the test is skipped if there is none."""
    program = equipment.find_chromium()
    if program is None:
        pytest.skip(equipment.why_missing(equipment.CHROMIUM))
    browser = Chromium(program, tmp_path_factory.mktemp("home"))
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that must not log errors."""
    running = Server(tmp_path_factory.mktemp("server"))
    yield running
    running.stop()
    assert running.complaints == ""


@pytest.fixture
def people(chromium: Chromium, server: Server) -> Iterator[People]:
    """The people of a test, each with a browser."""
    guests = People(chromium, server)
    yield guests
    guests.leave()
