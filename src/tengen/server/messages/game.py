"""Messages of a game: requests of clients, and what the server sends to a room.

Every message is complete, so a client that misses one only needs the next.
"""

from __future__ import annotations

import enum
from typing import Annotated

import msgspec

from tengen.errors import Refusal
from tengen.game import OpeningRule, TimeControl, commands
from tengen.game.clock import UNTIMED
from tengen.game.commands import CommandId
from tengen.game.events import Offer, check_game_termination
from tengen.game.setup import Count, LevelNumber, Timestamp
from tengen.game.tasks import Choice
from tengen.rules import MAX_SIDE, Rules, Termination

ClientCommand = (
    commands.PlayMove
    | commands.MakeChoice
    | commands.DeclareFifths
    | commands.ProposeFifth
    | commands.TakeBack
    | commands.Redo
    | commands.OfferDraw
    | commands.Decline
    | commands.Resign
    | commands.Abort
    | commands.OfferRematch
    | commands.Claim
    | commands.Pause
    | commands.Resume
)
"""The commands that a client may give for a seat that it holds."""


CLAIM_AFTER = 60_000
"""Milliseconds after which the game of a disconnected opponent can be claimed."""


class Ping(msgspec.Struct, frozen=True, tag=True):
    """Check that the server is there, over any socket; it answers `Pong`."""


NameText = Annotated[str, msgspec.Meta(max_length=40)]
CellNumber = Annotated[int, msgspec.Meta(ge=0, lt=52 * 52)]
"""A point: row times width plus column, with rows counted from the top."""


class OpponentKind(enum.Enum):
    """The opponent in a new game."""

    COMPUTER = "computer"
    FRIEND = "friend"
    """A person who opens the link."""
    HERE = "here"
    """Two people at one screen."""


class SeatPreference(enum.Enum):
    """The seat to take in a new game."""

    FIRST = "first"
    SECOND = "second"
    RANDOM = "random"


class MakeGame(msgspec.Struct, frozen=True):
    """Create a game."""

    opponent: OpponentKind
    rules: Rules
    opening: OpeningRule = OpeningRule.FREE
    clock: TimeControl = UNTIMED
    level: LevelNumber = 3
    side: SeatPreference = SeatPreference.FIRST
    name: NameText = ""
    other_name: NameText = ""
    """The name of the second person at this screen."""
    moves: Annotated[tuple[CellNumber, ...], msgspec.Meta(max_length=52 * 52)] = ()
    """Moves to begin with, to continue from a position."""
    fouls_lose: bool = False
    is_listed: bool | None = None
    """Whether others see the game in the list when it is over. By default, games of people."""


class TakeSeat(msgspec.Struct, frozen=True):
    """Take the free seat of a game."""

    name: NameText = ""


SideLength = Annotated[int, msgspec.Meta(ge=1, le=MAX_SIDE)]
SeatNumber = Annotated[int, msgspec.Meta(ge=1, le=2)]
LinkText = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{12}\Z")]
"""The random part of a game's address."""
EventNumber = Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)]


class GamePhase(enum.Enum):
    """The phase of a game."""

    WAITING = "waiting"
    """A seat is free."""
    PLAYING = "playing"
    OVER = "over"


class RefusalReason(enum.Enum):
    """Why a point cannot be played."""

    GAME_OVER = "game-over"
    OFF_BOARD = "off-board"
    TAKEN = "taken"
    OVERLINE = "overline"
    DOUBLE_FOUR = "double-four"
    DOUBLE_THREE = "double-three"


REFUSAL_REASONS = {refusal: RefusalReason[refusal.name] for refusal in Refusal}


class RulesView(msgspec.Struct, frozen=True):
    """The rules of a game."""

    width: SideLength
    height: SideLength
    k: SideLength
    win: str
    text: str
    """Such as `15x15/5 freestyle`."""
    name: str
    """Such as `Five in a row`; empty for a game without a name."""


class SeatView(msgspec.Struct, frozen=True):
    """A seat and its player."""

    kind: str
    """`person`, `computer` or `open`."""
    name: str
    """The name of a person; empty if not given, and for computers."""
    level: LevelNumber | None
    is_here: bool
    """Whether the player is connected; computers always are."""
    gone_at: Timestamp | None
    """Since when the player is disconnected, on the server's clock."""


