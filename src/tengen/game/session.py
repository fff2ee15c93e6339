"""A game session: commands in, events out. The time is passed in as a number.

`Session.decide` says which events follow from a command, or why it is refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch
from typing import Self

import msgspec

from tengen.errors import Refusal, SessionError
from tengen.game import commands, events
from tengen.game.events import Event, GameStarted
from tengen.game.opening_rules import symmetric_points
from tengen.game.setup import Computer, Setup
from tengen.game.state import GameState
from tengen.game.tasks import ChooseOption, DeclareCount, PickMove, PlaceStone, ProposeMove, Seat
from tengen.rules import Board, Outcome, Point, Rules, Termination
from tengen.rules.wording import point_name

REPEATABLE_COMMANDS = (
    commands.TakeBack,
    commands.Redo,
    commands.OfferDraw,
    commands.OfferRematch,
    commands.Pause,
    commands.ChangeSitter,
)
"""Commands that could be repeated for ever; all others bring the game closer to its end."""


def max_events(rules: Rules) -> int:
    """Return the number of events from which on repeatable commands are refused."""
    return 1000 + 2 * rules.width * rules.height


class Session:
    """A running game. It checks commands and turns them into events.

    Replaying the events gives the same game. A session never reads a clock: callers pass the time.
    A command with an id counts once: events keep the ids of their commands.
    """

    def __init__(self, start: GameStarted) -> None:
        self.state = GameState(start)
        self.events: list[Event] = [start]
        self._done: set[commands.CommandKey] = set()
        self._is_interrupted = False

    @classmethod
    def start(cls, setup: Setup, now: int) -> Self:
        """Start a game; the clock of the first seat to act runs from now."""
        return cls(GameStarted(now, setup))

    @classmethod
    def replay(cls, events: Sequence[Event]) -> Self:
        """Return the session with these events. Raises SessionError if they are not a game."""
        if not events or not isinstance(events[0], GameStarted):
            raise SessionError("the first event of a game must be GameStarted")
        session = cls(events[0])
        for event in events[1:]:
            session.apply(event)
        session._is_interrupted = True
        return session

    def handle(self, command: commands.Command, now: int) -> tuple[Event, ...]:
        """Execute a command and return its events.

        Raises SessionError and changes nothing if the command is not allowed now. If a player's
        time is up, the game ends instead. A replayed game accepts Resume as its first command even
        if it was not paused; the time in between then counts for neither player.
        """
        events = self.decide(command, now)
        self.apply_decided(events)
        return events

    def has_done(self, command: commands.Command) -> bool:
        """Whether a command with the same id for the same seat has caused events."""
        return command.key in self._done

    def decide(self, command: commands.Command, now: int) -> tuple[Event, ...]:
        """Return the events of a command without applying them. Raises SessionError.

        A command that was done before causes no events.
        """
        if self.has_done(command):
            return ()
        if isinstance(command, commands.Resume):
            self._check_resume()
        if isinstance(command, REPEATABLE_COMMANDS):
            self._check_length()
        return _with_key(decide(self.state, command, now), command.key)

    def _check_resume(self) -> None:
        is_over = self.state.result is not None
        if not (is_over or self.state.is_paused or self._is_interrupted):
            raise SessionError("the game is not paused")

    def _check_length(self) -> None:
        count = len(self.events)
        if count >= max_events(self.state.setup.rules):
            raise SessionError(
                f"the game has {count} events, too many for that: play on, resign or start another"
            )

    def apply_decided(self, events: tuple[Event, ...]) -> None:
        """Apply the events from `decide`, if nothing has happened since."""
        for event in events:
            self.state.apply_unchecked(event)
            self._remember(event)

    def apply(self, event: Event) -> None:
        """Apply an event. Raises SessionError if it cannot happen now."""
        self.state.apply(event)
        self._remember(event)

    def _remember(self, event: Event) -> None:
        self.events.append(event)
        if event.command is not None:
            self._done.add(event.command)
        self._is_interrupted = False


def _with_key(events: Events, key: commands.CommandKey | None) -> Events:
    """Return the events of a command with its key in the first of them."""
    if key is None or not events:
        return events
    return (msgspec.structs.replace(events[0], command=key), *events[1:])


def check_in_progress(state: GameState) -> None:
    """Raise SessionError if the game is over or paused."""
    if state.result is not None:
        raise SessionError("the game is over")
    _check_not_paused(state)


def check_turn(state: GameState, seat: Seat) -> None:
    """Raise SessionError if it is not this seat's turn."""
    check_in_progress(state)
    if state.actor is not seat:
        raise SessionError("it is the other player's turn")


