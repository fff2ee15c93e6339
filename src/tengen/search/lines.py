"""The best lines of a position at a depth, and proven ones played out to their end."""

from __future__ import annotations

from tengen.search.analysis import WIN, Line, plies_of
from tengen.search.general import GeneralSearcher
from tengen.search.general_position import GeneralPosition
from tengen.search.position import Position
from tengen.search.searcher import Searcher

WINDOW_DEPTH = 4
WINDOW = 60
"""How far a score is expected to be from that of the depth before, and from which depth on."""
SURPRISING = 20000
NODES_TO_PLAY_OUT = 20_000
"""What a proven line may take to be played out, beside all limits; much of it is remembered."""

AnySearcher = Searcher | GeneralSearcher
AnyPosition = Position | GeneralPosition


def search_lines(
    searcher: AnySearcher, position: AnyPosition, depth: int, count: int, before: tuple[Line, ...]
) -> tuple[Line, ...]:
    """The best lines at a depth; where the search is stopped, those before stand in."""
    found: list[Line] = []
    barred: list[int] = []
    while len(found) < count:
        searcher.bar(barred)
        score = _search(searcher, depth, before[len(found)].score if before[len(found) :] else WIN)
        cells = searcher.line()
        if cells:
            barred.append(cells[0])
            found.append(_finish(searcher, position, cells, score))
        if searcher.stop or not cells:
            break
    found.sort(key=lambda line: -line.score)
    known = {line.moves[0] for line in found}
    rest = [line for line in before if searcher.stop and line.moves[0] not in known]
    rest.sort(key=lambda line: -line.score)
    return tuple((found + rest)[:count]) or before[:1]


def _search(searcher: AnySearcher, depth: int, guess: int) -> int:
    """The score at a depth, first looked for near a guess."""
    width = WINDOW if depth >= WINDOW_DEPTH and abs(guess) < SURPRISING else 2 * WIN
    low, high = max(-WIN, guess - width), min(WIN, guess + width)
    while True:
        score: int = searcher.run(depth, low, high)
        if searcher.stop or low < score < high or width > WIN:
            return score
        width *= 4
        low = max(-WIN, guess - width) if score <= low else low
        high = min(WIN, guess + width) if score >= high else high


def _finish(searcher: AnySearcher, position: AnyPosition, cells: list[int], score: int) -> Line:
    """A line of these moves. One that is proven goes on to the end, or else is not claimed."""
    plies = plies_of(score)
    if plies:
        whole = _play_out(searcher, position, cells, abs(plies))
        plies = plies if len(whole) > len(cells) or len(cells) == abs(plies) else 0
        cells = whole
    return Line(tuple(map(position.point, cells)), score, plies)


def _play_out(
    searcher: AnySearcher, position: AnyPosition, cells: list[int], plies: int
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


def _next_moves(searcher: AnySearcher, plies: int) -> tuple[list[int], int]:
    """What is played where the game ends within so many plies, and in how many it does."""
    for depth in range(1, plies + 1):
        left = abs(plies_of(searcher.run(depth, -WIN, WIN)))
        if searcher.stop:
            break
        if 0 < left <= plies:
            return searcher.line(), left
    return [], plies


def _place(position: AnyPosition, cell: int) -> tuple[int, int]:
    point = position.point(cell)
    return point.row, point.col
