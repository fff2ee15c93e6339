"""The engine behind a brain: what it makes ready before a clock runs."""

from __future__ import annotations

import pytest

from tengen.cli.brain import BrainEngine
from tengen.engine import pattern_tables
from tengen.gomocup.brain import Think
from tengen.gomocup.settings import Settings
from tengen.rules.board import Board
from tengen.rules.point import Point
from tengen.rules.rules import Rules, WinRule


@pytest.mark.parametrize("win", [WinRule.FREESTYLE, WinRule.STANDARD, WinRule.RENJU])
def test_a_rule_that_was_told_has_its_tables_before_a_move_is_asked_for(win: WinRule) -> None:
    pattern_tables._tables.cache_clear()  # noqa: SLF001 - as in a process that has just begun
    settings = Settings(rule=win, max_depth=1)
    thinker = BrainEngine(knows_theorem=False)
    thinker.learn(settings)
    made = pattern_tables._tables.cache_info().misses  # noqa: SLF001 - likewise
    board = Board(Rules(15, 15, 5, win), {Point(7, 7): Board(Rules(15, 15, 5)).turn})
    thinker.start_request(settings)
    (move,) = thinker.answer(Think(board, settings))
    assert board.is_legal(move)
    assert pattern_tables._tables.cache_info().misses == made  # noqa: SLF001 - likewise