def check_resumable(state: GameState, now: int) -> None:
    """Raise SessionError if the game, over or not, cannot be continued from an earlier step."""
    _check_not_paused(state)
    if state.wants_rematch:
        raise SessionError("the game is over, and a rematch was agreed")
    if any(state.clocks.game_left(seat, now) == 0 for seat in Seat):
        raise SessionError("a clock has run out: the game cannot continue")


def _check_not_paused(state: GameState) -> None:
    if state.is_paused:
        raise SessionError("the game is paused")


Events = tuple[Event, ...]


def decide(state: GameState, command: commands.Command, now: int) -> Events:
    """Return the events of a command. Raises SessionError if it is not allowed now."""
    deadline = state.clocks.deadline()
    if deadline is not None and now >= deadline and not isinstance(command, commands.Resume):
        return (events.GameEnded(deadline, _result_on_time(state)),)
    if isinstance(command, commands.PlayMove):
        return _play(command, state, now)
    return _decide(command, state, now)


def _result_on_time(state: GameState) -> events.GameResult:
    """Return the result when time is up: a loss, or an aborted game if nothing was played."""
    loser = state.clocks.running
    assert loser is not None
    return (
        events.GameResult(loser.other, Termination.TIME)
        if state.steps
        else events.GameResult(None, Termination.ABORTED)
    )


def refusal_of(state: GameState, point: Point) -> str | None:
    """Return why a point cannot be played, as the end of a sentence; None if it can."""
    task = state.task
    if task is None:
        return Refusal.GAME_OVER.value
    refusal = state.board.refusal(point)
    if refusal is not None and not (state.setup.fouls_lose and refusal in events.FOUL_REASONS):
        return refusal.value
    if isinstance(task, PlaceStone):
        is_fine = task.area is None or (point, state.board.rules) in task.area
        return None if is_fine else f"is not allowed: play {task.area}"
    if isinstance(task, PickMove):
        return None if point in task.points else "is not one of the moves offered"
    if isinstance(task, ProposeMove):
        taken = any(point in symmetric_points(state.board, other) for other in task.points)
        return "is already offered, or mirrors a point that is" if taken else None
    return "cannot be played before the choice is made"


@singledispatch
def _decide(command: object, _state: GameState, _now: int) -> Events:
    raise SessionError(f"unknown command {type(command).__name__}")


@_decide.register
def _play(command: commands.PlayMove, state: GameState, now: int) -> Events:
    check_turn(state, command.seat)
    if isinstance(state.task, ProposeMove):
        raise SessionError("offer fifth moves now, before one is played")
    _check_point(state, command.point)
    refusal = state.board.refusal(command.point) if state.setup.fouls_lose else None
    if refusal is not None:
        foul = events.Foul(command.point, refusal)
        return (
            events.GameEnded(now, events.GameResult(command.seat.other, Termination.FOUL, foul)),
        )
    is_computer = isinstance(state.setup.sitter(command.seat), Computer)
    wins_in = command.wins_in if is_computer else 0  # a person's announcement is ignored
    played = events.MovePlayed(now, command.seat, command.point, wins_in)
    return (played, *_ending(state, [played], now))


def _ending(state: GameState, steps: Sequence[events.Step], now: int) -> Events:
    """Return the end of the game if these legal steps end it."""
    outcome = _outcome_after(state.board, steps)
    if outcome.ending is None:
        return ()
    winner = None if outcome.winner is None else steps[-1].seat
    return (events.GameEnded(now, events.GameResult(winner, outcome.ending)),)


def _outcome_after(board: Board, steps: Sequence[events.Step]) -> Outcome:
    """Return the outcome after these steps. Plays and undoes them, as copying a board is slow."""
    played = 0
    try:
        for step in steps:
            if isinstance(step, events.MovePlayed):
                board.play_unchecked(step.point)
                played += 1
        return board.outcome
    finally:
        for _ in range(played):
            board.undo()


@_decide.register
def _(command: commands.MakeChoice, state: GameState, now: int) -> Events:
    check_turn(state, command.seat)
    task = state.task
    if not isinstance(task, ChooseOption) or command.choice not in task.options:
        raise SessionError(f"{command.choice.value!r} cannot be chosen now")
    return (events.ChoiceMade(now, command.seat, command.choice),)


@_decide.register
def _(command: commands.DeclareFifths, state: GameState, now: int) -> Events:
    check_turn(state, command.seat)
    task = state.task
    if not isinstance(task, DeclareCount):
        raise SessionError("the number of fifth moves cannot be declared now")
    if not 1 <= command.count <= task.most:
        raise SessionError(f"there can be 1 to {task.most} fifth moves, not {command.count}")
    return (events.FifthsDeclared(now, command.seat, command.count),)


@_decide.register
def _(command: commands.ProposeFifth, state: GameState, now: int) -> Events:
    check_turn(state, command.seat)
    if not isinstance(state.task, ProposeMove):
        raise SessionError("fifth moves cannot be offered now")
    _check_point(state, command.point)
    return (events.FifthProposed(now, command.seat, command.point),)


