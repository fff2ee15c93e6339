"""A slow and simple search for wins and losses, which tries every defence.

Stones are a plain dict of places. Only the rules are used, no code of the search.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

from tengen.rules.board import Board
from tengen.rules.point import Point
from tengen.rules.rules import Player, Rules, WinRule

Place = tuple[int, int]
Stones = dict[Place, Player]
Answer = Callable[[Board], Point]

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


def places(board: Board) -> Stones:
    """Return the stones of a board."""
    return {(point.row, point.col): player for point, player in board.stones.items()}


def empties(rules: Rules, stones: Stones) -> list[Place]:
    """Return the places without a stone."""
    whole = product(range(rules.height), range(rules.width))
    return [place for place in whole if place not in stones]


def legal(rules: Rules, stones: Stones, player: Player) -> list[Place]:
    """Return the legal places of a player; in renju, not all empty ones."""
    free = empties(rules, stones)
    if rules.win is not WinRule.RENJU:
        return free
    board = _board(rules, stones, player)
    return [place for place in free if board.is_legal(Point(*place))]


def wins_at(rules: Rules, stones: Stones, place: Place, player: Player) -> bool:
    """Whether a stone on an empty place completes a winning line."""
    for down, right in DIRECTIONS:
        before, low = _run(stones, place, (-down, -right), player)
        after, high = _run(stones, place, (down, right), player)
        blocked = low is high is player.other
        if rules.wins(before + 1 + after, player, blocked=blocked):
            return True
    return False


def _run(stones: Stones, place: Place, step: Place, player: Player) -> tuple[int, Player | None]:
    """Return how many stones follow each other from a place, and what ends the row."""
    (row, col), (down, right), count = place, step, 0
    while stones.get((row + down, col + right)) is player:
        row, col, count = row + down, col + right, count + 1
    return count, stones.get((row + down, col + right))


def winning_places(rules: Rules, stones: Stones, player: Player) -> list[Place]:
    """Return where a player wins at once."""
    return [place for place in empties(rules, stones) if wins_at(rules, stones, place, player)]


def ways_after(rules: Rules, stones: Stones, place: Place, player: Player) -> int:
    """Return on how many places in line with a new stone its player could win next."""
    stones[place] = player
    ways = sum(
        wins_at(rules, stones, other, player) for other in _in_line(rules, place) - stones.keys()
    )
    del stones[place]
    return ways


def _in_line(rules: Rules, place: Place) -> set[Place]:
    """Return the places that can be in a line of k stones with this one."""
    row, col = place
    span = range(1 - rules.k, rules.k)
    star = {(row + far * down, col + far * right) for down, right in DIRECTIONS for far in span}
    return {(r, c) for r, c in star if 0 <= r < rules.height and 0 <= c < rules.width}


def fours(rules: Rules, stones: Stones, player: Player) -> list[Place]:
    """Return where a stone makes at least one winning place for the next move."""
    free = legal(rules, stones, player)
    return [place for place in free if ways_after(rules, stones, place, player)]


def shortest_by_fours(board: Board, longest: int) -> int:
    """Return the plies of the shortest win by fours of the side to move; 0 if there is none."""
    stones = places(board)
    for plies in range(1, longest + 1, 2):
        if _wins_by_fours(board.rules, stones, board.turn, plies):
            return plies
    return 0


def _wins_by_fours(rules: Rules, stones: Stones, player: Player, plies: int) -> bool:
    if winning_places(rules, stones, player):
        return True
    return plies >= 3 and any(
        _four_wins(rules, stones, place, player, plies) for place in fours(rules, stones, player)
    )


def _four_wins(rules: Rules, stones: Stones, place: Place, player: Player, plies: int) -> bool:
    """Whether this four wins within some plies against every defence."""
    stones[place] = player
    held = all(
        _still_wins(rules, stones, defence, player, plies)
        for defence in _defences(rules, stones, player)
    )
    full = len(stones) == rules.area
    del stones[place]
    return held and not full


def _still_wins(rules: Rules, stones: Stones, defence: Place, player: Player, plies: int) -> bool:
    if wins_at(rules, stones, defence, player.other):
        return False
    stones[defence] = player.other
    held = _wins_by_fours(rules, stones, player, plies - 2)
    del stones[defence]
    return held


def _defences(rules: Rules, stones: Stones, player: Player) -> list[Place]:
    """Return every move except those after which the opponent wins at once."""
    threats = winning_places(rules, stones, player)
    return [
        place
        for place in legal(rules, stones, player.other)
        if wins_at(rules, stones, place, player.other)
        or not _fails(rules, stones, place, player, threats)
    ]


def _fails(
    rules: Rules, stones: Stones, defence: Place, player: Player, threats: list[Place]
) -> bool:
    stones[defence] = player.other
    failed = any(place != defence and wins_at(rules, stones, place, player) for place in threats)
    del stones[defence]
    return failed


def refutation(board: Board, plies: int, answer: Answer) -> str:
    """Return where the side to move, following the answers, fails to win in time; else nothing.

    Every defence is tried. What is not stopped from winning at once is not asked again.
    """
    rules, stones, player = board.rules, places(board), board.turn
    return _refute(rules, stones, player, plies, answer)


def _refute(rules: Rules, stones: Stones, player: Player, plies: int, answer: Answer) -> str:
    board = _board(rules, stones, player)
    if plies < 1 or not board.legal_points():
        return str(board)
    point = answer(board)
    place = (point.row, point.col)
    if place not in legal(rules, stones, player):
        return f"{point} is no move: {board}"
    if wins_at(rules, stones, place, player):
        return ""
    stones[place] = player
    failed = "" if plies >= 3 and empties(rules, stones) else str(board)
    for defence in _defences(rules, stones, player) if not failed else ():
        failed = failed or _refute_after(rules, stones, defence, player, plies - 2, answer)
    del stones[place]
    return failed


def _refute_after(  # noqa: PLR0913, PLR0917 - the whole state of the game is handed on
    rules: Rules, stones: Stones, defence: Place, player: Player, plies: int, answer: Answer
) -> str:
    wins = wins_at(rules, stones, defence, player.other)
    stones[defence] = player.other
    failed = str(_board(rules, stones, player)) if wins else ""
    failed = failed or _refute(rules, stones, player, plies, answer)
    del stones[defence]
    return failed


def _board(rules: Rules, stones: Stones, turn: Player) -> Board:
    return Board(rules, {Point(*place): player for place, player in stones.items()}, turn)


def solve(board: Board, memo: dict[int, int] | None = None) -> int:
    """Return in how many plies the side to move wins (positive) or loses (negative); 0 is a tie.

    Every game is played to its end, so there must be few empty points.
    """
    known: dict[int, int] = {} if memo is None else memo
    if board.key not in known:
        known[board.key] = _best([_value(board, point, known) for point in board.legal_points()])
    return known[board.key]


def _value(board: Board, point: Point, known: dict[int, int]) -> int:
    """Return the value of a move for its player."""
    player = board.turn
    board.play(point)
    if board.outcome.winner is player:
        plies = 1
    else:
        after = solve(board, known) if board.legal_points() else 0
        plies = -after + (after < 0) - (after > 0)
    board.undo()
    return plies


def _best(values: list[int]) -> int:
    """Return the soonest win, else a tie, else the latest loss."""
    wins = [plies for plies in values if plies > 0]
    if wins:
        return min(wins)
    return 0 if 0 in values else min(values, default=0)
