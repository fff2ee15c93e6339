"""Five in a Row on 15x15 with the screen of the design outline, and the input of `five`."""

from tengen.classic.console import Keyboard, Marker
from tengen.classic.edition import Edition
from tengen.classic.five import Five
from tengen.rules import Board, Player, Point


class Outline(Five):
    """The edition with labelled rows and columns, and one message for every wrong answer."""

    summary = "Five in a Row on 15x15, the design outline's screen"
    marks = {None: ".", Player.FIRST: "X", Player.SECOND: "O"}
    introduction = ""

    def draw(self, marker: Marker) -> str:
        """Return a line of column numbers, then the rows with their labels."""
        header = " ".join([str(col) for col in range(15)])
        rows = [
            f"{f'Row {row}:':<9}{' '.join(marks)}" for row, marks in enumerate(self.rows(marker))
        ]
        return "\n".join([f"Columns: {header}", *rows, ""])

    def read(self, keyboard: Keyboard, board: Board) -> Point | str:
        """Read a move from one line, with the same message for every error."""
        answer = super().read(keyboard, board)
        return answer if isinstance(answer, Point) else "Invalid input, try again"

    def result(self, board: str, verdict: str) -> str:
        """Return the board and the verdict, with a line end."""
        return Edition.result(self, board, verdict)


EDITION = Outline()
