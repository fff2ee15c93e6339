"""The best lines of a position at a depth (multi-PV), proven ones played out to their end."""

from __future__ import annotations

from collections.abc import Sequence

from tengen.engine.alpha_beta import AlphaBetaSearch
from tengen.engine.analysis import Line, plies_of
from tengen.engine.cancel_token import CancelToken
from tengen.engine.constants import WIN
from tengen.engine.general_position import GeneralPosition
from tengen.engine.general_search import GeneralSearch
from tengen.engine.pattern_position import PatternPosition
from tengen.rules.point import Point

ASPIRATION_DEPTH = 4
ASPIRATION_WINDOW = 60
"""How far a score is expected to be from that of the depth before, and from which depth on."""
ASPIRATION_LIMIT = 20000
NODES_TO_PLAY_OUT = 20_000
"""What a proven line may take to be played out, beside all limits; much of it is remembered."""

NO_MOVE = -1

AnySearch = AlphaBetaSearch | GeneralSearch
AnyPosition = PatternPosition | GeneralPosition


def search_lines(
    searcher: AnySearch, depth: int, count: int, before: tuple[Line, ...], cancel: CancelToken
) -> tuple[Line, ...]:
    """The best lines at a depth, the best first; `before` are those of the depth before.

    Where the search is stopped, `before` stands in for what was not found. `cancel` stops it.
    """
    position = searcher.position
    found: list[Line] = []
    barred: list[int] = []
    while len(found) < count:
        searcher.bar(barred)
        score = _search(searcher, position, depth, _expect(before, found))
        cells = searcher.line()
        if cells:
            barred.append(cells[0])
            found.append(_make_line(searcher, position, cells, score))
            if cancel.is_cancelled:  # playing a line out may have cleared this
                searcher.stop = 1
        if searcher.stop or not cells:
            break
    if searcher.stop and count > 1:
        return _leading_lines(found, before)[:count]
    return _in_order(found) or before[:1]


def _in_order(lines: Sequence[Line]) -> tuple[Line, ...]:
    return tuple(sorted(lines, key=lambda line: -line.score))


def _expect(before: tuple[Line, ...], found: list[Line]) -> Line | None:
    """The best line of the depth before whose move has not been found again."""
    return next(iter(_others(before, found)), None)


def _others(before: tuple[Line, ...], found: Sequence[Line]) -> tuple[Line, ...]:
    known = {line.moves[0] for line in found}
    return tuple(line for line in before if line.moves[0] not in known)


def _leading_lines(found: list[Line], before: tuple[Line, ...]) -> tuple[Line, ...]:
    """As many lines of an unfinished depth as lead all others, and then those before.

    Scores of two depths do not compare: a line that fell behind at the deeper one may be followed
    by others that would have fallen further.
    """
    for size in range(len(found), 0, -1):
        first, others = _in_order(found[:size]), _others(before, found[:size])
        if not others or first[-1].score >= others[0].score:
            return first + others
    return before


def _search(searcher: AnySearch, position: AnyPosition, depth: int, expected: Line | None) -> int:
    """The score at a depth; the expected move is tried first, and its score looked for nearby."""
    guess = expected.score if expected else WIN
    first = _cell(position, expected.moves[0]) if expected else NO_MOVE
    width = (
        ASPIRATION_WINDOW
        if depth >= ASPIRATION_DEPTH and abs(guess) < ASPIRATION_LIMIT
        else 2 * WIN
    )
    low, high = max(-WIN, guess - width), min(WIN, guess + width)
    while True:
        score: int = searcher.run(depth, low, high, first)
        if searcher.stop or low < score < high or width > WIN:
            return score
        width *= 4
        low = max(-WIN, guess - width) if score <= low else low
        high = min(WIN, guess + width) if score >= high else high


def _make_line(searcher: AnySearch, position: AnyPosition, cells: list[int], score: int) -> Line:
    """A line of these moves. One that is proven goes on to the end, or else is not claimed."""
    plies = plies_of(score)
    if plies:
        whole = _play_out(searcher, position, cells, abs(plies))
        plies = plies if len(whole) > len(cells) or len(cells) == abs(plies) else 0
        cells = whole
    return Line(tuple(map(position.point, cells)), score, plies)


def _play_out(
    searcher: AnySearch, position: AnyPosition, cells: list[int], plies: int
) -> list[int]:
    """Go on from the end of a line to the end of the game, or as far as that is known."""
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
    """What is played where the game ends within so many plies, and in how many it does."""
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
