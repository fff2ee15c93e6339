"""Proof-number search for quiet moves: which of them win, whatever the defender answers.

An OR node is a position with the attacker to move and has moves worth trying; an AND node is such a
move and has the answers that threats do not meet. The proof number of a position is how many of the
positions without moves yet would have to be won for it to be; the next one to look at is on the
path where that is least. Threats decide what they can; where no move is worth trying, the search
gives up, which is no disproof.

In five in a row the engine says which moves to try, so that "no win found" never means that there
is none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from tengen.engine.analysis import Limits
from tengen.engine.engine import Engine
from tengen.prove.five_solver import FiveSolver
from tengen.prove.proof_listener import Cells, Stones
from tengen.prove.prover import make_board
from tengen.prove.solver_state import Meter
from tengen.rules.point import cell_of
from tengen.rules.rules import Rules

INFINITE = 1 << 40
"""The proof number of what cannot be won, and the disproof number of what is."""


@dataclass(slots=True, eq=False)
class OrNode:
    """A position with the attacker to move."""

    stones: Stones
    proof: int = 1
    disproof: int = 1
    moves: list[AndNode] | None = None
    parents: list[AndNode] = field(default_factory=list)

    def weigh(self) -> tuple[int, int]:
        """Its numbers, from those of the moves: one of them is enough."""
        moves = self.moves or []
        disproof = sum(move.disproof for move in moves)
        return min((move.proof for move in moves), default=INFINITE), min(disproof, INFINITE)


@dataclass(slots=True, eq=False)
class AndNode:
    """A quiet move; `answers` are those that threats do not meet, once that has been looked at."""

    parent: OrNode
    move: int
    proof: int
    disproof: int = 1
    answers: list[OrNode] | None = None

    def weigh(self) -> tuple[int, int]:
        """Its numbers, from those of the answers: all of them have to be won."""
        answers = self.answers or []
        proof = sum(answer.proof for answer in answers)
        return min(proof, INFINITE), min((answer.disproof for answer in answers), default=INFINITE)


@dataclass(frozen=True, slots=True)
class PnExpander:
    """What the search asks of others. Each may raise to break the search off.

    `wins` says whether threats win a position. `moves` are those worth trying, each with the
    number of answers that it would have to be proved against. `answers` are those that threats do
    not meet, or None if the move threatens nothing.
    """

    wins: Callable[[Stones], bool]
    moves: Callable[[Stones], Iterable[tuple[int, int]]]
    answers: Callable[[Stones, int], Iterable[Stones] | None]


class PnSearch:
    """The search from one position; it may be run again and goes on where it was."""

    def __init__(self, stones: Stones, guide: PnExpander) -> None:
        self._guide = guide
        self._places: dict[Stones, OrNode] = {}
        self.root = self._place(stones)

    @property
    def is_won(self) -> bool:
        """Whether the attacker wins."""
        return self.root.proof == 0

    @property
    def is_over(self) -> bool:
        """Whether there is nothing left to look at."""
        return self.root.proof == 0 or self.root.disproof == 0

    def step(self) -> None:
        """Look at one more position or move."""
        found: OrNode | AndNode = self.root
        while True:
            below: list[OrNode] | list[AndNode] | None
            if isinstance(found, OrNode):
                below = found.moves
                if below is None:
                    self._look_for_moves(found)
                    break
                found = next(move for move in below if move.proof == found.proof)
            else:
                below = found.answers
                if below is None:
                    self._look_for_answers(found)
                    break
                found = next(place for place in below if place.disproof == found.disproof)
        self._renew(found)

    def winning_moves(self) -> dict[Stones, int]:
        """The quiet moves that win, for every position of the proof that takes one."""
        won: dict[Stones, int] = {}
        left = [self.root] if self.is_won else []
        while left:
            place = left.pop()
            if place.stones not in won and place.moves:
                best = next(move for move in place.moves if move.proof == 0)
                won[place.stones] = best.move
                left += best.answers or []
        return won

    def __len__(self) -> int:
        return len(self._places)

    def _place(self, stones: Stones) -> OrNode:
        if stones not in self._places:
            place = self._places[stones] = OrNode(stones)
            if self._guide.wins(stones):
                place.proof, place.disproof = 0, INFINITE
        return self._places[stones]

    def _look_for_moves(self, place: OrNode) -> None:
        found = self._guide.moves(place.stones)
        place.moves = [AndNode(place, move, max(1, answers)) for move, answers in found]

    def _look_for_answers(self, move: AndNode) -> None:
        found = self._guide.answers(move.parent.stones, move.move)
        if found is None:
            move.proof, move.disproof, move.answers = INFINITE, 0, []
            return
        move.answers = [self._place(stones) for stones in found]
        for place in move.answers:
            place.parents.append(move)

    def _renew(self, start: OrNode | AndNode) -> None:
        """Weigh again what has changed, and all above it."""
        left = [start]
        while left:
            node = left.pop()
            is_void = isinstance(node, AndNode) and node.disproof == 0
            numbers = (node.proof, node.disproof) if is_void else node.weigh()
            if numbers != (node.proof, node.disproof) or node is start:
                node.proof, node.disproof = numbers
                left += [node.parent] if isinstance(node, AndNode) else node.parents


NODES = 30_000
MOVES = 8
MEGABYTES = 16
QUIET_STAGE = "quiet moves"


class MoveAdviser:
    """The moves that the engine likes best."""

    def __init__(self, rules: Rules, meter: Meter) -> None:
        self._rules = rules
        self._meter = meter
        self._engine = Engine(MEGABYTES)

    def moves(self, stones: Stones) -> Iterable[tuple[int, int]]:
        """Each with a guess at how much is to be proved after it: the better, the less."""
        last = None
        board = make_board(self._rules, *stones)
        limits, cancel = Limits(nodes=NODES), self._meter.cancel
        for analysis in self._engine.analyse(board, limits, MOVES, cancel=cancel):
            last = analysis
        self._meter.count(last.nodes if last else 0)
        points = [line.moves[0] for line in last.lines] if last else []
        cells = [cell_of(point, self._rules) for point in points]
        return [(cell, 1 + rank) for rank, cell in enumerate(cells)]


class PnSearchGroup:
    """All positions that one player, the attacker, has to win, with the attacker to move."""

    def __init__(self, solver: FiveSolver, adviser: MoveAdviser, positions: list[Stones]) -> None:
        def answers(stones: Stones, move: int) -> list[Stones] | None:
            attacker, defender = stones
            return solver.gaps(attacker | {move}, defender)

        guide = PnExpander(solver.wins, adviser.moves, answers)
        self._quests = [PnSearch(stones, guide) for stones in positions]

    @property
    def is_won(self) -> bool:
        """Whether all are won."""
        return all(quest.is_won for quest in self._quests)

    @property
    def is_over(self) -> bool:
        """Whether there is nothing left to look at, or one cannot be won."""
        return self.is_won or any(quest.is_over and not quest.is_won for quest in self._quests)

    def step(self) -> None:
        """Look at one more position or move."""
        next(quest for quest in self._quests if not quest.is_over).step()

    def winning_moves(self) -> dict[Stones, int]:
        """The quiet moves that win."""
        return {
            stones: move for quest in self._quests for stones, move in quest.winning_moves().items()
        }


def start_pn_search(
    solver: FiveSolver, adviser: MoveAdviser, stones: tuple[Cells, Cells], *, is_mover: bool
) -> PnSearchGroup | None:
    """What the attacker has to win: the position, or all that a pass does not settle; or None."""
    positions = [stones] if is_mover else solver.gaps(*stones)
    return None if positions is None else PnSearchGroup(solver, adviser, positions)
