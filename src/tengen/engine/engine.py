"""The engine as a library: a board and limits in, a move or lines of analysis out.

It owns one hash table, and helper threads that search the same position and share that table.
"""

from __future__ import annotations

import mmap
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial

from tengen.engine.alpha_beta import AlphaBetaSearch
from tengen.engine.analysis import Analysis, Limits, Line
from tengen.engine.cancel_token import CancelToken, cancel_after
from tengen.engine.constants import DECIDED, WIN
from tengen.engine.general_position import GeneralPosition
from tengen.engine.general_search import GeneralSearch
from tengen.engine.pattern_tables import has_patterns, make_position
from tengen.engine.principal_variations import AnySearch, search_lines
from tengen.engine.win_finder import Finder, Win
from tengen.errors import RuleError
from tengen.rules.board import Board
from tengen.rules.point import Point
from tengen.rules.rules import Rules, WinRule

SMALL_AREA = 36
"""Boards of up to so many points are left to the general search, which plays them out."""
MIN_NODES_FOR_WINS = 50_000
"""With fewer nodes than this, alpha-beta gets all of them."""
NODES_A_SECOND = 400_000
PART_FOR_WINS = 10
"""One node in so many goes first into a search for a win by threats alone."""


class Engine:
    """Plays and analyses. It remembers what it saw.

    A new one with a single thread has the same answers every time, to limits of depth or nodes.
    """

    def __init__(self, megabytes: float = 64, threads: int = 1) -> None:
        if threads < 1:
            raise ValueError(f"threads must be at least 1, not {threads}")
        self._megabytes = megabytes
        self._threads = threads
        self._table = HashTable(megabytes)
        self._rules: Rules | None = None

    def choose(self, board: Board, limits: Limits, cancel: CancelToken | None = None) -> Point:
        """The move to play: the best that is known at the end, or when it is cancelled."""
        move = None if board.outcome.is_over else _only_move(board)
        if move is None:
            for analysis in self.analyse(board, limits, cancel=cancel):
                move = analysis.move
        assert move is not None
        return move

    def analyse(
        self,
        board: Board,
        limits: Limits,
        lines: int = 1,
        *,
        until_proved: bool = False,
        cancel: CancelToken | None = None,
    ) -> Iterator[Analysis]:
        """What the search knows, after each depth that it completes within the limits.

        It ends where all is proven or, unless that is asked for, looks decided. Once it is
        cancelled, it gives what it has at that moment, and ends.
        """
        start = time.monotonic()
        if board.outcome.is_over:
            raise RuleError(f"the game is over: {board}")
        self._forget_other_games(board.rules)
        searcher = make_searcher(board, self._table)
        searcher.limit = limits.nodes or 0
        guess = searcher.guess()
        guessed = Line(
            (searcher.position.point(guess) if guess else _any_legal_point(board),), 0, 0
        )
        found: tuple[Line, ...] = ()
        nodes_for_wins = _nodes_for_wins(board.rules, limits) if lines == 1 else 0
        finder = Finder(board) if nodes_for_wins else None
        with (
            cancel_after(_seconds_left(limits, start), cancel) as token,
            token.on_cancel(partial(stop_search, searcher)),
        ):
            if finder is not None and not token.is_cancelled:
                finding = finder.run(nodes_for_wins, token)
                searcher.nodes += finding.nodes
                if finding.win is not None:
                    line = _line_from_win(finding.win)
                    yield Analysis((line,), 1, searcher.all_nodes(), time.monotonic() - start)
                    return
            with closing(self._start_helpers(board)) as helpers:
                for depth in range(
                    1, min(limits.depth or MAX_DEPTH, len(board.empty_points())) + 1
                ):
                    before = found
                    found = search_lines(searcher, depth, lines, before, token)
                    seconds = time.monotonic() - start
                    nodes = searcher.all_nodes() + helpers.count_nodes()
                    finished = depth - (bool(searcher.stop) and found == before)
                    yield Analysis(found or (guessed,), max(1, finished), nodes, seconds)
                    if searcher.stop or _is_late(seconds, limits):
                        return
                    if _is_proven(found) or (not until_proved and _is_decided(found, before)):
                        return

    def _start_helpers(self, board: Board) -> HelperThreads:
        return HelperThreads(self._threads - 1, lambda: make_searcher(board, self._table))

    def _forget_other_games(self, rules: Rules) -> None:
        if self._rules not in {None, rules}:
            del self._table  # first, so that there are never two
            self._table = HashTable(self._megabytes)
        self._rules = rules


