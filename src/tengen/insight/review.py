"""A review: every move of a game judged, where the game was lost, who was ahead."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from tengen.insight.shapes import NO_EFFECT, Effect, Shape
from tengen.insight.standing import Standing
from tengen.rules.outcome import Outcome
from tengen.rules.point import Point
from tengen.rules.rules import Player, Rules

INACCURACY_LOSS = 0.1
MISTAKE_LOSS = 0.2
BLUNDER_LOSS = 0.35
"""From which loss of winning chance on a move is called that."""
SHORT_WIN_PLIES = 3
"""A win in so few moves, one's own or the opponent's, is one that everybody should see."""


class Judgement(enum.Enum):
    """How good a move was."""

    FORCED = "forced"
    """Every other move lost at once, or there was none."""
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
    """A move of a game, how the game stood before and after it, and what it did.

    `better` are moves that would have been better, the best one first: where the move loses, moves
    that hold. `instead` is what the best of them would have done; `answer` is what the opponent's
    best answer makes, where the move loses.
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
        """How much of the player's winning chance the move cost."""
        return max(0.0, self.before.chance_for(self.player) - self.after.chance_for(self.player))

    @property
    def loses(self) -> bool:
        """Whether the game was not lost before the move, and is after it."""
        opponent = self.player.other
        return self.after.winner is opponent and self.before.winner is not opponent


def judge_move(player: Player, point: Point, before: Standing, after: Standing) -> Judgement:
    """What to call a move that was not forced."""
    if before.line[:1] == (point,):
        return Judgement.BEST
    loss = before.chance_for(player) - after.chance_for(player)
    if before.is_proven and before.winner is player and after.winner is not player:
        if after.winner is player.other:
            return Judgement.BLUNDER
        if loss >= INACCURACY_LOSS or before.plies <= SHORT_WIN_PLIES:
            return Judgement.MISSED_WIN
    if after.is_proven and after.winner is player.other is not before.winner:
        is_plain = after.plies <= SHORT_WIN_PLIES or loss >= BLUNDER_LOSS
        return Judgement.BLUNDER if is_plain else Judgement.MISTAKE
    for least, judgement in (
        (BLUNDER_LOSS, Judgement.BLUNDER),
        (MISTAKE_LOSS, Judgement.MISTAKE),
        (INACCURACY_LOSS, Judgement.INACCURACY),
    ):
        if loss >= least:
            return judgement
    return Judgement.FINE


AHEAD_CHANCE = 0.65
"""From which winning chance on somebody is said to be ahead."""


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
        if standing.chance_for(player) >= AHEAD_CHANCE:
            return player
    return None
