"""The clock of a server, by what it says and how late that comes."""

from __future__ import annotations

import pytest

from tengen.terminal.remote_game import RemoteClock


class Here:
    """This machine's clock, set by hand."""

    def __init__(self) -> None:
        self.time = 0

    def __call__(self) -> int:
        return self.time


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> Here:
    here = Here()
    monkeypatch.setattr("tengen.terminal.remote_game._here", here)
    return here


def test_the_news_with_the_least_delay_count(here: Here) -> None:
    clock = RemoteClock()
    clock.hear(100)
    here.time = 60
    clock.hear(110)  # was 50 ms late
    assert clock.now() == 160
    clock.hear(190)
    assert clock.now() == 190


def test_after_the_line_was_lost_the_next_news_count(here: Here) -> None:
    clock = RemoteClock()
    clock.hear(1000)
    clock.forget()
    clock.hear(500)
    here.time = 1
    assert clock.now() == 501
