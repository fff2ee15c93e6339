"""A table for games on this machine: a game host with the local store and engines.

It knows nothing of keys and screens: the full screen and the plain game both listen to it. Engines
think in threads of their own, and their answers come back through `call`.
"""

from __future__ import annotations

from collections.abc import Callable

from tengen.engine import CallFromThread, CancelToken
from tengen.errors import SessionError, StoreError, TengenError
from tengen.game import (
    Actor,
    Command,
    Event,
    GameState,
    MachinePlayer,
    Person,
    PlayerSpec,
    Seat,
    Session,
    Setup,
    Thinking,
    make_player,
)
from tengen.game.clock import UNTIMED, MonotonicClock
from tengen.game.commands import Decline, LookAtClock, OfferDraw, Resume
from tengen.game.events import GameStarted, Offer
from tengen.game.host import Cancel, GameHost, OnAnswer, OnSaved
from tengen.game.quick_evaluation import prepare_tables
from tengen.storage import OpenedGame, Store
from tengen.terminal.table import TableListener


class MachinePlayers:
    """The machines of a game: made when first asked, and closed when they are replaced."""

    def __init__(self, now: Callable[[], int], call: CallFromThread) -> None:
        self._now = now
        self._call = call
        self._players: dict[Seat, tuple[PlayerSpec, MachinePlayer]] = {}

    def ask(self, session: Session, seat: Seat, answer: OnAnswer) -> Cancel:
        """Ask a machine, which thinks in a thread. Raises TengenError if it cannot be started."""
        state = session.state
        machine = self._player_at(seat, state.setup)
        is_about_draw = state.offers.get(seat.other) is Offer.DRAW
        actor: Actor = DrawReply(machine, seat) if is_about_draw else machine

        def report(outcome: Command | TengenError) -> None:
            self._call(lambda: answer(outcome))

        return Thinking(actor, state, self._now(), report).cancel

    def _player_at(self, seat: Seat, setup: Setup) -> MachinePlayer:
        if seat not in self._players:
            spec = setup.sitter(seat)
            assert not isinstance(spec, Person)
            self._players[seat] = (spec, make_player(spec))
        return self._players[seat][1]

    def close_replaced(self, setup: Setup) -> None:
        """Close the machines whose seats others have taken."""
        for seat, (spec, machine) in list(self._players.items()):
            if setup.sitter(seat) != spec:
                del self._players[seat]
                machine.close()

    def close(self) -> None:
        """Close all machines and their processes."""
        while self._players:
            _, (_, machine) = self._players.popitem()
            machine.close()


class DrawReply:
    """Asks a machine about a draw instead of a move."""

    def __init__(self, machine: MachinePlayer, seat: Seat) -> None:
        self.name = machine.name
        self._machine = machine
        self._seat = seat

    def act(self, state: GameState, _now: int, _cancel: CancelToken | None = None) -> Command:
        """Accept or decline the draw."""
        agrees = self._machine.wants_draw(state)
        return OfferDraw(self._seat) if agrees else Decline(self._seat)


class TableLog:
    """Writes the events of a game to the store. The first write creates the stored game."""

    def __init__(self, store: Store | None, start: Event, game: OpenedGame | None) -> None:
        """Without a store, nothing is written."""
        self._store = store
        self._start = start
        self.game = game

    def save(self, _first: int, events: tuple[Event, ...], done: OnSaved) -> None:
        """Write events before returning."""
        try:
            self._append(events)
        except StoreError as error:
            done(error)
        else:
            done(None)

    def _append(self, events: tuple[Event, ...]) -> None:
        if self._store is None:
            return
        if self.game is None:
            assert isinstance(self._start, GameStarted)
            self.game = self._store.begin(self._start)
        self.game.append(events)

    def close(self) -> None:
        """Release the stored game, so that it can be opened elsewhere."""
        if self.game is not None:
            self.game.close()


