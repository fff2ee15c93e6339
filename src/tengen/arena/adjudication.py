"""When a game of engines is broken off, and with which result."""

from __future__ import annotations

from dataclasses import dataclass

from tengen.gomocup.evaluations import EngineEvaluation
from tengen.rules import Player


@dataclass(frozen=True, slots=True)
class Adjudication:
    """The result of a game that is broken off: the winner, or None for a draw, and why."""

    winner: Player | None
    reason: str


class Adjudicator:
    """Follows a game move by move; limits of 0 are never reached."""

    def __init__(self, draw_after: int, win_score: int, win_moves: int) -> None:
        self._draw_after = draw_after
        self._win_score = win_score
        self._win_moves = win_moves
        self._leader: Player | None = None
        self._agreed = 0

    def see(
        self, player: Player, evaluation: EngineEvaluation | None, played: int
    ) -> Adjudication | None:
        """Return the result after a move of this player, the game's last of `played` so far."""
        if self._win_score:
            self._follow(_leader(player, evaluation, self._win_score))
            if self._agreed >= 2 * self._win_moves:
                what = f"both engines saw {self._win_score} or more in {self._win_moves} moves"
                return Adjudication(self._leader, what)
        if self._draw_after and played >= self._draw_after:
            return Adjudication(None, f"no winner after {played} moves")
        return None

    def _follow(self, leader: Player | None) -> None:
        """Count how many moves in a row the same player has been ahead."""
        self._agreed = self._agreed + 1 if leader is self._leader else 1
        self._leader = leader
        if leader is None:
            self._agreed = 0


def _leader(player: Player, evaluation: EngineEvaluation | None, score: int) -> Player | None:
    sign = 0 if evaluation is None else evaluation.favours(score)
    return {1: player, -1: player.other}.get(sign)
