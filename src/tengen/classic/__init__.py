"""The four classic text games, called editions.

An edition asks for moves, draws the board and names the winner in its own way. Each is a module
with an `EDITION`, imported only when it is played. `judge` grades programs that were written to the
same specifications.
"""

__all__ = ["EDITIONS"]

EDITIONS = ("five", "outline", "gomoku", "tictactoe")
"""The names of the editions and of their modules. The first is the default."""
