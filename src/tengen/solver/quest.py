"""A proof-number search for quiet moves: which of them win, whatever the defender answers.

The tree has positions with the attacker to move, each with moves worth trying, and for each move
that has been looked at the answers that threats do not meet. A position's proof number is how many
of the positions without moves yet would have to be won for it to be; the next one to look at is on
the way where that is least. Threats decide what they can; where no move is worth trying, the
search gives up, which is no disproof.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from tengen.solver.listener import Stones

NEVER = 1 << 40
"""The proof number of what cannot be won, and the disproof number of what is."""


@dataclass(slots=True, eq=False)
class Place:
    """A position with the attacker to move."""

    stones: Stones
    proof: int = 1
    disproof: int = 1
    moves: list[Try] | None = None
    parents: list[Try] = field(default_factory=list)

    def weigh(self) -> tuple[int, int]:
        """Its numbers, from those of the moves: one of them is enough."""
        moves = self.moves or []
        disproof = sum(move.disproof for move in moves)
        return min((move.proof for move in moves), default=NEVER), min(disproof, NEVER)


@dataclass(slots=True, eq=False)
class Try:
    """A quiet move; `answers` are those that threats do not meet, once that has been looked at."""

    parent: Place
    move: int
    proof: int
    disproof: int = 1
    answers: list[Place] | None = None

    def weigh(self) -> tuple[int, int]:
        """Its numbers, from those of the answers: all of them have to be won."""
        answers = self.answers or []
        proof = sum(answer.proof for answer in answers)
        return min(proof, NEVER), min((answer.disproof for answer in answers), default=NEVER)


@dataclass(frozen=True, slots=True)
class Guide:
    """What the search asks of others. Each may raise to break the search off.

    `wins` says whether threats win a position. `moves` are those worth trying, each with the
    number of answers that it would have to be proved against. `answers` are those that threats do
    not meet, or None if the move threatens nothing.
    """

    wins: Callable[[Stones], bool]
    moves: Callable[[Stones], Iterable[tuple[int, int]]]
    answers: Callable[[Stones, int], Iterable[Stones] | None]


class Quest:
    """The search from one position; it may be run again and goes on where it was."""

    def __init__(self, stones: Stones, guide: Guide) -> None:
        self._guide = guide
        self._places: dict[Stones, Place] = {}
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
        found: Place | Try = self.root
        while True:
            below: list[Place] | list[Try] | None
            if isinstance(found, Place):
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

    def _place(self, stones: Stones) -> Place:
        if stones not in self._places:
            place = self._places[stones] = Place(stones)
            if self._guide.wins(stones):
                place.proof, place.disproof = 0, NEVER
        return self._places[stones]

    def _look_for_moves(self, place: Place) -> None:
        found = self._guide.moves(place.stones)
        place.moves = [Try(place, move, max(1, answers)) for move, answers in found]

    def _look_for_answers(self, move: Try) -> None:
        found = self._guide.answers(move.parent.stones, move.move)
        if found is None:
            move.proof, move.disproof, move.answers = NEVER, 0, []
            return
        move.answers = [self._place(stones) for stones in found]
        for place in move.answers:
            place.parents.append(move)

    def _renew(self, start: Place | Try) -> None:
        """Weigh again what has changed, and all above it."""
        left = [start]
        while left:
            node = left.pop()
            is_void = isinstance(node, Try) and node.disproof == 0
            numbers = (node.proof, node.disproof) if is_void else node.weigh()
            if numbers != (node.proof, node.disproof) or node is start:
                node.proof, node.disproof = numbers
                left += [node.parent] if isinstance(node, Try) else node.parents
