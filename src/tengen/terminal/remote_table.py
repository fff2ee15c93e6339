"""A table for a game on a server, in the same room as browsers.

Commands are sent over the connection. Events come back, are applied to a replica of the session,
and are passed on to the user interface.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import singledispatchmethod

from tengen.engine import CallFromThread
from tengen.errors import SessionError, TengenError
from tengen.game import Command, GameState, Person, Seat, Session, Setup
from tengen.game.events import GameStarted
from tengen.printable import printable
from tengen.rules.wording import capitalised
from tengen.server.messages import game
from tengen.server.messages.codec import encode_on_board
from tengen.terminal import remote_connection, remote_game, sentences
from tengen.terminal.remote_game import UnansweredCommands
from tengen.terminal.table import TerminalFace


class RemoteState:
    """Receives the messages of the server, and passes on what is new."""

    def __init__(
        self,
        face: TerminalFace,
        follow: Callable[[str], None],
        reconnect: Callable[[], None],
        send: Callable[[game.ClientCommand], bool],
    ) -> None:
        """`follow` goes to the game with another link; `reconnect` gets all messages again."""
        self._face = face
        self._follow = follow
        self._reconnect = reconnect
        self._send = send
        self._unanswered = UnansweredCommands()
        self._counts_once = False  # whether the server knows repeated commands by their ids
        self._clock = remote_game.RemoteClock()
        self._is_resting = False
        self.replica = remote_game.SessionReplica(Session.start(Setup(), self._clock.now()))
        self.seats: tuple[Seat, ...] = ()
        """The seats that are ours."""
        self.table: game.TableMessage | None = None
        self.is_lost = False
        """Whether the connection is lost."""

    def clock(self) -> int:
        """Return the time at the server in milliseconds."""
        return self._clock.now()

    def now(self) -> int:
        """Return the time for the clocks, which stands still while they do."""
        return self.replica.session.state.clocks.settled_at if self._is_resting else self.clock()

    @property
    def away(self) -> tuple[Seat, ...]:
        """The seats of others who are away."""
        return () if self.table is None else remote_game.away_seats(self.table, self.seats)

    def objection(self, seat: Seat | None = None) -> str:
        """Return why nothing can be done for a seat, or an empty text."""
        if self.table is None or self.is_lost:
            return sentences.NOT_CONNECTED
        if not self.replica.has_begun:
            return sentences.NOT_BEGUN
        if not self.seats:
            return sentences.WATCHING
        return "" if seat in self.seats else sentences.OPPONENTS_TURN

    def send(self, command: game.ClientCommand) -> None:
        """Send a command. Raises SessionError without a connection, or before the last answer."""
        if self._counts_once:
            command = self._unanswered.add(command)
        if not self._send(command):
            self._unanswered.settle(command.id)
            raise SessionError(sentences.NOT_CONNECTED)

    def forget_commands(self) -> None:
        """Send nothing again: there is another game."""
        self._unanswered.clear()

    @singledispatchmethod
    def receive(self, message: remote_connection.ConnectionEvent) -> None:
        """Handle a message. Kinds without a handler are for browsers."""

    @receive.register
    def _(self, _message: remote_connection.ConnectionLost) -> None:
        self._clock.reset()
        if not self.is_lost:
            self.is_lost = True
            self._face.noticed(sentences.CONNECTION_LOST, alarm=True)

    @receive.register
    def _(self, message: remote_connection.ConnectionEnded) -> None:
        self.is_lost = True
        self._face.noticed(capitalised(message.why), alarm=True)

    @receive.register
    def _(self, message: game.ProblemMessage) -> None:
        says = printable(message.says).rstrip(".")
        if self._unanswered.settle(message.id):
            says = f"{sentences.LOST_ACTION}. {says}"
        self._face.noticed(says, alarm=True)

    @receive.register
    def _(self, message: game.DoneMessage) -> None:
        self._unanswered.settle(message.id)

    @receive.register
    def _(self, message: game.YourSeatsMessage) -> None:
        self.seats = tuple(dict.fromkeys(Seat(number) for number in message.seats))
        if self.is_lost:
            self.is_lost = False
            self._face.noticed(sentences.CONNECTED_AGAIN)
        self._counts_once = message.counts_once
        if not self._counts_once:
            self._unanswered.clear()
        for command in self._unanswered.repeat():
            self._send(command)

    @receive.register
    def _(self, message: game.TableMessage) -> None:
        self._clock.update(message.now)
        before, self.table = self.table, message
        if message.next is not None:
            self.table = None
            self._follow(message.next)
        elif before is not None:
            for change in remote_game.describe_changes(
                self.replica.session.state, before, message, self.seats
            ):
                self._face.noticed(change)
        elif message.phase is game.GamePhase.WAITING:
            self._face.noticed(capitalised(sentences.NOT_BEGUN))

    @receive.register
    def _(self, message: game.EventsMessage) -> None:
        self._clock.update(message.now)
        self._is_resting = message.is_resting
        if not self.replica.fits(message):
            self._reconnect()
            return
        try:
            for group in self.replica.follow(message, self._width):
                self._show(group)
        except TengenError:
            self.receive(remote_connection.ConnectionEnded(remote_connection.NOT_TENGEN))

    @property
    def _width(self) -> int:
        """The width of the board. The table comes before the first event."""
        return (
            self.replica.session.state.setup.rules.width
            if self.table is None
            else self.table.rules.width
        )

    def _show(self, group: remote_game.EventGroup) -> None:
        self._face.happened(group)
        state = self.replica.session.state
        if isinstance(group[0], GameStarted) and self.table is not None:
            self._face.noticed(remote_game.greeting(state, self.table, self.seats))


CLOSE_SECONDS = 1.0
"""Seconds to wait for the server when we leave."""


class RemoteTable:
    """A game on a server.

    All methods run in one thread; `call` brings the messages of the connection to it.
    """

    is_online = True
    awaited: Seat | None = None

    def __init__(
        self, seat: remote_connection.RemoteSeat, face: TerminalFace, call: CallFromThread
    ) -> None:
        self._seat = seat
        self._face = face
        self._call = call
        self._connection: remote_connection.RemoteConnection | None = None
        self._backoff = remote_connection.Backoff()
        self._remote = RemoteState(face, self._follow_rematch, self._reconnect, self._send)
        self._claimable: Seat | None = None  # the absent player for whom this was announced

    @property
    def session(self) -> Session:
        """The local copy of the game."""
        return self._remote.replica.session

    @property
    def state(self) -> GameState:
        """The state of the game."""
        return self.session.state

    def now(self) -> int:
        """Return the server's time in milliseconds, for the clocks of the game."""
        return self._remote.now()

    # Seats

    @property
    def away(self) -> tuple[Seat, ...]:
        """The seats of others who are away."""
        return self._remote.away

    @property
    def not_our_turn(self) -> str:
        """The error message if the seat to move is not ours."""
        return self._remote.objection()

    @property
    def not_our_game(self) -> str:
        """The error message if no seat is ours."""
        return self._remote.objection()

    @property
    def allows_help(self) -> bool:
        """Whether the engine may help: not in a game with a person elsewhere before it ends."""
        others = [self.state.setup.sitter(seat) for seat in Seat if not self.is_person(seat)]
        is_match = any(isinstance(player, Person) for player in others)
        return self.state.result is not None or not is_match

    @property
    def is_thinking(self) -> bool:
        """Whether the game waits for a player who is not at this keyboard."""
        actor = self.state.actor
        return actor is not None and not self.is_person(actor)

    def person(self) -> Seat:
        """Return the seat to move if it is ours, or else our first seat."""
        actor = self.state.actor
        if actor is not None and self.is_person(actor):
            return actor
        return next(iter(self._remote.seats), Seat.ONE)

    def is_person(self, seat: Seat) -> bool:
        """Whether a seat is ours."""
        return seat in self._remote.seats

    # Commands

    def join(self) -> bool:
        """Connect to the server."""
        self._connection = remote_connection.RemoteConnection(
            self._seat, self._receive, self._backoff
        )
        return True

    def leave(self) -> None:
        """Close the connection. The game stays on the server."""
        if self._connection is not None:
            self._connection.close(CLOSE_SECONDS)
            self._connection = None

    def do(self, command: Command) -> None:
        """Send a command to the server. Raises SessionError if the server would refuse it."""
        if not isinstance(command, game.ClientCommand):
            raise SessionError(sentences.ONLY_THIS_GAME)
        objection = self._remote.objection(command.seat)
        if objection:
            raise SessionError(objection)
        self.session.decide(command, self.now())
        self._remote.send(command)

    def _send(self, command: game.ClientCommand) -> bool:
        """Send a command, and return whether there is a connection."""
        text = encode_on_board(command, self.state.setup.rules.width).decode()
        return self._connection is not None and self._connection.send(text)

    def tick(self) -> None:
        """Announce that the game can be claimed from a player who has been away long enough."""
        table = self._remote.table
        if self._claimable not in self.away:
            self._claimable = None
        if table is None or not self._remote.seats or not self._is_under_way:
            return
        for seat in self.away:
            gone_at = table.seats[seat.value - 1].gone_at
            is_long = gone_at is not None and self._remote.clock() - gone_at >= game.CLAIM_AFTER
            if is_long and self._claimable is not seat:
                self._claimable = seat
                name = remote_game.remote_name(self.state, seat)
                self._face.noticed(f"{name} has been away for a minute: you can claim the win")

    @property
    def _is_under_way(self) -> bool:
        return self.state.result is None and bool(self.state.steps)

    def start(self, _setup: Setup) -> None:
        """Raise SessionError: only the joined game can be played here."""
        raise SessionError(sentences.ONLY_THIS_GAME)

    def resume(self, _number: int) -> None:
        """Raise SessionError: only the joined game can be played here."""
        raise SessionError(sentences.ONLY_THIS_GAME)

    def play_again(self) -> None:
        """Do nothing: the server starts the rematch and sends its link."""

    def try_again(self) -> None:
        """Do nothing: the machines are on the server."""

    # The connection

    def _receive(
        self,
        connection: remote_connection.RemoteConnection,
        message: remote_connection.ConnectionEvent,
    ) -> None:
        """Pass on a message. Runs in the thread of the connection."""

        def receive() -> None:
            if connection is self._connection:
                self._remote.receive(message)

        self._call(receive)

    def _reconnect(self) -> None:
        if self._connection is not None:
            self._connection.reconnect()

    def _follow_rematch(self, text: str) -> None:
        """Join the rematch."""
        self._remote.forget_commands()
        if self._connection is not None:
            self._connection.close()
        self._seat = replace(self._seat, link=replace(self._seat.link, text=text))
        self.join()