@_decide.register
def _(command: commands.TakeBack, state: GameState, now: int) -> Events:
    check_resumable(state, now)
    if state.offers.get(command.seat.other) is events.Offer.TAKE_BACK:
        return (events.TakenBack(now, command.seat.other, _steps_back(state, command.seat.other)),)
    steps = _steps_back(state, command.seat)
    if not state.setup.consent:
        return (events.TakenBack(now, command.seat, steps),)
    if state.result is not None:
        raise SessionError("the game is over")
    return _offer(state, command.seat, events.Offer.TAKE_BACK, now)


def _steps_back(state: GameState, seat: Seat) -> int:
    """Return how many steps to take back to undo the last step of a seat."""
    for count, step in enumerate(reversed(state.steps), 1):
        if step.seat is seat:
            return count
    raise SessionError("there is nothing to take back")


@_decide.register
def _(command: commands.Redo, state: GameState, now: int) -> Events:
    check_resumable(state, now)
    if state.setup.consent or not state.undone:
        raise SessionError("there is nothing to redo")
    count = _steps_forward(state, command.seat)
    steps = state.undone[-count:][::-1]
    return (events.Redone(now, command.seat, count), *_ending(state, steps, now))


def _steps_forward(state: GameState, seat: Seat) -> int:
    """Return how many steps to redo up to the next turn of a seat, or to the last step."""
    for count, step in enumerate(reversed(state.undone)):
        if count and step.seat is seat:
            return count
    return len(state.undone)


@_decide.register
def _(command: commands.OfferDraw, state: GameState, now: int) -> Events:
    check_in_progress(state)
    if state.offers.get(command.seat.other) is events.Offer.DRAW:
        return (events.GameEnded(now, events.GameResult(None, Termination.AGREED)),)
    return _offer(state, command.seat, events.Offer.DRAW, now)


@_decide.register
def _(command: commands.OfferRematch, state: GameState, now: int) -> Events:
    if state.result is None or state.wants_rematch:
        raise SessionError("a rematch can be offered only once, after the game")
    if not state.setup.consent or state.offers.get(command.seat.other) is events.Offer.REMATCH:
        return (events.RematchAgreed(now),)
    return _offer(state, command.seat, events.Offer.REMATCH, now)


def _offer(state: GameState, seat: Seat, offer: events.Offer, now: int) -> Events:
    if state.offers.get(seat) is offer:
        raise SessionError("that is already offered")
    return (events.Offered(now, seat, offer),)


@_decide.register
def _(command: commands.Decline, state: GameState, now: int) -> Events:
    offer = state.offers.get(command.seat.other)
    if offer is None:
        raise SessionError("there is nothing to decline")
    return (events.Declined(now, command.seat, offer),)


@_decide.register
def _(command: commands.Resign, state: GameState, now: int) -> Events:
    check_in_progress(state)
    return (events.GameEnded(now, events.GameResult(command.seat.other, Termination.RESIGNED)),)


@_decide.register
def _(command: commands.Claim, state: GameState, now: int) -> Events:
    check_in_progress(state)
    if not state.steps:
        raise SessionError("nobody has moved: you can abort the game, but not claim it")
    return (events.GameEnded(now, events.GameResult(command.seat, Termination.LEFT)),)


@_decide.register
def _(_command: commands.Abort, state: GameState, now: int) -> Events:
    check_in_progress(state)
    if {step.seat for step in state.steps} == set(Seat):
        raise SessionError("both players have moved: you can resign, but not abort the game")
    return (events.GameEnded(now, events.GameResult(None, Termination.ABORTED)),)


@_decide.register
def _(command: commands.ChangeSitter, state: GameState, now: int) -> Events:
    check_in_progress(state)
    return (events.SitterChanged(now, command.seat, command.sitter),)


@_decide.register
def _(_command: commands.Pause, state: GameState, now: int) -> Events:
    check_in_progress(state)
    return (events.GamePaused(now),)


@_decide.register
def _(_command: commands.Resume, state: GameState, now: int) -> Events:
    if state.result is not None:
        raise SessionError("the game is over")
    return (events.GameResumed(now),)


@_decide.register
def _(_command: commands.LookAtClock, _state: GameState, _now: int) -> Events:
    return ()


def _check_point(state: GameState, point: Point) -> None:
    why = refusal_of(state, point)
    if why is not None:
        raise SessionError(f"{_point_text(point, state.board.rules)} {why}")


def _point_text(point: Point, rules: Rules) -> str:
    is_on_board = 0 <= point.row < rules.height and 0 <= point.col < rules.width
    return point_name(point, rules) if is_on_board else str(point)
