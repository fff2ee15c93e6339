"""The engine beside a game: analysis, tips, reviews and zones, each in a thread of its own.

`call` brings what a thread has to say to the thread of the face. `PlainEngine` is what the plain
game asks for, one thing at a time; `describe_analysis` puts engine lines into words.
"""

from __future__ import annotations

import os
from collections.abc import Callable

from tengen.engine.analysis import Analysis, Limits, Line
from tengen.engine.cancel_token import CancelToken
from tengen.engine.engine import Engine
from tengen.engine.search_thread import CallFromThread, SearchThread
from tengen.errors import TengenError
from tengen.game import Analyst
from tengen.insight import JudgedMove, Review, Reviewer, describe_game, describe_move
from tengen.insight.standing import chance_of
from tengen.prove.theorem_zone import describe_zone, find_zone, has_zone
from tengen.rules.board import Board
from tengen.rules.point import Point, format_algebraic
from tengen.rules.rules import Player
from tengen.rules.wording import STONE_NAMES, PlayerNames, counted, plural
from tengen.terminal.sentences import board_point_name, describe_places, sentence

ENGINE_LINES = 3
TIP_LIMITS = Limits(seconds=1.0)

TellAnalysis = Callable[[Board, Analysis | TengenError], None]


class AnalysisController:
    """Looks at whatever is shown. The engine is made when it is first asked for."""

    def __init__(self, call: CallFromThread, tell: TellAnalysis) -> None:
        """`call` brings what an engine's thread has to say to the caller's own."""
        self._call = call
        self._tell = tell
        self._analyst: Analyst | None = None
        self._looked_at: Board | None = None
        self.is_on = False

    def toggle(self, board: Board) -> None:
        """Look on, or stop looking."""
        self.is_on = not self.is_on
        self._looked_at = None
        self.follow(board)

    def follow(self, board: Board) -> bool:
        """Look at this board from now on, if at all; whether it is another one than before."""
        if board == self._looked_at:
            return False
        self._looked_at = board.copy()
        if self.is_on and not board.outcome.is_over:
            self._wake().show(board)
        elif self._analyst is not None:
            self._analyst.stop()
        return True

    def give_tip(self, board: Board) -> None:
        """Look at a board for a second."""
        self._looked_at = board.copy()
        self._wake().show(board, TIP_LIMITS)

    def drop_tip(self) -> None:
        """Look no longer at a board for a tip, and tell nothing more of it."""
        if not self.is_on:
            self._looked_at = None
            if self._analyst is not None:
                self._analyst.stop()

    def close(self) -> None:
        """Leave nothing running."""
        self.is_on = False
        if self._analyst is not None:
            self._analyst.close()
            self._analyst = None

    def _wake(self) -> Analyst:
        if self._analyst is None:
            threads = os.cpu_count() or 1
            self._analyst = Analyst(self._heard, self._call, lines=ENGINE_LINES, threads=threads)
        return self._analyst

    def _heard(self, board: Board, news: Analysis | TengenError | None) -> None:
        if news is not None:
            self._tell(board, news)


class ReviewThread(SearchThread[Review]):
    """Reviews a game, and tells after every position what is known."""

    def __init__(
        self, board: Board, call: CallFromThread, tell: Callable[[Review | TengenError], None]
    ) -> None:
        """`call` brings what the thread has to say to the caller's own."""
        reviewer = Reviewer(board)
        super().__init__(
            "review", lambda cancel: (reviewer.review for _ in reviewer.run(cancel)), tell, call
        )


ZONE_SECONDS = 5.0

FoundZone = frozenset[Point] | None


class ZoneThread(SearchThread[FoundZone]):
    """Looks for the zone of a position; what goes wrong is no zone."""

    def __init__(
        self, board: Board, call: CallFromThread, tell: Callable[[FoundZone], None]
    ) -> None:
        super().__init__(
            "zone",
            lambda cancel: [find_zone(board, ZONE_SECONDS, cancel)],
            lambda found: tell(None if isinstance(found, TengenError) else found),
            call,
        )


class ZoneFinder:
    """Looks for the zone of whatever position is shown."""

    def __init__(self, call: CallFromThread, tell: Callable[[FoundZone], None]) -> None:
        """`call` brings what a thread has to say to the caller's own."""
        self._call = call
        self._tell = tell
        self._search: ZoneThread | None = None
        self._looked_at: Board | None = None
        self.is_on = False

    def toggle(self, board: Board) -> None:
        """Look on, or stop looking."""
        self.stop()
        self.is_on = not self.is_on
        self.follow(board)

    def follow(self, board: Board) -> bool:
        """Look at this board from now on, if at all; whether it is another one than before."""
        if not self.is_on or board == self._looked_at:
            return False
        self.stop()
        self._looked_at = board = board.copy()
        if has_zone(board):
            self._search = ZoneThread(board, self._call, self._tell)
        return True

    def stop(self) -> None:
        """Look at nothing; nothing more is told of it."""
        self._looked_at = None
        if self._search is not None:
            self._search.cancel()


TIP_SECONDS = 1.0
REVIEW_PARTS = 4
"""After which parts of a review it is told how far it has come."""

