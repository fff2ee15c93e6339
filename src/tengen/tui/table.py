"""A game as it is played here: the session, kept move by move, and the machines that take part.

It knows neither keys nor screens: both faces of the terminal, full-screen and plain, sit at it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol

from tengen.errors import TengenError
from tengen.players import Actor, Halt, Player, Thinking, make_player
from tengen.session.commands import Command, Decline, LookAtClock, OfferDraw, Resume
from tengen.session.events import Event, GameStarted, Offer
from tengen.session.seat import Seat
from tengen.session.session import Session
from tengen.session.setup import Setup
from tengen.session.sitters import Person
from tengen.session.state import State
from tengen.store import OpenedGame, Store


class Listener(Protocol):
    """Whoever looks at a table."""

    def happened(self, events: tuple[Event, ...]) -> None:
        """Something has happened, and is kept."""

    def failed(self, seat: Seat, error: TengenError) -> None:
        """The machine in a seat cannot move; the game waits."""


class Table:
    """One game at a time. All methods are for one thread, to which `call` brings others' calls."""

    def __init__(
        self,
        store: Store | None,
        listener: Listener,
        call: Callable[[Callable[[], None]], None],
    ) -> None:
        """Without a store, nothing is kept."""
        self._store = store
        self._listener = listener
        self._call = call
        self._base = time.time_ns() // 1_000_000 - time.monotonic_ns() // 1_000_000
        self._game: OpenedGame | None = None
        self._machines: dict[Seat, Player] = {}
        self._thinking: Thinking | None = None
        self._question = 0  # the number of what was last asked of a machine
        self.session = Session.start(Setup(), self.now())

    @property
    def state(self) -> State:
        """How the game stands."""
        return self.session.state

    def now(self) -> int:
        """Milliseconds that only ever go forward while the program runs."""
        return self._base + time.monotonic_ns() // 1_000_000

    def start(self, setup: Setup) -> None:
        """Leave the game that is going on and begin another."""
        start = GameStarted(self.now(), setup)
        game = self._store.begin(start) if self._store is not None else None
        self.leave()
        self._game = game
        self.session = Session(start)
        self._listener.happened((start,))
        self._go_on()

    def resume(self, number: int) -> None:
        """Leave the game that is going on and go on with one that was kept."""
        assert self._store is not None, "a game that is kept is kept in a store"
        game = self._store.open(number)
        self.leave()
        self._game = game
        self.session = Session.replay(game.events)
        self._listener.happened(tuple(game.events[:1]))
        if self.state.result is None:
            self.do(Resume(Seat.ONE))

    def leave(self) -> None:
        """Stop all thinking at once and let go of the game; it is kept as it is."""
        self._be_still()
        for machine in self._machines.values():
            machine.close()
        self._machines.clear()
        if self._game is not None:
            self._game.close()
            self._game = None

    def do(self, command: Command) -> None:
        """Follow a command: first it is kept what comes of it, then it is shown."""
        events = self.session.decide(command, self.now())
        if not events:
            return
        if self._game is not None:
            self._game.append(events)
        for event in events:
            self.session.apply(event)
        self._be_still()
        self._listener.happened(events)
        self._go_on()

    def tick(self) -> None:
        """Look whether somebody's time is up."""
        deadline = self.state.clocks.deadline()
        if deadline is not None and self.now() >= deadline:
            self.do(LookAtClock(Seat.ONE))

    @property
    def is_thinking(self) -> bool:
        """Whether a machine is at work."""
        return self._thinking is not None

    def try_again(self) -> None:
        """Ask a machine that failed once more."""
        self._go_on()

    def person(self) -> Seat:
        """The seat that this keyboard speaks for: the one to move, if a person is there."""
        actor = self.state.actor
        if actor is not None and self.is_person(actor):
            return actor
        return next((seat for seat in Seat if self.is_person(seat)), Seat.ONE)

    def is_person(self, seat: Seat) -> bool:
        """Whether a person sits there."""
        return isinstance(self.state.setup.sitter(seat), Person)

    def _be_still(self) -> None:
        self._question += 1
        if self._thinking is not None:
            self._thinking.cancel()
            self._thinking = None

    def _go_on(self) -> None:
        """Have a machine answer an offer, or move, if the game waits for that."""
        state = self.state
        if state.is_paused:
            return
        for seat, offer in state.offers.items():
            if offer is Offer.DRAW and not self.is_person(seat.other):
                self._ask(seat.other, _Reply(self._machine(seat.other), seat.other))
                return
        if state.actor is not None and not self.is_person(state.actor):
            self._ask(state.actor, self._machine(state.actor))

    def _ask(self, seat: Seat, machine: Actor) -> None:
        """Have a machine think in a thread of its own."""
        number = self._question

        def answer(outcome: Command | TengenError) -> None:
            self._call(lambda: self._answered(number, seat, outcome))

        self._thinking = Thinking(machine, self.state, self.now(), answer)

    def _answered(self, number: int, seat: Seat, outcome: Command | TengenError) -> None:
        if number != self._question:  # meanwhile the game has gone another way
            return
        self._thinking = None
        if isinstance(outcome, TengenError):
            self._listener.failed(seat, outcome)
        else:
            self.do(outcome)

    def _machine(self, seat: Seat) -> Player:
        sitter = self.state.setup.sitter(seat)
        if seat not in self._machines:
            assert not isinstance(sitter, Person)
            self._machines[seat] = make_player(sitter)
        return self._machines[seat]


class _Reply:
    """A machine that is asked about a draw instead of a move."""

    def __init__(self, machine: Player, seat: Seat) -> None:
        self.name = machine.name
        self._machine = machine
        self._seat = seat

    def act(self, state: State, _now: int, _halt: Halt | None = None) -> Command:
        """Agree, or decline."""
        agrees = self._machine.wants_draw(state)
        return OfferDraw(self._seat) if agrees else Decline(self._seat)
