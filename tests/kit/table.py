"""A game that a test plays by answering its tasks."""

from __future__ import annotations

import pytest

from tengen.errors import SessionError
from tengen.game.clock import UNTIMED, TimeControl
from tengen.game.commands import Command, DeclareFifths, MakeChoice, PlayMove, ProposeFifth
from tengen.game.descriptions import describe_task
from tengen.game.events import Event
from tengen.game.opening_rules import RENJU_OPENINGS, OpeningRule
from tengen.game.session import Session
from tengen.game.setup import Setup
from tengen.game.state import GameState
from tengen.game.tasks import Choice, ChooseOption, DeclareCount, ProposeMove, Seat, Task
from tengen.rules.point import Point, parse_algebraic
from tengen.rules.rules import FIVE_IN_A_ROW, RENJU, Rules

ONE, TWO = Seat.ONE, Seat.TWO


class Table:
    """A game, and its time."""

    def __init__(
        self,
        opening: OpeningRule = OpeningRule.FREE,
        rules: Rules | None = None,
        clock: TimeControl = UNTIMED,
        *,
        consent: bool = False,
        fouls_lose: bool = False,
    ) -> None:
        usual = RENJU if opening in RENJU_OPENINGS else FIVE_IN_A_ROW
        setup = Setup(rules or usual, opening, clock=clock, consent=consent, fouls_lose=fouls_lose)
        self.session = Session.start(setup, 0)
        self.now = 0

    @property
    def state(self) -> GameState:
        return self.session.state

    @property
    def task(self) -> Task:
        task = self.state.task
        assert task is not None
        return task

    @property
    def says(self) -> str:
        """The current task or the result, as a sentence."""
        return describe_task(self.state)

    def left(self, seat: Seat) -> int | None:
        return self.state.clocks.left(seat, self.now)

    def point(self, text: str) -> Point:
        return parse_algebraic(text, self.state.board.rules)

    def do(self, command: Command, after: int = 0) -> tuple[Event, ...]:
        """Let some time pass, and give a command."""
        self.now += after
        return self.session.handle(command, self.now)

    def answer(self, text: str, after: int = 0) -> tuple[Event, ...]:
        """Do the current task for the seat whose turn it is."""
        return self.do(self._command(text), after)

    def play(self, moves: str, after: int = 0) -> None:
        """Play moves, each after some time."""
        for move in moves.split():
            self.answer(move, after)

    def refused(self, command: Command) -> str:
        """Return why a command is refused, and check that it changes nothing."""
        before = len(self.session.events)
        with pytest.raises(SessionError) as caught:
            self.do(command)
        assert len(self.session.events) == before
        return str(caught.value)

    def refused_answer(self, text: str) -> str:
        return self.refused(self._command(text))

    def _command(self, text: str) -> Command:
        task = self.task
        if isinstance(task, ChooseOption):
            return MakeChoice(task.seat, Choice(text))
        if isinstance(task, DeclareCount):
            return DeclareFifths(task.seat, int(text))
        kind = ProposeFifth if isinstance(task, ProposeMove) else PlayMove
        return kind(task.seat, self.point(text))


def follow(table: Table, script: str) -> Table:
    """Check a script: each line is a sentence of the game and the answer, separated by ` > `."""
    for line in script.strip().splitlines():
        asked, _, answer = line.strip().partition(" > ")
        assert table.says == asked
        if answer:
            table.answer(answer)
    return table
