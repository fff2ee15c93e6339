"""The engine as a library: it takes a board and limits, and gives a move or an analysis.

It owns a hash table, which its helper threads share.
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
from tengen.engine.search_parameters import DEFAULT_PARAMETERS, SearchParameters
from tengen.engine.shipped_weights import shipped_weights
from tengen.engine.weights import Weights
from tengen.engine.win_finder import FIRST_SHARE, Finder, Win
from tengen.errors import RuleError
from tengen.rules import Board, Player, Point, Rules, WinRule

SMALL_AREA = 36
"""Boards of up to this many points use the general search, which plays them out."""
NODES_PER_SECOND = 400_000
CERTAIN = 0.75
"""The part of the soft limit that a search takes whose best move does not change."""


class Engine:
    """Chooses moves and analyses positions. Its hash table is kept between searches.

    With one thread and limits of depth or nodes, a new engine always gives the same answer.
    """

    def __init__(
        self,
        megabytes: float = 64,
        threads: int = 1,
        parameters: SearchParameters = DEFAULT_PARAMETERS,
        weights: Weights | None = None,
    ) -> None:
        if threads < 1:
            raise ValueError(f"threads must be at least 1, not {threads}")
        self._megabytes = megabytes
        self._threads = threads
        self._parameters = parameters
        self._weights = weights
        self._table = HashTable(megabytes)
        self._rules: Rules | None = None
        self.analysis: Analysis | None = None
        """The search for the move that was chosen last; None if it took none."""

    def choose(self, board: Board, limits: Limits, cancel: CancelToken | None = None) -> Point:
        """Return the best move that is known when the search ends or is cancelled."""
        self.analysis = None
        move = None if board.outcome.is_over else _only_move(board)
        if move is not None:
            return move
        for analysis in self.analyse(board, limits, cancel=cancel):
            self.analysis = analysis
        assert self.analysis is not None
        return self.analysis.move

    def analyse(
        self,
        board: Board,
        limits: Limits,
        lines: int = 1,
        *,
        until_proved: bool = False,
        cancel: CancelToken | None = None,
    ) -> Iterator[Analysis]:
        """Yield an analysis after each depth that the search completes within the limits.

        The search ends early when all lines are proven or, unless `until_proved`, look decided.
        When it is cancelled, it yields what it has and ends.
        """
        start = time.monotonic()
        if board.outcome.is_over:
            raise RuleError(f"the game is over: {board}")
        self._clear_for_new_rules(board.rules)
        self._table.age += 1
        searcher = self._make_searcher(board)
        searcher.limit = limits.nodes or 0
        guess = searcher.guess()
        guessed = Line(
            (searcher.position.point(guess) if guess else _any_legal_point(board),), 0, 0
        )
        found: tuple[Line, ...] = ()
        doubt = 0.0
        nodes_for_wins = self._nodes_for_wins(board.rules, limits) if lines == 1 else 0
        finder = Finder(board, FIRST_SHARE) if nodes_for_wins else None
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
                    found = search_lines(
                        searcher, depth, lines, before, token, parameters=self._parameters
                    )
                    seconds = time.monotonic() - start
                    nodes = searcher.all_nodes() + helpers.count_nodes()
                    finished = depth - (bool(searcher.stop) and found == before)
                    yield Analysis(found or (guessed,), max(1, finished), nodes, seconds)
                    doubt = doubt / 2 + changes_move(before, found)
                    if searcher.stop or is_late(seconds, limits, doubt):
                        return
                    if _is_proven(found) or (not until_proved and _is_decided(found, before)):
                        return

    def _start_helpers(self, board: Board) -> HelperThreads:
        return HelperThreads(self._threads - 1, lambda: self._make_searcher(board))

    def _nodes_for_wins(self, rules: Rules, limits: Limits) -> int:
        """Return the nodes for a first search for a win by fours and threes; 0 if too few."""
        timed = None if limits.seconds is None else int(limits.seconds * NODES_PER_SECOND)
        nodes = min((some for some in (limits.nodes, timed) if some is not None), default=0)
        if nodes < self._parameters.vct_least_nodes or not has_patterns(rules):
            return 0
        return nodes // self._parameters.vct_divisor

    def _make_searcher(self, board: Board) -> AnySearch:
        return make_searcher(board, self._table, self._parameters, self._weights)

    def _clear_for_new_rules(self, rules: Rules) -> None:
        if self._rules not in {None, rules}:
            del self._table  # first, so that there are never two
            self._table = HashTable(self._megabytes)
        self._rules = rules


def make_searcher(
    board: Board,
    table: HashTable,
    parameters: SearchParameters = DEFAULT_PARAMETERS,
    weights: Weights | None = None,
) -> AnySearch:
    """Return the search for the rules of a board. Raises RuleError if there is none.

    Weights for another win rule are not used, but those of the package.
    """
    rules = board.rules
    is_renju = rules.win is WinRule.RENJU
    if has_patterns(rules) and (is_renju or rules.area > SMALL_AREA):
        if weights is None or weights.win is not rules.win:
            weights = shipped_weights(rules.win)
        return AlphaBetaSearch(make_position(board), table, weights, parameters)
    if is_renju:
        raise RuleError(f"the engine does not play {rules}")
    return GeneralSearch(GeneralPosition(board), table)


def stop_search(searcher: AnySearch) -> None:
    """Stop a search, from any thread."""
    searcher.stop = 1


def _only_move(board: Board) -> Point | None:
    """Return the move to play if it is clear without a search.

    This is the centre of an empty board, the only legal point, a point that wins at once, or the
    only one that stops the opponent from winning at once.
    """
    if not board.stones:
        return centre_of(board)
    legal = board.legal_points()
    if len(legal) == 1:
        return legal[0]
    wins = _winning_points(board, board.turn)
    if not wins:
        wins = _winning_points(board, board.turn.other)
        if len(wins) > 1:
            return None
    return wins[0] if wins and board.is_legal(wins[0]) else None


def _winning_points(board: Board, player: Player) -> list[Point]:
    """Return points where a player would win at once, at most two."""
    twin = Board(board.rules, board.stones, player)
    found: list[Point] = []
    for point in twin.legal_points():
        twin.play_unchecked(point)
        if twin.outcome.winner is player:
            found.append(point)
        twin.undo()
        if len(found) == 2:
            break
    return found


def centre_of(board: Board) -> Point:
    """Return the centre of a board, or a point next to it."""
    return Point(board.rules.height // 2, board.rules.width // 2)


def _any_legal_point(board: Board) -> Point:
    """Return a legal point; on an empty board the centre."""
    return board.legal_points()[0] if board.stones else centre_of(board)


def _line_from_win(win: Win) -> Line:
    return Line(tuple(win.line()), WIN - win.plies, win.plies)


def _seconds_left(limits: Limits, start: float) -> float | None:
    """Return the time left for a search that began at `start`."""
    return None if limits.seconds is None else max(0.0, limits.seconds + start - time.monotonic())


def _is_proven(lines: tuple[Line, ...]) -> bool:
    return all(line.plies for line in lines)


def _is_decided(lines: tuple[Line, ...], before: tuple[Line, ...]) -> bool:
    """Whether all lines look decided for the second depth in a row."""
    return bool(before) and all(abs(line.score) > DECIDED for line in lines + before)


def changes_move(before: tuple[Line, ...], found: tuple[Line, ...]) -> bool:
    """Whether a new depth has found another best move."""
    return bool(before and found) and before[0].moves[0] != found[0].moves[0]


def is_late(seconds: float, limits: Limits, doubt: float) -> bool:
    """Whether it is too late to start another depth: later if the best move has just changed.

    `doubt` is the number of changes, each counted half as much at every depth that follows.
    """
    return limits.soft is not None and seconds >= limits.soft * (CERTAIN + doubt)


MAX_DEPTH = 60


class HelperThreads:
    """Threads that search the same position and share its hash table, until they are closed."""

    def __init__(self, count: int, make_searcher: Callable[[], AnySearch]) -> None:
        self._searchers = [make_searcher() for _ in range(count)]
        self._threads = [
            threading.Thread(
                target=_deepen_until_stopped, args=(searcher, 2 + number % 2), daemon=True
            )
            for number, searcher in enumerate(self._searchers)
        ]
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        """Stop all threads and wait for their end."""
        for searcher in self._searchers:
            searcher.stop = 1
        for thread in self._threads:
            thread.join()

    def count_nodes(self) -> int:
        """Return the number of positions that the threads have searched."""
        return sum(searcher.all_nodes() for searcher in self._searchers)


def _deepen_until_stopped(searcher: AnySearch, first: int) -> None:
    for depth in range(first, MAX_DEPTH + 1):
        searcher.run(depth, -WIN, WIN)
        if searcher.stop:
            return


ENTRY_BYTES = 16
MIN_ENTRIES = 1 << 10


class HashTable:
    """A hash table with as many entries, a power of two, as fit into its megabytes.

    The system allocates each page on first use, so a new table costs no time.
    """

    def __init__(self, megabytes: float) -> None:
        entries = MIN_ENTRIES
        while 2 * entries * ENTRY_BYTES <= megabytes * (1 << 20):
            entries *= 2
        self.age = 0
        """The number of the search that uses the table; its entries replace older ones first."""
        self.keys = _zeros(entries)
        self.entries = _zeros(entries)


def _zeros(count: int) -> memoryview[int]:
    """Return `count` 64-bit zeros. Raises MemoryError if the system has too little memory."""
    try:
        pages = _map_pages(8 * count)
    except OSError as error:
        raise MemoryError(f"cannot allocate {8 * count} bytes") from error
    return memoryview(pages).cast("Q")


def _map_pages(size: int) -> mmap.mmap:
    if hasattr(mmap, "MAP_PRIVATE"):
        return mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    return mmap.mmap(-1, size)
