"""A game that is played here, in a host whose store and engines are this machine's.

It knows neither keys nor screens: both faces of the terminal, full-screen and plain, listen to it.
Engines think in threads of their own; their answers come back through `call`.
"""

from __future__ import annotations

from collections.abc import Callable

from tengen.engine.cancel_token import CancelToken
from tengen.engine.search_thread import CallFromThread
from tengen.errors import SessionError, StoreError, TengenError
from tengen.game import Actor, MachinePlayer, Thinking, make_player
from tengen.game.clock import MonotonicClock
from tengen.game.commands import Command, Decline, LookAtClock, OfferDraw, Resume
from tengen.game.events import Event, GameStarted, Offer
from tengen.game.host import Cancel, GameHost, OnAnswer, OnKept
from tengen.game.quick_evaluation import prepare_tables
from tengen.game.session import Session
from tengen.game.setup import UNTIMED, Person, PlayerSpec, Setup
from tengen.game.state import GameState
from tengen.game.tasks import Seat
from tengen.storage import OpenedGame, Store
from tengen.terminal.table import TableListener


class MachinePlayers:
    """Made when they are first asked for, and closed when somebody else takes their seat."""

    def __init__(self, now: Callable[[], int], call: CallFromThread) -> None:
        self._now = now
        self._call = call
        self._seated: dict[Seat, tuple[PlayerSpec, MachinePlayer]] = {}

    def ask(self, session: Session, seat: Seat, answer: OnAnswer) -> Cancel:
        """Have a machine think in a thread of its own. Raises TengenError if there is none."""
        state = session.state
        machine = self._at(seat, state.setup)
        is_about_draw = state.offers.get(seat.other) is Offer.DRAW
        actor: Actor = DrawReply(machine, seat) if is_about_draw else machine

        def tell(outcome: Command | TengenError) -> None:
            self._call(lambda: answer(outcome))

        return Thinking(actor, state, self._now(), tell).cancel

    def _at(self, seat: Seat, setup: Setup) -> MachinePlayer:
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

    def act(self, state: GameState, _now: int, _cancel: CancelToken | None = None) -> Command:
        """Agree, or decline."""
        agrees = self._machine.wants_draw(state)
        return OfferDraw(self._seat) if agrees else Decline(self._seat)


class TableLog:
    """Keeps a game in a store, one that begins on the empty board from its first move on."""

    def __init__(self, store: Store | None, start: Event, game: OpenedGame | None) -> None:
        """Without a store, nothing is kept."""
        self._store = store
        self._start = start
        self.game = game

    def keep(self, _first: int, events: tuple[Event, ...], done: OnKept) -> None:
        """Keep events at once."""
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
        """Let others go on with the game."""
        if self.game is not None:
            self.game.close()


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
        """How the game stands."""
        return self.session.state

    def now(self) -> int:
        """Milliseconds that only ever go forward while the program runs."""
        return self._clock.now()

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
        if self._log.game is not None and self._log.game.game == number:
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
        events = session.handle(Resume(Seat.ONE), self.now())
        game.append(events)
        return (start, *events)

    def _take_up(
        self, game: OpenedGame | None, session: Session, events: tuple[Event, ...]
    ) -> None:
        self.leave()
        self._host_game(session, game)
        self._listener.happened(events)
        self._host.go_on()

    def leave(self) -> None:
        """Stop all thinking at once and let go of the game; it is kept as it is."""
        self._host.close()
        self._machines.close()
        self._log.close()
        self._host_game(Session.start(Setup(), self.now()), None)

    def do(self, command: Command) -> None:
        """Follow a command: what comes of it is kept, and then shown.

        Raises SessionError or StoreError, and then nothing has changed.
        """
        refused: list[SessionError | StoreError] = []
        self._host.submit(command, refused.append)
        if refused:
            raise refused[0]

    def happened(self, events: tuple[Event, ...]) -> None:
        """Close machines that somebody has taken over from, and tell the face."""
        self._machines.follow(self.state.setup)
        self._listener.happened(events)

    def failed(self, seat: Seat, error: TengenError) -> None:
        """Tell the face."""
        self._listener.failed(seat, error)

    def broke(self, error: Exception) -> None:
        """Let the program end, and say why."""
        raise error

    def tick(self) -> None:
        """Look whether somebody's time is up. StoreError, now and then, if that cannot be kept."""
        deadline = self._host.deadline
        if deadline is not None and self.now() >= deadline:
            self.do(LookAtClock(Seat.ONE))

    @property
    def is_thinking(self) -> bool:
        """Whether a machine is at work."""
        return self._host.is_thinking

    @property
    def awaited(self) -> Seat | None:
        """The seat whose machine owes an answer, to an offer or to the game; None if none does."""
        return self._host.awaited

    def try_again(self) -> None:
        """Ask a machine that failed once more, if one has."""
        self._host.go_on()

    def person(self) -> Seat:
        """The seat that this keyboard speaks for: the one to move, if a person is there."""
        actor = self.state.actor
        if actor is not None and self.is_person(actor):
            return actor
        return next((seat for seat in Seat if self.is_person(seat)), Seat.ONE)

    def is_person(self, seat: Seat) -> bool:
        """Whether a person sits there."""
        return isinstance(self.state.setup.sitter(seat), Person)


def _get_ready(setup: Setup) -> None:
    """Have the tables that machines need before a clock runs."""
    if setup.clock != UNTIMED and not all(isinstance(at, Person) for at in (setup.one, setup.two)):
        prepare_tables(setup.rules)
