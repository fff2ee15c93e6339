"""Replays winning trees against every answer, and a slow and simple search for wins by threats.

Stones are a plain dict of places, as in `kit.threats`. Of the search, only its trees are used.
"""

from __future__ import annotations

from random import Random

from kit.threats import Place, Stones, empties, legal, places, winning_places, wins_at
from tengen.engine.win_finder import Win
from tengen.errors import RuleError
from tengen.rules.board import Board
from tengen.rules.point import Point
from tengen.rules.rules import Player, Rules

ALL = 484


def crowd(rules: Rules, seed: int, most: float = 0.6) -> Board | None:
    """Return a board with equally many stones of both players close together; None if it is won."""
    random = Random(seed)
    far = random.choice([2, 3, 4, rules.width])
    row, col = random.randrange(rules.height), random.randrange(rules.width)
    near = [
        place
        for place in empties(rules, {})
        if max(abs(place[0] - row), abs(place[1] - col)) <= far
    ]
    count = random.randint(min(4, len(near)), max(4, int(most * len(near))))
    stones = random.sample(near, min(count, len(near)))
    setup = {Point(*place): tuple(Player)[number % 2] for number, place in enumerate(stones)}
    try:
        board = Board(rules, setup, random.choice(tuple(Player)))
    except RuleError:
        return None
    return None if board.outcome.is_over else board


def full_but(rules: Rules, seed: int, few: int) -> Board | None:
    """Return a board with few empty points; None if it is won."""
    random = Random(seed)
    stones = random.sample(empties(rules, {}), rules.area - few)
    setup = {Point(*place): tuple(Player)[number % 2] for number, place in enumerate(stones)}
    try:
        board = Board(rules, setup, random.choice(tuple(Player)))
    except RuleError:
        return None
    return None if board.outcome.is_over else board


class Replay:
    """Plays a tree on a board; `some` limits how many answers that are not listed are tried."""

    def __init__(self, board: Board, some: int = ALL, seed: int = 0) -> None:
        self.rules = board.rules
        self.stones = places(board)
        self.attacker = board.turn
        self.some = some
        self.random = Random(seed)
        self.seen: set[tuple[int, frozenset[tuple[Place, Player]]]] = set()

    def flaw(self, win: Win, plies: int | None = None) -> str:
        """Return where the tree fails to win in its plies; empty if it never does."""
        left = win.plies if plies is None else plies
        position = (id(win), frozenset(self.stones.items()))
        if position in self.seen:
            return ""
        move = (win.move.row, win.move.col)
        if left < 1 or move not in legal(self.rules, self.stones, self.attacker):
            return self._say(f"{win} cannot be played")
        if win.otherwise is None:
            wins = wins_at(self.rules, self.stones, move, self.attacker)
            return "" if wins else self._say(f"{win} makes no five")
        self.stones[move] = self.attacker
        flaw = self._flaw_after(win, left - 2)
        del self.stones[move]
        self.seen.add(position)
        return flaw

    def _flaw_after(self, win: Win, left: int) -> str:
        if winning_places(self.rules, self.stones, self.attacker.other):
            return self._say(f"{win} lets the defender win")
        for reply in self._answers(win):
            self.stones[reply] = self.attacker.other
            after = win.after(Point(*reply))
            flaw = self.flaw(after, left) if after else self._say(f"nothing after {reply}")
            del self.stones[reply]
            if flaw:
                return flaw
        return ""

    def _answers(self, win: Win) -> list[Place]:
        """Return all listed and legal answers, and all or some of the others."""
        free = legal(self.rules, self.stones, self.attacker.other)
        listed = {(point.row, point.col) for point in win.replies}.intersection(free)
        others = [place for place in free if place not in listed]
        if len(others) > self.some:
            others = self.random.sample(others, self.some)
        return [*listed, *others]

    def _say(self, what: str) -> str:
        stones = {Point(*place): player for place, player in self.stones.items()}
        return f"{what}: {Board(self.rules, stones, self.attacker)}"


def wins_by_threats(board: Board, moves: int) -> bool:
    """Whether the side to move wins with `moves` moves of its own, all of them threats.

    Every move is tried and every answer. A threat is a move after which the same player would win
    by fours with the moves that are left, if the opponent passed.
    """
    return _wins(board.rules, places(board), board.turn, moves)


def _wins(rules: Rules, stones: Stones, player: Player, moves: int) -> bool:
    if moves < 1:
        return False
    if winning_places(rules, stones, player):
        return True
    return any(_move_wins(rules, stones, place, player, moves) for place in empties(rules, stones))


def _move_wins(rules: Rules, stones: Stones, place: Place, player: Player, moves: int) -> bool:
    stones[place] = player
    won = (
        not winning_places(rules, stones, player.other)
        and _wins_by_fours(rules, stones, player, moves - 1)
        and all(
            _wins_after(rules, stones, reply, player, moves - 1) for reply in empties(rules, stones)
        )
    )
    del stones[place]
    return won


def _wins_after(rules: Rules, stones: Stones, reply: Place, player: Player, moves: int) -> bool:
    stones[reply] = player.other
    won = _wins(rules, stones, player, moves)
    del stones[reply]
    return won


def _wins_by_fours(rules: Rules, stones: Stones, player: Player, moves: int) -> bool:
    """Whether a player to move wins with `moves` moves, all but the last of them fours."""
    if winning_places(rules, stones, player):
        return moves > 0
    return moves > 1 and any(
        _four_wins(rules, stones, place, player, moves) for place in empties(rules, stones)
    )


def _four_wins(rules: Rules, stones: Stones, place: Place, player: Player, moves: int) -> bool:
    stones[place] = player
    fives = winning_places(rules, stones, player)
    won = bool(fives) and not winning_places(rules, stones, player.other)
    if won and len(fives) == 1:
        stones[fives[0]] = player.other
        won = _wins_by_fours(rules, stones, player, moves - 1)
        del stones[fives[0]]
    del stones[place]
    return won
