"""The rules of k-in-a-row games: players, points, rules, boards, outcomes."""

from tengen.core.board import Board
from tengen.core.games import GAMES
from tengen.core.outcome import Ending, Outcome
from tengen.core.player import Player
from tengen.core.point import Point
from tengen.core.rules import Rules, WinRule
from tengen.core.symmetry import Symmetry, symmetries

__all__ = [
    "GAMES",
    "Board",
    "Ending",
    "Outcome",
    "Player",
    "Point",
    "Rules",
    "Symmetry",
    "WinRule",
    "symmetries",
]
