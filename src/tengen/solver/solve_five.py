"""Five in a row on large boards: wins by threats, with quiet moves before them where it takes any.

A quiet move is tried if threats win should the defender pass; then every answer in the zone of
that win must be met, by threats or by quiet moves again. The engine says which moves to try, so
that no win was found never means that there is none.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

from tengen.core.board import Board
from tengen.core.player import Player
from tengen.core.point import Point
from tengen.core.rules import Rules
from tengen.search.analysis import Limits
from tengen.search.engine import Engine
from tengen.solver.listener import Cells, Listener
from tengen.solver.prover import Memory, Prover
from tengen.solver.small_meter import Meter
from tengen.solver.small_windows import bits, make_windows

LIMIT = 200_000
"""Positions to look at for one win by threats."""
ENGINE_NODES = 30_000
MOVES = 6
PASS = -1
STAGE = "quiet moves in a row: {}"


@dataclass(frozen=True, slots=True)
class FivePart:
    """A position and how the attacker wins it, told to a listener of its own."""

    attacker: Cells
    defender: Cells
    story: Listener
    plies: int
    move: int | None


class FiveSolver:
    """Proves wins of one player, the attacker; `parts` are those proved, what they use first."""

    def __init__(self, rules: Rules, meter: Meter, listen: Callable[[], Listener]) -> None:
        self._rules = rules
        self._meter = meter
        self._listen = listen
        self._memory = Memory()
        self._engine = Engine(16)
        self._windows = make_windows(rules.width, rules.height, rules.k)
        self._failed: dict[tuple[Cells, Cells], int] = {}
        self.parts: dict[tuple[Cells, Cells], FivePart] = {}
        meter.join(int, self._engine.stop)

    def win(self, attacker: Cells, defender: Cells, depth: int) -> FivePart | None:
        """How the attacker, to move, wins with so many quiet moves; None if no way was found."""
        self._meter.enter(STAGE.format(depth))
        if self._solve(attacker, defender, depth):
            return self.parts[attacker, defender]
        return None

    def win_after(self, attacker: Cells, defender: Cells, depth: int) -> FivePart | None:
        """How the attacker wins with the defender to move; None if no way was found."""
        self._meter.enter(STAGE.format(depth))
        return self._answer_all(attacker, defender, None, depth)

    def used(self, last: FivePart) -> list[FivePart]:
        """A part, and before it those that it may use."""
        before = [part for part in self.parts.values() if part is not last]
        return [*before, last]

    def _solve(self, attacker: Cells, defender: Cells, depth: int) -> bool:
        stones = attacker, defender
        if stones in self.parts:
            return True
        if self._failed.get(stones, -1) >= depth:
            return False
        part = self._by_threats(*stones) if stones not in self._failed else None
        if part is None and depth:
            part = self._by_quiet(*stones, depth)
        if part is None:
            self._failed[stones] = depth
            return False
        self.parts[stones] = part
        return True

    def _by_threats(self, attacker: Cells, defender: Cells) -> FivePart | None:
        prover = Prover(self._rules, attacker, defender, self._memory, None)
        node = self._prove(prover, PASS)
        if node < 0:
            return None
        heard = _Heard(self._listen())
        prover.tell(node, cast("Listener", heard))
        return FivePart(attacker, defender, heard.story, prover.plies(node), heard.first)

    def _by_quiet(self, attacker: Cells, defender: Cells, depth: int) -> FivePart | None:
        for move in self._candidates(attacker, defender):
            part = self._answer_all(attacker | {move}, defender, move, depth - 1)
            if part is not None:
                return FivePart(attacker, defender, part.story, part.plies + 1, move)
        return None

    def _answer_all(
        self, attacker: Cells, defender: Cells, move: int | None, depth: int
    ) -> FivePart | None:
        """With the defender to move: a win after a pass, and after all replies in its zone."""
        mine, theirs = (sum(1 << cell for cell in cells) for cells in (attacker, defender))
        if self._windows.completions(mine, theirs) or self._windows.completions(theirs, mine):
            return None
        prover = Prover(self._rules, attacker, defender, self._memory, None)
        null = self._prove(prover, PASS)
        if null < 0:
            return None
        nodes = {}
        for reply in prover.zone(null):
            nodes[reply] = self._prove(prover, reply)
            if nodes[reply] < 0 and not self._solve(attacker, defender | {reply}, depth):
                return None
        return self._tell(attacker, defender, move, (prover, null, nodes))

    def _tell(
        self,
        attacker: Cells,
        defender: Cells,
        move: int | None,
        proved: tuple[Prover, int, dict[int, int]],
    ) -> FivePart:
        prover, null, nodes = proved
        story = self._listen()
        if move is not None:
            story.move(move)
        prover.tell(null, story)
        plies = prover.plies(null)
        for reply, node in nodes.items():
            story.reply(reply)
            if node >= 0:
                prover.tell(node, story)
                plies = max(plies, prover.plies(node))
            else:
                story.use(attacker, defender | {reply})
                plies = max(plies, self.parts[attacker, defender | {reply}].plies)
        story.end()
        return FivePart(attacker, defender, story, plies + 1, move)

    def _prove(self, prover: Prover, reply: int) -> int:
        before = prover.nodes
        limit = min(LIMIT, self._meter.nodes_left or LIMIT)
        node = prover.prove(limit) if reply == PASS else prover.prove_after(reply, limit)
        self._meter.count(prover.nodes - before + 1)
        return node

    def _candidates(self, attacker: Cells, defender: Cells) -> list[int]:
        """The moves that the engine likes best; only one that stops a five, if there is any."""
        mine, theirs = (sum(1 << cell for cell in cells) for cells in (attacker, defender))
        must = list(bits(self._windows.completions(theirs, mine)))
        if must:
            return must if len(must) == 1 else []
        last = None
        board = make_board(self._rules, attacker, defender)
        for analysis in self._engine.analyse(board, Limits(nodes=ENGINE_NODES), MOVES):
            last = analysis
        self._engine.get_ready()
        self._meter.count(last.nodes if last else 0)
        moves = [line.moves[0] for line in last.lines] if last else []
        return [point.row * self._rules.width + point.col for point in moves]


class _Heard:
    """Passes on what it is told, and remembers the first move."""

    def __init__(self, story: Listener) -> None:
        self.story = story
        self.first: int | None = None

    def __getattr__(self, name: str) -> object:
        return getattr(self.story, name)

    def move(self, cell: int) -> None:
        """The attacker plays here."""
        self.first = cell if self.first is None else self.first
        self.story.move(cell)


def make_board(rules: Rules, attacker: Cells, defender: Cells) -> Board:
    """A board on which the attacker is the first player, and to move."""
    setup = {Point(*divmod(cell, rules.width)): Player.FIRST for cell in attacker}
    setup |= {Point(*divmod(cell, rules.width)): Player.SECOND for cell in defender}
    return Board(rules, setup, Player.FIRST)
