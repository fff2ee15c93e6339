"""Somebody who plays, with the theorem at hand."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Protocol

from tengen.rules.board import Board
from tengen.rules.point import Point
from tengen.rules.rules import WinRule
from tengen.search.analysis import Limits
from tengen.search.levels import LEVELS
from tengen.theorem.winner import Winner

STRONGEST = max(LEVELS)
"""The level that plays by the theorem, as the engine itself does; those below are to be beaten."""


class Chooser(Protocol):
    """An engine, or an opponent of some level."""

    def choose(self, board: Board, limits: Limits) -> Point:
        """The move to play."""

    def stop(self) -> None:
        """End the thought that is going on, or else the next one."""


class Guided:
    """Plays by the theorem where that has a move, and otherwise as another one would.

    After a move of the theorem, `left` is the most moves that are still needed to win; it is 0
    where that is not known.
    """

    def __init__(
        self, player: Chooser, winner: Winner | None, seconds: float | None = None
    ) -> None:
        """Without a winner nothing is known; `seconds` are for a move without limits."""
        self._player = player
        self._winner = winner
        self._seconds = seconds
        self.left = 0

    def choose(self, board: Board, limits: Limits) -> Point:
        """The move to play, within the limits."""
        start = time.monotonic()
        step = None if self._winner is None else self._winner.choose(board, limits)
        self.left = step.left if step else 0
        if step is not None:
            return step.move
        return self._player.choose(board, self._rest(limits, time.monotonic() - start))

    def learn(self, win: WinRule) -> None:
        """Have ready what a game under this rule may need."""
        if self._winner is not None:
            self._winner.learn(win)

    def stop(self) -> None:
        """End the thought that is going on, or else the next one; it answers with what it has."""
        if self._winner is not None:
            self._winner.stop()
        self._player.stop()

    def get_ready(self) -> None:
        """Forget a `stop` that came too late; who plays otherwise is not told."""
        if self._winner is not None:
            self._winner.get_ready()

    def _rest(self, limits: Limits, spent: float) -> Limits:
        """What is left of limits."""
        nodes = self._winner.nodes if self._winner and limits.nodes else 0
        return replace(
            limits,
            seconds=None if limits.seconds is None else max(0.0, limits.seconds - spent),
            soft=None if limits.soft is None else max(0.0, limits.soft - spent),
            nodes=None if limits.nodes is None else max(1, limits.nodes - nodes),
        )


def guide(player: Chooser, level: int) -> Guided:
    """Somebody of a level: the strongest knows the theorem."""
    return Guided(player, Winner() if level == STRONGEST else None)
