"""A review: how positions stand, a judgement of every move, and where the game was lost."""

from __future__ import annotations

import enum
import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

from tengen.engine import Line, Win, has_patterns
from tengen.engine.constants import DECIDED, WIN
from tengen.engine.engine import SMALL_AREA
from tengen.insight.shapes import NO_EFFECT, Effect, Shape
from tengen.rules import Board, Outcome, Player, Point, Rules, WinRule

PATTERN_SCALE = 600
"""The score of the pattern search with which a player wins 73 % of the games."""
GENERAL_SCALE = 30
"""The same score of the general search."""
LIKELY_CHANCE = 0.97
"""The chance of a likely win, and the highest chance without a proof."""


def chance_of(score: int, rules: Rules) -> float:
    """Return the winning chance of the player with this score; a tie counts as half a win."""
    scale = GENERAL_SCALE if uses_general_search(rules) else PATTERN_SCALE
    odds = math.exp(-min(20.0, max(-20.0, score / scale)))
    return min(LIKELY_CHANCE, max(1 - LIKELY_CHANCE, 1 / (1 + odds)))


def uses_general_search(rules: Rules) -> bool:
    """Whether the engine plays a game with the general search, without patterns."""
    if rules.win is WinRule.RENJU:
        return False
    return not has_patterns(rules) or rules.area <= SMALL_AREA


class Certainty(enum.Enum):
    """How certain a standing is."""

    OPEN = "open"
    """Only a score and its winning chance are known."""
    LIKELY = "likely"
    """One side wins in everything that was searched, but the search was not complete."""
    PROVEN = "proven"
    """The result is known: won, lost or a tie, whatever the other side plays."""


@dataclass(frozen=True, slots=True, eq=False)
class Defeat:
    """Why the side to move loses: the opponent's win after each move that could help.

    `otherwise` wins after all other moves, as if the side to move had passed.
    """

    replies: Mapping[Point, Win]
    otherwise: Win

    def after(self, move: Point) -> Win:
        """Return the opponent's win after a move."""
        return self.replies.get(move, self.otherwise)


@dataclass(frozen=True, slots=True)
class Standing:
    """The evaluation of a position; `score` and `chance` are the first player's.

    `plies` is the number of plies to the end of a proven win; it is 0 if nothing is proven, in a
    tie, and when the game is over. `line` is the expected line. A proven standing has a tree,
    `win` or `defeat` of the side to move, unless alpha-beta or the rules proved it.
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
        """Whether the result is known."""
        return self.certainty is Certainty.PROVEN

    @property
    def winner(self) -> Player | None:
        """The player who wins, proven or likely; None in an open position or a tie."""
        if self.certainty is Certainty.OPEN or not self.score:
            return None
        return Player.FIRST if self.score > 0 else Player.SECOND

    def chance_for(self, player: Player) -> float:
        """Return the winning chance of a player."""
        return self.chance if player is Player.FIRST else 1 - self.chance

    def before(self, move: Point) -> Standing:
        """Return the standing that a move to this position guarantees its player.

        One move proves only a win: another move might avoid a loss or a tie.
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
        """Return the standing before a move, if no other move is better."""
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
    """Return the standing of a finished game."""
    winner = board.outcome.winner
    sign = 0 if winner is None else _sign(winner)
    return Standing(board.turn, sign * WIN, (1 + sign) / 2, Certainty.PROVEN)


def standing_by_win(turn: Player, win: Win) -> Standing:
    """Return the standing of a position that the side to move wins."""
    score = _sign(turn) * (WIN - win.plies)
    line = win.line()
    chance = float(turn is Player.FIRST)
    return Standing(turn, score, chance, Certainty.PROVEN, win.plies, line, win=win)


def standing_by_defeat(turn: Player, defeat: Defeat, played: Point) -> Standing:
    """Return the standing of a position that the side to move loses.

    Its line is the longest defence, in which the played move counts as an answer too.
    """
    answers = [(played, defeat.after(played)), *defeat.replies.items()]
    reply, win = max(answers, key=lambda pair: pair[1].plies)
    return replace(standing_by_win(turn.other, win).only_before(reply), defeat=defeat)


def standing_by_line(turn: Player, line: Line, rules: Rules, *, is_tie: bool) -> Standing:
    """Return the standing of a position by a line of alpha-beta."""
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
    """Return a likely win, with the turn and the line of another standing."""
    chance = LIKELY_CHANCE if winner is Player.FIRST else 1 - LIKELY_CHANCE
    score = _sign(winner) * DECIDED
    return Standing(standing.turn, score, chance, Certainty.LIKELY, line=standing.line)


def _sign(player: Player) -> int:
    return 1 if player is Player.FIRST else -1


def _one_move_earlier(score: int) -> int:
    """Return a proven score as it was one move earlier."""
    return score - 1 if score > 0 else score + 1


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
