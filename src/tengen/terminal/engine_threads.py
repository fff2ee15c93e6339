"""The engine beside a game: analysis, hints, reviews and zones, each in a thread.

A thread passes its results to the thread of the user interface through `call`. `PlainEngine` serves
the plain game, one request at a time; `describe_analysis` puts engine lines into words.
"""

from __future__ import annotations

import os
from collections.abc import Callable

from tengen.engine import Analysis, CallFromThread, CancelToken, Engine, Limits, Line, SearchThread
from tengen.errors import TengenError
from tengen.game import Analyst
from tengen.insight import JudgedMove, Review, Reviewer, describe_game, describe_move
from tengen.insight.review import chance_of
from tengen.prove.theorem_zone import describe_zone, find_zone, has_zone
from tengen.rules import Board, Player, Point, format_algebraic
from tengen.rules.wording import STONE_NAMES, PlayerNames, as_sentence, counted, plural
from tengen.terminal.sentences import board_point_name, describe_places

ENGINE_LINES = 3
HINT_SECONDS = 1.0
HINT_LIMITS = Limits(seconds=HINT_SECONDS)

OnAnalysis = Callable[[Board, Analysis | TengenError], None]


class AnalysisController:
    """Analyses the position that is shown. The engine is made when it is first needed."""

    def __init__(self, call: CallFromThread, on_analysis: OnAnalysis) -> None:
        """`call` runs a function in the caller's thread."""
        self._call = call
        self._on_analysis = on_analysis
        self._analyst: Analyst | None = None
        self._analysed: Board | None = None
        self.is_on = False

    def toggle(self, board: Board) -> None:
        """Switch the analysis on or off."""
        self.is_on = not self.is_on
        self._analysed = None
        self.follow(board)

    def follow(self, board: Board) -> bool:
        """Analyse this position, if the analysis is on. Return whether it has changed."""
        if board == self._analysed:
            return False
        self._analysed = board.copy()
        if self.is_on and not board.outcome.is_over:
            self._get_analyst().show(board)
        elif self._analyst is not None:
            self._analyst.stop()
        return True

    def give_hint(self, board: Board) -> None:
        """Analyse a position for a second."""
        self._analysed = board.copy()
        self._get_analyst().show(board, HINT_LIMITS)

    def drop_hint(self) -> None:
        """Cancel a hint."""
        if not self.is_on:
            self._analysed = None
            if self._analyst is not None:
                self._analyst.stop()

    def close(self) -> None:
        """Stop the engine."""
        self.is_on = False
        if self._analyst is not None:
            self._analyst.close()
            self._analyst = None

    def _get_analyst(self) -> Analyst:
        if self._analyst is None:
            threads = os.cpu_count() or 1
            self._analyst = Analyst(self._receive, self._call, lines=ENGINE_LINES, threads=threads)
        return self._analyst

    def _receive(self, board: Board, found: Analysis | TengenError | None) -> None:
        if found is not None:
            self._on_analysis(board, found)


class ReviewThread(SearchThread[Review]):
    """Reviews a game, and reports after every position."""

    def __init__(
        self, board: Board, call: CallFromThread, report: Callable[[Review | TengenError], None]
    ) -> None:
        """`call` runs a function in the caller's thread."""
        reviewer = Reviewer(board)
        super().__init__(
            "review", lambda cancel: (reviewer.review for _ in reviewer.run(cancel)), report, call
        )


ZONE_SECONDS = 5.0

FoundZone = frozenset[Point] | None


class ZoneThread(SearchThread[FoundZone]):
    """Finds the zone of a position. An error counts as no zone."""

    def __init__(
        self, board: Board, call: CallFromThread, report: Callable[[FoundZone], None]
    ) -> None:
        super().__init__(
            "zone",
            lambda cancel: [find_zone(board, ZONE_SECONDS, cancel)],
            lambda found: report(None if isinstance(found, TengenError) else found),
            call,
        )


class ZoneFinder:
    """Finds the zone of the position that is shown."""

    def __init__(self, call: CallFromThread, on_zone: Callable[[FoundZone], None]) -> None:
        """`call` runs a function in the caller's thread."""
        self._call = call
        self._on_zone = on_zone
        self._search: ZoneThread | None = None
        self._searched: Board | None = None
        self.is_on = False

    def toggle(self, board: Board) -> None:
        """Switch the zone on or off."""
        self.stop()
        self.is_on = not self.is_on
        self.follow(board)

    def follow(self, board: Board) -> bool:
        """Search this position, if the zone is on. Return whether it has changed."""
        if not self.is_on or board == self._searched:
            return False
        self.stop()
        self._searched = board = board.copy()
        if has_zone(board):
            self._search = ZoneThread(board, self._call, self._on_zone)
        return True

    def stop(self) -> None:
        """Cancel the search."""
        self._searched = None
        if self._search is not None:
            self._search.cancel()


REVIEW_PARTS = 4
"""How many times a review reports its progress."""

AnySearchThread = SearchThread[Analysis] | SearchThread[FoundZone] | SearchThread[Review]


