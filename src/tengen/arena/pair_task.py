"""The tasks of a tournament: pairs of games from one opening, with colours swapped.

A task is plain data. Playing it twice does no harm, so it can be sent to any worker, and again if
that worker dies.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from tengen.arena.formats import OpeningPair
from tengen.arena.game import EngineGame, EnginePlayer, GameConditions
from tengen.arena.schedule import OpeningMoves
from tengen.errors import quote
from tengen.rules import Player, Rules


class Entrant(Hashable, Protocol):
    """Something that starts an engine: a text, or a function of this process."""

    @property
    def name(self) -> str:
        """The name in the report."""

    def start(self, rules: Rules, conditions: GameConditions) -> EnginePlayer:
        """Start the engine and a game. Raises EngineError if it cannot play by the rules."""


@dataclass(frozen=True, slots=True)
class EngineMaker:
    """An engine of this process, which a function makes."""

    name: str
    make: Callable[[], EnginePlayer]

    def start(self, rules: Rules, conditions: GameConditions) -> EnginePlayer:
        """Make the engine; the game starts later."""
        del rules, conditions
        return self.make()


@dataclass(frozen=True, slots=True)
class PairTask:
    """Two games to play; the first engine begins the first game."""

    number: int
    """From 1, in the order of the schedule."""
    pairing: OpeningPair
    engines: tuple[Entrant, Entrant]
    rules: Rules
    opening: OpeningMoves
    conditions: GameConditions
    opening_rule: str = ""
    """The name of the rule by which the engines play the opening; then `opening` is empty."""
    seed: int = 0
    """Of what Tengen's engine decides in such an opening."""

    def __str__(self) -> str:
        first, second = (engine.name for engine in self.engines)
        return f"pair {self.number} ({quote(first)} against {quote(second)})"


@dataclass(frozen=True, slots=True)
class PairResult:
    """Both games of a task: `pairing.first` began the first, `pairing.second` the second."""

    number: int
    pairing: OpeningPair
    games: tuple[EngineGame, EngineGame]

    @property
    def halves(self) -> int:
        """The half points of `pairing.first`, from 0 to 4."""
        one, two = self.games
        return half_points(one, one.opener) + half_points(two, two.opener.other)

    def seats(self) -> Iterator[tuple[EngineGame, dict[Player, int]]]:
        """Yield both games, each with the numbers of the engines that were its players."""
        openers = (self.pairing.first, self.pairing.second)
        for game, opener, other in zip(self.games, openers, openers[::-1], strict=True):
            yield game, {game.opener: opener, game.opener.other: other}

    def numbered_games(
        self, names: Sequence[str]
    ) -> Iterator[tuple[int, EngineGame, dict[Player, str]]]:
        """Yield both games, each with its number, from 1, and the names of its players."""
        for number, (game, seats) in enumerate(self.seats(), 2 * self.number - 1):
            yield number, game, {player: names[engine] for player, engine in seats.items()}


def half_points(game: EngineGame, player: Player) -> int:
    """Return the half points of a player: 2 for a win, 1 for a draw, 0 for a loss."""
    return 1 if game.winner is None else 2 * (game.winner is player)
