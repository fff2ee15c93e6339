"""One game with everybody who plays or watches it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from tengen.errors import SessionError, StoreError
from tengen.game.commands import Command, LookAtClock, Resume
from tengen.game.events import Event, RematchAgreed
from tengen.game.seat import Seat
from tengen.game.session import Session
from tengen.rules.wording import capitalised
from tengen.server.messages.game import ClientCommand, ProblemMessage, TableMessage
from tengen.server.rooms.broadcaster import Broadcaster, ForbiddenPoints, table_message
from tengen.server.rooms.computer import RoomComputer
from tengen.server.rooms.seats import Presence, RoomClient, objection_to
from tengen.server.services import DeadlineTimer, Services
from tengen.storage.rooms import KeptRoom

NOT_KEPT = ProblemMessage(
    "not-kept", "The server could not keep that, so it was not done. Try again."
)
MOST_PENDING = 16
"""How many commands may wait while one is being kept."""
CROWD_SIZE = 10
"""Clients of which everybody hears at once who has come or gone."""
DELAY_PER_CLIENT = 2
"""Milliseconds between such news for each client, where there are more."""
LONGEST_REST = 20_000
"""Milliseconds after which clocks run, though not everybody is back."""


class PendingCommand(NamedTuple):
    """A command, and who is told if it cannot be followed."""

    client: RoomClient | None
    command: Command


class Room:
    """All of it happens in the server's loop.

    A command is decided, what comes of it is kept, and only then does it happen and is told to
    everybody. Meanwhile other commands wait.
    """

    def __init__(
        self,
        site: Services,
        kept: KeptRoom,
        on_rematch: Callable[[Room], None],
        on_failure: Callable[[Room, Exception], None],
    ) -> None:
        self._site = site
        self._on_rematch = on_rematch
        self._on_failure = on_failure
        self._is_closed = False
        self.kept = kept
        self.session: Session | None = None
        """None while a seat is free."""
        self.next_link: str | None = None
        """Where the rematch is."""
        self.presence = Presence(lambda: self.kept.holders, site.now)
        self._forbidden = ForbiddenPoints(site.background, kept.link, self._tell_again)
        self._herald = Broadcaster(self.presence, self._forbidden.of)
        self._machine = RoomComputer(site, kept.link, self.do, self.tell)
        self._is_resting = False  # whether clocks wait until everybody is here
        self._alarm = DeadlineTimer(site.now, self._look_at_clock)
        self._rest = DeadlineTimer(site.now, self._end_rest)
        self._comings = DeadlineTimer(site.now, self.tell_table)
        self._wishes: deque[PendingCommand] = deque()
        self._wish = PendingCommand(None, LookAtClock(Seat.ONE))  # the one that was decided last
        self._keeping: tuple[Event, ...] = ()  # what came of it, until it is kept

    def take_up(self, kept: KeptRoom, session: Session, *, is_running: bool = False) -> None:
        """Play this game from now on.

        A game that has just begun, or goes on after a restart, rests until its players are here.
        A game that was `is_running` all the time does not.
        """
        self.kept, self.session = kept, session
        self._is_resting = session.state.clocks.deadline() is not None and not is_running
        self._herald.tell_seats()
        self.tell_table()
        self._tell_state(len(session.events))
        self._go_on()

    @property
    def is_idle(self) -> bool:
        """Whether nothing is lost if this room is left to the store until its deadline."""
        is_busy = self._keeping or self._rest.at is not None or self._machine.is_thinking
        return not (self.presence.clients or is_busy)

    @property
    def deadline(self) -> int | None:
        """When a running clock will have run out."""
        return self._alarm.at

    def close(self) -> None:
        """Have nothing happen any more."""
        self._is_closed = True
        self._alarm.close()
        self._rest.close()
        self._comings.close()
        self._machine.rest()
        self._forbidden.close()

    # Who is here

    def enter(self, client: RoomClient) -> None:
        """Tell somebody everything, and the others that there is somebody."""
        self.presence.enter(client)
        self._herald.tell_seats_to(client)
        self._tell_presence(client)
        if self.session is not None:
            now = self._site.now()
            self._herald.tell_state_to(client, self.session, now, is_resting=self._is_resting)
        self._go_on()

    def leave(self, client: RoomClient) -> None:
        """Somebody is not connected any more."""
        self.presence.leave(client)
        self._tell_presence(None)
        if not self._is_awaited:
            self._machine.rest()

    def _tell_presence(self, newcomer: RoomClient | None) -> None:
        """Tell everybody who is here; a crowd hears of its comings and goings now and then."""
        count = len(self.presence.clients)
        if count <= CROWD_SIZE:
            self.tell_table()
            return
        if newcomer is not None:
            self._herald.tell_table_to(newcomer, self._table())
        if self._comings.at is None:
            self._comings.set(self._site.now() + count * DELAY_PER_CLIENT)

    # What is asked

    def ask(self, client: RoomClient, ask: ClientCommand) -> None:
        """Do what a client asks for, or tell it why not."""
        problem = objection_to(self.session, self.presence, client, ask)
        if problem is None and len(self._wishes) >= MOST_PENDING:
            problem = ProblemMessage(
                "too-fast", "That was too much at once. Wait for the move before."
            )
        if problem is not None:
            client.tell(problem)
            return
        self._do(PendingCommand(client, ask))

    def do(self, command: Command) -> None:
        """Do what no client has asked for: a machine has, or the clock."""
        self._do(PendingCommand(None, command))

    def _do(self, wish: PendingCommand) -> None:
        if self._is_closed:
            return
        if self._is_resting:
            self._wake()
        self._wishes.append(wish)
        self._follow()

    def _wake(self) -> None:
        """Have the clocks run before anything else happens."""
        self._is_resting = False
        self._rest.set(None)
        self._wishes.append(PendingCommand(None, Resume(Seat.ONE)))

    # What comes of it

    def _follow(self) -> None:
        """Decide the next wish, unless what came of the last one is still being kept."""
        with self._failing_alone():
            while self._wishes and not self._keeping:
                self._wish = self._wishes.popleft()
                self._decide(self._wish.command)

    def _decide(self, command: Command) -> None:
        assert self.session is not None
        try:
            events = self.session.decide(command, self._site.now())
        except SessionError as error:
            self._refuse(ProblemMessage("refused", f"{capitalised(str(error))}."))
            return
        if events:
            self._keep(events)

    def _keep(self, events: tuple[Event, ...]) -> None:
        assert self.session is not None
        assert self.kept.game is not None
        self._keeping = events
        self._site.keep(self.kept.game, len(self.session.events), events, self._kept)

    def _kept(self, error: StoreError | None) -> None:
        if self._is_closed:
            return
        events, self._keeping = self._keeping, ()
        with self._failing_alone():
            if error is None:
                self._happen(events)
            else:
                self._site.complain(error)
                (self._wish.client or self).tell(NOT_KEPT)
            self._follow()

    @contextmanager
    def _failing_alone(self) -> Iterator[None]:
        """Give this room up if anything fails; nobody else is to notice."""
        try:
            yield
        except Exception as error:  # noqa: BLE001 - whatever it is, other rooms go on
            self._on_failure(self, error)

    def _refuse(self, problem: ProblemMessage) -> None:
        if self._wish.client is not None:
            self._wish.client.tell(problem)

    def _happen(self, events: tuple[Event, ...]) -> None:
        session = self.session
        assert session is not None
        was_over = session.state.result is not None
        for event in events:
            session.apply(event)
        self._tell_state(len(events))
        if was_over is not (session.state.result is not None):
            self.tell_table()
        if isinstance(events[-1], RematchAgreed):
            self._on_rematch(self)
        self._go_on()

    # Clocks and machines

    def _go_on(self) -> None:
        session = self.session
        if session is None:
            return
        if self._is_resting:
            self._see_to_rest()
        else:
            self._alarm.set(session.state.clocks.deadline())
        self._machine.go_on(session, self.presence.asker, is_awaited=self._is_awaited)

    @property
    def _is_awaited(self) -> bool:
        """Whether somebody waits for the machine, or its clock runs."""
        return bool(self.presence.clients) or self._alarm.at is not None

    def _see_to_rest(self) -> None:
        """Have the clocks run once all players are here, or the first has waited long enough."""
        if self.presence.is_complete:
            self._end_rest()
        elif self.presence.is_begun and self._rest.at is None:
            self._rest.set(self._site.now() + LONGEST_REST)

    def _end_rest(self) -> None:
        self._wake()
        self._follow()

    def _look_at_clock(self) -> None:
        self.do(LookAtClock(Seat.ONE))

    # What is told

    def tell_table(self) -> None:
        """Tell everybody what changes seldom."""
        self._herald.tell_table(self._table())

    def _table(self) -> TableMessage:
        now = self._site.now()
        return table_message(self.kept, self.session, self.presence, self.next_link, now)

    def tell(self, problem: ProblemMessage) -> None:
        """Tell everybody what has gone wrong."""
        self._herald.tell_problem(problem)

    def _tell_state(self, new: int) -> None:
        assert self.session is not None
        now = self._site.now()
        self._herald.tell_state(self.session, new, now, is_resting=self._is_resting)

    def _tell_again(self) -> None:
        """Tell how the game stands, now that more is known of it."""
        self._tell_state(0)

    def state_text(self) -> str:
        """How the game stands, as JSON; `null` before it begins."""
        if self.session is None:
            return "null"
        now = self._site.now()
        return self._herald.state_text(self.session, now, is_resting=self._is_resting)
