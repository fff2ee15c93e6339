"""The local copy of a game on a server: its clock, its session, who is present.

Commands that were sent and are not yet answered are kept, too.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Collection, Iterable, Iterator

import msgspec

from tengen.errors import SessionError
from tengen.game import Computer, Event, GameState, PlayerSpec, Seat, Session
from tengen.game.descriptions import seat_name
from tengen.game.events import GameEnded, GameStarted, SitterChanged
from tengen.printable import printable
from tengen.rules.outcome import BOARD_TERMINATIONS
from tengen.rules.wording import STONE_NAMES, capitalised
from tengen.server.messages.codec import parse_event
from tengen.server.messages.game import ClientCommand, EventsMessage, SeatView, TableMessage
from tengen.terminal import sentences
from tengen.terminal.sentences import WATCHING


class RemoteClock:
    """The clock of the server, estimated from the message with the least delay."""

    def __init__(self) -> None:
        self._offset = time.time_ns() // 1_000_000 - _local_time()
        self._is_known = False

    def reset(self) -> None:
        """Take the time of the next message, whatever its delay."""
        self._is_known = False

    def update(self, now: int) -> None:
        """Take the time from a message of the server."""
        offset = now - _local_time()
        self._offset = max(self._offset, offset) if self._is_known else offset
        self._is_known = True

    def now(self) -> int:
        """Return the time at the server in milliseconds."""
        return self._offset + _local_time()


def _local_time() -> int:
    return time.monotonic_ns() // 1_000_000


EventGroup = tuple[Event, ...]


class SessionReplica:
    """A copy of the server's session, which follows its events."""

    def __init__(self, session: Session) -> None:
        """`session` is used until there are events."""
        self.session = session
        self.has_begun = False

    def fits(self, message: EventsMessage) -> bool:
        """Whether the events of a message continue the session, or start from the first."""
        return message.first == 0 or (self.has_begun and message.first == len(self.session.events))

    def follow(self, message: EventsMessage, width: int) -> Iterator[EventGroup]:
        """Apply the new events, and yield each group as soon as it is applied.

        Of another game, only the start and the last group are yielded. Raises ParseError or
        SessionError if the events are invalid.
        """
        events = [_cleaned(parse_event(bytes(raw), width)) for raw in message.events]
        if message.first == 0 and not self._knows(events):
            self.session = Session.replay(events)
            _check_end(self.session.state)
            self.has_begun = True
            yield (events[0], *_last_group(_group_events(events[1:])))
            return
        for group in _group_events(events[len(self.session.events) - message.first :]):
            for event in group:
                self.session.apply(event)
            _check_end(self.session.state)
            yield group

    def _knows(self, events: list[Event]) -> bool:
        """Whether these events begin with those of the session."""
        known = self.session.events
        return self.has_begun and events[: len(known)] == known


def _check_end(state: GameState) -> None:
    """Raise SessionError if the result does not match the board."""
    outcome, result = state.board.outcome, state.result
    if result is None:
        if outcome.is_over:
            raise SessionError("the game is over on the board but has no result")
        return
    is_on_board = result.cause in BOARD_TERMINATIONS
    if is_on_board and not outcome.is_over:
        raise SessionError(f"the game ended by {result.cause.value}, which the board does not show")
    foul, rules = result.foul, state.setup.rules
    if foul and not (foul.point.row < rules.height and foul.point.col < rules.width):
        raise SessionError("the game ended by a foul off the board")


def _cleaned(event: Event) -> Event:
    """Return the event without control characters in names."""
    if isinstance(event, SitterChanged):
        return msgspec.structs.replace(event, sitter=_cleaned_player(event.sitter))
    if not isinstance(event, GameStarted):
        return event
    setup = event.setup
    for seat in Seat:
        setup = setup.with_sitter(seat, _cleaned_player(setup.sitter(seat)))
    return GameStarted(event.at, setup)


def _cleaned_player(player: PlayerSpec) -> PlayerSpec:
    if isinstance(player, Computer):
        return player
    return msgspec.structs.replace(player, name=printable(player.name))


def _group_events(events: Iterable[Event]) -> list[EventGroup]:
    """Return the events one by one, but the end of a game with the move before it."""
    groups: list[EventGroup] = []
    for event in events:
        if isinstance(event, GameEnded) and groups:
            groups[-1] = (*groups[-1], event)
        else:
            groups.append((event,))
    return groups


def _last_group(groups: list[EventGroup]) -> EventGroup:
    return groups[-1] if groups else ()


def greeting(state: GameState, table: TableMessage, ours: Collection[Seat]) -> str:
    """Return which side is ours, and who else is away."""
    parts = [_role(state, ours)]
    for seat, view in _others(table, ours):
        if not view.is_here:
            parts.append(f"{remote_name(state, seat)} is away")
    return ". ".join(parts)


def _role(state: GameState, ours: Collection[Seat]) -> str:
    if not ours:
        return capitalised(WATCHING)
    if len(ours) == len(Seat):
        return "You play both sides"
    (seat,) = ours
    colour = state.colour_of(seat)
    return f"You are {STONE_NAMES[colour] if colour is not None else f'player {seat.value}'}"


def describe_changes(
    state: GameState, before: TableMessage, after: TableMessage, ours: Collection[Seat]
) -> Iterator[str]:
    """Yield a sentence for everyone who has come or gone."""
    was_here = {seat: view.is_here for seat, view in _others(before, ours)}
    for seat, view in _others(after, ours):
        if was_here.get(seat, view.is_here) is not view.is_here:
            yield f"{remote_name(state, seat)} is {'back' if view.is_here else 'away'}"


def away_seats(table: TableMessage, ours: Collection[Seat]) -> tuple[Seat, ...]:
    """Return the seats of people who are away."""
    return tuple(seat for seat, view in _others(table, ours) if not view.is_here)


def _others(table: TableMessage, ours: Collection[Seat]) -> Iterator[tuple[Seat, SeatView]]:
    """Yield the seats of people who are not at this keyboard."""
    for seat, view in zip(Seat, table.seats, strict=True):
        if view.kind == "person" and seat not in ours:
            yield seat, view


def remote_name(state: GameState, seat: Seat) -> str:
    """Return the name of a remote player, without control characters."""
    return printable(seat_name(state, seat))


ID_BYTES = 8


class UnansweredCommands:
    """Commands without an answer, the oldest first."""

    def __init__(self) -> None:
        self._commands: dict[str, ClientCommand] = {}
        self._repeated: set[str] = set()

    def add(self, command: ClientCommand) -> ClientCommand:
        """Add a command, and return it with an id.

        Raises SessionError if the last command like it is not answered: keys that are pressed
        while the connection hangs must not count several times.
        """
        if any(_are_alike(command, other) for other in self._commands.values()):
            raise SessionError(sentences.UNANSWERED)
        text = secrets.token_urlsafe(ID_BYTES)
        self._commands[text] = msgspec.structs.replace(command, id=text)
        return self._commands[text]

    def settle(self, text: str) -> bool:
        """Remove the command with this id, and return whether it was sent again.

        An answer without an id may be to any command, so it removes all.
        """
        if not text:
            self.clear()
        self._commands.pop(text, None)
        return text in self._repeated

    def repeat(self) -> tuple[ClientCommand, ...]:
        """Return the commands to send again."""
        self._repeated = set(self._commands)
        return tuple(self._commands.values())

    def clear(self) -> None:
        """Remove all commands."""
        self._commands.clear()
        self._repeated.clear()


def _are_alike(one: ClientCommand, other: ClientCommand) -> bool:
    return type(one) is type(other) and one.seat is other.seat
