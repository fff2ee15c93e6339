"""Messages about games that are studied: analysis, reviews, puzzles, lists, records, formats.

Points are cells: row times width plus column, from the top left. Chances and scores are Black's;
1 is Black and 2 is White.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from tengen.rules.outcome import Termination
from tengen.rules.rules import Rules
from tengen.server.messages import game

ColourNumber = Annotated[int, msgspec.Meta(ge=1, le=2)]


class PositionSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Moves, from an empty board or from stones that were set up before the first of them."""

    rules: Rules
    moves: Annotated[tuple[game.CellNumber, ...], msgspec.Meta(max_length=52 * 52)] = ()
    stones: Annotated[
        tuple[tuple[game.CellNumber, ColourNumber], ...], msgspec.Meta(max_length=52 * 52)
    ] = ()
    turn: ColourNumber | None = None
    """Who moves first; if left open, whoever has fewer stones, or else Black."""


class LineView(msgspec.Struct, frozen=True):
    """A way to go on, the move to make first, and what comes of it."""

    moves: tuple[int, ...]
    score: int
    chance: float
    winner: int | None
    """Who wins for certain, if anybody does,"""
    plies: int
    """and in how many moves of either side."""


class AnalysisUpdate(msgspec.Struct, frozen=True, tag="thought"):
    """What the engine thinks of a position after a depth: the best lines first."""

    depth: int
    """Grows from one thought to the next; 0 where a win was found by threats alone."""
    nodes: int
    seconds: float
    lines: tuple[LineView, ...]


class AnalysisDone(msgspec.Struct, frozen=True, tag="look-done"):
    """No more thoughts will come: time is up, or there is nothing more to know."""

    is_settled: bool


class ZoneFound(msgspec.Struct, frozen=True, tag="zone"):
    """Where an answer of White changes anything, as long as it is known that Black wins."""

    cells: tuple[int, ...] | None
    """Wherever else White answers, the same plan wins; none where no plan is known."""
    empty: int
    """How many points are empty."""
    is_possible: bool
    """Whether there can be a zone at all: White is to move, on 15x15, five or more in a row."""


class MoveView(msgspec.Struct, frozen=True):
    """A move of a game as it is judged."""

    number: int
    point: int
    player: int
    judgement: str
    """`forced`, `best`, `fine`, `inaccuracy`, `mistake`, `blunder` or `missed win`."""
    is_mistake: bool
    loss: float
    """How much of the player's winning chance it cost."""
    better: tuple[int, ...]
    says: str


class PositionJudged(msgspec.Struct, frozen=True, tag="judged"):
    """One position of a game, after `ply` moves, and the move that was played in it, if any."""

    ply: int
    chance: float
    certainty: str
    """`open`, `likely` or `proven`."""
    winner: int | None
    """Who wins, proven or likely."""
    plies: int
    """In how many moves, if that is proven."""
    line: tuple[int, ...]
    """What is expected from here."""
    move: MoveView | None


class MistakeCounts(msgspec.Struct, frozen=True):
    """How many moves of somebody were less than good."""

    inaccuracies: int
    mistakes: int
    blunders: int
    missed_wins: int


class ReviewDone(msgspec.Struct, frozen=True, tag="review-done"):
    """A whole game, now that every position of it is judged."""

    says: str
    turning_point: int | None
    """The number of the last move with which the loser could still have held."""
    chances: tuple[float, ...]
    """After every number of moves, from none on."""
    counts: tuple[MistakeCounts, MistakeCounts]
    """Black's and White's."""


class HintView(msgspec.Struct, frozen=True):
    """Something to go by: words, and points to be marked."""

    says: str
    points: tuple[int, ...]


class PuzzleUpdate(msgspec.Struct, frozen=True, tag="tried"):
    """How a puzzle stands after what was tried.

    `moves` are those of both sides that lie on the board now; a move that was not right is not
    among them. So a move is right, and should be kept, if the verdict is `right` or `solved`.
    """

    goal: str
    """As in `Black to move and win with fours`."""
    moves: tuple[int, ...]
    left: int
    """How many moves are left to find."""
    is_solved: bool
    verdict: str | None = None
    """`refused`, `wrong`, `longer`, `right` or `solved`; none if nothing was tried."""
    says: str = ""
    reply: int | None = None
    """The defender's answer to a right move."""
    refutation: int | None = None
    """What spoils a wrong one."""
    hint: HintView | None = None
    solution: tuple[int, ...] = ()
    """How it goes on, if that was asked for."""


