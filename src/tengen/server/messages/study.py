"""Messages of analysis, reviews, puzzles, game lists, records and formats.

Points are cell numbers: row times width plus column, from the top left. Chances and scores are
Black's. 1 is Black and 2 is White.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from tengen.rules import Rules, Termination
from tengen.server.messages import game

ColourNumber = Annotated[int, msgspec.Meta(ge=1, le=2)]


class PositionSpec(msgspec.Struct, frozen=True):
    """A position: set-up stones, and the moves played after them."""

    rules: Rules
    moves: Annotated[tuple[game.CellNumber, ...], msgspec.Meta(max_length=52 * 52)] = ()
    stones: Annotated[
        tuple[tuple[game.CellNumber, ColourNumber], ...], msgspec.Meta(max_length=52 * 52)
    ] = ()
    turn: ColourNumber | None = None
    """Who moves first. By default, the player with fewer stones, or Black."""


class LineView(msgspec.Struct, frozen=True):
    """A line of play, with its evaluation."""

    moves: tuple[int, ...]
    score: int
    chance: float
    winner: int | None
    """Who is proven to win; None if nobody is."""
    plies: int
    """The length of a proven win, in moves of both sides."""


class AnalysisUpdate(msgspec.Struct, frozen=True, tag="thought"):
    """The engine's result after a depth: the best lines first."""

    depth: int
    """Grows from one update to the next; 0 for a win found by threats alone."""
    nodes: int
    seconds: float
    lines: tuple[LineView, ...]


class AnalysisDone(msgspec.Struct, frozen=True, tag="look-done"):
    """The analysis has ended: its time is up, or the position is settled."""

    is_settled: bool


class ZoneFound(msgspec.Struct, frozen=True, tag="zone"):
    """Where an answer of White can disturb Black's winning plan."""

    cells: tuple[int, ...] | None
    """If White answers anywhere else, the same plan wins. None if no plan is known."""
    empty: int
    """How many points are empty."""
    is_possible: bool
    """Whether there can be a zone: White is to move, on 15x15, freestyle."""


class MoveView(msgspec.Struct, frozen=True):
    """A judged move of a game."""

    number: int
    point: int
    player: int
    judgement: str
    """`forced`, `best`, `fine`, `inaccuracy`, `mistake`, `blunder` or `missed win`."""
    is_mistake: bool
    loss: float
    """The winning chance that the move lost."""
    better: tuple[int, ...]
    says: str


class PositionJudged(msgspec.Struct, frozen=True, tag="judged"):
    """The judged position after `ply` moves, with the move played there, if any."""

    ply: int
    chance: float
    certainty: str
    """`open`, `likely` or `proven`."""
    winner: int | None
    """The proven or likely winner."""
    plies: int
    """The length of a proven win, in moves."""
    line: tuple[int, ...]
    """The expected line of play."""
    move: MoveView | None


class MistakeCounts(msgspec.Struct, frozen=True):
    """The numbers of a player's bad moves."""

    inaccuracies: int
    mistakes: int
    blunders: int
    missed_wins: int


class ReviewDone(msgspec.Struct, frozen=True, tag="review-done"):
    """The review of a whole game."""

    says: str
    turning_point: int | None
    """The number of the last move where the loser could still have held."""
    chances: tuple[float, ...]
    """The chances after 0, 1, 2, ... moves."""
    counts: tuple[MistakeCounts, MistakeCounts]
    """Black's and White's."""


class HintView(msgspec.Struct, frozen=True):
    """A hint: a sentence, and points to mark."""

    says: str
    points: tuple[int, ...]


class PuzzleUpdate(msgspec.Struct, frozen=True, tag="tried"):
    """The state of a puzzle after an attempt.

    `moves` are the moves of both sides on the board now, without a wrong move. A client keeps
    its move if the verdict is `right` or `solved`.
    """

    goal: str
    """Such as `Black to move and win with fours`."""
    moves: tuple[int, ...]
    left: int
    """How many moves are left to find."""
    is_solved: bool
    verdict: str | None = None
    """`refused`, `wrong`, `longer`, `right` or `solved`; None if no move was tried."""
    says: str = ""
    reply: int | None = None
    """The defender's answer to a right move."""
    refutation: int | None = None
    """The answer that refutes a wrong move."""
    hint: HintView | None = None
    solution: tuple[int, ...] = ()
    """The rest of the solution, if requested."""


