"""Games between engines: who plays, under which conditions, and what is known afterwards."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from tengen import errors
from tengen.gomocup import GomocupLimits
from tengen.gomocup.connection import LineListener, LineSource, TimedLine
from tengen.gomocup.evaluations import EngineEvaluation
from tengen.gomocup.faults import EngineFault
from tengen.rules import Board, Player, Point, Rules, Termination
from tengen.rules.outcome import BOARD_TERMINATIONS


class EnginePlayer(Protocol):
    """An engine, in this process or another."""

    @property
    def name(self) -> str:
        """The name of the engine."""

    def new_game(self, rules: Rules) -> None:
        """Prepare a game of these rules, from an empty board."""

    def choose(self, board: Board, *, time_left: int | None = None) -> Point:
        """Return a legal move for the player to move, and do not change the board.

        `time_left` is the time left for all moves of the game, in milliseconds, if it is limited.
        """

    def close(self) -> None:
        """Stop the engine; may be called twice."""


@runtime_checkable
class ObservedEngine(EnginePlayer, Protocol):
    """An engine in another process, of which more can be known than its moves."""

    def cpu_ms(self) -> float:
        """Return the CPU time of its processes so far, in milliseconds."""

    def evaluation(self) -> EngineEvaluation | None:
        """Return how it saw the position before its last move, if it said that."""

    def listen(self, listener: LineListener | None) -> None:
        """Let a listener get all lines to and from it from now on."""

    def start_lines(self) -> Sequence[TimedLine]:
        """Return the lines with which its process was started, if it runs already."""


class ClockKind(enum.Enum):
    """Which time counts."""

    WALL = "wall"
    CPU = "cpu"
    """The time that the processors have worked for all processes of the engine."""


LONGEST_TURN_MS = 3_600_000
"""The time for a move that nothing else limits: an hour."""
LATE_MS = 1_000
"""How much longer to wait for a move that is too late, to tell it from silence."""
CPU_PATIENCE = 10
CPU_PATIENCE_MS = 5_000
"""By the CPU clock an engine is silent after so many times the limit, and at least so much more."""


@dataclass(frozen=True, slots=True)
class GameConditions:
    """The limits of both engines, and when a game is broken off; times in milliseconds."""

    turn_ms: int = 1000
    """For each move; 0 is no limit for a single move."""
    match_ms: int = 0
    """For all moves of a game; 0 is no limit."""
    increment_ms: int = 0
    """Added to the time for all moves after each of them."""
    slack_ms: int = 200
    """How much later than its limit a move is still accepted."""
    clock: ClockKind = ClockKind.WALL
    nodes: int = 0
    """The nodes that an engine may search for a move; 0 is no limit. Not checked."""
    depth: int = 0
    """How deep an engine may search; 0 is no limit. Not checked."""
    memory_mb: int = 0
    """The resident memory of all processes of an engine; 0 is no limit."""
    draw_after: int = 0
    """A draw after so many moves of the game, with its opening; 0 is never."""
    win_score: int = 0
    """A win if both engines see the same side ahead by this score for a while; 0 is never."""
    win_moves: int = 4
    """For how many moves in a row of each engine."""
    is_logged: bool = False
    """Whether the dialogue of a game is kept."""

    def __post_init__(self) -> None:
        values = {name: getattr(self, name) for name in self.__slots__}
        for name, value in values.items():
            if type(value) is int and value < (name == "win_moves"):
                raise errors.UsageError(f"{name} must not be {value}")
        if not (self.turn_ms or self.match_ms or self.nodes or self.depth):
            raise errors.UsageError("a move has no limit: set a time, nodes or a depth")
        if self.increment_ms and not self.match_ms:
            raise errors.UsageError("increment_ms needs match_ms")

    @property
    def longest_turn_ms(self) -> int:
        """The time that a move may take at most."""
        return min(filter(None, (self.turn_ms, self.match_ms)), default=LONGEST_TURN_MS)

    def limits(self, infos: tuple[tuple[str, str], ...] = ()) -> GomocupLimits:
        """Return the limits of an engine's process; it is sent `infos`, too."""
        limits = (("max_node", self.nodes), ("max_depth", self.depth))
        longest = self.longest_turn_ms
        is_cpu = self.clock is ClockKind.CPU
        patience = max((CPU_PATIENCE - 1) * longest, CPU_PATIENCE_MS) if is_cpu else LATE_MS
        return GomocupLimits(
            timeout_turn=longest,
            timeout_match=self.match_ms,
            max_memory=self.memory_mb << 20,
            is_memory_checked=self.memory_mb > 0,
            tolerance=self.slack_ms + patience,
            infos=(*((key, str(limit)) for key, limit in limits if limit), *infos),
        )


FAILURES = (Termination.ILLEGAL_MOVE, Termination.ENGINE_ERROR, Termination.TIME)
"""Causes that are failures of the loser's program."""
MATCH_TERMINATIONS = BOARD_TERMINATIONS.union(FAILURES, {Termination.ADJUDICATED})


@dataclass(frozen=True, slots=True)
class EngineMove:
    """What is known of a move beside its point: times, and how the engine saw its position."""

    milliseconds: float
    """By the clock on the wall."""
    cpu_ms: float | None = None
    """Of the processors; None if it was not measured."""
    evaluation: EngineEvaluation | None = None


@dataclass(frozen=True, slots=True)
class DialogueLine:
    """A line to or from an engine, milliseconds after the start of the game.

    The lines with which its process was started come first, with times below 0.
    """

    milliseconds: int
    player: Player
    source: LineSource
    text: str


@dataclass(frozen=True, slots=True)
class PlayedOpening:
    """How engines have played an opening rule."""

    rule: str
    """Its name, such as `swap2`."""
    is_swapped: bool
    """Whether the engine that began the opening then plays as the second player."""
    decided_for: tuple[Player, ...] = ()
    """The players for which Tengen's engine has decided something."""


@dataclass(frozen=True, slots=True)
class EngineGame:
    """A finished game: who won and why, details of a failure, and all moves."""

    board: Board
    opening_length: int
    """How many moves of the board are the opening."""
    winner: Player | None
    cause: Termination
    fault: EngineFault | None = None
    """What the loser did wrong, if it lost by that."""
    detail: str = ""
    moves: tuple[EngineMove, ...] = ()
    """One for each move of the board after the opening."""
    dialogue: tuple[DialogueLine, ...] = ()
    """All lines, if they are kept; of a very long dialogue the first and the last."""
    omitted_lines: int = 0
    """How many lines are left out in the middle of the dialogue."""
    opening: PlayedOpening | None = None
    """None if the opening was given."""

    def __post_init__(self) -> None:
        if self.cause not in MATCH_TERMINATIONS:
            raise errors.RuleError(f"a game of two engines cannot end by {self.cause.value!r}")

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.board.rules

    @property
    def opening_rule(self) -> str:
        """The name of the opening rule that was played; none if the opening was given."""
        return "" if self.opening is None else self.opening.rule

    @property
    def opener(self) -> Player:
        """The engine that began the game: after a swap it plays as the second player."""
        is_swapped = self.opening is not None and self.opening.is_swapped
        return Player.SECOND if is_swapped else Player.FIRST

    @property
    def is_adjudicated(self) -> bool:
        """Whether the game was broken off with a result that the board does not show."""
        return self.cause is Termination.ADJUDICATED

    def moves_of(self, player: Player) -> tuple[EngineMove, ...]:
        """Return the moves of a player after the opening."""
        return self.moves[(self.opening_length + player.number - 1) % 2 :: 2]
