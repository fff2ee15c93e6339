"""Find the unique winning line of a position.

With fours: at every move of the winner except the last, exactly one four wins by fours alone. With
threats, if fours alone do not win: at every move until they do, exactly one move wins with the
fewest threats. A position whose search reaches a limit is not a puzzle.
"""

from __future__ import annotations

from dataclasses import dataclass

from tengen.engine import CancelToken, Finder, Win, has_patterns
from tengen.insight.attack_search import THREAT_NODES, AttackSearch
from tengen.insight.puzzle import Means, Puzzle
from tengen.rules import Board, Point, WinRule, format_moves

LAST_FOUR_PLIES = 3
"""The plies of a win that starts with an unstoppable four."""
MIN_LINE_MOVES = 3
"""The fewest moves of a line, both sides counted."""
WAITING_THREATS = 2
"""If the winner could pass and still win with this many threats, there is nothing to find."""
MIN_STONES = 6
"""With fewer stones there is no forced win."""
MIN_EMPTY = 60
"""The fewest empty points, so that a full board never ends a line."""


@dataclass(frozen=True, slots=True)
class UniqueLine:
    """The only winning line, and the number of tempting moves beside it."""

    line: tuple[Point, ...]
    tempting: int


@dataclass(frozen=True, slots=True)
class OnlyMove:
    """The only move that wins with the fewest threats.

    `threats` is that number of threats, `tempting` the number of other threats.
    """

    move: Point
    threats: int
    tempting: int


def examine(
    board: Board,
    source: str = "",
    nodes: int = THREAT_NODES,
    cancel: CancelToken | None = None,
) -> Puzzle | None:
    """Return the position as a puzzle.

    None if it is not one, or if a limit or `cancel` ends the search.
    """
    cancel = cancel or CancelToken()
    if not may_be_puzzle(board) or cancel.is_cancelled:
        return None
    attack = AttackSearch(board, nodes)
    if attack.fives() or attack.dangers():
        return None
    win = attack.by_fours()
    if attack.is_stopped or (win is not None and attack.can_wait(WAITING_THREATS)):
        return None
    means = Means.THREATS if win is None else Means.FOURS
    unique = (
        unique_by_threats(board, attack, nodes, cancel)
        if win is None
        else unique_by_fours(attack, win)
    )
    if unique is None or len(unique.line) < MIN_LINE_MOVES:
        return None
    return Puzzle(str(board), means, unique.line, unique.tempting, source)


def find_flaw(puzzle: Puzzle, cancel: CancelToken | None = None) -> str:
    """Solve a puzzle again from its position; return what is wrong with it, or an empty text.

    `cancel` ends the search, and the result then means nothing.
    """
    found = examine(puzzle.board, puzzle.source, cancel=cancel)
    if found is None:
        return "there is no single winning line"
    if found.means is not puzzle.means:
        return f"it is won with {found.means.value}"
    if found.line != puzzle.line:
        return f"the solution is {format_moves(found.line, puzzle.rules)}"
    if found.tempting != puzzle.tempting:
        return f"the number of tempting moves is {found.tempting}"
    return ""


def may_be_puzzle(board: Board) -> bool:
    """Whether a position is worth a search: supported rules, enough stones and enough room."""
    is_open = not board.outcome.is_over and has_patterns(board.rules)
    free = len(board.empty_points())
    return is_open and MIN_EMPTY <= free <= board.rules.area - MIN_STONES


def unique_by_fours(attack: AttackSearch, win: Win) -> UniqueLine | None:
    """Return the only shortest chain of fours, or None. Its moves stay played in `attack`."""
    line: list[Point] = []
    tempting = 0
    while win.plies > LAST_FOUR_PLIES:
        fours = attack.fours()
        count = win.plies // 2
        wins = [win for win in (attack.after_four(four, count) for four in fours) if win]
        if len(wins) != 1 or attack.is_stopped:
            return None
        tempting += len(fours) - 1
        reply, after = next(iter(wins[0].replies.items()))
        for point in (wins[0].move, reply):
            attack.play(point)
            line.append(point)
        win = after
    return UniqueLine((*line, win.move), tempting)


def unique_by_threats(
    board: Board, attack: AttackSearch, nodes: int, cancel: CancelToken
) -> UniqueLine | None:
    """Return the only line of threats, or None. The defender chooses the longest defence."""
    if board.rules.win is WinRule.RENJU:  # the search misses chains over doubtful points there
        return None
    only = only_move(board, attack, cancel)
    win = Finder(board).run(nodes, cancel).win if only is not None else None
    if win is None:
        return None
    board, tempting = board.copy(), 0
    line: list[Point] = []
    while (depth := count_threats(win)) > 0:
        if only is None or only.move != win.move or depth > only.threats:
            return None
        tempting += only.tempting
        reply, win = max(win.replies.items(), key=lambda pair: pair[1].plies)
        for point in (only.move, reply):
            board.play_unchecked(point)
            line.append(point)
        only = only_move(board, AttackSearch(board, nodes), cancel) if count_threats(win) else None
    chain = AttackSearch(board, nodes).by_fours()
    return None if chain is None else UniqueLine((*line, *line_of_win(chain)), tempting)


def line_of_win(win: Win) -> tuple[Point, ...]:
    """Return the moves of a win up to the one that has no defence."""
    line = win.line()
    return line[:-2] if len(line) > 1 else line


def only_move(
    board: Board, attack: AttackSearch, cancel: CancelToken | None = None
) -> OnlyMove | None:
    """Return the only move that wins with the fewest threats.

    None if there are several or none, or if a limit or `cancel` ends the search.
    """
    cancel = cancel or CancelToken()
    threats = attack.fewest()
    if not threats:
        return None
    winner, tempting = None, 0
    for point in board.legal_points():
        wins = attack.threat_wins(point, threats)
        if cancel.is_cancelled or attack.is_stopped or (wins and winner is not None):
            return None
        winner = point if wins else winner
        tempting += wins is False
    return None if winner is None else OnlyMove(winner, threats, tempting)


def count_threats(win: Win) -> int:
    """Return the most threats that a win needs before a chain of fours."""
    counted: dict[int, int] = {}

    def count(win: Win) -> int:
        if id(win) not in counted:
            counted[id(win)] = 0 if is_chain(win) else 1 + max(map(count, win.replies.values()))
        return counted[id(win)]

    return count(win)


def is_chain(win: Win) -> bool:
    """Whether every move of a win makes a four or five."""
    return all(node.makes_five or node.makes_four for node in win.nodes())
