"""A game that is played here: decide, keep, apply, tell, then ask the machine whose turn it is.

It knows neither keys nor screens: both faces of the terminal, full-screen and plain, listen to it.
Engines think in threads of their own; their answers come back through `call`.
"""

from __future__ import annotations

import time

from tengen.engine.cancel_token import CancelToken
from tengen.errors import SessionError, StoreError, TengenError
from tengen.game import Actor, MachinePlayer, Thinking, make_player
from tengen.game.commands import Command, Decline, LookAtClock, OfferDraw, Resume
from tengen.game.events import Event, GameStarted, Offer
from tengen.game.quick_evaluation import prepare_tables
from tengen.game.seat import Seat
from tengen.game.session import Session
from tengen.game.setup import UNTIMED, Person, PlayerSpec, Setup
from tengen.game.state import GameState
from tengen.storage import OpenedGame, Store
from tengen.terminal.table import CallFromThread, TableListener


class MachinePlayers:
    """Made when they are first asked for, and closed when somebody else takes their seat."""

    def __init__(self) -> None:
        self._seated: dict[Seat, tuple[PlayerSpec, MachinePlayer]] = {}

    def at(self, seat: Seat, setup: Setup) -> MachinePlayer:
        """The machine in a seat. Raises TengenError if there can be none like that."""
        if seat not in self._seated:
            sitter = setup.sitter(seat)
            assert not isinstance(sitter, Person)
            self._seated[seat] = (sitter, make_player(sitter))
        return self._seated[seat][1]

    def follow(self, setup: Setup) -> None:
        """Send away those who sit here no longer."""
        for seat, (sitter, machine) in list(self._seated.items()):
            if setup.sitter(seat) != sitter:
                del self._seated[seat]
                machine.close()

    def close(self) -> None:
        """Send everybody away, and leave no process behind."""
        while self._seated:
            _, (_, machine) = self._seated.popitem()
            machine.close()


class DrawReply:
    """A machine that is asked about a draw instead of a move."""

    def __init__(self, machine: MachinePlayer, seat: Seat) -> None:
        self.name = machine.name
        self._machine = machine
        self._seat = seat

    def act(self, state: GameState, _now: int, _halt: CancelToken | None = None) -> Command:
        """Agree, or decline."""
        agrees = self._machine.wants_draw(state)
        return OfferDraw(self._seat) if agrees else Decline(self._seat)


RETRY_AFTER = 10_000
"""Milliseconds after which a time-out that could not be kept is tried again."""


