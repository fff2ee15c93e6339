"""The turn loop that all editions share, as a state machine.

0 initialisation ──▶ 1 player turn ──▶ 2 game over (win)
                       ▲       │  └──▶ 3 game over (tie)
                       └───────┘
A turn: ask, check, place, judge, hand over.
"""

from __future__ import annotations

import enum
from collections.abc import Callable

from tengen.classic.edition import Edition
from tengen.classic.keyboard import Keyboard
from tengen.classic.screen import Screen, plain_marker
from tengen.rules.board import Board
from tengen.rules.point import Point
from tengen.rules.rules import Player

Seat = Callable[[Board], Point]
"""Who moves: gets the board, gives a legal point."""

Watcher = Callable[[Board], None]
"""Whoever wants to know of the new board, and of each move on it before it is shown."""


class State(enum.Enum):
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
        seats: dict[Player, Seat],
        screen: Screen,
        watch: Watcher = lambda _board: None,
    ) -> None:
        self.edition = edition
        self.board = Board(edition.rules)
        self.state = State.INITIALISATION
        self._seats = seats
        self._screen = screen
        self._watch = watch

    def play(self) -> State:
        """Play to the end. The verdict is left to the caller, who may have to save it first."""
        self.state = self._initialise()
        while self.state is State.PLAYER_TURN:
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

    def _initialise(self) -> State:
        self._watch(self.board)
        self._show_board()
        return State.PLAYER_TURN

    def _player_turn(self) -> State:
        point = self._seats[self.board.turn](self.board)
        self.board.play(point)
        self._watch(self.board)
        self._screen.write(self.edition.after_move)
        self._show_board()
        return self._judge()

    def _judge(self) -> State:
        outcome = self.board.outcome
        if not outcome.is_over:
            return State.PLAYER_TURN
        return State.GAME_OVER_TIE if outcome.is_tie else State.GAME_OVER_WIN

    def _show_board(self) -> None:
        marker = self._screen.marker(self.board, self.edition.marks)
        self._screen.write(self.edition.draw(marker))


def person(edition: Edition, keyboard: Keyboard, screen: Screen) -> Seat:
    """A seat for somebody at the keyboard, asked again until the answer is a legal move."""

    def choose(board: Board) -> Point:
        while True:
            screen.write(edition.prompt(board.turn))
            answer = edition.read(keyboard, board)
            if isinstance(answer, Point):
                return answer
            screen.write(f"{answer}\n")

    return choose


def computer(edition: Edition, choose: Seat, screen: Screen) -> Seat:
    """A seat for a program: asked like a person, its answer shown as if it had been typed."""

    def answer(board: Board) -> Point:
        screen.write(edition.prompt(board.turn))
        point = choose(board)
        screen.write(f"{edition.answer(point)}\n")
        return point

    return answer
