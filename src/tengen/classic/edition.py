"""The base class of editions, and the turn loop that they share.

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
from tengen.rules import Board, Outcome, Player, Point, Rules


class Edition(ABC):
    """A game played line by line: its rules, texts, drawing and input."""

    summary: str
    """One line for the help."""
    rules: Rules
    marks: dict[Player | None, str]
    """The character for the points of each player, and for empty points."""
    introduction = ""
    """The text shown once, before the first board."""
    after_move = "\n"
    """The text shown between an accepted answer and the board."""
    result_file: str | None = None
    """The default path of the result file, or None to write none."""
    rematch: str | None = None
    """The question after a game, which `0` answers with yes; None if there is no rematch."""

    @abstractmethod
    def draw(self, marker: Marker) -> str:
        """Return the board, with its last line end."""

    @abstractmethod
    def prompt(self, player: Player) -> str:
        """Return the text that asks a player for a move."""

    @abstractmethod
    def read(self, keyboard: Keyboard, board: Board) -> Point | str:
        """Read the answer to the prompt. Return a legal point, or an error message to show."""

    @abstractmethod
    def answer(self, point: Point) -> str:
        """Return a point as a person would type it; `read` turns it back into the point."""

    @abstractmethod
    def verdict(self, outcome: Outcome) -> str:
        """Return the line that says how the game ended, without its line end."""

    def rows(self, marker: Marker) -> list[list[str]]:
        """Return the marks of each row."""
        columns = range(self.rules.width)
        return [[marker(Point(row, col)) for col in columns] for row in range(self.rules.height)]

    def result(self, board: str, verdict: str) -> str:
        """Return the content of the result file."""
        return f"{board}{verdict}\n"


MoveChooser = Callable[[Board], Point]
"""Returns a legal move for a board."""

Watcher = Callable[[Board], None]
"""Called with the new board, and after each move before it is shown."""


class MatchState(enum.Enum):
    """The states of a game, numbered as in the design outline."""

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
        """Play to the end. The caller shows the verdict, as it may have to save the game first."""
        self.state = self._initialise()
        while self.state is MatchState.PLAYER_TURN:
            self.state = self._player_turn()
        return self.state

    @property
    def verdict(self) -> str:
        """The edition's line about how the game ended."""
        return self.edition.verdict(self.board.outcome)

    @property
    def result(self) -> str:
        """The content of the result file."""
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
    """Return a seat for a person, who is asked again until the answer is a legal move."""

    def choose(board: Board) -> Point:
        while True:
            screen.write(edition.prompt(board.turn))
            answer = edition.read(keyboard, board)
            if isinstance(answer, Point):
                return answer
            screen.write(f"{answer}\n")

    return choose


def computer(edition: Edition, choose: MoveChooser, screen: Screen) -> MoveChooser:
    """Return a seat for the computer, whose moves are shown as if they had been typed."""

    def answer(board: Board) -> Point:
        screen.write(edition.prompt(board.turn))
        point = choose(board)
        screen.write(f"{edition.answer(point)}\n")
        return point

    return answer
