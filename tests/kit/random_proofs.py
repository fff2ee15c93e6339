"""Small certificates made at random, right ones and nearly right ones, byte by byte.

Nothing of the program is used. A proof is looked for by trying moves; supports are not worked out,
so that a reply to every cell is listed where the defender may pass. What is left out on purpose
(`gaps`) or damaged may or may not matter: that is for the checkers to say.
"""

from __future__ import annotations

import lzma
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from random import Random

END, KEEP, AGAIN, USE, ALL, LESS = range(-1, -7, -1)
MOVES = 5
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))

Cells = frozenset[int]
Position = tuple[Cells, Cells]


@dataclass(frozen=True)
class Game:
    """A board, and how many in a row win."""

    width: int
    height: int
    k: int

    @property
    def cells(self) -> range:
        """All cells."""
        return range(self.width * self.height)

    @property
    def size(self) -> int:
        """How many bytes a cell takes."""
        return 1 if len(self.cells) <= 240 else 2

    def code(self, value: int) -> bytes:
        """A cell, or a token, which is below 0."""
        return (value % 256**self.size).to_bytes(self.size, "big")


@cache
def windows(game: Game) -> list[int]:
    """All k cells in line, as sets of bits."""
    return [
        sum(1 << (row + down * i) * game.width + col + right * i for i in range(game.k))
        for down, right in DIRECTIONS
        for row in range(game.height)
        for col in range(game.width)
        if row + down * (game.k - 1) < game.height and 0 <= col + right * (game.k - 1) < game.width
    ]


@cache
def images(game: Game) -> list[list[int]]:
    """The symmetries in the order of the format."""
    found = []
    for bits in range(8 if game.width == game.height else 4):
        cells = []
        for cell in game.cells:
            row, col = divmod(cell, game.width)
            col = game.width - 1 - col if bits & 1 else col
            row = game.height - 1 - row if bits & 2 else row
            cells.append(col * game.width + row if bits & 4 else row * game.width + col)
        found.append(cells)
    return found


def bits(cells: Cells) -> int:
    """Cells as a set of bits."""
    return sum(1 << cell for cell in cells)


def turned(game: Game, position: Position, symmetry: int) -> Position:
    """A position put through a symmetry."""
    image = images(game)[symmetry]
    attacker, defender = (frozenset(image[cell] for cell in cells) for cells in position)
    return attacker, defender


@cache
def fives(game: Game, own: Cells, other: Cells) -> Cells:
    """Where a side makes k in a row."""
    mine, free = bits(own), ~bits(other)
    left = {window & ~mine for window in windows(game)}
    return frozenset(
        rest.bit_length() - 1 for rest in left if rest & free and not rest & (rest - 1)
    )


def number(value: int) -> bytes:
    """A number of the format."""
    return bytes([value]) if value < 128 else bytes([value & 127 | 128]) + number(value >> 7)


@dataclass
class RandomTree:
    """Looks for a proof of a position, with everything the format has; `uses` are other parts."""

    game: Game
    random: Random
    uses: dict[Position, tuple[int, int]] = field(default_factory=dict)
    gaps: float = 0.0
    left: int = 400
    kept: dict[Position, int] = field(default_factory=dict)
    used: list[Position] = field(default_factory=list)
    seen: list[Position] = field(default_factory=list)

    def node(self, position: Position, depth: int) -> bytes | None:
        """A tree with the attacker to move, unless none is found."""
        self.left -= 1
        if self.left < 0:
            return None
        if position in self.kept and self.random.random() < 0.9:
            return self.game.code(AGAIN) + number(self.kept[position])
        if position in self.uses and self.random.random() < 0.9:
            if position not in self.used:
                self.used.append(position)
            return self.game.code(USE) + number(self.used.index(position))
        keeps = self.random.random() < 0.2
        kept = dict(self.kept)
        tree = self._less(position, depth) if self.random.random() < 0.1 else None
        tree = tree or self._or(position, depth)
        if tree is None:
            self.kept = kept
            return None
        self.seen.append(position)
        if keeps:
            self.kept[position] = max(self.kept.values(), default=-1) + 1
            return self.game.code(KEEP) + tree
        return tree

    def _less(self, position: Position, depth: int) -> bytes | None:
        attacker, defender = position
        if not defender:
            return None
        kept = dict(self.kept)
        cell = self.random.choice(sorted(defender))
        tree = self.node((attacker, defender - {cell}), depth)
        if tree is None:
            self.kept = kept
        return tree and self.game.code(LESS) + self.game.code(cell) + tree

    def _or(self, position: Position, depth: int) -> bytes | None:
        attacker, defender = position
        wins = fives(self.game, attacker, defender)
        threats = fives(self.game, defender, attacker)
        if wins:
            return self.game.code(self.random.choice(sorted(wins)))
        empty = [cell for cell in self.game.cells if cell not in attacker | defender]
        worth = {cell: len(fives(self.game, attacker | {cell}, defender)) for cell in empty}
        empty.sort(key=lambda cell: worth[cell] + 2 * self.random.random(), reverse=True)
        for move in [] if len(threats) > 1 else threats or empty[:MOVES]:
            kept = dict(self.kept)
            rest = self.rest((attacker | {move}, defender), depth)
            if rest is not None:
                return self.game.code(move) + rest
            self.kept = kept
        return None

    def rest(self, position: Position, depth: int) -> bytes | None:
        """A tree with the defender to move, unless none is found."""
        attacker, defender = position
        answers = fives(self.game, attacker, defender)
        if len(answers) > 1:
            return b""
        if answers:
            return self.node((attacker, defender | answers), depth)
        if depth < 1:
            return None
        empty = [cell for cell in self.game.cells if cell not in attacker | defender]
        if self.random.random() < 0.3:
            return self._listed(self.game.code(ALL), position, self._some(position, empty), depth)
        null = self.node(position, depth - 1)
        gaps = self.random.random() < 0.5 and self.gaps
        some = [cell for cell in empty if self.random.random() >= gaps]
        return None if null is None else self._listed(null, position, some, depth)

    def _listed(
        self, start: bytes, position: Position, replies: list[int], depth: int
    ) -> bytes | None:
        for reply in replies:
            tree = self.node((position[0], position[1] | {reply}), depth - 1)
            if tree is None:
                return None
            start += self.game.code(reply) + tree
        return start + self.game.code(END)

    def _some(self, position: Position, empty: list[int]) -> list[int]:
        """One of each class of replies that are the same by symmetry, or all."""
        same = [
            s for s in range(len(images(self.game))) if turned(self.game, position, s) == position
        ]
        if self.random.random() < 0.3:
            return empty
        return [cell for cell in empty if cell == min(images(self.game)[s][cell] for s in same)]


