"""The engine beside a game: analysis, tips, reviews and zones, each in a thread of its own.

`call` brings what a thread has to say to the thread of the face. `PlainEngine` is what the plain
game asks for, one thing at a time; `describe_analysis` puts engine lines into words.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from typing import Protocol

from tengen.engine.analysis import Analysis, Limits, Line
from tengen.engine.thread_priority import lower_thread_priority
from tengen.errors import EngineError, TengenError
from tengen.game import Analyst
from tengen.insight import JudgedMove, Review, Reviewer, describe_game, describe_move
from tengen.insight.standing import chance_of
from tengen.prove.theorem_zone import TimedWinFinder, describe_zone, find_zone, has_zone
from tengen.rules.board import Board
from tengen.rules.point import Point, format_algebraic
from tengen.rules.rules import Player
from tengen.rules.wording import STONE_NAMES, PlayerNames, counted, plural
from tengen.terminal.sentences import board_point_name, describe_places, sentence
from tengen.terminal.table import CallFromThread

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
        self._number = 0
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
        self._number += 1
        if self.is_on and not board.outcome.is_over:
            self._wake().show(board)
        elif self._analyst is not None:
            self._analyst.stop()
        return True

    def give_tip(self, board: Board) -> None:
        """Look at a board for a second."""
        self._looked_at = board.copy()
        self._number += 1
        self._wake().show(board, TIP_LIMITS)

    def drop_tip(self) -> None:
        """Look no longer at a board for a tip, and tell nothing more of it."""
        if not self.is_on:
            self._looked_at = None
            self._number += 1
            if self._analyst is not None:
                self._analyst.stop()

    def close(self) -> None:
        """Leave nothing running."""
        self.is_on = False
        self._number += 1
        if self._analyst is not None:
            self._analyst.close()
            self._analyst = None

    def _wake(self) -> Analyst:
        if self._analyst is None:
            self._analyst = Analyst(self._heard, lines=ENGINE_LINES, threads=os.cpu_count() or 1)
        return self._analyst

    def _heard(self, board: Board, news: Analysis | TengenError | None) -> None:
        number = self._number
        if news is not None:
            self._call(lambda: self._pass_on(number, board, news))

    def _pass_on(self, number: int, board: Board, news: Analysis | TengenError) -> None:
        if number == self._number:  # else something else is shown by now
            self._tell(board, news)


TellReview = Callable[[Review | TengenError], None]


class ReviewThread:
    """Reviews a game in a thread of its own, and tells after every position what is known."""

    def __init__(self, board: Board, call: CallFromThread, tell: TellReview) -> None:
        """`call` brings what the thread has to say to the caller's own."""
        self._call = call
        self._tell = tell
        self._reviewer = Reviewer(board)
        self._is_stopped = False
        self._thread = threading.Thread(target=self._run, daemon=True, name="review")
        self._thread.start()

    def stop(self) -> None:
        """End it at once; nothing more is told."""
        self._is_stopped = True
        self._reviewer.stop()

    def _run(self) -> None:
        lower_thread_priority()
        try:
            for _judged in self._reviewer:
                self._pass_on(self._reviewer.review)
        except TengenError as error:
            self._pass_on(error)
        except Exception as error:  # noqa: BLE001 - whoever waits must be told
            self._pass_on(EngineError("review", f"failed: {error!r}"))

    def _pass_on(self, news: Review | TengenError) -> None:
        def tell() -> None:
            if not self._is_stopped:
                self._tell(news)

        self._call(tell)


ZONE_SECONDS = 5.0

FoundZone = frozenset[Point] | None
TellZone = Callable[[FoundZone], None]


class ZoneFinder:
    """Looks for the zone of whatever position is shown, in threads of its own."""

    def __init__(self, call: CallFromThread, tell: TellZone) -> None:
        """`call` brings what a thread has to say to the caller's own."""
        self._call = call
        self._tell = tell
        self._hunter = TimedWinFinder()
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
            hunter = self._hunter = TimedWinFinder()
            threading.Thread(target=self._look, args=(board, hunter), daemon=True).start()
        return True

    def stop(self) -> None:
        """Look at nothing; nothing more is told of it."""
        self._looked_at = None
        self._hunter.stop()

    def _look(self, board: Board, hunter: TimedWinFinder) -> None:
        lower_thread_priority()
        found = find_zone(board, hunter, ZONE_SECONDS)
        self._call(lambda: self._pass_on(board, found))

    def _pass_on(self, board: Board, found: FoundZone) -> None:
        if board is self._looked_at:  # else something else is shown by now
            self._tell(found)


