"""The standing of a position: who wins or is ahead, how sure that is, and the winning chance.

The chance is a function of the score with one slope for each of the two searches, fitted to games
that the engine played against itself; docs/review.md says how.
"""

from __future__ import annotations

import enum
import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

from tengen.engine.analysis import Line
from tengen.engine.constants import DECIDED, WIN
from tengen.engine.engine import SMALL_AREA
from tengen.engine.pattern_tables import has_patterns
from tengen.engine.win_finder import Win
from tengen.rules.board import Board
from tengen.rules.point import Point
from tengen.rules.rules import Player, Rules, WinRule

PATTERN_SCALE = 600
"""The score of the search by patterns at which one side wins 73 games of 100."""
GENERAL_SCALE = 30
"""The same of the search that plays every other game."""
LIKELY_CHANCE = 0.97
"""The chance of who wins for all that is known, without a proof; no other score has more."""


def chance_of(score: int, rules: Rules) -> float:
    """How likely whoever has this score is to win, ties counted as half a win."""
    scale = GENERAL_SCALE if uses_general_search(rules) else PATTERN_SCALE
    odds = math.exp(-min(20.0, max(-20.0, score / scale)))
    return min(LIKELY_CHANCE, max(1 - LIKELY_CHANCE, 1 / (1 + odds)))


def uses_general_search(rules: Rules) -> bool:
    """Whether the engine plays a game without patterns, and to the very end if it is small."""
    if rules.win is WinRule.RENJU:
        return False
    return not has_patterns(rules) or rules.area <= SMALL_AREA


class Certainty(enum.Enum):
    """How sure a standing is."""

    OPEN = "open"
    """Nobody knows: a score, and the chance that goes with it."""
    LIKELY = "likely"
    """One side wins in all that was searched, but not everything was."""
    PROVEN = "proven"
    """The end is known: won, lost or a tie, whatever the other side tries."""


@dataclass(frozen=True, slots=True, eq=False)
class Defeat:
    """Why the side to move loses: what wins after each answer that could help.

    `otherwise` wins after all others, as if the side to move had passed.
    """

    replies: Mapping[Point, Win]
    otherwise: Win

    def after(self, move: Point) -> Win:
        """What wins after a move."""
        return self.replies.get(move, self.otherwise)


@dataclass(frozen=True, slots=True)
class Standing:
    """A position as it is judged; `score` and `chance` are the first player's.

    `plies` is in how many moves of either side a proven win is over: 0 where nothing is proven,
    in a tie, and when the game has ended. `line` is what is expected. A proven standing has a tree,
    `win` of the side to move or `defeat` of it, unless alpha-beta or the rules have proved it.
    """

    turn: Player
    score: int
    chance: float
    certainty: Certainty = Certainty.OPEN
    plies: int = 0
    line: tuple[Point, ...] = ()
    win: Win | None = None
    defeat: Defeat | None = None

    @property
    def is_proven(self) -> bool:
        """Whether the end is known."""
        return self.certainty is Certainty.PROVEN

    @property
    def winner(self) -> Player | None:
        """Who wins, proven or not; nobody in an open position or a tie."""
        if self.certainty is Certainty.OPEN or not self.score:
            return None
        return Player.FIRST if self.score > 0 else Player.SECOND

    def chance_for(self, player: Player) -> float:
        """How likely a player is to win."""
        return self.chance if player is Player.FIRST else 1 - self.chance

    def before(self, move: Point) -> Standing:
        """How the position before a move stands at least, for who plays that move.

        Only a win is proven by one move: a loss or a tie might be avoided by another.
        """
        mover = self.turn.other
        if not self.is_proven or self.winner is mover:
            return self.only_before(move)
        if self.winner is None:
            return Standing(mover, 0, 0.5, line=(move, *self.line))
        return likely_standing(
            self.winner, Standing(mover, self.score, 0.5, line=(move, *self.line))
        )

    def only_before(self, move: Point) -> Standing:
        """How the position before a move stands where no other is better."""
        is_won = self.is_proven and bool(self.winner)
        win = None
        if self.defeat is not None:
            win = Win(move, self.defeat.replies, self.defeat.otherwise)
        elif is_won and not self.plies:
            win = Win(move)
        return replace(
            self,
            turn=self.turn.other,
            score=_one_move_earlier(self.score) if is_won else self.score,
            plies=self.plies + 1 if is_won else 0,
            line=(move, *self.line),
            win=win,
            defeat=None,
        )


def standing_at_end(board: Board) -> Standing:
    """How a game stands that is over."""
    winner = board.outcome.winner
    sign = 0 if winner is None else _sign(winner)
    return Standing(board.turn, sign * WIN, (1 + sign) / 2, Certainty.PROVEN)


def standing_by_win(turn: Player, win: Win) -> Standing:
    """How a position stands in which the side to move wins."""
    score = _sign(turn) * (WIN - win.plies)
    line = win.line()
    chance = float(turn is Player.FIRST)
    return Standing(turn, score, chance, Certainty.PROVEN, win.plies, line, win=win)


def standing_by_defeat(turn: Player, defeat: Defeat, played: Point) -> Standing:
    """How a position stands in which the side to move loses; the line is the longest that is known.

    What was played stands in where no answer helps for a while.
    """
    either = [(played, defeat.after(played)), *defeat.replies.items()]
    reply, win = max(either, key=lambda pair: pair[1].plies)
    return replace(standing_by_win(turn.other, win).only_before(reply), defeat=defeat)


def standing_by_line(turn: Player, line: Line, rules: Rules, *, is_tie: bool) -> Standing:
    """How a position stands by what alpha-beta expects."""
    sign = _sign(turn)
    score = sign * line.score
    if line.plies or is_tie:
        won = (1 + (line.plies > 0) - (line.plies < 0)) / 2
        chance = won if sign > 0 else 1 - won
        return Standing(turn, score, chance, Certainty.PROVEN, abs(line.plies), line.moves)
    if abs(score) > DECIDED:
        winner = Player.FIRST if score > 0 else Player.SECOND
        return likely_standing(winner, Standing(turn, score, 0.5, line=line.moves))
    return Standing(turn, score, chance_of(score, rules), line=line.moves)


def likely_standing(winner: Player, standing: Standing) -> Standing:
    """The same, won for all that is known, but not proven."""
    chance = LIKELY_CHANCE if winner is Player.FIRST else 1 - LIKELY_CHANCE
    score = _sign(winner) * DECIDED
    return Standing(standing.turn, score, chance, Certainty.LIKELY, line=standing.line)


def _sign(player: Player) -> int:
    return 1 if player is Player.FIRST else -1


def _one_move_earlier(score: int) -> int:
    """A proven score, one move earlier."""
    return score - 1 if score > 0 else score + 1
