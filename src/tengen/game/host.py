"""A game host: decides commands, saves and applies events, notifies a listener, asks machines.

It has no threads or timers of its own. Its user, a room of the server or a table in the terminal,
provides the clock, the event log, the machines and the listener.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import partial
from typing import NamedTuple, Protocol

from tengen.errors import SessionError, StoreError, TengenError
from tengen.game.commands import Command, LookAtClock
from tengen.game.events import Event, Offer
from tengen.game.session import Session
from tengen.game.setup import Person
from tengen.game.state import GameState
from tengen.game.tasks import Seat

RETRY_AFTER = 10_000
"""Milliseconds after which a time-out that could not be saved is tried again."""

OnSaved = Callable[[StoreError | None], None]
OnRefused = Callable[[SessionError | StoreError], None]
OnDone = Callable[[], None]
OnAnswer = Callable[[Command | TengenError], None]
Cancel = Callable[[], None]


class EventLog(Protocol):
    """Where the events of a game are saved."""

    def save(self, first: int, events: tuple[Event, ...], done: OnSaved) -> None:
        """Save events of a game that has `first` events so far.

        `done` is called in the thread of the host, before this returns or later, with None or with
        the error.
        """


class Machines(Protocol):
    """The machines that play in a game."""

    def ask(self, session: Session, seat: Seat, answer: OnAnswer) -> Cancel:
        """Ask the machine in a seat to answer a draw offer, or to do its task.

        `answer` is called in the thread of the host. Return a function that stops the machine; it
        may be called after the answer, too. Raises TengenError if there is no such machine.
        """


class HostListener(Protocol):
    """Is notified of what happens in a game."""

    def happened(self, events: tuple[Event, ...]) -> None:
        """Events have happened and are saved."""

    def failed(self, seat: Seat, error: TengenError) -> None:
        """The machine in a seat cannot move, or its move cannot be saved; the game waits."""

    def internal_error(self, error: Exception) -> None:
        """An unexpected exception was raised. May raise it again."""


class _Decision(NamedTuple):
    """Events that are being saved, their command, and whom to call afterwards."""

    events: tuple[Event, ...]
    command: Command
    refuse: OnRefused
    done: OnDone


class GameHost:
    """One game. Commands are executed one at a time; the others wait.

    Listeners are notified only of saved events. The answer of a machine counts only if nothing has
    happened since it was asked. All methods must be called from one thread.
    """

    def __init__(
        self,
        session: Session,
        log: EventLog,
        machines: Machines,
        listener: HostListener,
        now: Callable[[], int],
    ) -> None:
        self.session = session
        self._log = log
        self._machines = machines
        self._listener = listener
        self._now = now
        self._queue: deque[Callable[[], None]] = deque()
        self._saving: _Decision | None = None
        self._is_running = False
        self._is_closed = False
        self._is_watched = True
        self._retry_at = 0
        self._request = 0  # the number of the last request to a machine
        self._cancel: Cancel | None = None

    @property
    def pending(self) -> int:
        """The number of commands and answers that wait."""
        return len(self._queue)

    @property
    def is_saving(self) -> bool:
        """Whether events are being saved, and the listener is not yet notified."""
        return self._saving is not None

    @property
    def is_thinking(self) -> bool:
        """Whether a machine is thinking."""
        return self._cancel is not None

    @property
    def awaited(self) -> Seat | None:
        """The seat whose machine must answer; None if there is none."""
        return awaited_machine(self.session.state)

    @property
    def deadline(self) -> int | None:
        """When to submit LookAtClock; None while no clock runs."""
        deadline = self.session.state.clocks.deadline()
        return None if deadline is None else max(deadline, self._retry_at)

    def submit(self, command: Command, refuse: OnRefused, done: OnDone = lambda: None) -> None:
        """Execute a command after those before it.

        `done` is called when it is done, or was before; `refuse` gets the error if it fails.
        """
        if not self._is_closed:
            self._queue.append(partial(self._decide, command, refuse, done))
            self._run()

    def watch(self, *, is_watched: bool) -> None:
        """Set whether anybody watches. If nobody does, machines are stopped."""
        self._is_watched = is_watched
        if not is_watched:
            self._stop_machine()

    def ask_machine(self) -> None:
        """Ask the machine that must answer, unless it is thinking or nobody watches."""
        if self._cancel is not None or self._is_closed or not self._is_watched:
            return
        seat = self.awaited
        if seat is not None and not self.session.state.is_paused:
            self._ask_seat(seat)

    def close(self) -> None:
        """Stop the machine, and ignore everything that is still saved or answered."""
        self._is_closed = True
        self._queue.clear()
        self._saving = None
        self._stop_machine()

    # Commands and events

    def _run(self) -> None:
        """Work through the queue; the log or the listener may add to it meanwhile."""
        if self._is_running:
            return
        self._is_running = True
        try:
            while self._queue and self._saving is None:
                self._queue.popleft()()
        except Exception as error:  # noqa: BLE001 - the listener decides what to do
            self._listener.internal_error(error)
        finally:
            self._is_running = False

    def _decide(self, command: Command, refuse: OnRefused, done: OnDone = lambda: None) -> None:
        try:
            events = self.session.decide(command, self._now())
        except SessionError as error:
            refuse(error)
            return
        if not events:
            done()
            return
        decision = self._saving = _Decision(events, command, refuse, done)
        self._log.save(len(self.session.events), events, partial(self._saved, decision))

    def _saved(self, decision: _Decision, error: StoreError | None) -> None:
        if decision is not self._saving:  # the host was closed, or the log called twice
            return
        self._saving = None
        self._queue.appendleft(partial(self._finish, decision, error))
        self._run()

    def _finish(self, decision: _Decision, error: StoreError | None) -> None:
        if error is not None:
            if isinstance(decision.command, LookAtClock):
                self._retry_at = self._now() + RETRY_AFTER
            decision.refuse(error)
            return
        self.session.apply_decided(decision.events)
        self._stop_machine()
        decision.done()  # first, so that whoever sees the events may act on them
        self._listener.happened(decision.events)
        self.ask_machine()

    # Machines

    def _ask_seat(self, seat: Seat) -> None:
        request = self._request
        answer = partial(self._answered, request, seat)
        try:
            cancel = self._machines.ask(self.session, seat, answer)
        except TengenError as error:
            self._listener.failed(seat, error)
            return
        if request == self._request:
            self._cancel = cancel

    def _answered(self, request: int, seat: Seat, outcome: Command | TengenError) -> None:
        if request == self._request:
            self._queue.append(partial(self._use_answer, request, seat, outcome))
            self._run()

    def _use_answer(self, request: int, seat: Seat, outcome: Command | TengenError) -> None:
        if request != self._request:  # the game has changed since
            return
        self._request += 1
        self._cancel = None
        failed = partial(self._listener.failed, seat)
        if isinstance(outcome, TengenError):
            failed(outcome)
        else:
            self._decide(outcome, failed)

    def _stop_machine(self) -> None:
        """Stop the machine and ignore its answer."""
        self._request += 1
        if self._cancel is not None:
            cancel, self._cancel = self._cancel, None
            cancel()


def awaited_machine(state: GameState) -> Seat | None:
    """Return the seat whose machine must answer a draw offer or do its task, if any."""
    for seat, offer in state.offers.items():
        if offer is Offer.DRAW and not isinstance(state.setup.sitter(seat.other), Person):
            return seat.other
    actor = state.actor
    is_person = actor is None or isinstance(state.setup.sitter(actor), Person)
    return None if is_person else actor
