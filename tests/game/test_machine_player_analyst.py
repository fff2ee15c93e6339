"""Analysis of one board after another."""

from __future__ import annotations

import queue
import threading
from typing import Self

import pytest

from tengen.engine.analysis import Analysis, Limits
from tengen.engine.engine import Engine
from tengen.errors import EngineError, RuleError
from tengen.game.machine_player import Analyst, AnalystNews, hint
from tengen.rules.board import Board
from tengen.rules.notation import parse_moves
from tengen.rules.rules import Rules, WinRule

FIVE = Rules(15, 15, 5)
QUICK = Limits(depth=2)
LONG = 60
"""Timeout in seconds, reached only if a test fails."""


def board_of(moves: str, rules: Rules = FIVE) -> Board:
    board = Board(rules)
    for point in parse_moves(moves, rules):
        board.play(point)
    return board


QUIET = board_of("h8 i9 j8")
OTHER = board_of("h8 h9 g7")


class Watcher:
    """An analyst, and the news it reported."""

    def __init__(self, lines: int = 1) -> None:
        self.news: queue.Queue[tuple[Board, AnalystNews]] = queue.Queue()
        self.analyst = Analyst(
            lambda board, news: self.news.put((board, news)), lines=lines, megabytes=1
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.analyst.close()

    def until_the_end(self) -> list[tuple[Board, AnalystNews]]:
        """Return all news until the analysis of a board has ended."""
        found = [self.news.get(timeout=LONG)]
        while isinstance(found[-1][1], Analysis):
            found.append(self.news.get(timeout=LONG))
        return found


def test_every_depth_is_reported_and_then_the_end() -> None:
    with Watcher(lines=3) as watcher:
        watcher.analyst.show(QUIET, QUICK)
        *found, _ = [news for _, news in watcher.until_the_end()]
    assert [news.depth for news in found if isinstance(news, Analysis)] == [1, 2]
    assert isinstance(found[-1], Analysis)
    assert len(found[-1].lines) == 3


def test_an_analysis_without_limits_runs_until_another_board_is_shown() -> None:
    with Watcher() as watcher:
        watcher.analyst.show(QUIET)
        assert watcher.news.get(timeout=LONG)[0] == QUIET
        watcher.analyst.show(OTHER, QUICK)
        boards = [board for board, _ in watcher.until_the_end()]
    assert boards[-1] == OTHER
    assert boards == [QUIET] * boards.count(QUIET) + [OTHER] * boards.count(OTHER)


@pytest.mark.parametrize("times", range(5))
def test_the_last_board_is_analysed_however_quickly_boards_change(times: int) -> None:
    with Watcher() as watcher:
        for _ in range(times):
            watcher.analyst.show(QUIET)
        watcher.analyst.show(OTHER, QUICK)
        assert watcher.until_the_end()[-1][0] == OTHER


def test_nothing_is_reported_after_a_stop() -> None:
    with Watcher() as watcher:
        watcher.analyst.show(QUIET)
        watcher.news.get(timeout=LONG)
        watcher.analyst.stop()
        known = watcher.news.qsize()
        watcher.analyst.close()
        assert watcher.news.qsize() == known


def test_closing_ends_the_thread() -> None:
    watcher = Watcher()
    watcher.analyst.show(QUIET)
    watcher.analyst.close()
    watcher.analyst.close()
    assert "analyst" not in {thread.name for thread in threading.enumerate()}


def test_the_callback_may_stop_or_close() -> None:
    done = threading.Event()

    def report(_board: Board, _news: AnalystNews) -> None:
        analyst.stop()
        analyst.close()
        done.set()

    analyst = Analyst(report, megabytes=1)
    analyst.show(QUIET)
    assert done.wait(LONG)
    analyst.close()


def test_changing_the_board_does_not_affect_its_analysis() -> None:
    with Watcher() as watcher:
        board = QUIET.copy()
        watcher.analyst.show(board, QUICK)
        board.undo()
        assert {str(seen) for seen, _ in watcher.until_the_end()} == {str(QUIET)}


def test_a_board_that_cannot_be_analysed_is_an_error_and_the_next_is_analysed() -> None:
    over = board_of("a1 a2 b1 b2 c1 c2 d1 d2 e1")
    unknown = Board(Rules(23, 23, 5, WinRule.RENJU))
    with Watcher() as watcher:
        for board in (over, unknown):
            watcher.analyst.show(board)
            ((_, error),) = watcher.until_the_end()
            assert isinstance(error, RuleError)
        watcher.analyst.show(QUIET, QUICK)
        assert len(watcher.until_the_end()) == 3


def test_an_internal_error_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Engine, "analyse", lambda *_: 1 / 0)
    with Watcher() as watcher:
        watcher.analyst.show(QUIET)
        assert isinstance(watcher.until_the_end()[0][1], EngineError)


def test_a_hint_is_the_last_analysis() -> None:
    winning = board_of("h8 a1 i8 b1 j8 c1 k8 d1")
    found = hint(winning, 5.0, lines=1)
    assert found.plies == 1
    assert hint(QUIET, 0.05, lines=2, threads=2).lines
    with pytest.raises(RuleError, match="over"):
        hint(board_of("a1 a2 b1 b2 c1 c2 d1 d2 e1"))
