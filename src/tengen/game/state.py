"""The state of a game: its events applied one after the other."""

from __future__ import annotations

from functools import singledispatchmethod
from typing import get_args

from tengen.errors import SessionError
from tengen.game import events, tasks
from tengen.game.clock import Clocks
from tengen.game.opening_rules import OpeningProgress
from tengen.rules.board import Board
from tengen.rules.outcome import UNFINISHED
from tengen.rules.rules import Player

STEP_TYPES = get_args(events.Step)
PLACE_TASKS = {seat: tasks.PlaceStone(seat) for seat in tasks.Seat}


class GameState:
    """Read it freely; only events change it."""

    def __init__(self, start: events.GameStarted) -> None:
        self.setup = start.setup
        self.clocks = Clocks(start.setup.clock)
        self.board = Board(self.setup.rules)
        for point in self.setup.moves:
            self.board.play(point)
        self.opening = OpeningProgress(self.setup.opening)
        self.steps: list[events.Step] = []
        self.undone: list[events.Step] = []
        """What was taken back and can be done again, the next one last."""
        self.offers: dict[tasks.Seat, events.Offer] = {}
        self.declined: events.Declined | None = None
        """What was just said no to, until something else happens."""
        self.result: events.GameResult | None = None
        self.wants_rematch = False
        self.task: tasks.Task | None = None
        """What the game waits for; None when it is over."""
        self._look()
        self.clocks.start(self.actor, start.at)
        self.clocks.resume(start.at)

    @property
    def is_paused(self) -> bool:
        """Whether no time passes and no step can be taken."""
        return self.clocks.is_paused

    @property
    def actor(self) -> tasks.Seat | None:
        """Who owes the next step; nobody when the game is over."""
        task = self.task
        return None if task is None else task.seat

    @property
    def promise(self) -> events.MovePlayed | None:
        """The last move, if a computer has announced with it that it wins."""
        step = self.steps[-1] if self.steps else None
        if self.result is not None or not isinstance(step, events.MovePlayed) or not step.wins_in:
            return None
        return step

    def colour_of(self, seat: tasks.Seat) -> Player | None:
        """Whose stones a seat plays with, once that is settled."""
        black = self.opening.black
        if black is None:
            return None
        return Player.FIRST if seat is black else Player.SECOND

    def seat_of(self, player: Player) -> tasks.Seat | None:
        """Who plays with these stones, once that is settled."""
        black = self.opening.black
        return black if black is None or player is Player.FIRST else black.other

    def apply(self, event: events.Event) -> None:
        """Let something have happened. Raises SessionError if it cannot have."""
        if isinstance(event, STEP_TYPES) and (self.is_paused or not self._fits(event)):
            raise SessionError(f"{type(event).__name__} cannot happen now")
        self.apply_unchecked(event)

    def apply_unchecked(self, event: events.Event) -> None:
        """Let something happen that was decided in this very state."""
        self.declined = None
        if isinstance(event, STEP_TYPES):
            self._take(event)
        else:
            self._apply(event)

    def _take(self, step: events.Step) -> None:
        self.undone.clear()
        self._advance(step)
        self._look()
        asked = self.offers.get(step.seat.other)
        if asked is not None:  # to play on is to decline
            self.declined = events.Declined(step.at, step.seat, asked)
        self.offers.clear()
        self.clocks.pass_on(step.seat, self.actor, step.at)

    @singledispatchmethod
    def _apply(self, event: object) -> None:
        raise SessionError(f"{type(event).__name__} cannot happen in a game that goes on")

    @_apply.register
    def _(self, event: events.TakenBack) -> None:
        _check_count(event, len(self.steps))
        self._lift_foul()
        for _ in range(event.steps):
            step = self.steps.pop()
            self.undone.append(step)
            if isinstance(step, events.MovePlayed):
                self.board.undo()
        self._reopen()
        self._go_on(event.at)

    @_apply.register
    def _(self, event: events.Redone) -> None:
        _check_count(event, len(self.undone))
        self._lift_foul()
        for _ in range(event.steps):
            self._advance(self.undone.pop())
        self._go_on(event.at)

    @_apply.register
    def _(self, event: events.Offered) -> None:
        self.offers[event.seat] = event.offer

    @_apply.register
    def _(self, event: events.Declined) -> None:
        self.offers.pop(event.seat.other, None)
        self.declined = event

    @_apply.register
    def _(self, _event: events.RematchAgreed) -> None:
        self.offers.clear()
        self.wants_rematch = True

    @_apply.register
    def _(self, event: events.SitterChanged) -> None:
        self.setup = self.setup.with_sitter(event.seat, event.sitter)

    @_apply.register
    def _(self, event: events.GamePaused) -> None:
        self.clocks.pause(event.at)

    @_apply.register
    def _(self, event: events.GameResumed) -> None:
        self.clocks.resume(event.at)

    @_apply.register
    def _(self, event: events.GameEnded) -> None:
        if self.result is not None:
            raise SessionError("a game ends once")
        if event.result.foul is not None:
            self._put_foul(event.result.foul)
        self.result = event.result
        self.task = None
        self.offers.clear()
        self.clocks.stop(event.at)

    def _put_foul(self, foul: events.Foul) -> None:
        """Let the stone lie on the board that lost the game."""
        if self.board.refusal(foul.point) is not foul.reason:
            kind = foul.reason.name.lower().replace("_", "-")
            raise SessionError(f"{foul.point} is no {kind} here")
        self.board.play_unchecked(foul.point)

    def _lift_foul(self) -> None:
        """Take that stone off again."""
        if self.result is not None and self.result.foul is not None:
            self.board.undo()

    def _go_on(self, now: int) -> None:
        """Play on after steps were undone or redone."""
        self.result = None
        self._look()
        self.offers.clear()
        self.clocks.start(self.actor, now)

    def _look(self) -> None:
        """See what is to be done next, if the game has not ended."""
        self.task = self.opening.task
        if self.task is None and self.board.outcome is UNFINISHED:
            seat = self.seat_of(self.board.turn)
            assert seat is not None
            self.task = PLACE_TASKS[seat]

    def _fits(self, step: events.Step) -> bool:
        """Whether a step does what is to be done."""
        task = self.task
        if task is None or task.seat is not step.seat:
            return False
        if isinstance(step, events.ChoiceMade):
            return isinstance(task, tasks.ChooseOption) and step.choice in task.options
        if isinstance(step, events.FifthsDeclared):
            return isinstance(task, tasks.DeclareCount) and 1 <= step.count <= task.most
        kinds = (
            (tasks.PlaceStone, tasks.PickMove)
            if isinstance(step, events.MovePlayed)
            else tasks.ProposeMove
        )
        return isinstance(task, kinds) and self.board.is_legal(step.point)

    def _reopen(self) -> None:
        """Follow the opening again, up to the last step that is left."""
        self.opening = OpeningProgress(self.setup.opening)
        for step in self.steps:
            if self.opening.task is None:
                break
            self.opening.answer(_answer_of(step))

    def _advance(self, step: events.Step) -> None:
        """Do a step that fits."""
        self.steps.append(step)
        if isinstance(step, events.MovePlayed):
            self.board.play_unchecked(step.point)
        if self.opening.task is not None:
            self.opening.answer(_answer_of(step))


def _check_count(event: events.TakenBack | events.Redone, most: int) -> None:
    if not 1 <= event.steps <= most:
        raise SessionError(f"{type(event).__name__} of {event.steps} steps cannot happen now")


def _answer_of(step: events.Step) -> tasks.TaskAnswer:
    if isinstance(step, events.ChoiceMade):
        return step.choice
    return step.count if isinstance(step, events.FifthsDeclared) else step.point
