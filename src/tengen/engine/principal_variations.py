"""Find the best lines of a position at a depth (multi-PV); proven lines go to their end."""

from __future__ import annotations

from collections.abc import Sequence

from tengen.engine.alpha_beta import AlphaBetaSearch
from tengen.engine.analysis import Line, plies_of
from tengen.engine.cancel_token import CancelToken
from tengen.engine.constants import WIN
from tengen.engine.general_position import GeneralPosition
from tengen.engine.general_search import GeneralSearch
from tengen.engine.pattern_position import PatternPosition
from tengen.engine.search_parameters import DEFAULT_PARAMETERS, SearchParameters
from tengen.rules import Point

ASPIRATION_LIMIT = 20000
"""Scores beyond this get no aspiration window."""
NODES_TO_PLAY_OUT = 20_000
"""Extra nodes to play a proven line to its end; most of it is in the hash table."""

NO_MOVE = -1

AnySearch = AlphaBetaSearch | GeneralSearch
AnyPosition = PatternPosition | GeneralPosition


def search_lines(  # noqa: PLR0913 - a search, its limits and its parameters
    searcher: AnySearch,
    depth: int,
    count: int,
    before: tuple[Line, ...],
    cancel: CancelToken,
    *,
    parameters: SearchParameters = DEFAULT_PARAMETERS,
) -> tuple[Line, ...]:
    """Return the best lines at a depth, the best first; `before` has those of the last depth.

    If the search is stopped, lines of `before` replace those that were not found.
    """
    position = searcher.position
    found: list[Line] = []
    excluded: list[int] = []
    while len(found) < count:
        searcher.bar(excluded)
        score = _search(searcher, depth, _expected_line(before, found), parameters)
        cells = searcher.line()
        if cells:
            excluded.append(cells[0])
            found.append(_make_line(searcher, position, cells, score))
            if cancel.is_cancelled:  # _play_out may have cleared `stop`
                searcher.stop = 1
        if searcher.stop or not cells:
            break
    if searcher.stop and count > 1:
        return _leading_lines(found, before)[:count]
    return _in_order(found) or before[:1]


def _in_order(lines: Sequence[Line]) -> tuple[Line, ...]:
    return tuple(sorted(lines, key=lambda line: -line.score))


def _expected_line(before: tuple[Line, ...], found: list[Line]) -> Line | None:
    """Return the best line of the last depth whose move is not found yet at this one."""
    return next(iter(_others(before, found)), None)


def _others(before: tuple[Line, ...], found: Sequence[Line]) -> tuple[Line, ...]:
    known = {line.moves[0] for line in found}
    return tuple(line for line in before if line.moves[0] not in known)


def _leading_lines(found: list[Line], before: tuple[Line, ...]) -> tuple[Line, ...]:
    """Return the lines of an unfinished depth that lead all others, then those of the last depth.

    Scores of two depths cannot be compared: a line that got worse at the new depth may still be
    better than lines that were not searched again.
    """
    for size in range(len(found), 0, -1):
        first, others = _in_order(found[:size]), _others(before, found[:size])
        if not others or first[-1].score >= others[0].score:
            return first + others
    return before


def _search(
    searcher: AnySearch, depth: int, expected: Line | None, parameters: SearchParameters
) -> int:
    """Return the score at a depth. Try the expected move first, in a window around its score."""
    guess = expected.score if expected else WIN
    first = _cell(searcher.position, expected.moves[0]) if expected else NO_MOVE
    width = (
        parameters.aspiration_window
        if depth >= parameters.aspiration_depth and abs(guess) < ASPIRATION_LIMIT
        else 2 * WIN
    )
    low, high = max(-WIN, guess - width), min(WIN, guess + width)
    while True:
        score: int = searcher.run(depth, low, high, first)
        if searcher.stop or low < score < high or width > WIN:
            return score
        width *= parameters.aspiration_growth
        low = max(-WIN, guess - width) if score <= low else low
        high = min(WIN, guess + width) if score >= high else high


def _make_line(searcher: AnySearch, position: AnyPosition, cells: list[int], score: int) -> Line:
    """Make a line of these moves. A proven one is played to its end, or not claimed as proven."""
    plies = plies_of(score)
    if plies:
        whole = _play_out(searcher, position, cells, abs(plies))
        plies = plies if len(whole) > len(cells) or len(cells) == abs(plies) else 0
        cells = whole
    return Line(tuple(map(position.point, cells)), score, plies)


def _play_out(
    searcher: AnySearch, position: AnyPosition, cells: list[int], plies: int
) -> list[int]:
    """Return the line extended to the end of the game, or unchanged if that fails."""
    stopped, limit = searcher.stop, searcher.limit
    searcher.stop, searcher.limit = 0, searcher.all_nodes() + NODES_TO_PLAY_OUT
    searcher.bar([])
    played: list[int] = []
    rest = cells
    while rest:
        for cell in rest:
            position.play(*_place(position, cell))
        played += rest
        rest, left = _next_moves(searcher, plies - len(played))
        plies = len(played) + left
    for _ in played:
        position.undo()
    searcher.stop, searcher.limit = stopped, limit
    return played if plies == len(played) else cells


def _next_moves(searcher: AnySearch, plies: int) -> tuple[list[int], int]:
    """Return the next moves of a game that ends within `plies`, and the plies to its end."""
    for depth in range(1, plies + 1):
        left = abs(plies_of(searcher.run(depth, -WIN, WIN)))
        if searcher.stop:
            break
        if 0 < left <= plies:
            return searcher.line(), left
    return [], plies


def _cell(position: AnyPosition, point: Point) -> int:
    return position.cell(point.row, point.col)


def _place(position: AnyPosition, cell: int) -> tuple[int, int]:
    point = position.point(cell)
    return point.row, point.col
