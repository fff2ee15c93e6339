"""Prove wins of five in a row on large boards, by threats and known quiet moves before them.

A quiet move wins if threats win after a pass of the defender, and if every answer in the zone of
that win is met by threats or by more quiet moves. `pn_search` finds such moves.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

from tengen.prove.proof_listener import Cells, ProofListener, Stones
from tengen.prove.prover import ThreatMemory, ThreatProver, make_board
from tengen.prove.solver_state import Meter
from tengen.prove.windows import bits, make_windows
from tengen.rules import Board, Point, Rules, cell_of

NODE_LIMIT = 1_000_000
"""The limit of a search for one win by threats."""
PASS = -1
Suggest = Callable[[Board], Point | None]
EVERY_REPLY_STAGE = "proving every reply"


class FiveSolver:
    """Proves wins of one player, the attacker.

    `hints` are moves that won before, by position; new winning moves are added to it. `suggest` may
    return a move for a board on which the attacker is the first player.
    """

    def __init__(
        self,
        rules: Rules,
        meter: Meter,
        new_listener: Callable[[], ProofListener],
        hints: dict[Stones, int],
        suggest: Suggest,
    ) -> None:
        self._rules = rules
        self._meter = meter
        self._new_listener = new_listener
        self._hints = hints
        self._suggest = suggest
        self._memory = ThreatMemory()
        self._windows = make_windows(rules.width, rules.height, rules.k)
        self._failed: set[Stones] = set()
        self._parts: dict[Stones, FivePart] = {}

    def win(self, attacker: Cells, defender: Cells) -> FivePart | None:
        """Return a win with the attacker to move, or None. Raises SolverStopped."""
        self._failed.clear()
        if self._solve(attacker, defender):
            return self._parts[attacker, defender]
        return None

    def win_after(self, attacker: Cells, defender: Cells) -> FivePart | None:
        """Return a win with the defender to move, or None. Raises SolverStopped."""
        self._failed.clear()
        return self._after(attacker, defender, None)

    def wins(self, stones: Stones) -> bool:
        """Return whether threats or known moves win a position. Raises SolverStopped."""
        return self._solve(*stones)

    def gaps(self, attacker: Cells, defender: Cells) -> list[Stones] | None:
        """Return the positions after answers that threats do not meet, with the defender to move.

        Return None if nothing threatens to win.
        """
        if self._completions(defender, attacker):
            return None
        ends = self._completions(attacker, defender)
        if ends:
            return [(attacker, defender | {ends[0]})] if len(ends) == 1 else []
        prover = ThreatProver(self._rules, attacker, defender, self._memory, None)
        null = self._prove(prover, PASS)
        if null < 0:
            return None
        replies = [reply for reply in prover.zone(null) if self._prove(prover, reply) < 0]
        return [(attacker, defender | {reply}) for reply in replies]

    def used(self, last: FivePart) -> list[FivePart]:
        """Return a part after those that it uses."""
        found: dict[Stones, FivePart] = {}
        self._collect(last, found)
        return [*found.values(), last]

    def _collect(self, part: FivePart, found: dict[Stones, FivePart]) -> None:
        for stones in part.uses:
            if stones not in found:
                self._collect(self._parts[stones], found)
                found[stones] = self._parts[stones]

    def _solve(self, attacker: Cells, defender: Cells) -> bool:
        stones = attacker, defender
        if stones in self._parts:
            return True
        if stones in self._failed:
            return False
        part = self._by_threats(*stones) or self._by_hint(*stones)
        if part is None:
            self._failed.add(stones)
            return False
        self._parts[stones] = part
        return True

    def _by_threats(self, attacker: Cells, defender: Cells) -> FivePart | None:
        prover = ThreatProver(self._rules, attacker, defender, self._memory, None)
        node = self._prove(prover, PASS)
        if node < 0:
            return None
        recorder = FirstMoveListener(self._new_listener())
        prover.emit(node, cast("ProofListener", recorder))
        return FivePart(attacker, defender, recorder.listener, prover.plies(node), recorder.first)

    def _by_hint(self, attacker: Cells, defender: Cells) -> FivePart | None:
        """Return a win by a known move, or None."""
        move = self._known(attacker, defender)
        after = None if move is None else self._after(attacker | {move}, defender, move)
        if move is None or after is None:
            return None
        self._hints[attacker, defender] = move
        return FivePart(attacker, defender, after.listener, after.plies + 1, move, after.uses)

    def _after(self, attacker: Cells, defender: Cells, move: int | None) -> FivePart | None:
        """Return a win with the defender to move, after this move if it is not None.

        If a pass does not lose by threats, all replies are tried, as openings need.
        """
        if self._completions(defender, attacker):
            return None
        ends = self._completions(attacker, defender)
        if ends:
            return self._answer_four(attacker, defender, move, ends)
        part = self._answer_zone(attacker, defender, move)
        return part or self._answer_every(attacker, defender, move)

    def _answer_four(
        self, attacker: Cells, defender: Cells, move: int | None, ends: list[int]
    ) -> FivePart | None:
        """Return a win with the defender to move and fours of the attacker with these ends."""
        after = attacker, defender | {ends[0]}
        if len(ends) == 1 and not self._solve(*after):
            return None
        listener = begin_tree(self._new_listener(), move)
        if len(ends) > 1:
            return FivePart(attacker, defender, listener, 2, move)
        listener.use(*after)
        return FivePart(attacker, defender, listener, 1 + self._parts[after].plies, move, (after,))

    def _answer_zone(self, attacker: Cells, defender: Cells, move: int | None) -> FivePart | None:
        """Return a win after a pass and after all replies in its zone, or None."""
        prover = ThreatProver(self._rules, attacker, defender, self._memory, None)
        null = self._prove(prover, PASS)
        if null < 0:
            return None
        nodes = {}
        for reply in prover.zone(null):
            nodes[reply] = self._prove(prover, reply)
            if nodes[reply] < 0 and not self._solve(attacker, defender | {reply}):
                return None
        return self._emit(attacker, defender, move, (prover, null, nodes))

    def _answer_every(self, attacker: Cells, defender: Cells, move: int | None) -> FivePart | None:
        """Return a win after every reply, up to symmetry, or None."""
        mine, theirs = (sum(1 << cell for cell in cells) for cells in (attacker, defender))
        empty = self._windows.full & ~mine & ~theirs
        replies = list(self._windows.representatives(empty, mine, theirs))
        uses = []
        for number, reply in enumerate(replies):
            self._meter.enter(EVERY_REPLY_STAGE, number, len(replies))
            uses.append((attacker, defender | {reply}))
            if not self._solve(*uses[-1]):
                return None
        listener = begin_tree(self._new_listener(), move)
        listener.every()
        for reply, stones in zip(replies, uses, strict=True):
            listener.reply(reply)
            listener.use(*stones)
        listener.end()
        plies = 1 + max(self._parts[stones].plies for stones in uses)
        return FivePart(attacker, defender, listener, plies, move, tuple(uses))

    def _emit(
        self,
        attacker: Cells,
        defender: Cells,
        move: int | None,
        proved: tuple[ThreatProver, int, dict[int, int]],
    ) -> FivePart:
        prover, null, nodes = proved
        listener = begin_tree(self._new_listener(), move)
        prover.emit(null, listener)
        plies = [prover.plies(null)]
        uses = []
        for reply, node in nodes.items():
            listener.reply(reply)
            if node >= 0:
                prover.emit(node, listener)
                plies.append(prover.plies(node))
            else:
                uses.append((attacker, defender | {reply}))
                listener.use(*uses[-1])
                plies.append(self._parts[uses[-1]].plies)
        listener.end()
        return FivePart(attacker, defender, listener, max(plies) + 1, move, tuple(uses))

    def _prove(self, prover: ThreatProver, reply: int) -> int:
        before = prover.nodes
        limit = min(NODE_LIMIT, self._meter.nodes_left or NODE_LIMIT)
        node = prover.prove(limit) if reply == PASS else prover.prove_after(reply, limit)
        self._meter.count(prover.nodes - before + 1)
        return node

    def _known(self, attacker: Cells, defender: Cells) -> int | None:
        """Return a move that won before or is suggested, or None."""
        move = self._hints.get((attacker, defender))
        if move is None:
            point = self._suggest(make_board(self._rules, attacker, defender))
            return None if point is None else cell_of(point, self._rules)
        return move

    def _completions(self, mine: Cells, theirs: Cells) -> list[int]:
        """Return the cells where a side completes a row."""
        stones = [sum(1 << cell for cell in cells) for cells in (mine, theirs)]
        return list(bits(self._windows.completions(*stones)))


@dataclass(frozen=True, slots=True)
class FivePart:
    """A position and how the attacker wins it, in its own listener."""

    attacker: Cells
    defender: Cells
    listener: ProofListener
    plies: int
    move: int | None
    uses: tuple[Stones, ...] = ()


class FirstMoveListener:
    """Forwards all events to a listener, and remembers the first move."""

    def __init__(self, listener: ProofListener) -> None:
        self.listener = listener
        self.first: int | None = None

    def __getattr__(self, name: str) -> object:
        return getattr(self.listener, name)

    def move(self, cell: int) -> None:
        """The attacker plays a cell."""
        self.first = cell if self.first is None else self.first
        self.listener.move(cell)


def begin_tree(listener: ProofListener, move: int | None) -> ProofListener:
    """Begin a tree with a move, or with the defender to move, and return the listener."""
    if move is not None:
        listener.move(move)
    return listener
