from __future__ import annotations

import queue
from collections.abc import Callable

from tengen.rules.board import Board
from tengen.rules.notation import parse_position
from tengen.rules.rules import Rules, WinRule
from tengen.terminal.engine_threads import PlainEngine

LONG = 20.0
"""Seconds that are never waited for unless a test fails."""
ENDING = parse_position("3x3/3 freestyle X XX1/OO1/3")


class Listener:
    """Who does what other threads want done when the test says so."""

    def __init__(self) -> None:
        self.calls: queue.Queue[Callable[[], None]] = queue.Queue()
        self.said: list[str] = []
        self.thoughts = PlainEngine(self.calls.put, self.said.append)

    def wait(self) -> None:
        """Wait for something that is to be done, and do it."""
        self.calls.get(timeout=LONG)()


def test_a_tip_is_told_once() -> None:
    listener = Listener()
    listener.thoughts.give_tip(ENDING)
    listener.wait()
    assert listener.said == ["The engine would play C3."]
    assert not listener.thoughts.stop()


def test_what_was_stopped_is_not_told_though_it_was_done() -> None:
    listener = Listener()
    listener.thoughts.give_tip(ENDING)
    done = listener.calls.get(timeout=LONG)
    assert listener.thoughts.stop()
    done()
    assert listener.said == []


def test_lines_are_told_with_full_stops() -> None:
    listener = Listener()
    listener.thoughts.analyse(ENDING, 1)
    listener.wait()
    assert listener.said[0].startswith("Engine: depth ")
    assert listener.said[1] == "1. X wins in 1: c3.".replace("X", "Black")


def test_what_the_engine_does_not_play_is_told() -> None:
    listener = Listener()
    large = Board(Rules(30, 30, 5, WinRule.RENJU))
    listener.thoughts.give_tip(large)
    listener.wait()
    assert len(listener.said) == 1
    assert listener.said[0].endswith(".")
    assert "renju" in listener.said[0].lower()


def test_nothing_is_known_of_a_game_that_is_forgotten() -> None:
    listener = Listener()
    board = Board(Rules(3, 3, 3))
    for point in list(board.empty_points())[:7]:
        if not board.outcome.is_over:
            board.play(point)
    listener.thoughts.review(board)
    while not any("won after" in line for line in listener.said):
        listener.wait()
    assert listener.thoughts.judged(1) is not None
    assert listener.thoughts.judged(99) is None
    listener.thoughts.forget()
    assert listener.thoughts.judged(1) is None