class TableMessage(msgspec.Struct, frozen=True, tag="table"):
    """What seldom changes in a room."""

    link: str
    phase: GamePhase
    rules: RulesView
    opening: str
    clock: TimeControl
    consent: bool
    """Whether taking back a move needs the opponent's consent."""
    seats: tuple[SeatView, SeatView]
    watchers: Count
    now: Timestamp
    next: LinkText | None
    """The link of the rematch."""


class OptionView(msgspec.Struct, frozen=True):
    """An option in an opening."""

    choice: Choice
    colour: int | None
    """The colour of the player who chooses this option; None if still open."""


class TaskView(msgspec.Struct, frozen=True):
    """The task that the game waits for."""

    kind: str
    """`place`, `choose`, `declare`, `propose` or `pick`."""
    seat: int
    options: tuple[OptionView, ...] = ()
    most: int = 0
    count: int = 0
    points: tuple[int, ...] = ()
    area: tuple[int, bool] | None = None
    """The side of the central square, and whether the stone must be outside it."""


class FoulView(msgspec.Struct, frozen=True):
    """The forbidden point that lost the game."""

    cell: int
    reason: RefusalReason


class ResultView(msgspec.Struct, frozen=True):
    """The result of a game."""

    winner: int | None
    """The seat of the winner; None for a draw."""
    cause: Termination
    foul: FoulView | None

    def __post_init__(self) -> None:
        check_game_termination(self.cause)


class DeclinedView(msgspec.Struct, frozen=True):
    """A declined offer."""

    seat: int
    """Who declined."""
    offer: Offer


class PromiseView(msgspec.Struct, frozen=True):
    """A forced win that a computer has announced."""

    seat: int
    moves: int
    """How many more moves of its own it needs at most."""


class StateMessage(msgspec.Struct, frozen=True, tag="state", gc=False):
    """The state of the game. Points are cell numbers."""

    number: int
    """The number of events; grows with every change."""
    now: int
    """Milliseconds on the server's clock."""
    moves: tuple[int, ...]
    first: int
    """How many of the moves the game began with."""
    turn: int
    """The colour of the next stone: 1 for Black, 2 for White."""
    colours: tuple[int | None, int | None]
    """The colours of the seats; None until they are decided."""
    task: TaskView | None
    """None when the game is over."""
    left: tuple[int | None, int | None]
    """Milliseconds left on the clocks."""
    running: int | None
    """The seat whose clock runs."""
    is_paused: bool
    offers: tuple[Offer | None, Offer | None]
    """The open offer of each seat."""
    declined: DeclinedView | None
    """The offer that was just declined."""
    lines: tuple[tuple[int, ...], ...]
    forbidden: tuple[tuple[int, RefusalReason], ...]
    """Where the player to move may not play, and why."""
    can_abort: bool
    can_take_back: tuple[bool, bool]
    can_redo: bool
    result: ResultView | None
    promise: PromiseView | None


class YourSeatsMessage(msgspec.Struct, frozen=True, tag="you"):
    """The seats of the client that receives this message."""

    seats: Annotated[tuple[SeatNumber, ...], msgspec.Meta(max_length=2)]
    counts_once: bool = False
    """Whether commands with an id may be sent again. Older servers would follow them twice."""


class EventsMessage(msgspec.Struct, frozen=True, tag="events"):
    """The events of the game from number `first` on, for clients that asked for events."""

    first: EventNumber
    now: Timestamp
    events: tuple[msgspec.Raw, ...]
    is_resting: bool = False
    """Whether the clocks wait until both players are connected."""


class DoneMessage(msgspec.Struct, frozen=True, tag="done"):
    """The command with this id is done, now or before; sent to the client that sent it."""

    id: CommandId


class ProblemMessage(msgspec.Struct, frozen=True, tag="problem", omit_defaults=True):
    """Why something was not done, and what to do instead."""

    code: str
    """For programs: `bad-message`, `not-your-seat`, `refused`, `too-fast`, `not-kept`, ..."""
    says: str
    """For people."""
    id: CommandId = ""
    """The id of the command that was not done, if it had one and could be read."""


class Pong(msgspec.Struct, frozen=True, tag="pong"):
    """The server is there."""


ServerMessage = (
    TableMessage
    | StateMessage
    | YourSeatsMessage
    | EventsMessage
    | Pong
    | DoneMessage
    | ProblemMessage
)