TIP_SECONDS = 1.0
REVIEW_PARTS = 4
"""After which parts of a review it is told how far it has come."""


class Stoppable(Protocol):
    """Something that goes on in a thread."""

    def stop(self) -> None:
        """End it; nothing more is told."""


class TimedAnalysis:
    """The engine looks at a board for a while, and tells in the end what it has seen."""

    def __init__(
        self,
        board: Board,
        seconds: float,
        lines: int,
        call: CallFromThread,
        tell: Callable[[TimedAnalysis], None],
    ) -> None:
        """`call` brings what the engine's thread has to say to the caller's own."""
        self.board = board.copy()
        self.found: Analysis | TengenError | None = None
        self._call = call
        self._tell = tell
        self._is_stopped = False
        self._analyst = Analyst(self._heard, lines=lines)
        self._analyst.show(board, Limits(seconds))

    def stop(self) -> None:
        """End it; nothing is told."""
        self._is_stopped = True
        self._analyst.close()

    def _heard(self, _board: Board, news: Analysis | TengenError | None) -> None:
        if news is None:
            self._call(self._finish)
        else:
            self.found = news

    def _finish(self) -> None:
        if not self._is_stopped:
            self.stop()
            self._tell(self)


class PlainEngine:
    """What the engine is asked, one thing at a time; all of it can be broken off."""

    def __init__(self, call: CallFromThread, say: Callable[[str], None]) -> None:
        self._call = call
        self._say = say
        self._work: Stoppable | None = None
        self._review: Review | None = None
        self._parts = 0

    def give_tip(self, board: Board) -> None:
        """Say in a second where the engine would play."""
        self._begin(lambda: TimedAnalysis(board, TIP_SECONDS, 1, self._call, self._tell_tip))

    def analyse(self, board: Board, seconds: float) -> None:
        """Say after so many seconds what the best lines are."""
        self._begin(
            lambda: TimedAnalysis(board, seconds, ENGINE_LINES, self._call, self._tell_lines)
        )

    def find_zone(self, board: Board) -> None:
        """Say where an answer to what Black threatens changes anything."""
        zoning = ZoneFinder(self._call, lambda found: self._tell_zone(board, found))
        self._begin(lambda: zoning)
        zoning.toggle(board)

    def review(self, board: Board) -> None:
        """Go through a game, and say where mistakes were made."""
        self._parts = 0
        self._begin(lambda: ReviewThread(board, self._call, self._tell_review))

    def judged(self, number: int) -> JudgedMove | None:
        """What the last review says of a move."""
        return None if self._review is None else self._review.move(number)

    def stop(self) -> bool:
        """End whatever is going on; whether there was anything."""
        work, self._work = self._work, None
        if work is not None:
            work.stop()
        return work is not None

    def forget(self) -> None:
        """Stop, and know nothing of the game any more."""
        self.stop()
        self._review = None

    def _begin(self, make: Callable[[], Stoppable]) -> None:
        self.stop()
        self._work = make()

    def _tell_tip(self, look: TimedAnalysis) -> None:
        self._work = None
        if isinstance(look.found, Analysis):
            self._say(f"The engine would play {board_point_name(look.board, look.found.move)}.")
        else:
            self._say(sentence(str(look.found)))

    def _tell_zone(self, board: Board, found: FoundZone) -> None:
        self._work = None
        for line in (describe_zone(board, found), *describe_places(board, found or frozenset())):
            self._say(f"{line}.")

    def _tell_lines(self, look: TimedAnalysis) -> None:
        self._work = None
        if isinstance(look.found, Analysis):
            for line in describe_analysis(look.board, look.found, STONE_NAMES):
                self._say(f"{line}.")
        else:
            self._say(sentence(str(look.found)))

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
