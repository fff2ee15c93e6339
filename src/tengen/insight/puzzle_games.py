"""Games to find puzzles in, as tasks that other processes can do."""

from __future__ import annotations

from dataclasses import dataclass

from tengen.engine import CancelToken
from tengen.insight.puzzle import Puzzle
from tengen.insight.puzzle_finder import examine_game, play_self_game
from tengen.rules import Board, Point, Rules


@dataclass(frozen=True, slots=True)
class PuzzleGame:
    """A game and where it is from: its moves, or the seed of a game of the engine with itself."""

    source: str
    rules: Rules
    moves: tuple[Point, ...] = ()
    seed: str | None = None

    def board(self, cancel: CancelToken | None = None) -> Board:
        """Return the board at the end of the game; a game with a seed is played now."""
        if self.seed is not None:
            return play_self_game(self.rules, self.seed, cancel)
        board = Board(self.rules)
        for point in self.moves:
            board.play_unchecked(point)
        return board


def examine_puzzle_game(game: PuzzleGame) -> list[Puzzle | None]:
    """Return the puzzle of every position or None, from the end backwards."""
    return list(examine_game(game.board(), game.source))
