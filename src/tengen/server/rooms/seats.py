"""The seats of a room: who holds them, who is connected, what a client may do, names."""

from __future__ import annotations

import re
import secrets
import unicodedata
from collections.abc import Callable

from tengen.game.commands import Claim, Pause, Resume
from tengen.game.session import Session
from tengen.game.setup import Computer, Person, PlayerSpec, Setup
from tengen.game.tasks import Seat
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
        """When somebody last left, or the room was opened."""
        self._network = ""  # of whoever plays, or else of whoever looks on
        self._gone_at: dict[Seat, int] = dict.fromkeys(Seat, now())

    @property
    def holders(self) -> Holders:
        """Whose the seats are."""
        return self._holders()

    def enter(self, client: RoomClient) -> None:
        """Somebody has come."""
        if self._seats_of(client) or not self.is_begun:
            self._network = client.network
        self.clients.add(client)

    def leave(self, client: RoomClient) -> None:
        """Somebody has gone; a seat is empty when its holder's last client has."""
        self.clients.discard(client)
        self.last_left = self._now()
        for seat in self._seats_of(client):
            if not self.is_here(seat):
                self._gone_at[seat] = self._now()

    def seats_of(self, client: RoomClient) -> tuple[int, ...]:
        """The numbers of the seats that a client may speak for."""
        return tuple([seat.value for seat in self._seats_of(client)])

    def holds(self, client: RoomClient, seat: Seat) -> bool:
        """Whether a client may speak for a seat."""
        holder = self._holder(seat)
        return holder is not None and holder == client.digest

    def _seats_of(self, client: RoomClient) -> list[Seat]:
        return [seat for seat in Seat if self.holds(client, seat)]

    def is_here(self, seat: Seat) -> bool:
        """Whether the holder of a seat is connected; machines always are."""
        holder = self._holder(seat)
        return holder is None or any(client.digest == holder for client in self.clients)

    @property
    def asker(self) -> Requester:
        """Who has the computer think: whoever plays against it, and where they were last seen."""
        browser = next((holder.hex() for holder in self.holders if holder is not None), "")
        return Requester(browser, self._network)

    def gone_at(self, seat: Seat) -> int | None:
        """Since when the holder of a seat is not connected; None if they are."""
        return None if self.is_here(seat) else self._gone_at[seat]

    def gone_for(self, seat: Seat) -> int | None:
        """For how many milliseconds that has been so."""
        gone_at = self.gone_at(seat)
        return None if gone_at is None else self._now() - gone_at

    @property
    def is_complete(self) -> bool:
        """Whether all who play are here."""
        return all(self.is_here(seat) for seat in Seat)

    @property
    def is_begun(self) -> bool:
        """Whether any of them is."""
        return any(self._seats_of(client) for client in self.clients)

    @property
    def watchers(self) -> int:
        """How many are here without a seat."""
        return sum(not self._seats_of(client) for client in self.clients)

    def _holder(self, seat: Seat) -> bytes | None:
        one, two = self.holders
        return one if seat is Seat.ONE else two


CLOSE_FAILED = 1011
"""Why a socket is closed, as the WebSocket standard numbers it."""


class RoomClient:
    """A socket, and who is behind it: the digest of a secret, or nobody known."""

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
        """Where the socket comes from."""
        self.wants_events = wants_events

    def hang_up(self) -> None:
        """Close the socket, so that whoever is behind it connects again."""
        self.outbox.hang_up(CLOSE_FAILED, "The game is loaded anew.")

    def tell(self, problem: game.ProblemMessage) -> None:
        """Tell why something was not done."""
        self.outbox.post("problem", encode(problem).decode())


NOT_BEGUN = game.ProblemMessage("not-begun", "The game begins when somebody takes the other seat.")
NOT_YOURS = game.ProblemMessage("not-your-seat", "That seat is somebody else's. You can watch.")
NO_PAUSE = game.ProblemMessage("refused", "A game against somebody else cannot be paused.")
OPPONENT_IS_HERE = game.ProblemMessage(
    "refused", "Your opponent is here, so the game cannot be claimed."
)


def objection_to(
    session: Session | None, presence: Presence, client: RoomClient, ask: game.ClientCommand
) -> game.ProblemMessage | None:
    """Why this client may not ask for this now; None if it may."""
    if session is None:
        return NOT_BEGUN
    if not presence.holds(client, ask.seat):
        return NOT_YOURS
    if isinstance(ask, (Pause, Resume)) and _others(presence, client):
        return NO_PAUSE
    return _objection_to_claim(presence, ask.seat) if isinstance(ask, Claim) else None


def _others(presence: Presence, client: RoomClient) -> bool:
    """Whether another person holds a seat."""
    return any(holder not in {None, client.digest} for holder in presence.holders)


def _objection_to_claim(presence: Presence, seat: Seat) -> game.ProblemMessage | None:
    gone = presence.gone_for(seat.other)
    if gone is None:
        return OPPONENT_IS_HERE
    if gone >= game.CLAIM_AFTER:
        return None
    seconds = -(-(game.CLAIM_AFTER - gone) // 1000)
    left = "1 second" if seconds == 1 else f"{seconds} seconds"
    return game.ProblemMessage("refused", f"Your opponent may come back: wait {left} more.")


def seat_players(wanted: game.MakeGame, digest: bytes) -> tuple[Setup, Holders]:
    """What is to be played, and who holds which seat. Raises RuleError and Refused."""
    me = Person(clean_name(wanted.name))
    others: dict[game.OpponentKind, PlayerSpec] = {
        game.OpponentKind.COMPUTER: Computer(wanted.level),
        game.OpponentKind.FRIEND: Person(),
        game.OpponentKind.HERE: Person(clean_name(wanted.other_name)),
    }
    sitters = (me, others[wanted.opponent])
    holders = (digest, digest if wanted.opponent is game.OpponentKind.HERE else None)
    is_swapped = wanted.side is game.SeatPreference.SECOND or (
        wanted.side is game.SeatPreference.RANDOM and secrets.randbelow(2) == 1
    )
    one, two = sitters[::-1] if is_swapped else sitters
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
"""Letters and signs that are drawn as nothing, but take their place."""
INVISIBLE = re.compile(
    "[\u034f\u17b4\u17b5\u180b-\u180d\u180f\ufe00-\ufe0f\U00016fe4\U000e0100-\U000e01ef]"
)
"""What is not drawn at all, though it counts as printable."""
VISIBLE_CATEGORIES = {"L", "N", "P", "S"}
"""Letters, numbers, punctuation, symbols: what stands for itself, unlike an accent."""
CYRILLIC = "\u0430\u0432\u0435\u0456\u043a\u043c\u043d\u043e\u0440\u0441\u0442\u0443\u0445\u0433"
GREEK = "\u03bf\u03c1\u03c4\u03c5\u03b5\u03bc\u03ba\u03bd"
LOOKALIKES = str.maketrans(f"{CYRILLIC}{GREEK}0", "abeikmhopctyxroptuemkvo")
"""Letters and the nought, as a hasty reader takes them."""
COMPUTER_NAME = re.compile("(the)?computer(player)?(level|lvl)?[0-9oilvx]*")
LIKE_COMPUTER = "This name looks like the computer's. Choose another one."


def clean_name(name: str) -> str:
    """A name as it is shown; empty if nothing of it can be seen. Raises Refused.

    What turns the letters around it goes, too.
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
    """The letters and digits of a name as a hasty reader sees them."""
    folded = unicodedata.normalize("NFKD", name).casefold().translate(LOOKALIKES)
    return "".join(letter for letter in folded if letter.isalnum())
