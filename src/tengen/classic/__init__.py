"""The classic text editions: four ways to ask for a move, draw a board and name the winner.

Each edition is a module here with an `EDITION`; only the one that is played gets imported. `judge`
grades programs that were written to the same specification.
"""

__all__ = ["EDITIONS"]

EDITIONS = ("five", "outline", "gomoku", "tictactoe")
"""The names of the editions, and of their modules; the first is played if none is named."""
