"""What all tests have in common."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest
from hypothesis import settings

settings.register_profile("tengen", deadline=None)  # a busy machine is not a failing test
settings.load_profile("tengen")


@pytest.fixture(autouse=True, scope="session")
def _ctrl_c_means_what_it_usually_does() -> Iterator[None]:
    """Whoever starts tests in the background has it ignored, and so would every program here."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
