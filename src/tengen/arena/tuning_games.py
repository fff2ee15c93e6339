"""The games of a tuning run: two settings of the search play an opening with both colours.

The engines run in the process that plays the pair, without the protocol: that is quick with few
nodes. A pair is pure data, so any executor can play it, and it can be played again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from tengen.arena.schedule import OpeningMoves, OpeningOrder
from tengen.arena.tuning import SpsaPair
from tengen.engine.analysis import Limits
from tengen.engine.engine import Engine
from tengen.engine.search_parameters import DEFAULT_PARAMETERS, SearchParameters
from tengen.rules import Board, Player, Rules

MEGABYTES = 1.0
"""The hash table of each engine."""


@dataclass(frozen=True, slots=True)
class TuningPair:
    """Two games from one opening, which theta+ and theta- begin in turn."""

    number: int
    rules: Rules
    opening: OpeningMoves
    plus: SearchParameters
    minus: SearchParameters
    limits: Limits


def play_pair(pair: TuningPair) -> float:
    """Play both games and return the score of theta+, from -1 to 1."""
    first = _play_game(pair, pair.plus, pair.minus)
    second = _play_game(pair, pair.minus, pair.plus)
    return (first - second) / 2


def _play_game(pair: TuningPair, first: SearchParameters, second: SearchParameters) -> int:
    """Return 1 if the first player wins, -1 if the second does, 0 for a draw."""
    engines = {
        Player.FIRST: Engine(MEGABYTES, parameters=first),
        Player.SECOND: Engine(MEGABYTES, parameters=second),
    }
    board = Board(pair.rules)
    for point in pair.opening:
        board.play(point)
    while not board.outcome.is_over:
        board.play(engines[board.turn].choose(board, pair.limits))
    winner = board.outcome.winner
    return 0 if winner is None else 1 if winner is Player.FIRST else -1


@dataclass(frozen=True, slots=True)
class TuningGames:
    """How the games of a run are played, and how many pairs an iteration has."""

    rules: Rules
    openings: tuple[OpeningMoves, ...]
    limits: Limits
    pairs: int
    seed: int

    def pairs_of(self, iteration: int, tried: SpsaPair) -> Iterator[TuningPair]:
        """Yield the pairs of an iteration, which are numbered through from 0."""
        plus, minus = (DEFAULT_PARAMETERS.changed(one) for one in (tried.plus, tried.minus))
        for number in range(iteration * self.pairs, (iteration + 1) * self.pairs):
            opening = _order(self.openings, self.rules, self.seed)[number]
            yield TuningPair(number, self.rules, opening, plus, minus, self.limits)


@lru_cache(maxsize=1)
def _order(openings: tuple[OpeningMoves, ...], rules: Rules, seed: int) -> OpeningOrder:
    return OpeningOrder(openings, rules, seed)
