"""The games of a match so far, counted. Results are those of engine 1 unless it says otherwise."""

from __future__ import annotations

from dataclasses import dataclass

from tengen.arena.game import Cause, Record
from tengen.arena.likelihood import Sample
from tengen.arena.schedule import Planned, Side
from tengen.rules.board import Board
from tengen.rules.point import Point
from tengen.rules.rules import Player
from tengen.rules.symmetry import symmetries


@dataclass(frozen=True, slots=True)
class Played:
    """A game of the schedule and how it went."""

    planned: Planned
    record: Record

    @property
    def winner(self) -> Side | None:
        """Which engine won; None for a draw."""
        winner = self.record.winner
        return None if winner is None else self.planned.seat_of(winner)

    @property
    def halves(self) -> int:
        """What the game is worth to engine 1: 2 for a win, 1 for a draw, 0 for a loss."""
        return 1 if self.winner is None else 2 * (self.winner is Side.ONE)


class Tally:
    """All games of a match that have ended."""

    def __init__(self) -> None:
        self.played: list[Played] = []

    def add(self, game: Played) -> None:
        """Count one more game."""
        self.played.append(game)

    def games(self) -> Sample:
        """How many games were lost, drawn and won."""
        worth = [game.halves for game in self.played]
        return Sample((worth.count(0), worth.count(1), worth.count(2)))

    def pairs(self) -> Sample:
        """How many finished pairs of games were worth 0, 1/2, 1, 3/2 and 2 points."""
        worth: dict[int, list[int]] = {}
        for game in self.played:
            worth.setdefault(game.planned.pair, []).append(game.halves)
        sums = [sum(halves) for halves in worth.values() if len(halves) == 2]
        return Sample(tuple(sums.count(total) for total in range(5)))

    def wins(self, side: Side, player: Player) -> int:
        """How many games an engine won as the first or the second player."""
        return sum(
            game.winner is side and game.planned.player_of(side) is player for game in self.played
        )

    def draws(self) -> int:
        """How many games nobody won."""
        return sum(game.winner is None for game in self.played)

    def lost_by(self, side: Side, cause: Cause) -> int:
        """How many games an engine lost for a cause."""
        return sum(game.winner is side.other and game.record.cause is cause for game in self.played)

    def seconds(self, side: Side) -> list[float]:
        """How long an engine took for each of its moves."""
        found: list[float] = []
        for game in self.played:
            found += game.record.seconds[game.planned.player_of(side)]
        return found

    def repeated(self) -> int:
        """How many games have the moves and colours of another one, perhaps turned or flipped."""
        kinds = {(game.planned.first, canonical_moves(game.record.board)) for game in self.played}
        return len(self.played) - len(kinds)


def canonical_moves(board: Board) -> tuple[Point, ...]:
    """The same moves for all games that are turned or flipped forms of each other."""
    rules = board.rules
    return min(
        tuple(symmetry.apply(point, rules) for point in board.moves)
        for symmetry in symmetries(rules)
    )
