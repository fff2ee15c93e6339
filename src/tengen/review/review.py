"""A game as it was judged: where it was lost, who was ahead, who made mistakes."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from tengen.review.judgement import JudgedMove, Judgement
from tengen.review.standing import Standing
from tengen.rules.outcome import Outcome
from tengen.rules.rules import Player, Rules

AHEAD = 0.65
"""From which winning chance on somebody is said to be ahead."""


@dataclass(frozen=True, slots=True)
class Phase:
    """Positions in a row, by the number of moves before them, with the same side ahead."""

    first: int
    last: int
    leader: Player | None


@dataclass(frozen=True, slots=True)
class Review:
    """What the engine says of a game.

    `standings` are those of the positions after `start` moves to the last one, `moves` those
    played from the first of them on; `start` is 0 unless the review was stopped.
    """

    rules: Rules
    outcome: Outcome
    start: int
    standings: tuple[Standing, ...]
    moves: tuple[JudgedMove, ...]

    @property
    def is_complete(self) -> bool:
        """Whether all of the game was judged."""
        return self.start == 0

    @property
    def loser(self) -> Player | None:
        """Who has lost, or loses for all that is known."""
        winner = self.standings[-1].winner if self.standings else self.outcome.winner
        return None if winner is None else winner.other

    @property
    def turning_point(self) -> JudgedMove | None:
        """The last move with which the loser could still have held, as far as is known.

        Its `better` are the moves that hold. None if nobody has lost, or if the loser was lost in
        every position that was judged.
        """
        loser = self.loser
        for move in reversed(self.moves):
            if move.player is loser and move.before.winner is not loser.other and move.better:
                return move
        return None

    @property
    def phases(self) -> tuple[Phase, ...]:
        """Who was ahead when."""
        numbered = list(enumerate(self.standings, self.start))
        groups = [
            (leader, [ply for ply, _ in group])
            for leader, group in groupby(numbered, key=lambda pair: leader_of(pair[1]))
        ]
        return tuple(Phase(plies[0], plies[-1], leader) for leader, plies in groups)

    def move(self, number: int) -> JudgedMove | None:
        """A move by its number in the game, if it was judged."""
        at = number - self.start - 1
        return self.moves[at] if 0 <= at < len(self.moves) else None

    def count(self, player: Player, judgement: Judgement) -> int:
        """How many moves of a player were judged so."""
        return sum(move.player is player and move.judgement is judgement for move in self.moves)

    def mistakes(self, player: Player) -> tuple[JudgedMove, ...]:
        """A player's mistakes, blunders and missed wins."""
        return tuple(
            move for move in self.moves if move.player is player and move.judgement.is_mistake
        )


def leader_of(standing: Standing) -> Player | None:
    """Who is ahead, if anybody clearly is."""
    for player in Player:
        if standing.chance_for(player) >= AHEAD:
            return player
    return None
