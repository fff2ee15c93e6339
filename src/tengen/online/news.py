"""What the server tells those at a table. Everything that changes is told whole."""

from __future__ import annotations

import enum
from typing import Annotated

import msgspec

from tengen.errors import Refusal
from tengen.game.events import GameTermination, Offer
from tengen.game.setup import Count, LevelNumber, TimeControl, Timestamp
from tengen.game.tasks import Choice
from tengen.rules.rules import MAX_SIDE

Side = Annotated[int, msgspec.Meta(ge=1, le=MAX_SIDE)]
SeatNumber = Annotated[int, msgspec.Meta(ge=1, le=2)]
Link = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{12}\Z")]
"""The random part of a game's address."""
EventNumber = Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)]


class Phase(enum.Enum):
    """How far a game is."""

    WAITING = "waiting"
    """A seat is free."""
    PLAYING = "playing"
    OVER = "over"


class Reason(enum.Enum):
    """Why a point cannot be played."""

    GAME_OVER = "game-over"
    OFF_BOARD = "off-board"
    TAKEN = "taken"
    OVERLINE = "overline"
    DOUBLE_FOUR = "double-four"
    DOUBLE_THREE = "double-three"


REASONS = {refusal: Reason[refusal.name] for refusal in Refusal}


class RulesView(msgspec.Struct, frozen=True):
    """What is played."""

    width: Side
    height: Side
    k: Side
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


class TableNews(msgspec.Struct, frozen=True, tag="table"):
    """What changes seldom."""

    link: str
    phase: Phase
    rules: RulesView
    opening: str
    clock: TimeControl
    consent: bool
    """Whether the opponent is asked before a move is taken back."""
    seats: tuple[SeatView, SeatView]
    watchers: Count
    now: Timestamp
    next: Link | None
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
    reason: Reason


class ResultView(msgspec.Struct, frozen=True):
    """How it ended."""

    winner: int | None
    """The seat."""
    cause: GameTermination
    foul: FoulView | None


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


class StateNews(msgspec.Struct, frozen=True, tag="state"):
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
    forbidden: tuple[tuple[int, Reason], ...]
    """Where the player to move may not play, and why."""
    can_abort: bool
    can_take_back: tuple[bool, bool]
    can_redo: bool
    result: ResultView | None
    promise: PromiseView | None


class YouNews(msgspec.Struct, frozen=True, tag="you"):
    """Which seats whoever is told holds; nobody else is told."""

    seats: Annotated[tuple[SeatNumber, ...], msgspec.Meta(max_length=2)]


class EventsNews(msgspec.Struct, frozen=True, tag="events"):
    """The events of the game from number `first` on, for those who keep the game themselves."""

    first: EventNumber
    now: Timestamp
    events: tuple[msgspec.Raw, ...]
    is_resting: bool = False
    """Whether clocks stand still until everybody is here."""


class Problem(msgspec.Struct, frozen=True, tag="problem"):
    """Why something was not done, and what to do instead."""

    code: str
    """For programs: `bad-message`, `not-your-seat`, `refused`, `too-fast`, `not-kept`, ..."""
    says: str
    """For people."""


class Pong(msgspec.Struct, frozen=True, tag="pong"):
    """The server is there."""


News = TableNews | StateNews | YouNews | EventsNews | Pong | Problem