class LocalTable:
    """One game at a time. All methods are for one thread, to which `call` brings others' calls.

    Before the first game and after the last one, an empty board for two people lies there.
    """

    is_online = False
    away: tuple[Seat, ...] = ()
    allows_help = True
    not_our_turn = "it is the computer's turn"
    not_our_game = "no person plays in this game"

    def __init__(
        self,
        store: Store | None,
        listener: TableListener,
        call: CallFromThread,
    ) -> None:
        """Without a store, nothing is kept."""
        self._store = store
        self._listener = listener
        self._call = call
        self._base = time.time_ns() // 1_000_000 - time.monotonic_ns() // 1_000_000
        self._game: OpenedGame | None = None
        self._machines = MachinePlayers()
        self._thinking: Thinking | None = None
        self._question = 0  # the number of what was last asked of a machine
        self._retry = 0  # when a time-out may be told again
        self.session = Session.start(Setup(), self.now())

    @property
    def state(self) -> GameState:
        """How the game stands."""
        return self.session.state

    def now(self) -> int:
        """Milliseconds that only ever go forward while the program runs."""
        return self._base + time.monotonic_ns() // 1_000_000

    def sit_down(self) -> bool:
        """Any game can be played here."""
        return False

    def start(self, setup: Setup) -> None:
        """Leave the game that is going on and begin another. StoreError if that cannot be kept."""
        _get_ready(setup)
        start = GameStarted(self.now(), setup)
        game = self._store.begin(start) if self._store is not None else None
        self._take_up(game, Session(start), (start,))

    def play_again(self) -> None:
        """Begin the same game with the seats swapped. Raises StoreError."""
        self.start(self.state.setup.swapped())

    def resume(self, number: int) -> None:
        """Leave the game that is going on and go on with one that was kept, or look at it.

        Raises StoreError or SessionError, and then nothing has changed.
        """
        assert self._store is not None, "a game that is kept is kept in a store"
        if self._game is not None and self._game.game == number:
            raise SessionError(f"game {number} is the one that you are at")
        game = self._store.open(number)
        try:
            session = Session.replay(game.events)
            events = self._resumed(game, session)
        except BaseException:
            game.close()
            raise
        self._take_up(game, session, events)

    def _resumed(self, game: OpenedGame, session: Session) -> tuple[Event, ...]:
        """Have the clocks of a kept game run again, if it is not over; the start comes first."""
        start = session.events[0]
        if session.state.result is not None:
            return (start,)
        _get_ready(session.state.setup)
        events = session.decide(Resume(Seat.ONE), self.now())
        game.append(events)
        for event in events:
            session.apply(event)
        return (start, *events)

    def _take_up(
        self, game: OpenedGame | None, session: Session, events: tuple[Event, ...]
    ) -> None:
        self.leave()
        self._game = game
        self.session = session
        self._listener.happened(events)
        self._go_on()

    def leave(self) -> None:
        """Stop all thinking at once and let go of the game; it is kept as it is."""
        self._be_still()
        self._machines.close()
        self._retry = 0
        self.session = Session.start(Setup(), self.now())
        if self._game is not None:
            self._game.close()
            self._game = None

    def do(self, command: Command) -> None:
        """Follow a command: first it is kept what comes of it, then it is shown.

        Raises SessionError or StoreError, and then nothing has changed.
        """
        events = self.session.decide(command, self.now())
        if not events:
            return
        self._keep(events)
        for event in events:
            self.session.apply(event)
        self._be_still()
        self._machines.follow(self.state.setup)
        self._listener.happened(events)
        self._go_on()

    def _keep(self, events: tuple[Event, ...]) -> None:
        if self._store is None:
            return
        if self._game is None:  # somebody begins on the empty board
            start = self.session.events[0]
            assert isinstance(start, GameStarted)
            self._game = self._store.begin(start)
        self._game.append(events)

    def tick(self) -> None:
        """Look whether somebody's time is up. StoreError, now and then, if that cannot be kept."""
        deadline = self.state.clocks.deadline()
        if deadline is None or self.now() < max(deadline, self._retry):
            return
        try:
            self.do(LookAtClock(Seat.ONE))
        except StoreError:
            self._retry = self.now() + RETRY_AFTER
            raise

    @property
    def is_thinking(self) -> bool:
        """Whether a machine is at work."""
        return self._thinking is not None

    @property
    def awaited(self) -> Seat | None:
        """The seat whose machine owes an answer, to an offer or to the game; None if none does."""
        for seat, offer in self.state.offers.items():
            if offer is Offer.DRAW and not self.is_person(seat.other):
                return seat.other
        actor = self.state.actor
        return None if actor is None or self.is_person(actor) else actor

    def try_again(self) -> None:
        """Ask a machine that failed once more, if one has."""
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
        seat, state = self.awaited, self.state
        if seat is not None and not state.is_paused and self._thinking is None:
            self._ask(seat, is_about_draw=state.offers.get(seat.other) is Offer.DRAW)

    def _ask(self, seat: Seat, *, is_about_draw: bool) -> None:
        """Have a machine think in a thread of its own."""
        number = self._question

        def answer(outcome: Command | TengenError) -> None:
            self._call(lambda: self._answered(number, seat, outcome))

        try:
            machine = self._machines.at(seat, self.state.setup)
        except TengenError as error:
            self._listener.failed(seat, error)
            return
        actor: Actor = DrawReply(machine, seat) if is_about_draw else machine
        self._thinking = Thinking(actor, self.state, self.now(), answer)

    def _answered(self, number: int, seat: Seat, outcome: Command | TengenError) -> None:
        if number != self._question:  # meanwhile the game has gone another way
            return
        self._thinking = None
        if isinstance(outcome, TengenError):
            self._listener.failed(seat, outcome)
            return
        try:
            self.do(outcome)
        except (SessionError, StoreError) as error:
            self._listener.failed(seat, error)


def _get_ready(setup: Setup) -> None:
    """Have the tables that machines need before a clock runs."""
    if setup.clock != UNTIMED and not all(isinstance(at, Person) for at in (setup.one, setup.two)):
        prepare_tables(setup.rules)
