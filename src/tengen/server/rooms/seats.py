"""The seats of a room: who holds them, who is connected, what a client may do, and names."""

from __future__ import annotations

import re
import secrets
import unicodedata
from collections.abc import Callable

import msgspec

from tengen.game import Command, Computer, Person, PlayerSpec, Seat, Session, Setup
from tengen.game.commands import Claim, Pause, Resume
from tengen.server.messages import game
from tengen.server.messages.codec import encode
from tengen.server.messages.conversion import points_of
from tengen.server.problems import RequestRefused
from tengen.server.send_queue import SendQueue
from tengen.server.workers import Requester
from tengen.storage.rooms import Holders


class Presence:
    """The clients of a room, and the seats that they hold."""

    def __init__(self, holders: Callable[[], Holders], now: Callable[[], int]) -> None:
        self._holders = holders
        self.clients: set[RoomClient] = set()
        self._now = now
        self.last_left = now()
        """When the last client left, or the room was loaded."""
        self._network = ""  # of a player, or of a watcher if no player is connected
        self._gone_at: dict[Seat, int] = dict.fromkeys(Seat, now())

    @property
    def holders(self) -> Holders:
        """The digests of the browsers that hold the seats."""
        return self._holders()

    def enter(self, client: RoomClient) -> None:
        """Add a client."""
        if self._seats_of(client) or not self.has_player:
            self._network = client.network
        self.clients.add(client)

    def leave(self, client: RoomClient) -> None:
        """Remove a client. A player is gone when their last client is."""
        self.clients.discard(client)
        self.last_left = self._now()
        for seat in self._seats_of(client):
            if not self.is_connected(seat):
                self._gone_at[seat] = self._now()

    def seats_of(self, client: RoomClient) -> tuple[int, ...]:
        """Return the numbers of the seats that a client holds."""
        return tuple([seat.value for seat in self._seats_of(client)])

    def holds(self, client: RoomClient, seat: Seat) -> bool:
        """Whether a client holds a seat."""
        holder = self._holder(seat)
        return holder is not None and holder == client.digest

    def _seats_of(self, client: RoomClient) -> list[Seat]:
        return [seat for seat in Seat if self.holds(client, seat)]

    def is_connected(self, seat: Seat) -> bool:
        """Whether the holder of a seat is connected; computers always are."""
        holder = self._holder(seat)
        return holder is None or any(client.digest == holder for client in self.clients)

    @property
    def requester(self) -> Requester:
        """The player against the computer, who is charged for its searches."""
        browser = next((holder.hex() for holder in self.holders if holder is not None), "")
        return Requester(browser, self._network)

    def gone_at(self, seat: Seat) -> int | None:
        """Return since when the holder of a seat is disconnected; None if they are connected."""
        return None if self.is_connected(seat) else self._gone_at[seat]

    def gone_for(self, seat: Seat) -> int | None:
        """Return for how many milliseconds the holder of a seat is disconnected; None if not."""
        gone_at = self.gone_at(seat)
        return None if gone_at is None else self._now() - gone_at

    @property
    def is_complete(self) -> bool:
        """Whether all players are connected."""
        return all(self.is_connected(seat) for seat in Seat)

    @property
    def has_player(self) -> bool:
        """Whether any player is connected."""
        return any(self._seats_of(client) for client in self.clients)

    @property
    def watchers(self) -> int:
        """How many clients hold no seat."""
        return sum(not self._seats_of(client) for client in self.clients)

    def _holder(self, seat: Seat) -> bytes | None:
        one, two = self.holders
        return one if seat is Seat.ONE else two


CLOSE_RESTART = 1012
"""The standard close code of WebSockets for clients that should connect again."""


class RoomClient:
    """A socket in a room, with the digest of its browser's secret, if it has one."""

    def __init__(
        self,
        outbox: SendQueue,
        digest: bytes | None,
        network: str = "",
        *,
        wants_events: bool = False,
    ) -> None:
        self.outbox = outbox
        self.digest = digest
        self.network = network
        """The network of the socket."""
        self.wants_events = wants_events

    def disconnect(self) -> None:
        """Close the socket, so that the client connects again."""
        self.outbox.close_socket(CLOSE_RESTART, "The game is being reloaded.")

    def send_done(self, command: Command) -> None:
        """Send that a command with an id is done."""
        if command.id:
            self.outbox.post(f"done {command.id}", encode(game.DoneMessage(command.id)).decode())

    def send_problem(self, problem: game.ProblemMessage, command: Command | None = None) -> None:
        """Send why something, or this command, was not done."""
        if command is not None and command.id:
            problem = msgspec.structs.replace(problem, id=command.id)
        self.outbox.post(f"problem {problem.id}", encode(problem).decode())


NOT_BEGUN = game.ProblemMessage("not-begun", "The game begins when somebody takes the other seat.")
NOT_YOURS = game.ProblemMessage(
    "not-your-seat", "This seat belongs to somebody else. You can watch."
)
NO_PAUSE = game.ProblemMessage("refused", "A game against another person cannot be paused.")
OPPONENT_CONNECTED = game.ProblemMessage(
    "refused", "Your opponent is connected, so you cannot claim the win."
)


