"""An edition (its game, its words, how it draws and asks), and the turn loop that all share.

The turn loop is a state machine:

0 initialisation ──▶ 1 player turn ──▶ 2 game over (win)
                       ▲       │  └──▶ 3 game over (tie)
                       └───────┘
A turn: ask, check, place, judge, hand over.
"""

from __future__ import annotations

import enum
from abc import ABC, abstractmethod
from collections.abc import Callable

from tengen.classic.console import Keyboard, Marker, Screen, plain_marker
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


MoveChooser = Callable[[Board], Point]
"""Who moves: gets the board, gives a legal point."""

Watcher = Callable[[Board], None]
"""Whoever wants to know of the new board, and of each move on it before it is shown."""


class MatchState(enum.Enum):
    """The four states of a game, numbered as in the design outline."""

    INITIALISATION = 0
    PLAYER_TURN = 1
    GAME_OVER_WIN = 2
    GAME_OVER_TIE = 3


class Match:
    """One game of an edition. Seats choose the moves; the screen shows them."""

    def __init__(
        self,
        edition: Edition,
        seats: dict[Player, MoveChooser],
        screen: Screen,
        watch: Watcher = lambda _board: None,
    ) -> None:
        self.edition = edition
        self.board = Board(edition.rules)
        self.state = MatchState.INITIALISATION
        self._seats = seats
        self._screen = screen
        self._watch = watch

    def play(self) -> MatchState:
        """Play to the end. The verdict is left to the caller, who may have to save it first."""
        self.state = self._initialise()
        while self.state is MatchState.PLAYER_TURN:
            self.state = self._player_turn()
        return self.state

    @property
    def verdict(self) -> str:
        """How the game ended, in the edition's words."""
        return self.edition.verdict(self.board.outcome)

    @property
    def result(self) -> str:
        """What the edition keeps of the game in a file."""
        drawing = self.edition.draw(plain_marker(self.board, self.edition.marks))
        return self.edition.result(drawing, self.verdict)

    def _initialise(self) -> MatchState:
        self._watch(self.board)
        self._show_board()
        return MatchState.PLAYER_TURN

    def _player_turn(self) -> MatchState:
        point = self._seats[self.board.turn](self.board)
        self.board.play(point)
        self._watch(self.board)
        self._screen.write(self.edition.after_move)
        self._show_board()
        return self._judge()

    def _judge(self) -> MatchState:
        outcome = self.board.outcome
        if not outcome.is_over:
            return MatchState.PLAYER_TURN
        return MatchState.GAME_OVER_TIE if outcome.is_tie else MatchState.GAME_OVER_WIN

    def _show_board(self) -> None:
        marker = self._screen.marker(self.board, self.edition.marks)
        self._screen.write(self.edition.draw(marker))


def person(edition: Edition, keyboard: Keyboard, screen: Screen) -> MoveChooser:
    """A seat for somebody at the keyboard, asked again until the answer is a legal move."""

    def choose(board: Board) -> Point:
        while True:
            screen.write(edition.prompt(board.turn))
            answer = edition.read(keyboard, board)
            if isinstance(answer, Point):
                return answer
            screen.write(f"{answer}\n")

    return choose


def computer(edition: Edition, choose: MoveChooser, screen: Screen) -> MoveChooser:
    """A seat for a program: asked like a person, its answer shown as if it had been typed."""

    def answer(board: Board) -> Point:
        screen.write(edition.prompt(board.turn))
        point = choose(board)
        screen.write(f"{edition.answer(point)}\n")
        return point

    return answer
