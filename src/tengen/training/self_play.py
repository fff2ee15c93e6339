"""Games of the engine against itself: positions with the score of a search and the result.

A shard, which is a number of games, depends on the settings and its own number alone. So it can be
played anywhere, and again.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from tengen.engine.alpha_beta import AlphaBetaSearch
from tengen.engine.constants import DECIDED, WIN
from tengen.engine.engine import HashTable
from tengen.engine.pattern_tables import make_position
from tengen.engine.weights import Weights, blank_weights
from tengen.rules import Board, Player, Point, Rules
from tengen.training.positions import NO_RESULT, PositionSample, pack_samples

MEGABYTES = 2
"""The size of the hash table of a game."""
ASPIRATION = 60
MAX_DEPTH = 30
OPENING_STONES = (2, 6)
"""The least and the greatest number of stones in an opening."""
OPEN_SCORE = 200
"""The greatest score of an opening, for either side."""
SIDE_RATE = 0.3
"""How often a random move is searched, too."""
SIDE_LOSS = 250
"""How much worse a random move may be that is played on."""
SIDE_PLAYED = 0.5
"""How often such a move is played on."""


@dataclass(frozen=True, slots=True)
class SelfPlaySettings:
    """How games are played. Without weights, all positions look equal until a win is proven."""

    rules: Rules
    seed: int = 0
    nodes: int = 2000
    """For each move of a game; half of that for a random move, or an opening."""
    shard_games: int = 200
    """The number of games in a shard."""
    weights: Weights | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class ShardTask:
    """A shard that is to be played."""

    settings: SelfPlaySettings
    number: int


@dataclass(frozen=True, slots=True)
class PlayedShard:
    """Packed positions of a shard, and the processor time that they took."""

    data: bytes
    seconds: float


def play_shard(task: ShardTask) -> PlayedShard:
    """Play all games of a shard."""
    start = time.process_time()
    play = SelfPlay(task.settings, f"{task.settings.seed}/{task.number}")
    first = task.number * task.settings.shard_games
    games = range(first, first + task.settings.shard_games)
    data = b"".join(pack_samples(play.play(number)) for number in games)
    return PlayedShard(data, time.process_time() - start)


class SelfPlay:
    """Plays games, one after the other."""

    def __init__(self, settings: SelfPlaySettings, seed: str) -> None:
        self._settings = settings
        self._random = Random(seed)  # noqa: S311 - a game is no secret
        self._board = Board(settings.rules)
        self._position = make_position(self._board)
        self._weights = settings.weights or blank_weights(settings.rules.win)

    def play(self, number: int) -> Iterator[PositionSample]:
        """Play a game, and yield its positions with its result."""
        self._search = AlphaBetaSearch(self._position, HashTable(MEGABYTES), self._weights)
        self._open()
        samples: list[PositionSample] = []
        winner = self._play_on(number, samples)
        while self._board.moves:
            self._undo()
        for sample in samples:
            yield sample.with_winner(winner)

    def _play_on(self, number: int, samples: list[PositionSample]) -> Player | None:
        """Play to a decided position, and return the winner."""
        while not self._board.outcome.is_over:
            if self._random.random() < SIDE_RATE and self._try_side(number, samples):
                continue
            score, move = self._think(self._settings.nodes)
            if self._position.is_quiet():
                samples.append(PositionSample.of(self._board, score, number))
            if abs(score) > DECIDED:
                return self._board.turn if score > 0 else self._board.turn.other
            self._put(move)
        return self._board.outcome.winner

    def _try_side(self, number: int, samples: list[PositionSample]) -> bool:
        """Search a random move, and return whether it is played on."""
        if not self._position.is_quiet():
            return False
        before, _ = self._think(self._settings.nodes // 2)
        self._put(self._random_near(2))
        if self._board.outcome.is_over:
            self._undo()
            return False
        score, _ = self._think(self._settings.nodes // 2)
        if self._position.is_quiet():
            samples.append(PositionSample.of(self._board, score, number, result=NO_RESULT))
        if before + score > SIDE_LOSS or self._random.random() > SIDE_PLAYED:
            self._undo()
            return False
        return True

    def _open(self) -> None:
        """Put random stones that leave the game open."""
        while True:
            stones = self._random.randint(*OPENING_STONES)
            self._put(self._first_point())
            for _ in range(stones - 1):
                self._put(self._random_near(self._random.randint(1, 4)))
            score, _ = self._think(self._settings.nodes // 2)
            if abs(score) <= OPEN_SCORE:
                return
            while self._board.moves:
                self._undo()

    def _first_point(self) -> Point:
        rules = self._board.rules
        return Point(
            self._random.randint(rules.height // 4, rules.height - 1 - rules.height // 4),
            self._random.randint(rules.width // 4, rules.width - 1 - rules.width // 4),
        )

    def _random_near(self, far: int) -> Point:
        """Return a random legal point at most so far from a stone."""
        while True:
            stone = self._random.choice(self._board.moves)
            row = stone.row + self._random.randint(-far, far)
            point = Point(row, stone.col + self._random.randint(-far, far))
            if self._board.is_legal(point):
                return point

    def _think(self, nodes: int) -> tuple[int, Point]:
        """Return the score of a search with so many nodes, and its move."""
        search = self._search
        search.stop = 0
        search.limit = search.all_nodes() + nodes
        score = found = 0
        move = search.guess()
        for depth in range(1, MAX_DEPTH):
            found = self._deepen(depth, score if depth > 3 else WIN)
            if search.stop:
                break
            score = found
            move = search.line()[0] if search.line() else move
            if abs(score) > DECIDED:
                break
        return score, self._position.point(move)

    def _deepen(self, depth: int, guess: int) -> int:
        """Search to a depth: first in a window around the score that is guessed."""
        low, high = guess - ASPIRATION, guess + ASPIRATION
        if abs(guess) > DECIDED:
            low, high = -WIN, WIN
        score = self._search.run(depth, low, high)
        if self._search.stop or low < score < high:
            return score
        return self._search.run(depth, -WIN, WIN)

    def _put(self, point: Point) -> None:
        self._board.play(point)
        self._position.play(point.row, point.col)

    def _undo(self) -> None:
        self._board.undo()
        self._position.undo()
