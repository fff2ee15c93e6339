"""The engine beside a game that is told line by line: a tip, its best lines, a review."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from tengen.core.board import Board
from tengen.errors import TengenError
from tengen.notation.words import STONES, counted
from tengen.players import Analyst
from tengen.review import JudgedMove, Review, describe_game, describe_move
from tengen.search.analysis import Analysis, Limits
from tengen.theorem.words import describe_zone
from tengen.tui.jobs import Call
from tengen.tui.lines import describe_analysis
from tengen.tui.plain_words import describe_places, name_of, sentence
from tengen.tui.reviewing import Reviewing
from tengen.tui.zoning import Zone, Zoning

TIP_SECONDS = 1.0
LINES = 3
PARTS = 4
"""After which parts of a review it is told how far it has come."""


class Work(Protocol):
    """Something that goes on in a thread."""

    def stop(self) -> None:
        """End it; nothing more is told."""


class Look:
    """The engine looks at a board for a while, and tells in the end what it has seen."""

    def __init__(
        self, board: Board, seconds: float, lines: int, call: Call, tell: Callable[[Look], None]
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


class Thoughts:
    """What the engine is asked, one thing at a time; all of it can be broken off."""

    def __init__(self, call: Call, say: Callable[[str], None]) -> None:
        self._call = call
        self._say = say
        self._work: Work | None = None
        self._review: Review | None = None
        self._parts = 0

    def give_tip(self, board: Board) -> None:
        """Say in a second where the engine would play."""
        self._begin(lambda: Look(board, TIP_SECONDS, 1, self._call, self._tell_tip))

    def analyse(self, board: Board, seconds: float) -> None:
        """Say after so many seconds what the best lines are."""
        self._begin(lambda: Look(board, seconds, LINES, self._call, self._tell_lines))

    def find_zone(self, board: Board) -> None:
        """Say where an answer to what Black threatens changes anything."""
        zoning = Zoning(self._call, lambda found: self._tell_zone(board, found))
        self._begin(lambda: zoning)
        zoning.toggle(board)

    def review(self, board: Board) -> None:
        """Go through a game, and say where mistakes were made."""
        self._parts = 0
        self._begin(lambda: Reviewing(board, self._call, self._tell_review))

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

    def _begin(self, make: Callable[[], Work]) -> None:
        self.stop()
        self._work = make()

    def _tell_tip(self, look: Look) -> None:
        self._work = None
        if isinstance(look.found, Analysis):
            self._say(f"The engine would play {name_of(look.board, look.found.move)}.")
        else:
            self._say(sentence(str(look.found)))

    def _tell_zone(self, board: Board, found: Zone) -> None:
        self._work = None
        for line in (describe_zone(board, found), *describe_places(board, found or frozenset())):
            self._say(f"{line}.")

    def _tell_lines(self, look: Look) -> None:
        self._work = None
        if isinstance(look.found, Analysis):
            for line in describe_analysis(look.board, look.found, STONES):
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
        part = PARTS * done // (done + news.start)
        if part > self._parts:
            self._parts = part
            self._say(f"{counted(news.start, 'move')} to go.")

    def _tell_judgements(self, review: Review) -> None:
        for move in review.moves:
            words = describe_move(move)
            if words:
                self._say(words)
        self._say(describe_game(review))
