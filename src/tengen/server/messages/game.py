"""Messages of a game: what a client may ask for, and what the server sends to its room.

Everything that changes is sent whole, so that a message that was left out is not missed.
"""

from __future__ import annotations

import enum
from typing import Annotated

import msgspec

from tengen.errors import Refusal
from tengen.game import commands
from tengen.game.events import Offer, check_game_termination
from tengen.game.opening_rules import OpeningRule
from tengen.game.setup import UNTIMED, Count, LevelNumber, TimeControl, Timestamp
from tengen.game.tasks import Choice
from tengen.rules.outcome import Termination
from tengen.rules.rules import MAX_SIDE, Rules

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
"""The commands of a session that a client may give, for a seat that it holds."""


CLAIM_AFTER = 60_000
"""Milliseconds after which a game can be claimed from somebody who has gone."""


class Ping(msgspec.Struct, frozen=True, tag=True):
    """Nothing but see whether the server is still there, over any socket: `Pong`."""


NameText = Annotated[str, msgspec.Meta(max_length=40)]
CellNumber = Annotated[int, msgspec.Meta(ge=0, lt=52 * 52)]
"""A point as row times width plus column, rows counted from the top."""


class OpponentKind(enum.Enum):
    """Whom to play."""

    COMPUTER = "computer"
    FRIEND = "friend"
    """Somebody with the link."""
    HERE = "here"
    """Two people at one screen."""


class SeatPreference(enum.Enum):
    """Which seat to take."""

    FIRST = "first"
    SECOND = "second"
    RANDOM = "random"


class MakeGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game that is wanted."""

    opponent: OpponentKind
    rules: Rules
    opening: OpeningRule = OpeningRule.FREE
    clock: TimeControl = UNTIMED
    level: LevelNumber = 3
    side: SeatPreference = SeatPreference.FIRST
    name: NameText = ""
    other_name: NameText = ""
    """Of the second person at this screen."""
    moves: Annotated[tuple[CellNumber, ...], msgspec.Meta(max_length=52 * 52)] = ()
    """Where the game is played on from a position."""
    fouls_lose: bool = False
    is_listed: bool | None = None
    """Whether others see it in the list once it is over; usually only games of people."""


class TakeSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Sit down at a table where a seat is free."""

    name: NameText = ""


SideLength = Annotated[int, msgspec.Meta(ge=1, le=MAX_SIDE)]
SeatNumber = Annotated[int, msgspec.Meta(ge=1, le=2)]
LinkText = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{12}\Z")]
"""The random part of a game's address."""
EventNumber = Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)]


class GamePhase(enum.Enum):
    """How far a game is."""

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
    """What is played."""

    width: SideLength
    height: SideLength
    k: SideLength
    win: str
    text: str
    """As in `15x15/5 freestyle`."""
    name: str
    """As in `Five in a row`; empty for a game without a name."""


class SeatView(msgspec.Struct, frozen=True):
    """Who sits there."""

    kind: str
    """`person`, `computer` or `open`."""
    name: str
    """What people call themselves; empty without a name, and for computers."""
    level: LevelNumber | None
    is_here: bool
    """Whether a browser of theirs is connected; machines always are."""
    gone_at: Timestamp | None
    """Since when they are not, on the server's clock."""


class TableMessage(msgspec.Struct, frozen=True, tag="table"):
    """What changes seldom."""

    link: str
    phase: GamePhase
    rules: RulesView
    opening: str
    clock: TimeControl
    consent: bool
    """Whether the opponent is asked before a move is taken back."""
    seats: tuple[SeatView, SeatView]
    watchers: Count
    now: Timestamp
    next: LinkText | None
    """The link of the rematch."""


class OptionView(msgspec.Struct, frozen=True):
    """Something to choose in an opening."""

    choice: Choice
    colour: int | None
    """Whose stones the one who chooses plays with then; none if that stays open."""


class TaskView(msgspec.Struct, frozen=True):
    """What the game waits for."""

    kind: str
    """`place`, `choose`, `declare`, `propose` or `pick`."""
    seat: int
    options: tuple[OptionView, ...] = ()
    most: int = 0
    count: int = 0
    points: tuple[int, ...] = ()
    area: tuple[int, bool] | None = None
    """The side of the central square, and whether it is all but that."""


class FoulView(msgspec.Struct, frozen=True):
    """The forbidden point that lost the game."""

    cell: int
    reason: RefusalReason


class ResultView(msgspec.Struct, frozen=True):
    """How it ended."""

    winner: int | None
    """The seat."""
    cause: Termination
    foul: FoulView | None

    def __post_init__(self) -> None:
        check_game_termination(self.cause)


class DeclinedView(msgspec.Struct, frozen=True):
    """Somebody has said no."""

    seat: int
    """Who."""
    offer: Offer


class PromiseView(msgspec.Struct, frozen=True):
    """A computer is sure to win."""

    seat: int
    moves: int
    """With so many more moves of its own at most."""


class StateMessage(msgspec.Struct, frozen=True, tag="state"):
    """How the game stands. Points are cells: row times width plus column, from the top left."""

    number: int
    """Grows with every change."""
    now: int
    """Milliseconds on the server's clock."""
    moves: tuple[int, ...]
    first: int
    """How many of the moves lay there from the beginning."""
    turn: int
    """Whose stone comes next: 1 for Black, 2 for White."""
    colours: tuple[int | None, int | None]
    """Whose stones the seats play with, once that is settled."""
    task: TaskView | None
    """None when the game is over."""
    left: tuple[int | None, int | None]
    """Milliseconds on the clocks."""
    running: int | None
    """The seat whose clock runs."""
    is_paused: bool
    offers: tuple[Offer | None, Offer | None]
    """What each seat has offered."""
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
    """Which seats whoever is told holds; nobody else is told."""

    seats: Annotated[tuple[SeatNumber, ...], msgspec.Meta(max_length=2)]


class EventsMessage(msgspec.Struct, frozen=True, tag="events"):
    """The events of the game from number `first` on, for those who keep the game themselves."""

    first: EventNumber
    now: Timestamp
    events: tuple[msgspec.Raw, ...]
    is_resting: bool = False
    """Whether clocks stand still until everybody is here."""


class ProblemMessage(msgspec.Struct, frozen=True, tag="problem"):
    """Why something was not done, and what to do instead."""

    code: str
    """For programs: `bad-message`, `not-your-seat`, `refused`, `too-fast`, `not-kept`, ..."""
    says: str
    """For people."""


class Pong(msgspec.Struct, frozen=True, tag="pong"):
    """The server is there."""


ServerMessage = (
    TableMessage | StateMessage | YourSeatsMessage | EventsMessage | Pong | ProblemMessage
)
