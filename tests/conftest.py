"""Fixtures and options of all tests."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("tengen", deadline=None)  # a busy machine is not a failing test
settings.load_profile("tengen")

SLOW = Path(__file__).parent / "slow.txt"
"""The tests that `./test --quick` skips, one per line, written by tools/slow_tests.py."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--quick", action="store_true", help="leave out the tests in tests/slow.txt")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("--quick"):
        return
    slow = frozenset(SLOW.read_text().splitlines())
    left_out = [item for item in items if is_slow(item, slow)]
    items[:] = [item for item in items if not is_slow(item, slow)]
    config.hook.pytest_deselected(items=left_out)


def is_slow(item: pytest.Item, slow: frozenset[str]) -> bool:
    name = item.nodeid.partition("[")[0]
    return name in slow or item.get_closest_marker("slow") is not None


@pytest.fixture(autouse=True, scope="session")
def _restore_ctrl_c() -> Iterator[None]:
    """Restore Ctrl-C, which is ignored if the tests were started in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