class PlainEngine:
    """The engine of the plain game: one request at a time, which can be stopped."""

    def __init__(self, call: CallFromThread, say: Callable[[str], None]) -> None:
        self._call = call
        self._say = say
        self._thread: AnySearchThread | None = None
        self._review: Review | None = None
        self._parts = 0

    def give_hint(self, board: Board) -> None:
        """Say where the engine would play, after a second."""
        self._analyse(board, HINT_SECONDS, 1, self._say_hint)

    def analyse(self, board: Board, seconds: float) -> None:
        """Say the best lines after some seconds."""
        self._analyse(board, seconds, ENGINE_LINES, self._say_lines)

    def _analyse(self, board: Board, seconds: float, lines: int, report: OnAnalysis) -> None:
        self.stop()
        board = board.copy()

        def analyse(cancel: CancelToken) -> list[Analysis]:
            return list(Engine().analyse(board, Limits(seconds), lines, cancel=cancel))[-1:]

        self._thread = SearchThread(
            "analysis", analyse, lambda found: report(board, found), self._call
        )

    def find_zone(self, board: Board) -> None:
        """Say the zone: the answers that matter to Black's winning plan."""
        self.stop()
        board = board.copy()
        self._thread = ZoneThread(board, self._call, lambda found: self._say_zone(board, found))

    def review(self, board: Board) -> None:
        """Review a game, and say the mistakes."""
        self.stop()
        self._parts = 0
        self._thread = ReviewThread(board, self._call, self._say_review)

    def judged(self, number: int) -> JudgedMove | None:
        """Return what the last review says about a move."""
        return None if self._review is None else self._review.move(number)

    def stop(self) -> bool:
        """Stop the current request. Return whether there was one."""
        thread, self._thread = self._thread, None
        if thread is not None:
            thread.cancel()
        return thread is not None

    def forget(self) -> None:
        """Stop, and discard the review."""
        self.stop()
        self._review = None

    def _say_hint(self, board: Board, found: Analysis | TengenError) -> None:
        self._thread = None
        if isinstance(found, Analysis):
            self._say(f"The engine would play {board_point_name(board, found.move)}.")
        else:
            self._say(as_sentence(str(found)))

    def _say_zone(self, board: Board, found: FoundZone) -> None:
        self._thread = None
        for line in (describe_zone(board, found), *describe_places(board, found or frozenset())):
            self._say(f"{line}.")

    def _say_lines(self, board: Board, found: Analysis | TengenError) -> None:
        self._thread = None
        if isinstance(found, Analysis):
            for line in describe_analysis(board, found, STONE_NAMES):
                self._say(f"{line}.")
        else:
            self._say(as_sentence(str(found)))

    def _say_review(self, found: Review | TengenError) -> None:
        if isinstance(found, TengenError):
            self._thread = None
            self._say(as_sentence(str(found)))
        elif found.is_complete:
            self._thread = None
            self._review = found
            self._say_judgements(found)
        else:
            self._say_progress(found)

    def _say_progress(self, review: Review) -> None:
        done = len(review.standings)
        part = REVIEW_PARTS * done // (done + review.start)
        if part > self._parts:
            self._parts = part
            self._say(f"{counted(review.start, 'move')} to go.")

    def _say_judgements(self, review: Review) -> None:
        for move in review.moves:
            comment = describe_move(move)
            if comment:
                self._say(comment)
        self._say(describe_game(review))


SHOWN_MOVES = 8


def describe_analysis(board: Board, analysis: Analysis, names: PlayerNames) -> list[str]:
    """Return a heading and the engine's lines."""
    seen = f"{format_count(analysis.nodes)} {plural(analysis.nodes, 'position')}"
    heading = f"Engine: depth {analysis.depth}, {seen}"
    lines = [
        f"{at}. {describe_line(board, line, names)}" for at, line in enumerate(analysis.lines, 1)
    ]
    return [heading, *lines]


def describe_line(board: Board, line: Line, names: PlayerNames) -> str:
    """Return the score and the moves of a line: `Black 54 % h8 i9`, `Black wins in 7: h8 i9`."""
    moves = [format_algebraic(point, board.rules) for point in line.moves]
    shown = " ".join(moves[:SHOWN_MOVES]) + (" ..." if len(moves) > SHOWN_MOVES else "")
    return f"{describe_score(board, line, names)} {shown}"


def describe_score(board: Board, line: Line, names: PlayerNames) -> str:
    """Return the first player's winning chance or, if the result is proven, who wins."""
    turn, rules = board.turn, board.rules
    if line.plies:
        winner = turn if line.plies > 0 else turn.other
        return f"{names[winner]} wins in {abs(line.plies)}:"
    score = line.score if turn is Player.FIRST else -line.score
    return f"{names[Player.FIRST]} {100 * chance_of(score, rules):.0f} %"


def format_count(count: int) -> str:
    """Return a large number in short form: `950`, `12 k`, `3.4 M`."""
    if count < 10_000:
        return str(count)
    return f"{count // 1000} k" if count < 1_000_000 else f"{count / 1_000_000:.1f} M"