def objection_to(
    session: Session | None, presence: Presence, client: RoomClient, command: game.ClientCommand
) -> game.ProblemMessage | None:
    """Return why a client may not give this command now; None if it may."""
    if session is None:
        return NOT_BEGUN
    if not presence.holds(client, command.seat):
        return NOT_YOURS
    if isinstance(command, (Pause, Resume)) and _has_other_person(presence, client):
        return NO_PAUSE
    return _objection_to_claim(presence, command.seat) if isinstance(command, Claim) else None


def _has_other_person(presence: Presence, client: RoomClient) -> bool:
    """Whether another person holds a seat."""
    return any(holder not in {None, client.digest} for holder in presence.holders)


def _objection_to_claim(presence: Presence, seat: Seat) -> game.ProblemMessage | None:
    gone = presence.gone_for(seat.other)
    if gone is None:
        return OPPONENT_CONNECTED
    if gone >= game.CLAIM_AFTER:
        return None
    seconds = -(-(game.CLAIM_AFTER - gone) // 1000)
    left = "1 second" if seconds == 1 else f"{seconds} seconds"
    return game.ProblemMessage("refused", f"Your opponent may come back: wait {left} more.")


def seat_players(wanted: game.MakeGame, digest: bytes) -> tuple[Setup, Holders]:
    """Return the setup of a game and who holds its seats. Raises RuleError or RequestRefused."""
    me = Person(clean_name(wanted.name))
    others: dict[game.OpponentKind, PlayerSpec] = {
        game.OpponentKind.COMPUTER: Computer(wanted.level),
        game.OpponentKind.FRIEND: Person(),
        game.OpponentKind.HERE: Person(clean_name(wanted.other_name)),
    }
    players = (me, others[wanted.opponent])
    holders = (digest, digest if wanted.opponent is game.OpponentKind.HERE else None)
    is_swapped = wanted.side is game.SeatPreference.SECOND or (
        wanted.side is game.SeatPreference.RANDOM and secrets.randbelow(2) == 1
    )
    one, two = players[::-1] if is_swapped else players
    first, second = holders[::-1] if is_swapped else holders
    setup = Setup(
        wanted.rules,
        wanted.opening,
        one,
        two,
        wanted.clock,
        points_of(wanted.moves, wanted.rules),
        fouls_lose=wanted.fouls_lose,
        consent=wanted.opponent is game.OpponentKind.FRIEND,
    )
    return setup, (first, second)


BLANK = {*"\u115f\u1160\u2800\u3164\uffa0\U0001d159\U00013441\U00013442"}
"""Characters that are drawn as empty space."""
INVISIBLE = re.compile(
    "[\u034f\u17b4\u17b5\u180b-\u180d\u180f\ufe00-\ufe0f\U00016fe4\U000e0100-\U000e01ef]"
)
"""Characters that are not drawn at all, although Python counts them as printable."""
VISIBLE_CATEGORIES = {"L", "N", "P", "S"}
"""Unicode categories of visible characters: letters, numbers, punctuation, symbols."""
CYRILLIC = "\u0430\u0432\u0435\u0456\u043a\u043c\u043d\u043e\u0440\u0441\u0442\u0443\u0445\u0433"
GREEK = "\u03bf\u03c1\u03c4\u03c5\u03b5\u03bc\u03ba\u03bd"
LOOKALIKES = str.maketrans(f"{CYRILLIC}{GREEK}0", "abeikmhopctyxroptuemkvo")
"""Cyrillic and Greek letters and the digit 0, replaced by the Latin letters they look like."""
COMPUTER_NAME = re.compile("(the)?computer(player)?(level|lvl)?[0-9oilvx]*")
LIKE_COMPUTER = "This name looks like the computer's. Choose another name."


def clean_name(name: str) -> str:
    """Return a name as it is shown; empty if nothing of it is visible. Raises RequestRefused.

    Characters that change the direction of text are removed, too.
    """
    drawn = INVISIBLE.sub("", name)
    shown = "".join(" " if _is_blank(letter) else letter for letter in drawn)
    cleaned = " ".join(shown.split())
    if not any(unicodedata.category(letter)[0] in VISIBLE_CATEGORIES for letter in cleaned):
        return ""
    if COMPUTER_NAME.fullmatch(_as_read(cleaned)):
        raise RequestRefused(400, "bad-name", LIKE_COMPUTER)
    return cleaned


def _is_blank(letter: str) -> bool:
    return letter in BLANK or not letter.isprintable()


def _as_read(name: str) -> str:
    """Return the letters and digits of a name, with lookalikes replaced."""
    folded = unicodedata.normalize("NFKD", name).casefold().translate(LOOKALIKES)
    return "".join(letter for letter in folded if letter.isalnum())
