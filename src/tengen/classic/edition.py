"""What makes an edition: its game, its words, and how it draws and asks."""

from __future__ import annotations

from abc import ABC, abstractmethod

from tengen.classic.keyboard import Keyboard
from tengen.classic.screen import Marker
from tengen.rules.board import Board
from tengen.rules.outcome import Outcome
from tengen.rules.point import Point
from tengen.rules.rules import Player, Rules


class Edition(ABC):
    """One way to play one game on a line-by-line screen."""

    summary: str
    """One line for the help."""
    rules: Rules
    marks: dict[Player | None, str]
    """How each player's points, and empty ones, are drawn."""
    introduction = ""
    """What is shown once, before the first board."""
    after_move = "\n"
    """What is shown between an accepted answer and the board."""
    result_file: str | None = None
    """Where the result is kept if the user does not say."""
    rematch: str | None = None
    """The question after a game; `0` means yes. None: one game and no question."""

    @abstractmethod
    def draw(self, marker: Marker) -> str:
        """The board, to its last line end."""

    @abstractmethod
    def prompt(self, player: Player) -> str:
        """How a player is asked for a move."""

    @abstractmethod
    def read(self, keyboard: Keyboard, board: Board) -> Point | str:
        """The answer to the prompt: a legal point, or what is wrong, to be shown."""

    @abstractmethod
    def answer(self, point: Point) -> str:
        """How a person would type a point; what `read` makes of it is that point."""

    @abstractmethod
    def verdict(self, outcome: Outcome) -> str:
        """How the game ended, in one line without its end."""

    def rows(self, marker: Marker) -> list[list[str]]:
        """The marks of each row, to build a drawing from."""
        columns = range(self.rules.width)
        return [[marker(Point(row, col)) for col in columns] for row in range(self.rules.height)]

    def result(self, board: str, verdict: str) -> str:
        """What the result file holds."""
        return f"{board}{verdict}\n"
