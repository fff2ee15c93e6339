"""Five in a row on large boards: wins by threats, with quiet moves before them where it takes any.

A quiet move is tried if threats win should the defender pass; then every answer in the zone of
that win must be met, by threats or by quiet moves again. The engine says which moves to try, so
that no win was found never means that there is none.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from tengen.core.board import Board
from tengen.core.point import Point
from tengen.core.rules import Rules
from tengen.search.analysis import Limits
from tengen.search.engine import Engine
from tengen.solver.listener import Cells, Listener
from tengen.solver.prover import Memory, Prover
from tengen.solver.small_memory import Stones
from tengen.solver.small_meter import Meter
from tengen.solver.small_windows import bits, make_windows
from tengen.solver.solve_parts import FivePart, Heard, begin, make_board

LIMIT = 1_000_000
"""Positions to look at for one win by threats."""
ENGINE_NODES = 30_000
MOVES = 6
ENGINE_MEGABYTES = 16
PASS = -1
Suggest = Callable[[Board], Point | None]
STAGE = "quiet moves in a row: {}"
EVERY = "every reply to a move"


class FiveSolver:
    """Proves wins of one player, the attacker.

    `hints` are moves that have won before, by position; those that are found are put there, too.
    `suggest` may know more, for a board on which the attacker is the first player.
    """

    def __init__(
        self,
        rules: Rules,
        meter: Meter,
        listen: Callable[[], Listener],
        hints: dict[Stones, int],
        suggest: Suggest,
    ) -> None:
        self._rules = rules
        self._meter = meter
        self._listen = listen
        self._hints = hints
        self._suggest = suggest
        self._memory = Memory()
        self._engine = Engine(ENGINE_MEGABYTES)
        self._windows = make_windows(rules.width, rules.height, rules.k)
        self._failed: dict[Stones, int] = {}
        self._parts: dict[Stones, FivePart] = {}
        meter.join(int, self._engine.stop)

    def win(self, attacker: Cells, defender: Cells, depth: int) -> FivePart | None:
        """How the attacker, to move, wins with so many quiet moves; None if no way was found."""
        self._meter.enter(STAGE.format(depth))
        if self._solve(attacker, defender, depth):
            return self._parts[attacker, defender]
        return None

    def win_after(self, attacker: Cells, defender: Cells, depth: int) -> FivePart | None:
        """How the attacker wins with the defender to move; None if no way was found."""
        self._meter.enter(STAGE.format(depth))
        return self._after(attacker, defender, None, depth, is_known=depth > 0)

    def used(self, last: FivePart) -> list[FivePart]:
        """A part, and before it those that it uses."""
        found: dict[Stones, FivePart] = {}
        self._collect(last, found)
        return [*found.values(), last]

    def _collect(self, part: FivePart, found: dict[Stones, FivePart]) -> None:
        for stones in part.uses:
            if stones not in found:
                self._collect(self._parts[stones], found)
                found[stones] = self._parts[stones]

    def _solve(self, attacker: Cells, defender: Cells, depth: int) -> bool:
        stones = attacker, defender
        if stones in self._parts:
            return True
        if self._failed.get(stones, -1) >= depth:
            return False
        part = self._by_threats(*stones) if stones not in self._failed else None
        part = part or self._by_moves(stones, self._known(*stones), depth, is_known=True)
        if part is None and depth:
            part = self._by_moves(stones, self._candidates(*stones), depth - 1)
        if part is None:
            self._failed[stones] = depth
            return False
        self._parts[stones] = part
        return True

    def _by_threats(self, attacker: Cells, defender: Cells) -> FivePart | None:
        prover = Prover(self._rules, attacker, defender, self._memory, None)
        node = self._prove(prover, PASS)
        if node < 0:
            return None
        heard = Heard(self._listen())
        prover.tell(node, cast("Listener", heard))
        return FivePart(attacker, defender, heard.story, prover.plies(node), heard.first)

    def _by_moves(
        self, stones: Stones, moves: list[int], depth: int, *, is_known: bool = False
    ) -> FivePart | None:
        """A win by one of these quiet moves."""
        attacker, defender = stones
        for move in moves:
            part = self._after(attacker | {move}, defender, move, depth, is_known=is_known)
            if part is not None:
                return self._won(attacker, defender, part, move)
        return None

    def _won(self, attacker: Cells, defender: Cells, after: FivePart, move: int) -> FivePart:
        """The part of a position, from that after a move in it."""
        self._hints[attacker, defender] = move
        return FivePart(attacker, defender, after.story, after.plies + 1, move, after.uses)

    def _after(
        self, attacker: Cells, defender: Cells, move: int | None, depth: int, *, is_known: bool
    ) -> FivePart | None:
        """A win after a move, with the defender to move.

        If the move is known to win, all replies are gone through where passes do not lose by
        threats: that is what openings take.
        """
        if self._completions(defender, attacker):
            return None
        ends = self._completions(attacker, defender)
        if ends:
            return self._answer_four(attacker, defender, move, (ends, depth))
        part = self._answer_all(attacker, defender, move, depth)
        if part is None and is_known:
            part = self._answer_every(attacker, defender, move, depth)
        return part

    def _answer_four(
        self, attacker: Cells, defender: Cells, move: int | None, found: tuple[list[int], int]
    ) -> FivePart | None:
        """With the defender to move: a row that can be completed on these cells."""
        ends, depth = found
        after = attacker, defender | {ends[0]}
        if len(ends) == 1 and not self._solve(*after, depth):
            return None
        story = begin(self._listen(), move)
        if len(ends) > 1:
            return FivePart(attacker, defender, story, 2, move)
        story.use(*after)
        return FivePart(attacker, defender, story, 1 + self._parts[after].plies, move, (after,))

    def _answer_all(
        self, attacker: Cells, defender: Cells, move: int | None, depth: int
    ) -> FivePart | None:
        """With the defender to move: a win after a pass, and after all replies in its zone."""
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

    def _answer_every(
        self, attacker: Cells, defender: Cells, move: int | None, depth: int
    ) -> FivePart | None:
        """With the defender to move: a win after every reply, up to symmetry. For openings."""
        mine, theirs = (sum(1 << cell for cell in cells) for cells in (attacker, defender))
        empty = self._windows.full & ~mine & ~theirs
        replies = list(self._windows.representatives(empty, mine, theirs))
        uses = []
        for number, reply in enumerate(replies):
            self._meter.enter(EVERY, number, len(replies))
            uses.append((attacker, defender | {reply}))
            if not self._solve(*uses[-1], depth):
                return None
        story = begin(self._listen(), move)
        story.every()
        for reply, stones in zip(replies, uses, strict=True):
            story.reply(reply)
            story.use(*stones)
        story.end()
        plies = 1 + max(self._parts[stones].plies for stones in uses)
        return FivePart(attacker, defender, story, plies, move, tuple(uses))

    def _tell(
        self,
        attacker: Cells,
        defender: Cells,
        move: int | None,
        proved: tuple[Prover, int, dict[int, int]],
    ) -> FivePart:
        prover, null, nodes = proved
        story = begin(self._listen(), move)
        prover.tell(null, story)
        plies = [prover.plies(null)]
        uses = []
        for reply, node in nodes.items():
            story.reply(reply)
            if node >= 0:
                prover.tell(node, story)
                plies.append(prover.plies(node))
            else:
                uses.append((attacker, defender | {reply}))
                story.use(*uses[-1])
                plies.append(self._parts[uses[-1]].plies)
        story.end()
        return FivePart(attacker, defender, story, max(plies) + 1, move, tuple(uses))

    def _prove(self, prover: Prover, reply: int) -> int:
        before = prover.nodes
        limit = min(LIMIT, self._meter.nodes_left or LIMIT)
        node = prover.prove(limit) if reply == PASS else prover.prove_after(reply, limit)
        self._meter.count(prover.nodes - before + 1)
        return node

    def _known(self, attacker: Cells, defender: Cells) -> list[int]:
        """A move that has won before, or is said to."""
        move = self._hints.get((attacker, defender))
        if move is not None:
            return [move]
        point = self._suggest(make_board(self._rules, attacker, defender))
        return [] if point is None else [point.row * self._rules.width + point.col]

    def _candidates(self, attacker: Cells, defender: Cells) -> list[int]:
        """The moves that the engine likes best; only one that stops a five, if there is any."""
        must = self._completions(defender, attacker)
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

    def _completions(self, mine: Cells, theirs: Cells) -> list[int]:
        """Where one side completes a row."""
        stones = [sum(1 << cell for cell in cells) for cells in (mine, theirs)]
        return list(bits(self._windows.completions(*stones)))
