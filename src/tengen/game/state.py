"""The state of a game, which results from its events."""

from __future__ import annotations

from functools import singledispatchmethod
from typing import get_args

from tengen.errors import SessionError
from tengen.game import events, tasks
from tengen.game.clock import Clocks
from tengen.game.opening_rules import OpeningProgress
from tengen.rules import Board, Player
from tengen.rules.outcome import UNFINISHED

STEP_TYPES = get_args(events.Step)
PLACE_TASKS = {seat: tasks.PlaceStone(seat) for seat in tasks.Seat}


class GameState:
    """The state of a game. Only events may change it."""

    def __init__(self, start: events.GameStarted) -> None:
        self.setup = start.setup
        self.clocks = Clocks(start.setup.clock)
        self.board = Board(self.setup.rules)
        for point in self.setup.moves:
            self.board.play(point)
        self.opening = OpeningProgress(self.setup.opening)
        self.steps: list[events.Step] = []
        self.undone: list[events.Step] = []
        """Steps that were taken back and can be redone; the next one is the last."""
        self.offers: dict[tasks.Seat, events.Offer] = {}
        self.declined: events.Declined | None = None
        """The offer that was declined by the last event."""
        self.result: events.GameResult | None = None
        self.wants_rematch = False
        self.task: tasks.Task | None = None
        """The task that the game waits for; None when it is over."""
        self._update_task()
        self.clocks.start(self.actor, start.at)
        self.clocks.resume(start.at)

    @property
    def is_paused(self) -> bool:
        """Whether the clocks are stopped and no step can be taken."""
        return self.clocks.is_paused

    @property
    def actor(self) -> tasks.Seat | None:
        """The seat that must act; None when the game is over."""
        task = self.task
        return None if task is None else task.seat

    @property
    def promise(self) -> events.MovePlayed | None:
        """The last move, if a computer announced a win with it."""
        step = self.steps[-1] if self.steps else None
        if self.result is not None or not isinstance(step, events.MovePlayed) or not step.wins_in:
            return None
        return step

    def colour_of(self, seat: tasks.Seat) -> Player | None:
        """Return the colour of a seat; None until colours are settled."""
        black = self.opening.black
        if black is None:
            return None
        return Player.FIRST if seat is black else Player.SECOND

    def seat_of(self, player: Player) -> tasks.Seat | None:
        """Return the seat of a colour; None until colours are settled."""
        black = self.opening.black
        return black if black is None or player is Player.FIRST else black.other

    def apply(self, event: events.Event) -> None:
        """Apply an event. Raises SessionError if it cannot happen now."""
        if isinstance(event, STEP_TYPES) and (self.is_paused or not self._fits_task(event)):
            raise SessionError(f"{type(event).__name__} cannot happen now")
        self.apply_unchecked(event)

    def apply_unchecked(self, event: events.Event) -> None:
        """Apply an event that was decided in this state."""
        self.declined = None
        if isinstance(event, STEP_TYPES):
            self._apply_step(event)
        else:
            self._apply(event)

    def _apply_step(self, step: events.Step) -> None:
        self.undone.clear()
        self._add_step(step)
        self._update_task()
        offer = self.offers.get(step.seat.other)
        if offer is not None:  # playing on declines it
            self.declined = events.Declined(step.at, step.seat, offer)
        self.offers.clear()
        self.clocks.pass_on(step.seat, self.actor, step.at)

    @singledispatchmethod
    def _apply(self, event: object) -> None:
        raise SessionError(f"{type(event).__name__} cannot happen in a game that has started")

    @_apply.register
    def _(self, event: events.TakenBack) -> None:
        _check_count(event, len(self.steps))
        self._remove_foul()
        for _ in range(event.steps):
            step = self.steps.pop()
            self.undone.append(step)
            if isinstance(step, events.MovePlayed):
                self.board.undo()
        self._replay_opening()
        self._continue(event.at)

    @_apply.register
    def _(self, event: events.Redone) -> None:
        _check_count(event, len(self.undone))
        self._remove_foul()
        for _ in range(event.steps):
            self._add_step(self.undone.pop())
        self._continue(event.at)

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
            raise SessionError("the game has already ended")
        if event.result.foul is not None:
            self._place_foul(event.result.foul)
        self.result = event.result
        self.task = None
        self.offers.clear()
        self.clocks.stop(event.at)

    def _place_foul(self, foul: events.Foul) -> None:
        """Place the forbidden stone that lost the game."""
        if self.board.refusal(foul.point) is not foul.reason:
            kind = foul.reason.name.lower().replace("_", "-")
            raise SessionError(f"there is no {kind} at {foul.point}")
        self.board.play_unchecked(foul.point)

    def _remove_foul(self) -> None:
        """Remove the forbidden stone that lost the game, if there is one."""
        if self.result is not None and self.result.foul is not None:
            self.board.undo()

    def _continue(self, now: int) -> None:
        """Continue the game after steps were undone or redone."""
        self.result = None
        self._update_task()
        self.offers.clear()
        self.clocks.start(self.actor, now)

    def _update_task(self) -> None:
        """Set the task, unless the game is over on the board."""
        self.task = self.opening.task
        if self.task is None and self.board.outcome is UNFINISHED:
            seat = self.seat_of(self.board.turn)
            assert seat is not None
            self.task = PLACE_TASKS[seat]

    def _fits_task(self, step: events.Step) -> bool:
        """Whether a step is a legal answer to the task."""
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

    def _replay_opening(self) -> None:
        """Repeat the opening up to the last step that is left."""
        self.opening = OpeningProgress(self.setup.opening)
        for step in self.steps:
            if self.opening.task is None:
                break
            self.opening.answer(_task_answer(step))

    def _add_step(self, step: events.Step) -> None:
        """Add a step that fits the task."""
        self.steps.append(step)
        if isinstance(step, events.MovePlayed):
            self.board.play_unchecked(step.point)
        if self.opening.task is not None:
            self.opening.answer(_task_answer(step))


def _check_count(event: events.TakenBack | events.Redone, most: int) -> None:
    if not 1 <= event.steps <= most:
        raise SessionError(f"{type(event).__name__} of {event.steps} steps cannot happen now")


def _task_answer(step: events.Step) -> tasks.TaskAnswer:
    if isinstance(step, events.ChoiceMade):
        return step.choice
    return step.count if isinstance(step, events.FifthsDeclared) else step.point