def part(game: Game, turn: int, position: Position, tree: RandomTree, data: bytes) -> bytes:
    """A part of a certificate."""
    stones = b"".join(
        number(len(cells)) + b"".join(map(game.code, sorted(cells))) for cells in position
    )
    uses = b"".join(number(tree.uses[at][0]) + bytes([tree.uses[at][1]]) for at in tree.used)
    body = number(len(tree.used)) + uses + number(len(data)) + data
    return bytes([turn]) + stones + body


def head(game: Game) -> bytes:
    """The header of a certificate."""
    return f"tengen proof 1\nboard {game.width} {game.height}\nline {game.k}\n\n".encode()


def certificate(game: Game, *parts: bytes) -> bytes:
    """A certificate, not yet packed."""
    return head(game) + b"".join(parts) + b"\0" + number(len(parts))


def random_position(game: Game, random: Random) -> Position:
    """Stones of both sides; neither has k in a row, and seldom can the attacker make that."""
    while True:
        cells = random.sample(game.cells, random.randint(0, len(game.cells) // 2))
        cut = random.randint(len(cells) // 2, len(cells))
        attacker, defender = frozenset(cells[:cut]), frozenset(cells[cut:])
        is_over = any(w & ~bits(attacker) == 0 or w & ~bits(defender) == 0 for w in windows(game))
        if not is_over and (random.random() < 0.1 or not fives(game, attacker, defender)):
            return attacker, defender


def random_certificate(game: Game, random: Random, gaps: float = 0.0) -> bytes | None:
    """A certificate of a random position, not yet packed, with parts for positions on the way."""
    position, turn = random_position(game, random), random.choice([1, 1, 2])
    seed, depth = random.random(), random.randint(0, 3)
    first = RandomTree(game, Random(seed), gaps=gaps)
    read: Callable[[RandomTree], bytes | None] = lambda tree: (
        tree.node(position, depth) if turn == 1 else tree.rest(position, depth)
    )
    if read(first) is None:
        return None
    parts: list[bytes] = []
    uses: dict[Position, tuple[int, int]] = {}
    for other in random.sample(first.seen, min(len(first.seen), random.randint(0, 2))):
        symmetry = random.randrange(len(images(game)))
        tree = RandomTree(game, random, dict(uses), gaps)
        image = turned(game, other, symmetry)
        data = tree.node(image, 3)
        if data is not None:
            back = next(s for s in range(len(images(game))) if turned(game, image, s) == other)
            uses[other] = (len(parts), back)
            parts.append(part(game, 1, image, tree, data))
    last = RandomTree(game, Random(seed), uses, gaps)
    data = read(last)
    return (
        data if data is None else certificate(game, *parts, part(game, turn, position, last, data))
    )


def damaged(data: bytes, random: Random) -> bytes:
    """The same with a few bytes changed, left out, doubled or exchanged, or cut off."""
    found = bytearray(data)
    start = data.index(b"\n\n") + 2 if random.random() < 0.95 else 0
    for _ in range(random.choice([1, 1, 1, 2, 3])):
        at = random.randrange(min(start, len(found) - 1), len(found))
        kind = random.randrange(6)
        if kind == 0:
            found[at] = random.randrange(256)
        elif kind == 1:
            found[at] = random.choice(data)
        elif kind == 2:
            del found[at]
        elif kind == 3:
            found.insert(at, random.choice(data))
        elif kind == 4:
            other = random.randrange(min(start, len(found) - 1), len(found))
            found[at], found[other] = found[other], found[at]
        elif random.random() < 0.2:
            del found[at + 1 :]
    return bytes(found)


def packed(data: bytes) -> bytes:
    """A certificate as a file has it."""
    return lzma.compress(data, preset=0)