AnySearchThread = SearchThread[Analysis] | SearchThread[FoundZone] | SearchThread[Review]


class PlainEngine:
    """What the engine is asked, one thing at a time; all of it can be broken off."""

    def __init__(self, call: CallFromThread, say: Callable[[str], None]) -> None:
        self._call = call
        self._say = say
        self._work: AnySearchThread | None = None
        self._review: Review | None = None
        self._parts = 0

    def give_tip(self, board: Board) -> None:
        """Say in a second where the engine would play."""
        self._analyse(board, TIP_SECONDS, 1, self._tell_tip)

    def analyse(self, board: Board, seconds: float) -> None:
        """Say after so many seconds what the best lines are."""
        self._analyse(board, seconds, ENGINE_LINES, self._tell_lines)

    def _analyse(self, board: Board, seconds: float, lines: int, tell: TellAnalysis) -> None:
        self.stop()
        board = board.copy()

        def analyse(cancel: CancelToken) -> list[Analysis]:
            return list(Engine().analyse(board, Limits(seconds), lines, cancel=cancel))[-1:]

        self._work = SearchThread("analysis", analyse, lambda news: tell(board, news), self._call)

    def find_zone(self, board: Board) -> None:
        """Say where an answer to what Black threatens changes anything."""
        self.stop()
        board = board.copy()
        self._work = ZoneThread(board, self._call, lambda found: self._tell_zone(board, found))

    def review(self, board: Board) -> None:
        """Go through a game, and say where mistakes were made."""
        self.stop()
        self._parts = 0
        self._work = ReviewThread(board, self._call, self._tell_review)

    def judged(self, number: int) -> JudgedMove | None:
        """What the last review says of a move."""
        return None if self._review is None else self._review.move(number)

    def stop(self) -> bool:
        """End whatever is going on; whether there was anything."""
        work, self._work = self._work, None
        if work is not None:
            work.cancel()
        return work is not None

    def forget(self) -> None:
        """Stop, and know nothing of the game any more."""
        self.stop()
        self._review = None

    def _tell_tip(self, board: Board, found: Analysis | TengenError) -> None:
        self._work = None
        if isinstance(found, Analysis):
            self._say(f"The engine would play {board_point_name(board, found.move)}.")
        else:
            self._say(sentence(str(found)))

    def _tell_zone(self, board: Board, found: FoundZone) -> None:
        self._work = None
        for line in (describe_zone(board, found), *describe_places(board, found or frozenset())):
            self._say(f"{line}.")

    def _tell_lines(self, board: Board, found: Analysis | TengenError) -> None:
        self._work = None
        if isinstance(found, Analysis):
            for line in describe_analysis(board, found, STONE_NAMES):
                self._say(f"{line}.")
        else:
            self._say(sentence(str(found)))

    def _tell_review(self, news: Review | TengenError) -> None:
        if isinstance(news, TengenError):
            self._work = None
            self._say(sentence(str(news)))
        elif news.is_complete:
            self._work = None
            self._review = news
            self._tell_judgements(news)
        else:
            self._tell_progress(news)

    def _tell_progress(self, news: Review) -> None:
        done = len(news.standings)
        part = REVIEW_PARTS * done // (done + news.start)
        if part > self._parts:
            self._parts = part
            self._say(f"{counted(news.start, 'move')} to go.")

    def _tell_judgements(self, review: Review) -> None:
        for move in review.moves:
            words = describe_move(move)
            if words:
                self._say(words)
        self._say(describe_game(review))


SHOWN_MOVES = 8


def describe_analysis(board: Board, analysis: Analysis, names: PlayerNames) -> list[str]:
    """A heading, and a line for every move that is looked at."""
    seen = f"{format_count(analysis.nodes)} {plural(analysis.nodes, 'position')}"
    heading = f"Engine: depth {analysis.depth}, {seen}"
    lines = [
        f"{at}. {describe_line(board, line, names)}" for at, line in enumerate(analysis.lines, 1)
    ]
    return [heading, *lines]


def describe_line(board: Board, line: Line, names: PlayerNames) -> str:
    """What a line is worth, and its moves: `Black 54 % h8 i9`, `Black wins in 7: h8 i9`."""
    moves = [format_algebraic(point, board.rules) for point in line.moves]
    shown = " ".join(moves[:SHOWN_MOVES]) + (" ..." if len(moves) > SHOWN_MOVES else "")
    return f"{describe_score(board, line, names)} {shown}"


def describe_score(board: Board, line: Line, names: PlayerNames) -> str:
    """How likely the first player is to win, or who does, where that is proven."""
    turn, rules = board.turn, board.rules
    if line.plies:
        winner = turn if line.plies > 0 else turn.other
        return f"{names[winner]} wins in {abs(line.plies)}:"
    score = line.score if turn is Player.FIRST else -line.score
    return f"{names[Player.FIRST]} {100 * chance_of(score, rules):.0f} %"


def format_count(count: int) -> str:
    """`950`, `12 k`, `3.4 M`."""
    if count < 10_000:
        return str(count)
    return f"{count // 1000} k" if count < 1_000_000 else f"{count / 1_000_000:.1f} M"
