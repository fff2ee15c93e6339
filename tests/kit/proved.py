"""A slow and simple implementation of proofs: sets of cells, all windows, every move tried.

`prove` makes random trees of small positions, `supports` computes their support sets by definition,
`minimax` solves positions. No code of the checkers is used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from random import Random

from kit.certificates import Cells, Game
from tengen.engine.win_finder import Win
from tengen.prove.certificate_writer import ProofTurn, TreeWriter

Supports = tuple[Cells, ...]


@dataclass(frozen=True)
class Tree:
    """A move of the attacker, and the trees after passing, if allowed, and after replies.

    A tree without any is over: it makes k in a row, or fours with more than one empty cell. A tree
    of the kind `less` takes the defender's stone away instead, and goes on with `null`.
    """

    move: int
    null: Tree | None = None
    replies: tuple[tuple[int, Tree], ...] = ()
    kind: str = "five"  # or "fours", "forced", "zone", "all", "less"


@cache
def windows(game: Game) -> tuple[Cells, ...]:
    """Return all windows of k cells in a line."""
    found = []
    for row, col, (down, right) in product(
        range(game.height), range(game.width), [(0, 1), (1, 0), (1, 1), (1, -1)]
    ):
        line = [(row + n * down, col + n * right) for n in range(game.k)]
        if all(0 <= r < game.height and 0 <= c < game.width for r, c in line):
            found.append(frozenset(r * game.width + c for r, c in line))
    return tuple(found)


def empty(game: Game, attacker: Cells, defender: Cells) -> Cells:
    """Return the cells without a stone."""
    return frozenset(range(game.width * game.height)) - attacker - defender


def has_won(game: Game, side: Cells) -> bool:
    """Whether a side fills a window."""
    return any(window <= side for window in windows(game))


def begun(game: Game, side: Cells, other: Cells, least: int) -> Cells:
    """Return the empty cells of windows without the other side and with at least `least` stones."""
    found: set[int] = set()
    for window in windows(game):
        if not window & other and len(window & side) >= least:
            found |= window - side
    return frozenset(found)


def supports(game: Game, tree: Tree, attacker: Cells, defender: Cells) -> Supports:
    """Return the support sets of a tree by their definition."""
    k, move = game.k, frozenset([tree.move])
    if tree.kind == "less" and tree.null is not None:
        sets = supports(game, tree.null, attacker, defender - move)
        return tuple(cells - move for cells in sets[1:])
    after = attacker | move
    if tree.kind == "five":
        return (move,) * max(k - 2, 0)
    fours = begun(game, after, defender, k - 1)
    below = [supports(game, child, after, defender | {reply}) for reply, child in tree.replies]
    if tree.null is not None:
        below.append(supports(game, tree.null, after, defender)[1:])
    if tree.kind == "fours":
        below.append((fours,) * (k - 2))
    if tree.kind == "all":
        return ()
    return tuple(
        move.union(fours, begun(game, defender, attacker, k - 2 - number), *cells)
        for number, cells in enumerate(zip(*below, strict=False))
    )


def plies(tree: Tree) -> int:
    """Return the most moves of both sides until the win."""
    if tree.kind in {"five", "fours"}:
        return 1 if tree.kind == "five" else 3
    others = [] if tree.null is None else [tree.null]
    if tree.kind == "less":
        return plies(others[0])
    return 2 + max(plies(child) for child in [*others, *(child for _, child in tree.replies)])


def from_win(game: Game, win: Win, attacker: Cells, defender: Cells) -> Tree:
    """Return a tree from a win that the engine has found."""
    move = win.move.row * game.width + win.move.col
    after = attacker | {move}
    if win.otherwise is None:
        return Tree(move)
    fours = begun(game, after, defender, game.k - 1)
    if len(fours) > 1:
        return Tree(move, kind="fours")
    cells = {point.row * game.width + point.col: child for point, child in win.replies.items()}
    replies = tuple(
        (cell, from_win(game, cells[cell], after, defender | {cell})) for cell in sorted(cells)
    )
    if fours:
        return Tree(move, None, replies, "forced")
    return Tree(move, from_win(game, win.otherwise, after, defender), replies, "zone")


def tell(tree: Tree, writer: TreeWriter) -> None:
    """Write a tree in the tokens of the format."""
    if tree.kind == "less" and tree.null is not None:
        writer.less(tree.move)
        tell(tree.null, writer)
        return
    writer.move(tree.move)
    if tree.kind == "forced":
        tell(tree.replies[0][1], writer)
    elif tree.kind in {"zone", "all"}:
        if tree.null is None:
            writer.every()
        else:
            tell(tree.null, writer)
        for reply, child in tree.replies:
            writer.reply(reply)
            tell(child, writer)
        writer.end()


class Prover:
    """Searches trees with a limited number of moves on a path, in random order."""

    def __init__(self, game: Game, seed: int, nulls: float = 0.8) -> None:
        self._game = game
        self._random = Random(seed)
        self._nulls = nulls
        self._known: dict[tuple[Cells, Cells, int], Tree | None] = {}

    def prove(self, attacker: Cells, defender: Cells, moves: int) -> Tree | None:
        """Return a tree for the attacker to move; None if there is none."""
        key = (attacker, defender, moves)
        if key not in self._known:
            lesser = self._lesser(attacker, defender, moves)
            self._known[key] = lesser or next(self._trees(attacker, defender, moves), None)
        return self._known[key]

    def _lesser(self, attacker: Cells, defender: Cells, moves: int) -> Tree | None:
        """Sometimes return a tree that does not depend on one of the defender's stones."""
        if not defender or moves > 2 or self._random.random() > 0.2:
            return None
        cell = self._random.choice(sorted(defender))
        tree = self.prove(attacker, defender - {cell}, moves)
        sets = supports(self._game, tree, attacker, defender - {cell}) if tree else ()
        return Tree(cell, tree, kind="less") if sets and cell not in sets[0] else None

    def _trees(self, attacker: Cells, defender: Cells, moves: int) -> Iterator[Tree]:
        game = self._game
        danger = begun(game, defender, attacker, game.k - 1)
        candidates = sorted(empty(game, attacker, defender))
        self._random.shuffle(candidates)
        for move in candidates if moves else ():
            after = attacker | {move}
            if has_won(game, after):
                yield Tree(move)
            elif danger <= {move}:
                yield from self._rest(move, after, defender, moves - 1)

    def _rest(self, move: int, after: Cells, defender: Cells, moves: int) -> Iterator[Tree]:
        fours = begun(self._game, after, defender, self._game.k - 1)
        if len(fours) > 1:
            yield Tree(move, kind="fours")
        elif fours:
            yield from self._answered(move, None, fours, "forced", after, defender, moves)
        elif moves and self._random.random() < self._nulls:
            null = self.prove(after, defender, moves)
            sets = supports(self._game, null, after, defender) if null else ()
            if sets:
                yield from self._answered(move, null, sets[0], "zone", after, defender, moves)
        elif moves and (free := empty(self._game, after, defender)):
            yield from self._answered(move, None, free, "all", after, defender, moves)

    def _answered(  # noqa: PLR0913, PLR0917 - a tree and a position
        self,
        move: int,
        null: Tree | None,
        cells: Cells,
        kind: str,
        after: Cells,
        defender: Cells,
        moves: int,
    ) -> Iterator[Tree]:
        replies = []
        for cell in sorted(cells):
            child = self.prove(after, defender | {cell}, moves)
            if child is None:
                return
            replies.append((cell, child))
        yield Tree(move, null, tuple(replies), kind)


def minimax(game: Game) -> Callable[[Cells, Cells, ProofTurn], int]:
    """Return a function that returns in how many plies the attacker wins; 0 if it does not."""

    @cache
    def solve(attacker: Cells, defender: Cells, turn: ProofTurn) -> int:
        free = empty(game, attacker, defender)
        if turn is ProofTurn.ATTACKER:
            if any(has_won(game, attacker | {cell}) for cell in free):
                return 1
            after = [solve(attacker | {cell}, defender, ProofTurn.DEFENDER) for cell in free]
            return min((found + 1 for found in after if found), default=0)
        if not free or any(has_won(game, defender | {cell}) for cell in free):
            return 0
        after = [solve(attacker, defender | {cell}, ProofTurn.ATTACKER) for cell in free]
        return max(after) + 1 if all(after) else 0

    return solve
