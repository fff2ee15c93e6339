"""Whether a position has a unique winning line, and which one.

With fours: at every move of the winner but the last, exactly one four wins by fours alone. With
threats, where nothing wins with fours alone: until something does, exactly one move wins with the
fewest threats. What a limit has cut short is no puzzle.
"""

from __future__ import annotations

from dataclasses import dataclass

from tengen.engine.pattern_tables import has_patterns
from tengen.engine.win_finder import Finder, Win
from tengen.insight.attack_search import THREAT_NODES, AttackSearch
from tengen.insight.puzzle import Means, Puzzle
from tengen.rules.board import Board
from tengen.rules.notation import format_moves
from tengen.rules.point import Point
from tengen.rules.rules import WinRule

LAST_FOUR_PLIES = 3
"""The plies of a four that cannot be stopped."""
MIN_LINE_MOVES = 3
"""The moves of both sides that a line has at least."""
WAITING_THREATS = 2
"""Who could pass and still win with so many threats has no puzzle to solve."""
MIN_STONES = 6
"""With fewer stones nothing is won yet."""
MIN_EMPTY = 60
"""Empty points that there are at least, so that a full board never ends a line."""


@dataclass(frozen=True, slots=True)
class UniqueLine:
    """The only line, and the tempting moves beside it."""

    line: tuple[Point, ...]
    tempting: int


@dataclass(frozen=True, slots=True)
class OnlyMove:
    """The only move that wins with so few threats, and how many others threaten something."""

    move: Point
    threats: int
    tempting: int


def examine(board: Board, source: str = "", nodes: int = THREAT_NODES) -> Puzzle | None:
    """The puzzle that a position is, or None if it is none or nobody knows."""
    if not may_be_puzzle(board):
        return None
    attack = AttackSearch(board, nodes)
    if attack.fives() or attack.dangers():
        return None
    win = attack.by_fours()
    if attack.is_stopped or (win is not None and attack.can_wait(WAITING_THREATS)):
        return None
    means = Means.THREATS if win is None else Means.FOURS
    single = (
        unique_by_threats(board, attack, nodes) if win is None else unique_by_fours(attack, win)
    )
    if single is None or len(single.line) < MIN_LINE_MOVES:
        return None
    return Puzzle(str(board), means, single.line, single.tempting, source)


def find_flaw(puzzle: Puzzle) -> str:
    """What is wrong with a puzzle, found out from its position alone; nothing if it is right."""
    found = examine(puzzle.board, puzzle.source)
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
    """Whether a position is worth a look: a game that the search knows, and room on the board."""
    is_open = not board.outcome.is_over and has_patterns(board.rules)
    free = len(board.empty_points())
    return is_open and MIN_EMPTY <= free <= board.rules.area - MIN_STONES


def unique_by_fours(attack: AttackSearch, win: Win) -> UniqueLine | None:
    """The only shortest chain of fours, whose moves are played on the way."""
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


def unique_by_threats(board: Board, attack: AttackSearch, nodes: int) -> UniqueLine | None:
    """The only line of threats; the defender answers with what lasts longest."""
    if board.rules.win is WinRule.RENJU:  # chains over doubtful points are left out there
        return None
    only = only_move(board, attack)
    win = Finder(board).run(nodes).win if only is not None else None
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
        only = only_move(board, AttackSearch(board, nodes)) if count_threats(win) else None
    chain = AttackSearch(board, nodes).by_fours()
    return None if chain is None else UniqueLine((*line, *line_of_win(chain)), tempting)


def line_of_win(win: Win) -> tuple[Point, ...]:
    """The moves of a win up to the one that cannot be answered."""
    line = win.line()
    return line[:-2] if len(line) > 1 else line


def only_move(board: Board, attack: AttackSearch) -> OnlyMove | None:
    """The only move that wins with the fewest threats; None if there are more, or none is known."""
    threats = attack.fewest()
    if not threats:
        return None
    winner, tempting = None, 0
    for point in board.legal_points():
        wins = attack.threat_wins(point, threats)
        if attack.is_stopped or (wins and winner is not None):
            return None
        winner = point if wins else winner
        tempting += wins is False
    return None if winner is None else OnlyMove(winner, threats, tempting)


def count_threats(win: Win) -> int:
    """How many threats a win needs at most before a chain of fours."""
    counted: dict[int, int] = {}

    def count(win: Win) -> int:
        if id(win) not in counted:
            counted[id(win)] = 0 if is_chain(win) else 1 + max(map(count, win.replies.values()))
        return counted[id(win)]

    return count(win)


def is_chain(win: Win) -> bool:
    """Whether every move of a win is a four, or makes five."""
    return all(node.makes_five or node.makes_four for node in win.nodes())
