"""The engine behind a brain: of the size that the manager grants, within the time it grants."""

from __future__ import annotations

import threading
import time
from contextlib import suppress
from dataclasses import replace

from tengen.cli.granted import make_limits, megabytes_for, threads_for
from tengen.engine.balanced_opening import OpeningChooser
from tengen.engine.engine import Engine
from tengen.engine.levels import Opponent
from tengen.engine.pattern_tables import PATTERN_RULES, pattern_tables
from tengen.protocol.requests import ChooseSwap, Think
from tengen.protocol.settings import Settings
from tengen.protocol.variants import K
from tengen.prove.theorem_player import GuidedPlayer, TheoremPlayer
from tengen.rules.point import Point
from tengen.rules.rules import Rules


class Thinker:
    """Made ready for a request, then asked to work on it in a thread of its own."""

    def __init__(self, opponent: Opponent | None = None, *, knows_theorem: bool = True) -> None:
        """An opponent makes the moves instead of the engine; openings are the engine's."""
        self._opponent = opponent
        self._winner = TheoremPlayer() if knows_theorem else None
        self._size: tuple[float, int] | None = None
        self._engine = Engine(0)
        self._opener = OpeningChooser(self._engine)
        self._guided = GuidedPlayer(self._engine, None)
        self._start = 0.0
        self._is_busy = False
        self._lock = threading.Lock()

    def learn(self, settings: Settings) -> None:
        """Have tables, theorem and memory, which take a while, before any clock is running."""
        if settings.rule in PATTERN_RULES:
            pattern_tables(Rules(1, 1, K, settings.rule))
        if self._winner is not None:
            self._winner.learn(settings.rule)
        if not self._is_busy and (settings.max_memory or settings.hash_size):
            with suppress(MemoryError):  # then the next request is told so
                self._resize(settings)

    def get_ready(self, settings: Settings) -> None:
        """Be ready for a request; the time is running."""
        self._start = time.monotonic()
        self._resize(settings)
        self._engine.get_ready()
        if self._opponent is not None:
            self._opponent.get_ready(self._share(settings))
        self._opener = OpeningChooser(self._engine)
        self._guided = GuidedPlayer(self._opponent or self._engine, self._winner)
        self._guided.get_ready()
        self._is_busy = True

    def answer(self, request: Think | ChooseSwap) -> tuple[Point, ...]:
        """The move, or the stones of an opening; none of those is to swap."""
        try:
            return self._answer(request)
        finally:
            with self._lock:
                self._is_busy = False

    @property
    def left(self) -> int:
        """The most moves of ours until the win after the last answer; 0 if that is not known."""
        return self._guided.left

    def stop(self) -> None:
        """Have the answer at once, if one is owed."""
        with self._lock:
            if self._is_busy:
                self._opener.stop()
                self._guided.stop()

    def _answer(self, request: Think | ChooseSwap) -> tuple[Point, ...]:
        limits = make_limits(request.settings, request.board)
        if limits.seconds is not None:
            spent = time.monotonic() - self._start
            limits = replace(limits, seconds=max(0.0, limits.seconds - spent))
        if isinstance(request, ChooseSwap):
            return self._opener.choose(request.board, limits)
        return (self._guided.choose(request.board, limits),)

    def _share(self, settings: Settings) -> float:
        """The megabytes of a hash table: an opponent has one of its own."""
        return megabytes_for(settings) / (1 if self._opponent is None else 2)

    def _resize(self, settings: Settings) -> None:
        """Have an engine of the right size, a new one if need be."""
        size = (self._share(settings), threads_for(settings))
        if size != self._size:
            self._engine = Engine(0)  # frees the old table before there is a new one
            self._size, self._opener = None, OpeningChooser(self._engine)
            self._engine = Engine(*size)
            self._size = size
