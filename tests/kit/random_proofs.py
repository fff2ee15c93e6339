"""Small random certificates with all features of the format; valid and invalid ones.

Trees come from `kit.proved`. Gaps (`gaps`), left-out stones and damage may or may not invalidate a
proof: the checkers decide.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from kit.certificates import Cells, Game, pack, plain, written
from kit.proved import Prover, Tree, empty, has_won
from tengen.prove.certificate_writer import ProofTurn, TreeWriter

Position = tuple[Cells, Cells]
GAMES = (
    (Game(4, 4, 3), 2, 3),
    (Game(5, 5, 3), 1, 3),
    (Game(5, 4, 3), 3, 3),
    (Game(5, 5, 4), 7, 3),
    (Game(7, 7, 5), 24, 2),
)
"""Games, numbers of stones on the board, and the most moves of a proof."""


@dataclass
class RandomTreeWriter:
    """Writes a tree, at random with shared nodes, left-out stones and missing replies."""

    game: Game
    prover: Prover
    random: Random
    gaps: float
    uses: frozenset[Position] = frozenset()
    kept: dict[Position, int] = field(default_factory=dict)
    seen: list[Position] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.writer = TreeWriter(self.game.width, self.game.height)

    def node(self, tree: Tree, position: Position) -> None:
        """Write a tree of a position, or a reference if it is known."""
        if position in self.kept and self.random.random() < 0.9:
            self.writer.again(self.kept[position])
        elif position in self.uses and self.random.random() < 0.9:
            self.writer.use(*position)
        elif self.random.random() < 0.3:
            self.writer.keep()
            self._write(tree, position)
            self.kept[position] = len(self.kept)
        else:
            self._write(tree, position)
        self.seen.append(position)

    def _write(self, tree: Tree, position: Position) -> None:
        attacker, defender = position
        if defender and self.random.random() < 0.03:
            cell = self.random.choice(sorted(defender))
            other = self.prover.prove(attacker, defender - {cell}, 2)
            if other:
                self.writer.less(cell)
                self.node(other, (attacker, defender - {cell}))
                return
        self.writer.move(tree.move)
        self._rest(tree, (attacker | {tree.move}, defender))

    def _rest(self, tree: Tree, position: Position) -> None:
        attacker, defender = position
        if tree.kind == "forced":
            self.node(tree.replies[0][1], (attacker, defender | {tree.replies[0][0]}))
        elif tree.kind in {"zone", "all"}:
            if tree.null:
                self.node(tree.null, position)
            else:
                self.writer.every()
            gaps = self.gaps if self.random.random() < 0.3 else 0
            for reply, child in self._replies(tree, position):
                if self.random.random() >= gaps:
                    self.writer.reply(reply)
                    self.node(child, (attacker, defender | {reply}))
            self.writer.end()

    def _replies(self, tree: Tree, position: Position) -> list[tuple[int, Tree]]:
        """Return the replies of a tree, at random with all others that lose soon."""
        replies = dict(tree.replies)
        if self.random.random() < 0.5:
            for cell in empty(self.game, *position) - replies.keys():
                child = self.prover.prove(position[0], position[1] | {cell}, 2)
                if child:
                    replies[cell] = child
        return sorted(replies.items())


def random_position(game: Game, stones: int, random: Random) -> Position | None:
    """Return random stones of both sides; None if somebody has won."""
    cells = random.sample(range(game.width * game.height), stones)
    attacker, defender = frozenset(cells[::2]), frozenset(cells[1::2])
    return None if has_won(game, attacker) or has_won(game, defender) else (attacker, defender)


def random_certificate(seed: int, gaps: float = 0.0) -> bytes | None:
    """Return a certificate of a random position, with several parts; None if it is not won."""
    random = Random(seed)
    game, stones, moves = random.choice(GAMES)
    position = random_position(game, stones, random)
    prover = Prover(game, seed, nulls=0.85)
    tree = prover.prove(*position, moves) if position else None
    if not position or not tree:
        return None
    first = RandomTreeWriter(game, prover, random, gaps)
    first.node(tree, position)
    parts = []
    uses: set[Position] = set()
    for other in random.sample(first.seen, min(len(first.seen), random.randint(0, 3))):
        proof = prover.prove(*other, moves)
        if proof and other != position:
            writer = RandomTreeWriter(game, prover, random, gaps, frozenset(uses))
            writer.node(proof, other)
            parts.append((ProofTurn.ATTACKER, *other, writer.writer))
            uses.add(other)
    last = RandomTreeWriter(game, prover, random, gaps, frozenset(uses))
    last.node(tree, position)
    return written(game, *parts, (ProofTurn.ATTACKER, *position, last.writer))


def random_certificates(seeds: range, gaps: float = 0.0) -> Iterator[bytes]:
    """Yield the certificates of several seeds."""
    for seed in seeds:
        found = random_certificate(seed, gaps)
        if found is not None:
            yield found


def damaged(packed: bytes, random: Random) -> bytes:
    """Return the file with some bytes changed, deleted, repeated or exchanged, or truncated."""
    data = plain(packed)
    found = bytearray(data)
    start = data.index(b"\n\n") + 2 if random.random() < 0.95 else 0
    for _ in range(random.choice([1, 1, 1, 2, 3])):
        at, other = (random.randrange(min(start, len(found) - 1), len(found)) for _ in range(2))
        kind = random.randrange(11)
        if kind < 2:
            found[at] = random.randrange(256)
        elif kind < 4:
            found[at] = random.choice(data)
        elif kind < 6:
            del found[at : at + random.choice([1, 1, 2, 5])]
        elif kind < 8:
            found.insert(at, random.choice(data))
        elif kind < 10:
            found[at], found[other] = found[other], found[at]
        else:
            del found[at + 1 :]
        if not found:
            break
    return pack(bytes(found))
