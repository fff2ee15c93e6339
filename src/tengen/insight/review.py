"""A review: a judgement of every move of a game, and where the game was lost."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from tengen.insight.shapes import NO_EFFECT, Effect, Shape
from tengen.insight.standing import Standing
from tengen.rules import Outcome, Player, Point, Rules

INACCURACY_LOSS = 0.1
MISTAKE_LOSS = 0.2
BLUNDER_LOSS = 0.35
"""The smallest loss of winning chance for each of these judgements."""
SHORT_WIN_PLIES = 3
"""A win in this many plies or fewer should be seen by every player."""


class Judgement(enum.Enum):
    """How good a move was."""

    FORCED = "forced"
    """Every other move lost at once, or there was no other move."""
    BEST = "best"
    FINE = "fine"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"
    MISSED_WIN = "missed win"
    """There was a proven win, and after the move there is none."""

    @property
    def is_mistake(self) -> bool:
        """Whether it counts as a mistake; an inaccuracy does not."""
        return self in {Judgement.MISTAKE, Judgement.BLUNDER, Judgement.MISSED_WIN}


@dataclass(frozen=True, slots=True)
class JudgedMove:
    """A move of a game, the standings before and after it, and its effect.

    `better` has better moves, the best first; if the move loses, they are moves that hold.
    `instead` is the effect of the best of them. If the move loses, `answer` is the shape that the
    opponent's best answer makes.
    """

    rules: Rules
    number: int
    player: Player
    point: Point
    before: Standing
    after: Standing
    judgement: Judgement
    effect: Effect
    better: tuple[Point, ...] = ()
    instead: Effect = NO_EFFECT
    answer: Shape = Shape.NOTHING

    @property
    def loss(self) -> float:
        """The winning chance that the move cost its player."""
        return max(0.0, self.before.chance_for(self.player) - self.after.chance_for(self.player))

    @property
    def loses(self) -> bool:
        """Whether the move turned a position that was not lost into a lost one."""
        opponent = self.player.other
        return self.after.winner is opponent and self.before.winner is not opponent


def judge_move(player: Player, point: Point, before: Standing, after: Standing) -> Judgement:
    """Judge a move that was not forced."""
    if before.line[:1] == (point,):
        return Judgement.BEST
    loss = before.chance_for(player) - after.chance_for(player)
    if before.is_proven and before.winner is player and after.winner is not player:
        if after.winner is player.other:
            return Judgement.BLUNDER
        if loss >= INACCURACY_LOSS or before.plies <= SHORT_WIN_PLIES:
            return Judgement.MISSED_WIN
    if after.is_proven and after.winner is player.other is not before.winner:
        is_blunder = after.plies <= SHORT_WIN_PLIES or loss >= BLUNDER_LOSS
        return Judgement.BLUNDER if is_blunder else Judgement.MISTAKE
    for least, judgement in (
        (BLUNDER_LOSS, Judgement.BLUNDER),
        (MISTAKE_LOSS, Judgement.MISTAKE),
        (INACCURACY_LOSS, Judgement.INACCURACY),
    ):
        if loss >= least:
            return judgement
    return Judgement.FINE


AHEAD_CHANCE = 0.65
"""The lowest winning chance with which a player counts as ahead."""


@dataclass(frozen=True, slots=True)
class Review:
    """The review of a game.

    `standings` has the standings of the positions from the one after `start` moves to the last,
    and `moves` the moves played in them. `start` is 0 unless the review was cancelled.
    """

    rules: Rules
    outcome: Outcome
    start: int
    standings: tuple[Standing, ...]
    moves: tuple[JudgedMove, ...]

    @property
    def is_complete(self) -> bool:
        """Whether the whole game was judged."""
        return self.start == 0

    @property
    def loser(self) -> Player | None:
        """The player who has lost, or is lost in the last position, proven or likely."""
        winner = self.standings[-1].winner if self.standings else self.outcome.winner
        return None if winner is None else winner.other

    @property
    def turning_point(self) -> JudgedMove | None:
        """The last move with which the loser could still have held, as far as is known.

        Its `better` has the moves that hold. None if there is no loser, or if the loser was lost
        in every judged position.
        """
        loser = self.loser
        for move in reversed(self.moves):
            if move.player is loser and move.before.winner is not loser.other and move.better:
                return move
        return None

    def move(self, number: int) -> JudgedMove | None:
        """Return a move by its number in the game, or None if it was not judged."""
        at = number - self.start - 1
        return self.moves[at] if 0 <= at < len(self.moves) else None

    def count(self, player: Player, judgement: Judgement) -> int:
        """Return the number of a player's moves with this judgement."""
        return sum(move.player is player and move.judgement is judgement for move in self.moves)

    def mistakes(self, player: Player) -> tuple[JudgedMove, ...]:
        """Return a player's mistakes, blunders and missed wins."""
        return tuple(
            move for move in self.moves if move.player is player and move.judgement.is_mistake
        )


def leader_of(standing: Standing) -> Player | None:
    """Return the player who is clearly ahead, if any."""
    for player in Player:
        if standing.chance_for(player) >= AHEAD_CHANCE:
            return player
    return None
