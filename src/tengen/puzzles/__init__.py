"""Positions with a single winning line, to be solved: found in games, graded, checked."""

from tengen.puzzles.collection import Collection, parse_collection, read_collection, starter
from tengen.puzzles.hints import Hint
from tengen.puzzles.maker import Maker
from tengen.puzzles.puzzle import GRADES, Means, Puzzle
from tengen.puzzles.selfplay import play_game
from tengen.puzzles.single import examine, find_flaw
from tengen.puzzles.solving import Answer, Solving, Verdict
from tengen.puzzles.text import format_puzzle, parse_puzzle

__all__ = [
    "GRADES",
    "Answer",
    "Collection",
    "Hint",
    "Maker",
    "Means",
    "Puzzle",
    "Solving",
    "Verdict",
    "examine",
    "find_flaw",
    "format_puzzle",
    "parse_collection",
    "parse_puzzle",
    "play_game",
    "read_collection",
    "starter",
]
