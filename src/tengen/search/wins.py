"""A win as a tree that can be replayed: a move, and what to do after every answer to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from tengen.rules.point import Point
from tengen.rules.rules import Rules
from tengen.rules.symmetry import Symmetry


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Win:
    """A move that wins.

    `replies` are the defender's answers that need a win of their own; `otherwise` wins after all
    others, as if the defender had passed. A move that makes five has neither. `plies` is how many
    moves of both sides the win takes at most. Equal subtrees may be one and the same object.
    """

    move: Point
    replies: Mapping[Point, Win] = field(default_factory=dict)
    otherwise: Win | None = None
    plies: int = field(init=False)

    def __post_init__(self) -> None:
        after = [win.plies for win in self.children()]
        object.__setattr__(self, "plies", 2 + max(after) if after else 1)

    def children(self) -> list[Win]:
        """All that can follow the move."""
        others = [self.otherwise] if self.otherwise else []
        return [*self.replies.values(), *others]

    @property
    def makes_five(self) -> bool:
        """Whether the move ends the game."""
        return self.otherwise is None

    @property
    def makes_four(self) -> bool:
        """Whether the next move makes five, unless the defender prevents it."""
        return self.otherwise is not None and self.otherwise.makes_five

    def after(self, reply: Point) -> Win | None:
        """What wins after an answer; nothing if the game is over already."""
        return self.replies.get(reply, self.otherwise)

    def line(self) -> tuple[Point, ...]:
        """A way to the end on which the defender lasts longest."""
        moves = [self.move]
        win = self
        while win.replies:
            reply, win = max(win.replies.items(), key=lambda pair: pair[1].plies)
            moves += [reply, win.move]
        return tuple(moves)

    def nodes(self) -> Iterator[Win]:
        """Every subtree once, this one first."""
        seen: set[int] = set()
        left = [self]
        while left:
            win = left.pop()
            if id(win) not in seen:
                seen.add(id(win))
                yield win
                left += win.children()

    def transformed(self, symmetry: Symmetry, rules: Rules) -> Win:
        """The same win on a turned or flipped board. Shared subtrees stay shared."""
        done: dict[int, Win] = {}

        def turn(win: Win) -> Win:
            if id(win) not in done:
                replies = {
                    symmetry.apply(reply, rules): turn(after)
                    for reply, after in win.replies.items()
                }
                otherwise = None if win.otherwise is None else turn(win.otherwise)
                done[id(win)] = Win(symmetry.apply(win.move, rules), replies, otherwise)
            return done[id(win)]

        return turn(self)

    def __repr__(self) -> str:
        return f"<Win {self.move} in {self.plies}>"