def make_searcher(board: Board, table: HashTable) -> AnySearch:
    """The search that plays a game. Raises RuleError if there is none."""
    rules = board.rules
    is_renju = rules.win is WinRule.RENJU
    if has_patterns(rules) and (is_renju or rules.area > SMALL_AREA):
        return AlphaBetaSearch(make_position(board), table)
    if is_renju:
        raise RuleError(f"the engine does not play {rules}")
    return GeneralSearch(GeneralPosition(board), table)


def stop_search(searcher: AnySearch) -> None:
    """Have a search end, from any thread."""
    searcher.stop = 1


def _only_move(board: Board) -> Point | None:
    """The centre of an empty board, or the last point of one that is nearly full."""
    if not board.stones:
        return centre_of(board)
    legal = board.legal_points()
    return legal[0] if len(legal) == 1 else None


def centre_of(board: Board) -> Point:
    """The point in the middle of a board, or next to it."""
    return Point(board.rules.height // 2, board.rules.width // 2)


def _any_legal_point(board: Board) -> Point:
    """A legal point: the centre of an empty board."""
    return board.legal_points()[0] if board.stones else centre_of(board)


def _nodes_for_wins(rules: Rules, limits: Limits) -> int:
    """How long to look for a win by fours and threes first; 0 where there is no room for that."""
    timed = None if limits.seconds is None else int(limits.seconds * NODES_A_SECOND)
    nodes = min((some for some in (limits.nodes, timed) if some is not None), default=0)
    return nodes // PART_FOR_WINS if nodes >= MIN_NODES_FOR_WINS and has_patterns(rules) else 0


def _line_from_win(win: Win) -> Line:
    return Line(tuple(win.line()), WIN - win.plies, win.plies)


def _seconds_left(limits: Limits, start: float) -> float | None:
    """What is left of the time for a search that was begun at `start`."""
    return None if limits.seconds is None else max(0.0, limits.seconds + start - time.monotonic())


def _is_proven(lines: tuple[Line, ...]) -> bool:
    return all(line.plies for line in lines)


def _is_decided(lines: tuple[Line, ...], before: tuple[Line, ...]) -> bool:
    """Whether more depth would tell little: all looks decided for the second time."""
    return bool(before) and all(abs(line.score) > DECIDED for line in lines + before)


def _is_late(seconds: float, limits: Limits) -> bool:
    """Whether no other depth should be begun."""
    return limits.soft is not None and seconds >= limits.soft


MAX_DEPTH = 60


class HelperThreads:
    """Searchers that look at the same position as another one. Close them in the end."""

    def __init__(self, count: int, make_searcher: Callable[[], AnySearch]) -> None:
        self._searchers = [make_searcher() for _ in range(count)]
        self._threads = [
            threading.Thread(
                target=_search_ever_deeper, args=(searcher, 2 + number % 2), daemon=True
            )
            for number, searcher in enumerate(self._searchers)
        ]
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        """Let all of them end, and wait until they have."""
        for searcher in self._searchers:
            searcher.stop = 1
        for thread in self._threads:
            thread.join()

    def count_nodes(self) -> int:
        """How many positions they have looked at."""
        return sum(searcher.all_nodes() for searcher in self._searchers)


def _search_ever_deeper(searcher: AnySearch, first: int) -> None:
    for depth in range(first, MAX_DEPTH + 1):
        searcher.run(depth, -WIN, WIN)
        if searcher.stop:
            return


ENTRY_BYTES = 16
MIN_ENTRIES = 1 << 10


class HashTable:
    """As many entries as fit into so many megabytes, and a power of two.

    The system gives each page of it when it is first used, so a new table takes no time.
    """

    def __init__(self, megabytes: float) -> None:
        entries = MIN_ENTRIES
        while 2 * entries * ENTRY_BYTES <= megabytes * (1 << 20):
            entries *= 2
        self.keys = _zeros(entries)
        self.entries = _zeros(entries)


def _zeros(count: int) -> memoryview[int]:
    """So many numbers of 64 bits. Raises MemoryError if the system does not have that much."""
    try:
        pages = _map_pages(8 * count)
    except OSError as error:
        raise MemoryError(f"no room for {8 * count} bytes") from error
    return memoryview(pages).cast("Q")


def _map_pages(size: int) -> mmap.mmap:
    if hasattr(mmap, "MAP_PRIVATE"):
        return mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    return mmap.mmap(-1, size)
