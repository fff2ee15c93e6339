"""A win as a tree: the attacker's move, and what follows it; and the cells that it rests on.

The words are those of docs/design/proof.md: S1, S2 ... are the cells in which extra stones of the
defender, the newest, the second newest and so on, would change something.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, field

from tengen.solver.small_windows import Windows

Supports = tuple[int, ...]


class Rest(enum.Enum):
    """What follows the attacker's move."""

    NOTHING = "the row is complete, or will be whatever is done"
    FORCED = "the one move that stops a row"
    ZONE = "a win if the defender passes, and the replies that change it"
    EVERY = "all replies, up to symmetry"


@dataclass(slots=True, eq=False)
class Attack:
    """A win of the attacker, who plays `move`; if it is None, the defender is to move.

    `otherwise` is the win if the defender passes. Equal subtrees may be one and the same object.
    """

    move: int | None
    rest: Rest
    replies: list[tuple[int, Attack]] = field(default_factory=list)
    otherwise: Attack | None = None
    supports: Supports = ()
    plies: int = 1

    def children(self) -> list[Attack]:
        """All that can follow, in the order in which it is told."""
        first = [] if self.otherwise is None else [self.otherwise]
        return first + [attack for _, attack in self.replies]


class Builder:
    """Makes attacks with their supports; positions are the attacker's and the defender's cells."""

    def __init__(self, windows: Windows) -> None:
        self._windows = windows
        self._orders = max(0, windows.k - 2)

    def complete(self, move: int) -> Attack:
        """The move completes a row."""
        return Attack(move, Rest.NOTHING, supports=(1 << move,) * self._orders)

    def double(self, ends: int) -> Attack:
        """With the defender to move, a row can be completed on several cells."""
        return Attack(None, Rest.NOTHING, supports=(ends,) * self._orders, plies=2)

    def forced(self, end: int, after: Attack) -> Attack:
        """With the defender to move, only one cell stops a row."""
        supports = tuple([cells | 1 << end for cells in after.supports])
        return Attack(None, Rest.FORCED, [(end, after)], None, supports, after.plies + 1)

    def zone(self, otherwise: Attack, replies: list[tuple[int, Attack]]) -> Attack:
        """With the defender to move, a pass and the replies in the first support of its win."""
        rows = [otherwise.supports[1:], *(attack.supports for _, attack in replies)]
        supports = tuple([_union(cells) for cells in zip(*rows, strict=False)])
        plies = 1 + max(otherwise.plies, *(attack.plies for _, attack in replies), 0)
        return Attack(None, Rest.ZONE, replies, otherwise, supports, plies)

    def every(self, replies: list[tuple[int, Attack]]) -> Attack:
        """With the defender to move, all replies."""
        plies = 1 + max(attack.plies for _, attack in replies)
        return Attack(None, Rest.EVERY, replies, plies=plies)

    def play(self, move: int, after: Attack, mine: int, theirs: int) -> Attack:
        """The attacker's move, from this position, before something with the defender to move."""
        by_stones = self._windows.by_stones(theirs, mine)
        supports = tuple(
            [
                1 << move | by_stones[self._orders - at] | cells
                for at, cells in enumerate(after.supports)
            ]
        )
        plies = after.plies + 1
        return Attack(move, after.rest, after.replies, after.otherwise, supports, plies)


def _union(sets: tuple[int, ...]) -> int:
    found = 0
    for cells in sets:
        found |= cells
    return found
