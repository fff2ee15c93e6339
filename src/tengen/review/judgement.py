"""How good a move was: what it cost of the winning chance, and by what name that goes."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from tengen.review.shapes import NO_EFFECT, Effect, Shape
from tengen.review.standing import Standing
from tengen.rules.point import Point
from tengen.rules.rules import Player, Rules

INACCURACY = 0.1
MISTAKE = 0.2
BLUNDER = 0.35
"""From which loss of winning chance on a move is called that."""
SHORT = 3
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
        if loss >= INACCURACY or before.plies <= SHORT:
            return Judgement.MISSED_WIN
    if after.is_proven and after.winner is player.other is not before.winner:
        is_plain = after.plies <= SHORT or loss >= BLUNDER
        return Judgement.BLUNDER if is_plain else Judgement.MISTAKE
    for least, judgement in (
        (BLUNDER, Judgement.BLUNDER),
        (MISTAKE, Judgement.MISTAKE),
        (INACCURACY, Judgement.INACCURACY),
    ):
        if loss >= least:
            return judgement
    return Judgement.FINE