class JobFailed(msgspec.Struct, frozen=True, tag="failed"):
    """Why a job has failed."""

    says: str


StudyMessage = (
    AnalysisUpdate
    | AnalysisDone
    | ZoneFound
    | PositionJudged
    | ReviewDone
    | PuzzleUpdate
    | JobFailed
)


RequestNumber = Annotated[int, msgspec.Meta(ge=0, lt=1 << 50)]


class AnalysePosition(msgspec.Struct, frozen=True, tag="look"):
    """Send what the rules say about a position, and analyse it until the next such request.

    `id` is chosen by the client, and is repeated in every reply.
    """

    id: RequestNumber
    position: PositionSpec
    engine: bool = False
    lines: Annotated[int, msgspec.Meta(ge=1, le=5)] = 3
    zone: bool = False
    """Whether to find the zone, too."""


class ReviewGame(msgspec.Struct, frozen=True, tag="review"):
    """Review a game, until the next such request."""

    id: RequestNumber
    position: PositionSpec


class StopReview(msgspec.Struct, frozen=True, tag="stop-review"):
    """Stop a review."""


StudyRequest = AnalysePosition | ReviewGame | StopReview


class PositionFacts(msgspec.Struct, frozen=True, tag="facts"):
    """What the rules say about a position."""

    rules: game.RulesView
    turn: int
    ending: Termination | None
    """Why the game is over in this position; None if it is not."""
    winner: int | None
    lines: tuple[tuple[int, ...], ...]
    """The winning lines."""
    forbidden: tuple[tuple[int, game.RefusalReason], ...]
    """Where the player to move may not play, and why."""
    refused: tuple[int, game.RefusalReason] | None
    """The last move, if it is illegal, and why."""


class StudyReply(msgspec.Struct, frozen=True, tag="about"):
    """A reply to the request with this `id`."""

    id: int
    news: PositionFacts | StudyMessage | game.ProblemMessage


class GameEntry(msgspec.Struct, frozen=True):
    """A game in a list."""

    link: str
    phase: game.GamePhase
    rules: game.RulesView
    names: tuple[str, str]
    """Black's name first, once the colours are decided."""
    moves: int
    says: str
    """The result, or whose turn it is."""
    made: int
    """When it was created, in milliseconds since 1970."""
    can_analyse: bool
    """Whether the engine may analyse it: not while two people are playing."""


class GamePage(msgspec.Struct, frozen=True):
    """Games, the newest first."""

    games: tuple[GameEntry, ...]
    before: int | None
    """The number to continue before; None on the last page."""


class GameLists(msgspec.Struct, frozen=True):
    """The client's own games, and the listed games of others."""

    own: GamePage
    listed: GamePage


class PuzzleEntry(msgspec.Struct, frozen=True):
    """A puzzle in the list."""

    number: int
    grade: int
    rules: str
    """Such as `Five in a row`."""
    goal: str
    """Such as `Black to move and win with fours`."""


class PuzzleView(msgspec.Struct, frozen=True):
    """A puzzle in its first position."""

    number: int
    grade: int
    rules: game.RulesView
    goal: str
    stones: tuple[tuple[int, int], ...]
    turn: int
    left: int
    """How many moves there are to find."""


class TryPuzzle(msgspec.Struct, frozen=True):
    """Try a move, or ask for a hint or the solution.

    `moves` are the solver's own; all but the last were right.
    """

    moves: Annotated[tuple[game.CellNumber, ...], msgspec.Meta(max_length=200)] = ()
    hint: Annotated[int, msgspec.Meta(ge=0, le=3)] = 0
    """The number of the hint for the next move; 0 for none."""
    shows: bool = False
    """Whether to show the solution."""


class Imported(msgspec.Struct, frozen=True):
    """The games of a file or a text, as records in JSON, and its problems."""

    games: tuple[msgspec.Raw, ...]
    problems: tuple[str, ...]


class FormatView(msgspec.Struct, frozen=True):
    """A format, and what it would lose of a record."""

    name: str
    title: str
    suffix: str
    lost: str
    """What it cannot store, such as `3 comments, the rules`."""
    objection: str
    """Why the record cannot be written in this format; empty if it can."""
