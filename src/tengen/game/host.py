"""A game host: decides commands, has events kept, applies them, tells them, asks the machine.

It has no threads and no timers, and reads no clock but the one that is handed in. How events are
kept, how a machine thinks and who is told are its user's: a room of the server, or a table in the
terminal.
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
"""Milliseconds after which a time-out that could not be kept is tried again."""

OnKept = Callable[[StoreError | None], None]
OnRefused = Callable[[SessionError | StoreError], None]
OnAnswer = Callable[[Command | TengenError], None]
Cancel = Callable[[], None]


class EventLog(Protocol):
    """Where the events of a game are kept."""

    def keep(self, first: int, events: tuple[Event, ...], done: OnKept) -> None:
        """Keep events that come after the first `first`.

        `done` is called in the thread of the host, before this returns or later, with None or with
        why they were not kept.
        """


class Machines(Protocol):
    """The machines that play in a game."""

    def ask(self, session: Session, seat: Seat, answer: OnAnswer) -> Cancel:
        """Have the machine in a seat answer the offer of a draw, or do its task.

        `answer` is called in the thread of the host. Gives what stops the machine; that may be
        called after the answer, too. Raises TengenError if there is no such machine.
        """


class HostListener(Protocol):
    """Whoever is told of a game."""

    def happened(self, events: tuple[Event, ...]) -> None:
        """Something has happened, and is kept."""

    def failed(self, seat: Seat, error: TengenError) -> None:
        """The machine in a seat cannot move, or its move cannot be kept; the game waits."""

    def broke(self, error: Exception) -> None:
        """A mistake of ours: something was raised that nobody expects. May raise it again."""


class _Decision(NamedTuple):
    """The events that are being kept, what they follow from, and who is told if they are not."""

    events: tuple[Event, ...]
    command: Command
    refuse: OnRefused


class GameHost:
    """One game. Commands are followed one at a time; the others wait.

    Nothing is told before it is kept. The answer of a machine counts only if nothing has happened
    since it was asked. All methods are for one thread.
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
        self._steps: deque[Callable[[], None]] = deque()
        self._keeping: _Decision | None = None
        self._is_running = False
        self._is_closed = False
        self._is_watched = True
        self._retry_at = 0
        self._question = 0  # the number of what was last asked of a machine
        self._cancel: Cancel | None = None

    @property
    def pending(self) -> int:
        """How many commands and answers wait."""
        return len(self._steps)

    @property
    def is_keeping(self) -> bool:
        """Whether events are being kept, and so are still to be told."""
        return self._keeping is not None

    @property
    def is_thinking(self) -> bool:
        """Whether a machine is asked."""
        return self._cancel is not None

    @property
    def awaited(self) -> Seat | None:
        """The seat whose machine owes an answer; None if none does."""
        return awaited_machine(self.session.state)

    @property
    def deadline(self) -> int | None:
        """When to submit LookAtClock; None while no clock runs."""
        deadline = self.session.state.clocks.deadline()
        return None if deadline is None else max(deadline, self._retry_at)

    def submit(self, command: Command, refuse: OnRefused) -> None:
        """Follow a command, once those before it are settled; `refuse` is told why not."""
        if not self._is_closed:
            self._steps.append(partial(self._decide, command, refuse))
            self._run()

    def watch(self, *, is_watched: bool) -> None:
        """Say whether anybody waits for the machine. If nobody does, it rests."""
        self._is_watched = is_watched
        if not is_watched:
            self._rest()

    def go_on(self) -> None:
        """Ask the machine that owes an answer, unless it is thinking or nobody waits for it."""
        if self._cancel is not None or self._is_closed or not self._is_watched:
            return
        seat = self.awaited
        if seat is not None and not self.session.state.is_paused:
            self._ask(seat)

    def close(self) -> None:
        """Have nothing happen any more, whatever is still kept or answered."""
        self._is_closed = True
        self._steps.clear()
        self._keeping = None
        self._rest()

    # From a command to what is told

    def _run(self) -> None:
        """Take one step after the other; a log or a listener may add some meanwhile."""
        if self._is_running:
            return
        self._is_running = True
        try:
            while self._steps and self._keeping is None:
                self._steps.popleft()()
        except Exception as error:  # noqa: BLE001 - the listener decides what it ends
            self._listener.broke(error)
        finally:
            self._is_running = False

    def _decide(self, command: Command, refuse: OnRefused) -> None:
        try:
            events = self.session.decide(command, self._now())
        except SessionError as error:
            refuse(error)
            return
        if events:
            decision = self._keeping = _Decision(events, command, refuse)
            self._log.keep(len(self.session.events), events, partial(self._kept, decision))

    def _kept(self, decision: _Decision, error: StoreError | None) -> None:
        if decision is not self._keeping:  # the host was closed, or this was told before
            return
        self._keeping = None
        self._steps.appendleft(partial(self._settle, decision, error))
        self._run()

    def _settle(self, decision: _Decision, error: StoreError | None) -> None:
        if error is not None:
            if isinstance(decision.command, LookAtClock):
                self._retry_at = self._now() + RETRY_AFTER
            decision.refuse(error)
            return
        self.session.apply_decided(decision.events)
        self._rest()
        self._listener.happened(decision.events)
        self.go_on()

    # Machines

    def _ask(self, seat: Seat) -> None:
        question = self._question
        answer = partial(self._answered, question, seat)
        try:
            cancel = self._machines.ask(self.session, seat, answer)
        except TengenError as error:
            self._listener.failed(seat, error)
            return
        if question == self._question:
            self._cancel = cancel

    def _answered(self, question: int, seat: Seat, outcome: Command | TengenError) -> None:
        if question == self._question:
            self._steps.append(partial(self._take_answer, question, seat, outcome))
            self._run()

    def _take_answer(self, question: int, seat: Seat, outcome: Command | TengenError) -> None:
        if question != self._question:  # meanwhile the game has gone another way
            return
        self._question += 1
        self._cancel = None
        failed = partial(self._listener.failed, seat)
        if isinstance(outcome, TengenError):
            failed(outcome)
        else:
            self._decide(outcome, failed)

    def _rest(self) -> None:
        """Stop the machine, and take no answer to what it was asked."""
        self._question += 1
        if self._cancel is not None:
            cancel, self._cancel = self._cancel, None
            cancel()


def awaited_machine(state: GameState) -> Seat | None:
    """The seat whose machine owes an answer, to the offer of a draw or to the game."""
    for seat, offer in state.offers.items():
        if offer is Offer.DRAW and not isinstance(state.setup.sitter(seat.other), Person):
            return seat.other
    actor = state.actor
    is_person = actor is None or isinstance(state.setup.sitter(actor), Person)
    return None if is_person else actor
