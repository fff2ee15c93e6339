"""One game with everybody who plays or watches it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from tengen.errors import EngineError, SessionError, StoreError, TengenError
from tengen.game.commands import Command, LookAtClock, Resume
from tengen.game.events import Event, Offer, RematchAgreed
from tengen.game.host import Cancel, GameHost, OnAnswer, OnKept
from tengen.game.session import Session
from tengen.game.tasks import Seat
from tengen.rules.wording import capitalised
from tengen.server.messages.game import ClientCommand, ProblemMessage, TableMessage
from tengen.server.messages.study import JobFailed
from tengen.server.rooms.broadcaster import Broadcaster, ForbiddenPoints, table_message
from tengen.server.rooms.seats import Presence, RoomClient, objection_to
from tengen.server.services import DeadlineTimer, Services
from tengen.server.workers import DrawReplyJob, EngineMessage, Moved, MoveJob
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


class Room:
    """All of it happens in the server's loop. The game itself is the host's."""

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
        self._host: GameHost | None = None
        self.next_link: str | None = None
        """Where the rematch is."""
        self.presence = Presence(lambda: self.kept.holders, site.now)
        self._forbidden = ForbiddenPoints(site.background, kept.link, self._tell_again)
        self._herald = Broadcaster(self.presence, self._forbidden.of)
        self._is_resting = False  # whether clocks wait until everybody is here
        self._was_over = False  # as the table was last told
        self._alarm = DeadlineTimer(site.now, self._look_at_clock)
        self._rest = DeadlineTimer(site.now, self._end_rest)
        self._comings = DeadlineTimer(site.now, self.tell_table)

    def take_up(self, kept: KeptRoom, session: Session, *, is_running: bool = False) -> None:
        """Play this game from now on.

        A game that has just begun, or goes on after a restart, rests until its players are here.
        A game that was `is_running` all the time does not.
        """
        self.kept = kept
        computer = RoomComputer(self._site, kept.link, self.presence)
        self._host = GameHost(session, self, computer, self, self._site.now)
        self._is_resting = session.state.clocks.deadline() is not None and not is_running
        self._was_over = session.state.result is not None
        self._herald.tell_seats()
        self.tell_table()
        self._tell_state(len(session.events))
        self._go_on()

    @property
    def session(self) -> Session | None:
        """The game; None while a seat is free."""
        return None if self._host is None else self._host.session

    @property
    def is_idle(self) -> bool:
        """Whether nothing is lost if this room is left to the store until its deadline."""
        host = self._host
        is_busy = host is not None and (host.is_keeping or host.is_thinking)
        return not (self.presence.clients or is_busy or self._rest.at is not None)

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
        if self._host is not None:
            self._host.close()
        self._forbidden.close()

    # Who is here

    def enter(self, client: RoomClient) -> None:
        """Tell somebody everything, and the others that there is somebody."""
        self.presence.enter(client)
        self._herald.tell_seats_to(client)
        self._tell_presence(client)
        session = self.session
        if session is not None:
            now = self._site.now()
            self._herald.tell_state_to(client, session, now, is_resting=self._is_resting)
        self._go_on()

    def leave(self, client: RoomClient) -> None:
        """Somebody is not connected any more."""
        self.presence.leave(client)
        self._tell_presence(None)
        if self._host is not None:
            self._host.watch(is_watched=self._is_awaited)

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
        if problem is None and self._playing.pending >= MOST_PENDING:
            problem = ProblemMessage(
                "too-fast", "That was too much at once. Wait for the move before."
            )
        if problem is not None:
            client.tell(problem)
            return
        self._submit(client, ask)

    def do(self, command: Command) -> None:
        """Do what no client has asked for: the clock has."""
        self._submit(None, command)

    def _submit(self, client: RoomClient | None, command: Command) -> None:
        if self._is_closed:
            return
        if self._is_resting:
            self._end_rest()
        self._playing.submit(command, partial(self._refused, client))

    def _tell_not_kept(self, whom: Room | RoomClient, error: StoreError) -> None:
        self._site.complain(error)
        whom.tell(NOT_KEPT)

    @property
    def _playing(self) -> GameHost:
        assert self._host is not None
        return self._host

    def _refused(self, client: RoomClient | None, error: SessionError | StoreError) -> None:
        if isinstance(error, StoreError):
            self._tell_not_kept(client or self, error)
            self._set_timers()
        elif client is not None:
            client.tell(ProblemMessage("refused", f"{capitalised(str(error))}."))

    # What the host asks for and tells

    def keep(self, first: int, events: tuple[Event, ...], done: OnKept) -> None:
        """Have the store keep what is about to happen."""
        assert self.kept.game is not None
        self._site.keep(self.kept.game, first, events, done)

    def happened(self, events: tuple[Event, ...]) -> None:
        """Tell everybody what is kept."""
        self._tell_state(len(events))
        is_over = self._playing.session.state.result is not None
        if is_over is not self._was_over:
            self._was_over = is_over
            self.tell_table()
        if isinstance(events[-1], RematchAgreed):
            self._on_rematch(self)
        self._set_timers()

    def failed(self, _seat: Seat, error: TengenError) -> None:
        """Tell everybody why the computer has not moved."""
        if isinstance(error, StoreError):
            self._refused(None, error)
            return
        says = error.what if isinstance(error, EngineError) else str(error)
        self.tell(ProblemMessage("engine", f"The computer cannot move: {says}"))

    def broke(self, error: Exception) -> None:
        """Give this room up; nobody else is to notice."""
        self._on_failure(self, error)

    # Clocks and machines

    def _go_on(self) -> None:
        if self._host is not None:
            self._set_timers()
            self._host.go_on()

    def _set_timers(self) -> None:
        """Have clocks looked at in time, or see to the rest."""
        if self._is_resting:
            self._see_to_rest()
        else:
            self._alarm.set(self._playing.deadline)
        self._playing.watch(is_watched=self._is_awaited)

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
        """Have the clocks run before anything else happens."""
        self._is_resting = False
        self._rest.set(None)
        self._playing.submit(Resume(Seat.ONE), self._not_resumed)

    def _not_resumed(self, error: SessionError | StoreError) -> None:
        """Rest on, if only the store has failed."""
        if isinstance(error, StoreError):
            self._is_resting = True
            self._rest.set(self._site.now() + LONGEST_REST)
            self._tell_not_kept(self, error)

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
        now = self._site.now()
        self._herald.tell_state(self._playing.session, new, now, is_resting=self._is_resting)

    def _tell_again(self) -> None:
        """Tell how the game stands, now that more is known of it."""
        self._tell_state(0)

    def state_text(self) -> str:
        """How the game stands, as JSON; `null` before it begins."""
        session = self.session
        if session is None:
            return "null"
        now = self._site.now()
        return self._herald.state_text(session, now, is_resting=self._is_resting)


class RoomComputer:
    """The computer that plays in a room: the workers think for it."""

    def __init__(self, site: Services, key: str, presence: Presence) -> None:
        self._site = site
        self._key = key
        self._presence = presence

    def ask(self, session: Session, seat: Seat, answer: OnAnswer) -> Cancel:
        """Have the workers think, for whoever plays against the computer."""
        job = self._job(session, seat)
        asker = self._presence.asker
        return self._site.workers.ask(job, asker, partial(_take_message, answer)).cancel

    def _job(self, session: Session, seat: Seat) -> MoveJob | DrawReplyJob:
        events = tuple(session.events)
        if session.state.offers.get(seat.other) is Offer.DRAW:
            return DrawReplyJob(events, seat, self._key)
        return MoveJob(events, self._site.now(), self._key)


def _take_message(answer: OnAnswer, news: EngineMessage) -> None:
    if isinstance(news, Moved):
        answer(news.command)
    elif isinstance(news, JobFailed):
        answer(EngineError("computer", news.says))
