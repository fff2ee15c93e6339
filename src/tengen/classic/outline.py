"""Five in a Row on 15x15 with the design outline's screen: the game and the input of `five`."""

from tengen.classic.console import Keyboard, Marker
from tengen.classic.edition import Edition
from tengen.classic.five import Five
from tengen.rules.board import Board
from tengen.rules.point import Point
from tengen.rules.rules import Player


class Outline(Five):
    """Rows and columns named in words, one message for every wrong answer."""

    summary = "Five in a Row on 15x15, the design outline's screen"
    marks = {None: ".", Player.FIRST: "X", Player.SECOND: "O"}
    introduction = ""

    def draw(self, marker: Marker) -> str:
        """A line of column numbers, then each row behind its name."""
        header = " ".join([str(col) for col in range(15)])
        rows = [
            f"{f'Row {row}:':<9}{' '.join(marks)}" for row, marks in enumerate(self.rows(marker))
        ]
        return "\n".join([f"Columns: {header}", *rows, ""])

    def read(self, keyboard: Keyboard, board: Board) -> Point | str:
        """One line, one move; what is wrong with it does not matter."""
        answer = super().read(keyboard, board)
        return answer if isinstance(answer, Point) else "Invalid input, try again"

    def result(self, board: str, verdict: str) -> str:
        """The verdict has a line end here."""
        return Edition.result(self, board, verdict)


EDITION = Outline()
