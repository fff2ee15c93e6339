"""One game with its players and watchers."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from tengen.errors import EngineError, RoomOutdated, SessionError, StoreError, TengenError
from tengen.game import Command, Event, Seat, Session
from tengen.game.commands import LookAtClock, Resume
from tengen.game.events import Offer, RematchAgreed
from tengen.game.host import Cancel, GameHost, OnAnswer, OnSaved
from tengen.rules.wording import as_sentence
from tengen.server.messages.game import ClientCommand, ProblemMessage, TableMessage
from tengen.server.messages.study import JobFailed
from tengen.server.rooms.broadcaster import Broadcaster, ForbiddenPoints, table_message
from tengen.server.rooms.seats import Presence, RoomClient, objection_to
from tengen.server.services import DeadlineTimer, Services
from tengen.server.workers import DrawReplyJob, EngineMessage, Moved, MoveJob
from tengen.storage import KeptRoom

NOT_SAVED = ProblemMessage(
    "not-kept", "The server could not save that, so it was not done. Try again."
)
MAX_PENDING = 16
"""Commands that may wait while one is being saved."""
CROWD_SIZE = 10
"""Up to this many clients, everybody is sent at once who has come or gone."""
DELAY_PER_CLIENT = 2
"""Milliseconds per client between such messages, if there are more clients."""
RESUME_AFTER = 20_000
"""Milliseconds after the first player has come until the clocks run without the other."""


class Room:
    """The clients and timers of one game, in the event loop. The game itself is in the host."""

    def __init__(
        self,
        services: Services,
        kept: KeptRoom,
        epoch: int,
        on_rematch: Callable[[Room], None],
        on_failure: Callable[[Room, Exception], None],
    ) -> None:
        self._services = services
        self._on_rematch = on_rematch
        self._on_failure = on_failure
        self.epoch = epoch
        """The epoch with which this server owns the room."""
        self._is_closed = False
        self.kept = kept
        self._host: GameHost | None = None
        self.next_link: str | None = None
        """The link of the rematch."""
        self.presence = Presence(lambda: self.kept.holders, services.now)
        self._forbidden = ForbiddenPoints(services.background, kept.link, self._resend_state)
        self._broadcaster = Broadcaster(self.presence, self._forbidden.of)
        self._is_resting = False  # whether the clocks wait until both players are connected
        self._was_over = False  # whether the game was over when the table was last sent
        self._clock_timer = DeadlineTimer(services.now, self._check_clock)
        self._resume_timer = DeadlineTimer(services.now, self._resume_clocks)
        self._presence_timer = DeadlineTimer(services.now, self.send_table)

    def start_game(self, kept: KeptRoom, session: Session, *, is_running: bool = False) -> None:
        """Start or resume a game in this room.

        The clocks of a new game, or of a game after a restart, wait for its players. The clocks of
        a game that is only loaded again (`is_running`) do not.
        """
        self.kept = kept
        computer = RoomComputer(self._services, kept.link, self.presence)
        self._host = GameHost(session, self, computer, self, self._services.now)
        self._is_resting = session.state.clocks.deadline() is not None and not is_running
        self._was_over = session.state.result is not None
        self._broadcaster.send_seats()
        self.send_table()
        self._send_state(len(session.events))
        self._continue()

    @property
    def session(self) -> Session | None:
        """The game; None while a seat is free."""
        return None if self._host is None else self._host.session

    @property
    def is_idle(self) -> bool:
        """Whether this room can be unloaded until its deadline."""
        host = self._host
        is_busy = host is not None and (host.is_saving or host.is_thinking)
        return not (self.presence.clients or is_busy or self._resume_timer.at is not None)

    @property
    def is_saving(self) -> bool:
        """Whether events are being saved."""
        return self._host is not None and self._host.is_saving

    @property
    def deadline(self) -> int | None:
        """When the running clock runs out; None if no clock runs."""
        return self._clock_timer.at

    @property
    def is_timed(self) -> bool:
        """Whether a clock runs, or will when the players are back."""
        session = self.session
        return session is not None and session.state.clocks.deadline() is not None

    def close(self) -> None:
        """Stop timers and the computer."""
        self._is_closed = True
        self._clock_timer.close()
        self._resume_timer.close()
        self._presence_timer.close()
        if self._host is not None:
            self._host.close()
        self._forbidden.close()

    # Clients

    def enter(self, client: RoomClient) -> None:
        """Add a client, send it everything, and send the others who is connected."""
        self.presence.enter(client)
        self._broadcaster.send_seats_to(client)
        self._send_presence(client)
        session = self.session
        if session is not None:
            now = self._services.now()
            self._broadcaster.send_state_to(client, session, now, is_resting=self._is_resting)
        self._continue()

    def leave(self, client: RoomClient) -> None:
        """Remove a client."""
        self.presence.leave(client)
        self._send_presence(None)
        if self._host is not None:
            self._host.watch(is_watched=self._is_anyone_waiting)

    def _send_presence(self, new_client: RoomClient | None) -> None:
        """Send everybody who is connected; if there are many clients, only from time to time."""
        count = len(self.presence.clients)
        if count <= CROWD_SIZE:
            self.send_table()
            return
        if new_client is not None:
            self._broadcaster.send_table_to(new_client, self._table())
        if self._presence_timer.at is None:
            self._presence_timer.set(self._services.now() + count * DELAY_PER_CLIENT)

    # Commands

    def handle(self, client: RoomClient, command: ClientCommand) -> None:
        """Follow a client's command, or send it why not."""
        if self._is_repeated(client, command):
            client.send_done(command)
            return
        problem = objection_to(self.session, self.presence, client, command)
        if problem is None and self._active_host.pending >= MAX_PENDING:
            problem = ProblemMessage(
                "too-fast", "Too many moves at once. Wait until your last move is saved."
            )
        if problem is not None:
            self._send_refusal(client, command, problem)
            return
        self._submit(client, command)

    def _is_repeated(self, client: RoomClient, command: ClientCommand) -> bool:
        """Whether this command is done, so that it neither starts clocks nor meets objections."""
        session = self.session
        is_done = session is not None and session.has_done(command)
        return is_done and self.presence.holds(client, command.seat)

    def run(self, command: Command) -> None:
        """Follow a command that comes from no client, such as one from the clock."""
        self._submit(None, command)

    def _submit(self, client: RoomClient | None, command: Command) -> None:
        if self._is_closed:
            return
        if self._is_resting:
            self._resume_clocks()
        if client is None:
            self._active_host.submit(command, self._failed)
        else:
            refuse = partial(self._refuse, client, command)
            self._active_host.submit(command, refuse, partial(client.send_done, command))

    @property
    def _active_host(self) -> GameHost:
        assert self._host is not None
        return self._host

    def _refuse(
        self, client: RoomClient, command: Command, error: SessionError | StoreError
    ) -> None:
        if isinstance(error, StoreError):
            self._services.log_error(error)
            self._send_refusal(client, command, NOT_SAVED)
            self._set_timers()
        else:
            problem = ProblemMessage("refused", as_sentence(str(error)))
            self._send_refusal(client, command, problem)

    def _send_refusal(self, client: RoomClient, command: Command, problem: ProblemMessage) -> None:
        self._services.metrics.refused_commands.increment(problem.code)
        client.send_problem(problem, command)

    def _failed(self, error: SessionError | StoreError) -> None:
        """Send everybody that a command of no client could not be saved."""
        if isinstance(error, StoreError):
            self._report_not_saved(error)
            self._set_timers()

    def _report_not_saved(self, error: StoreError) -> None:
        self._services.log_error(error)
        self.send_problem(NOT_SAVED)

    # Calls of the host

    def save(self, first: int, events: tuple[Event, ...], done: OnSaved) -> None:
        """Save events before they are applied."""
        assert self.kept.game is not None
        saved = partial(self._saved, done)
        self._services.save_events(self.kept.game, first, events, saved, self.epoch)

    def _saved(self, done: OnSaved, error: StoreError | None) -> None:
        if isinstance(error, RoomOutdated):
            self._on_failure(self, error)
        else:
            done(error)

    def happened(self, events: tuple[Event, ...]) -> None:
        """Send events that were saved and applied."""
        self._send_state(len(events))
        is_over = self._active_host.session.state.result is not None
        if is_over is not self._was_over:
            self._was_over = is_over
            self.send_table()
        if isinstance(events[-1], RematchAgreed):
            self._on_rematch(self)
        self._set_timers()

    def failed(self, _seat: Seat, error: TengenError) -> None:
        """Send everybody why the computer cannot move."""
        if isinstance(error, StoreError):
            self._failed(error)
            return
        why = error.what if isinstance(error, EngineError) else str(error)
        says = as_sentence(f"The computer cannot move: {why}")
        self.send_problem(ProblemMessage("engine", says))

    def internal_error(self, error: Exception) -> None:
        """Discard this room after an internal error; other rooms go on."""
        self._on_failure(self, error)

    # Clocks and computers

    def _continue(self) -> None:
        if self._host is not None:
            self._set_timers()
            self._host.ask_machine()

    def _set_timers(self) -> None:
        """Set the timer of the running clock, or start clocks that wait for players."""
        if self._is_resting:
            self._resume_when_ready()
        else:
            self._clock_timer.set(self._active_host.deadline)
        self._active_host.watch(is_watched=self._is_anyone_waiting)

    @property
    def _is_anyone_waiting(self) -> bool:
        """Whether a client is connected or a clock runs, so that the computer must move."""
        return bool(self.presence.clients) or self._clock_timer.at is not None

    def _resume_when_ready(self) -> None:
        """Start the clocks if both players are connected; else start the timer for that."""
        if self.presence.is_complete:
            self._resume_clocks()
        elif self.presence.has_player and self._resume_timer.at is None:
            self._resume_timer.set(self._services.now() + RESUME_AFTER)

    def end_rest(self) -> None:
        """Start the clocks, if they wait for players."""
        if self._is_resting:
            self._resume_clocks()

    def _resume_clocks(self) -> None:
        """Start the clocks."""
        self._is_resting = False
        self._resume_timer.set(None)
        self._active_host.submit(Resume(Seat.ONE), self._resume_failed)

    def _resume_failed(self, error: SessionError | StoreError) -> None:
        """Try again later if the store has failed."""
        if isinstance(error, StoreError):
            self._is_resting = True
            self._resume_timer.set(self._services.now() + RESUME_AFTER)
            self._report_not_saved(error)

    def _check_clock(self) -> None:
        self.run(LookAtClock(Seat.ONE))

    # Messages

    def send_table(self) -> None:
        """Send everybody the table."""
        self._broadcaster.send_table(self._table())

    def _table(self) -> TableMessage:
        now = self._services.now()
        return table_message(self.kept, self.session, self.presence, self.next_link, now)

    def send_problem(self, problem: ProblemMessage) -> None:
        """Send everybody a problem."""
        self._broadcaster.send_problem(problem)

    def _send_state(self, new: int) -> None:
        now = self._services.now()
        self._broadcaster.send_state(
            self._active_host.session, new, now, is_resting=self._is_resting
        )

    def _resend_state(self) -> None:
        """Send the state again, with forbidden points that were found later."""
        self._send_state(0)

    def state_text(self) -> str:
        """Return the state of the game as JSON; `null` before it begins."""
        session = self.session
        if session is None:
            return "null"
        now = self._services.now()
        return self._broadcaster.state_text(session, now, is_resting=self._is_resting)


class RoomComputer:
    """The computer player of a room, which searches in the workers."""

    def __init__(self, services: Services, key: str, presence: Presence) -> None:
        self._services = services
        self._key = key
        self._presence = presence

    def ask(self, session: Session, seat: Seat, answer: OnAnswer) -> Cancel:
        """Ask the workers for a move or for the reply to a draw offer."""
        job = self._job(session, seat)
        requester = self._presence.requester
        return self._services.workers.submit(job, requester, partial(_pass_answer, answer)).cancel

    def _job(self, session: Session, seat: Seat) -> MoveJob | DrawReplyJob:
        events = tuple(session.events)
        if session.state.offers.get(seat.other) is Offer.DRAW:
            return DrawReplyJob(events, seat, self._key)
        return MoveJob(events, self._services.now(), self._key)


def _pass_answer(answer: OnAnswer, news: EngineMessage) -> None:
    if isinstance(news, Moved):
        answer(news.command)
    elif isinstance(news, JobFailed):
        answer(EngineError("computer", news.says))
