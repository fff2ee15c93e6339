"""Tic-tac-toe on 3x3 for two players, with rematches."""

from tengen.classic.console import Keyboard, Marker
from tengen.classic.edition import Edition
from tengen.rules import Board, Outcome, Player, Point, cell_of, point_of
from tengen.rules.rules import TIC_TAC_TOE

ACCEPTED = "Type the number of an empty cell, 1 to 9."

INTRODUCTION = """\
Welcome to Tic-tac-toe, a game for two players.

Player 1 plays X and starts, Player 2 plays O, and you take turns.
Three of your marks in one line, across, down or diagonal, win.
Nine marks and no such line are a tie.
To play, type the number of an empty cell, as on this sample board:

{sample}
The board is cleared now.

"""


class TicTacToe(Edition):
    """The edition with cells numbered 1 to 9, and the player's name in every message."""

    summary = "Tic-tac-toe on 3x3, cells 1 to 9, with a rematch"
    rules = TIC_TAC_TOE
    marks = {None: " ", Player.FIRST: "X", Player.SECOND: "O"}
    rematch = "Type 0 for a rematch, anything else to stop: "

    def __init__(self) -> None:
        sample = self.draw(self.answer)
        self.introduction = INTRODUCTION.format(sample=sample)

    def draw(self, marker: Marker) -> str:
        """Return three rows of cells with lines between them, 60 characters in all."""
        rows = [f" {' | '.join(marks)} \n" for marks in self.rows(marker)]
        return "---+---+---\n".join(rows)

    def prompt(self, player: Player) -> str:
        """Return the prompt, with the player's number and mark."""
        return f"{self._name(player)}, choose a cell, 1 to 9: "

    def read(self, keyboard: Keyboard, board: Board) -> Point | str:
        """Read the number of a cell from one line."""
        answer = keyboard.read_line().strip(b" \t")
        name = self._name(board.turn)
        if not answer.removeprefix(b"-").isdigit():
            return f"{name}, that is not a number. {ACCEPTED}"
        cell = answer.lstrip(b"0")
        if len(cell) != 1:
            return f"{name}, that number is out of range. {ACCEPTED}"
        point = point_of(int(cell) - 1, TIC_TAC_TOE)
        if not board.is_legal(point):
            return f"{name}, cell {int(cell)} is taken. {ACCEPTED}"
        return point

    def answer(self, point: Point) -> str:
        """Return the number of the cell."""
        return str(cell_of(point, TIC_TAC_TOE) + 1)

    def verdict(self, outcome: Outcome) -> str:
        """Return the verdict, with the winner's number and mark."""
        if outcome.winner is None:
            return "It is a tie: nine marks and no three in a row."
        return f"{self._name(outcome.winner)} wins."

    def _name(self, player: Player) -> str:
        return f"Player {player.number} ({self.marks[player]})"


EDITION = TicTacToe()