class JobFailed(msgspec.Struct, frozen=True, tag="failed"):
    """Nothing came of it, or nothing more will, and why."""

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


class AnalysePosition(msgspec.Struct, frozen=True, tag="look", forbid_unknown_fields=True):
    """Tell what the rules say of a position, and think about it until something else is asked.

    `id` is the client's own; it stands in whatever is told in answer.
    """

    id: RequestNumber
    position: PositionSpec
    engine: bool = False
    lines: Annotated[int, msgspec.Meta(ge=1, le=5)] = 3
    zone: bool = False
    """Whether to tell where an answer changes anything, too."""


class ReviewGame(msgspec.Struct, frozen=True, tag="review", forbid_unknown_fields=True):
    """Go through the moves of a game and judge them, until something else is to be reviewed."""

    id: RequestNumber
    position: PositionSpec


class StopReview(msgspec.Struct, frozen=True, tag="stop-review", forbid_unknown_fields=True):
    """Give up a review."""


StudyRequest = AnalysePosition | ReviewGame | StopReview


class PositionFacts(msgspec.Struct, frozen=True, tag="facts"):
    """What the rules say of a position."""

    rules: game.RulesView
    turn: int
    ending: Termination | None
    """Why the game is over in this position; none if it is not."""
    winner: int | None
    lines: tuple[tuple[int, ...], ...]
    """The winning ones."""
    forbidden: tuple[tuple[int, game.RefusalReason], ...]
    """Where the player to move may not play, and why."""
    refused: tuple[int, game.RefusalReason] | None
    """The last move, if the rules do not allow it, and why."""


class StudyReply(msgspec.Struct, frozen=True, tag="about"):
    """News of what was asked with this `id`."""

    id: int
    news: PositionFacts | StudyMessage | game.ProblemMessage


class GameEntry(msgspec.Struct, frozen=True):
    """A game in a list."""

    link: str
    phase: game.GamePhase
    rules: game.RulesView
    names: tuple[str, str]
    """Black's first, once that is settled."""
    moves: int
    says: str
    """How it ended, or whose turn it is."""
    made: int
    """When, in milliseconds since 1970."""
    can_analyse: bool
    """Whether the engine may look at it: never while people play it against each other."""


class GamePage(msgspec.Struct, frozen=True):
    """Games, the newest first."""

    games: tuple[GameEntry, ...]
    before: int | None
    """Where the next ones begin; none if these were the last."""


class GameLists(msgspec.Struct, frozen=True):
    """One's own games, and those that everybody may see."""

    own: GamePage
    listed: GamePage


class PuzzleEntry(msgspec.Struct, frozen=True):
    """A puzzle in the list."""

    number: int
    grade: int
    rules: str
    """As in `Five in a row`."""
    goal: str
    """As in `Black to move and win with fours`."""


class PuzzleView(msgspec.Struct, frozen=True):
    """A puzzle before anything was tried."""

    number: int
    grade: int
    rules: game.RulesView
    goal: str
    stones: tuple[tuple[int, int], ...]
    turn: int
    left: int
    """How many moves are to be found."""


class TryPuzzle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One's own moves, all but the last of which were right; or a wish for a hint, or for all."""

    moves: Annotated[tuple[game.CellNumber, ...], msgspec.Meta(max_length=200)] = ()
    hint: Annotated[int, msgspec.Meta(ge=0, le=3)] = 0
    """The first, second or third towards the next move."""
    shows: bool = False
    """Whether the solution is wanted."""


class Imported(msgspec.Struct, frozen=True):
    """What was found in a file or a text, as records in JSON, and what was wrong with it."""

    games: tuple[msgspec.Raw, ...]
    problems: tuple[str, ...]


class FormatView(msgspec.Struct, frozen=True):
    """A format, and what it would do to a record."""

    name: str
    title: str
    suffix: str
    lost: str
    """What it cannot hold, as in `3 comments, the rules`."""
    objection: str
    """Why the record cannot be written in it at all."""
