"""Certificates written from short texts.

A part is a position and a tree. `A c5 d5 / a1` is a position with the attacker to move and the
attacker's stones first; `D ...` one with the defender to move. A tree is the words of the format:
cells for moves and replies, `keep`, `again 0`, `use c5 / a1` (of a position, up to the next
semicolon), `less a1`, `all` and `end`.
"""

from __future__ import annotations

import io
import lzma
import os
import tempfile
from dataclasses import dataclass

from tengen.prove.certificate_writer import CertificateWriter, ProofTurn, TreeWriter
from tengen.prove.check import ProofVerdict, check

Cells = frozenset[int]


@dataclass(frozen=True)
class Game:
    """The size of a board and k."""

    width: int
    height: int
    k: int

    def cell(self, name: str) -> int:
        """Return a cell by its name; `a1` is at the bottom left."""
        return (self.height - int(name[1:])) * self.width + ord(name[0]) - ord("a")

    def cells(self, names: str) -> Cells:
        """Return cells by their names."""
        return frozenset(map(self.cell, names.split()))

    def name(self, cell: int) -> str:
        """Return the name of a cell."""
        return f"{chr(ord('a') + cell % self.width)}{self.height - cell // self.width}"

    def names(self, cells: Cells) -> str:
        """Return the names of cells, in order of letters."""
        return " ".join(sorted(map(self.name, cells)))


def tree_from_text(game: Game, text: str) -> TreeWriter:
    """Return a tree from its text."""
    writer = TreeWriter(game.width, game.height)
    plain = {"keep": writer.keep, "all": writer.every, "end": writer.end}
    words = iter(text.replace(";", " ; ").split())
    for word in words:
        if word == "again":
            writer.again(int(next(words)))
        elif word == "less":
            writer.less(game.cell(next(words)))
        elif word == "use":
            attacker, defender = " ".join(iter(lambda: next(words), ";")).split("/")
            writer.use(game.cells(attacker), game.cells(defender))
        elif word in plain:
            plain[word]()
        else:
            writer.move(game.cell(word))
    return writer


def certificate(game: Game, *parts: tuple[str, str]) -> bytes:
    """Return a certificate file from texts."""
    written_parts = []
    for position, text in parts:
        turn = ProofTurn.ATTACKER if position[0] == "A" else ProofTurn.DEFENDER
        attacker, defender = map(game.cells, position[1:].split("/"))
        written_parts.append((turn, attacker, defender, tree_from_text(game, text)))
    return written(game, *written_parts)


def written(game: Game, *parts: tuple[ProofTurn, Cells, Cells, TreeWriter]) -> bytes:
    """Return a certificate file."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "proof.xz")
        with CertificateWriter(path, game.width, game.height, game.k) as writer:
            for turn, attacker, defender, tree in parts:
                writer.add(turn, attacker, defender, tree.tree, tree.uses)
        with open(path, "rb") as file:
            return file.read()


THREES = Game(5, 5, 3)
FIVES = Game(7, 7, 5)
TWO_NULLS = (
    "b4 d1 c4 c5 d2 c4 d2 c1 d2 end a5 f2 c4 c5 d2 c4 d2 c1 d2 end c5 d2 d5 a5 c4 c4 d2"
    " a2 a5 c4 d2 e4 d3 f5 c4 d3 c4 b1 c4 end c1 d3 e4 f5 d2 e4 d2 b1 d2 end d1 c4 e1 c4 end"
)
SAMPLES = {
    "five": certificate(FIVES, ("A b4 c4 d4 e4 / a4", "f4")),
    "open four": certificate(FIVES, ("A c4 d4 e4 / a7 a6", "f4")),
    "four, then open four": certificate(FIVES, ("A c4 d4 e4 f2 f3 / b4 a7 a1", "f4 f5")),
    "zone": certificate(THREES, ("A /", "c3 d3 b3 c4 d3 c4 e3 c4 end")),
    "again": certificate(THREES, ("A /", "c3 d3 b3 d3 keep d4 d3 c4 e3 d3 again 0 end")),
    "use": certificate(
        THREES,
        ("A c3 / b3", "c4"),
        ("A /", "c3 d3 b3 use c3 / b3; d3 c4 e3 c4 end"),
        ("A /", "c3 d3 b3 c4 d3 use c3 / d3; e3 c4 end"),
    ),
    "all": certificate(THREES, ("A /", "c3 all a5 c4 b5 c4 c5 d3 b4 c4 c4 d3 end")),
    "defender to move": certificate(THREES, ("D c3 /", "d3 b3 c4 d3 c4 e3 c4 end")),
    "defender to move after a four": certificate(FIVES, ("D c4 d4 e4 f4 / a7 a6", "")),
    "less": certificate(FIVES, ("A c4 d4 e4 / a7 a6", "less a7 less a6 f4")),
    "two nulls": certificate(Game(6, 5, 4), ("A c2 c3 / b2 b3", TWO_NULLS)),
    "wide board": certificate(Game(16, 16, 3), ("A /", "c3 d3 b3 c4 d3 c4 e3 c4 end")),
}


def judged(packed: bytes) -> ProofVerdict:
    """Return the verdict on a file."""
    return check(io.BytesIO(packed))


def plain(packed: bytes) -> bytes:
    """Return an unpacked file, to damage it."""
    return lzma.decompress(packed)


def pack(data: bytes) -> bytes:
    """Return bytes packed as a file."""
    return lzma.compress(data, preset=0)
