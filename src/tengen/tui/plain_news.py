"""What has happened, as a sentence for somebody who does not see the board."""

from __future__ import annotations

from functools import singledispatch

from tengen.notation.words import STONES, counted
from tengen.session.events import (
    ChoiceMade,
    Declined,
    Event,
    FifthProposed,
    FifthsDeclared,
    GameEnded,
    GamePaused,
    GameResumed,
    GameStarted,
    MovePlayed,
    Offered,
    Redone,
    SitterChanged,
    Step,
    TakenBack,
)
from tengen.session.seat import Seat
from tengen.session.state import State
from tengen.session.words import (
    choice_words,
    describe_promise,
    describe_result,
    seat_name,
)
from tengen.tui.offers import describe_offer
from tengen.tui.plain_words import describe_last, describe_setup, name_of
from tengen.tui.tables import AnyTable


def describe_event(state: State, event: Event) -> str:
    """A sentence without its full stop; nothing where there is nothing to say."""
    return _describe(event, state)


def what_now(table: AnyTable, event: Event) -> str:
    """What can be said after an event that asks for an answer."""
    if isinstance(event, Offered) and table.is_person(event.seat.other):
        return "agree: yes. decline: no"
    if not isinstance(event, GameEnded):
        return ""
    if not table.is_online:
        return "rematch, new, review or quit"
    is_ours = any(table.is_person(seat) for seat in Seat)
    return "rematch, review or quit" if is_ours else "review or quit"


@singledispatch
def _describe(_event: object, _state: State) -> str:
    return ""


@_describe.register
def _(_event: GameStarted, state: State) -> str:
    is_new = not state.steps and state.result is None
    new = "A new game: " if is_new else ""
    return f"{new}{describe_setup(state)}. help: all that you can say"


@_describe.register
def _(event: MovePlayed, state: State) -> str:
    board = state.board
    player = board[event.point]
    assert player is not None
    number = board.moves.index(event.point) + 1
    move = f"{STONES[player]} {name_of(board, event.point)}, move {number}"
    promise = describe_promise(state) if event is state.steps[-1] else ""
    return ". ".join(filter(None, (move, promise)))


@_describe.register
def _(event: ChoiceMade, state: State) -> str:
    return f"{seat_name(state, event.seat)} chose to {choice_words(event.choice)}"


@_describe.register
def _(event: FifthsDeclared, state: State) -> str:
    return f"{seat_name(state, event.seat)} wants {counted(event.count, 'fifth move')}"


@_describe.register
def _(event: FifthProposed, state: State) -> str:
    return f"{seat_name(state, event.seat)} offers {name_of(state.board, event.point)}"


@_describe.register
def _(event: TakenBack, state: State) -> str:
    return f"Taken back: {_describe_steps(state, state.undone[-event.steps :])}"


@_describe.register
def _(event: Redone, state: State) -> str:
    return f"Done again: {_describe_steps(state, state.steps[-event.steps :])}"


def _describe_steps(state: State, steps: list[Step]) -> str:
    return ", ".join(_describe_step(state, step) for step in steps)


def _describe_step(state: State, step: Step) -> str:
    if isinstance(step, ChoiceMade):
        return f"to {choice_words(step.choice)}"
    if isinstance(step, FifthsDeclared):
        return "the number of fifth moves"
    return name_of(state.board, step.point)


@_describe.register
def _(event: Offered, state: State) -> str:
    return describe_offer(state, event.seat, event.offer)


@_describe.register
def _(event: Declined, state: State) -> str:
    return f"{seat_name(state, event.seat)} declines"


@_describe.register
def _(event: SitterChanged, state: State) -> str:
    return f"{seat_name(state, event.seat)} goes on"


@_describe.register
def _(_event: GamePaused, _state: State) -> str:
    return "Paused. resume: go on"


@_describe.register
def _(_event: GameResumed, state: State) -> str:
    last = describe_last(state.board)
    return f"The game goes on. Last: {last}" if last else "The game goes on"


@_describe.register
def _(_event: GameEnded, state: State) -> str:
    return describe_result(state)