class LocalTable:
    """One game at a time on this machine.

    All methods run in one thread; `call` brings results from other threads to it. Before the first
    game and after the last one, there is an empty board for two people.
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
        """Without a store, nothing is written."""
        self._store = store
        self._listener = listener
        self._clock = MonotonicClock()
        self._machines = MachinePlayers(self.now, call)
        self._host_game(Session.start(Setup(), self.now()), None)

    def _host_game(self, session: Session, game: OpenedGame | None) -> None:
        self._log = TableLog(self._store, session.events[0], game)
        self._host = GameHost(session, self._log, self._machines, self, self.now)

    @property
    def session(self) -> Session:
        """The game."""
        return self._host.session

    @property
    def state(self) -> GameState:
        """The state of the game."""
        return self.session.state

    def now(self) -> int:
        """Return milliseconds that never go back while the program runs."""
        return self._clock.now()

    def join(self) -> bool:
        """Return False: any game can be played here."""
        return False

    def start(self, setup: Setup) -> None:
        """Leave the current game and start another. Raises StoreError."""
        _prepare_machines(setup)
        start = GameStarted(self.now(), setup)
        game = self._store.begin(start) if self._store is not None else None
        self._switch_to(game, Session(start), (start,))

    def play_again(self) -> None:
        """Start the same game with the seats swapped. Raises StoreError."""
        self.start(self.state.setup.swapped())

    def resume(self, number: int) -> None:
        """Leave the current game and open a stored one, to resume it or, if it is over, view it.

        Raises StoreError or SessionError, and then nothing has changed.
        """
        assert self._store is not None, "stored games need a store"
        if self._log.game is not None and self._log.game.game == number:
            raise SessionError(f"game {number} is already open")
        game = self._store.open(number)
        try:
            session = Session.replay(game.events)
            events = self._resume_clocks(game, session)
        except BaseException:
            game.close()
            raise
        self._switch_to(game, session, events)

    def _resume_clocks(self, game: OpenedGame, session: Session) -> tuple[Event, ...]:
        """Start the clocks of an unfinished game. Return its start and the new events."""
        start = session.events[0]
        if session.state.result is not None:
            return (start,)
        _prepare_machines(session.state.setup)
        events = session.handle(Resume(Seat.ONE), self.now())
        game.append(events)
        return (start, *events)

    def _switch_to(
        self, game: OpenedGame | None, session: Session, events: tuple[Event, ...]
    ) -> None:
        self.leave()
        self._host_game(session, game)
        self._listener.happened(events)
        self._host.ask_machine()

    def leave(self) -> None:
        """Stop the machines and leave the game, which stays stored."""
        self._host.close()
        self._machines.close()
        self._log.close()
        self._host_game(Session.start(Setup(), self.now()), None)

    def do(self, command: Command) -> None:
        """Carry out a command. Its events are stored, and then shown.

        Raises SessionError or StoreError, and then nothing has changed.
        """
        refused: list[SessionError | StoreError] = []
        self._host.submit(command, refused.append)
        if refused:
            raise refused[0]

    def happened(self, events: tuple[Event, ...]) -> None:
        """Close machines that were replaced, and pass the events on."""
        self._machines.close_replaced(self.state.setup)
        self._listener.happened(events)

    def failed(self, seat: Seat, error: TengenError) -> None:
        """Pass the failure on."""
        self._listener.failed(seat, error)

    def internal_error(self, error: Exception) -> None:
        """Raise an unexpected error, which ends the program."""
        raise error

    def tick(self) -> None:
        """End the game if time is up. Raises StoreError, and then retries later."""
        deadline = self._host.deadline
        if deadline is not None and self.now() >= deadline:
            self.do(LookAtClock(Seat.ONE))

    @property
    def is_thinking(self) -> bool:
        """Whether a machine is thinking."""
        return self._host.is_thinking

    @property
    def awaited(self) -> Seat | None:
        """The seat whose machine is to move or to answer an offer, if any."""
        return self._host.awaited

    def try_again(self) -> None:
        """Ask a machine that failed again, if there is one."""
        self._host.ask_machine()

    def person(self) -> Seat:
        """Return the seat to move if a person holds it, or else the first person's seat."""
        actor = self.state.actor
        if actor is not None and self.is_person(actor):
            return actor
        return next((seat for seat in Seat if self.is_person(seat)), Seat.ONE)

    def is_person(self, seat: Seat) -> bool:
        """Whether a person holds a seat."""
        return isinstance(self.state.setup.sitter(seat), Person)


def _prepare_machines(setup: Setup) -> None:
    """Build the tables that machines need before a clock starts."""
    if setup.clock != UNTIMED and not all(
        isinstance(player, Person) for player in (setup.one, setup.two)
    ):
        prepare_tables(setup.rules)
