"""Check a certificate that neither side can win at k in a row. This program needs only Python.

    python check_draw.py FILE

THE GAME. Two sides place stones on empty cells in turn; k or more in a row win, and nothing is
forbidden. A *window* is k cells in a line: a side has won exactly when it fills one. A window is
*open* to a side while the other has no stone in it; a closed window stays closed. A cell is *live*
if it is in a window that is open to one of the sides.

THE CLAIM. From a position, each side can keep the other from winning. There are two proofs, one
for each side as the *holder* H; its opponent is O. Each is a tree, or says that H steals.

    H to move   H plays an empty cell; or a kept tree is repeated, for the same stones or for their
                image under a symmetry of the board; or there are pairs.
    O to move   If H's stone has completed a window, H has won, so H holds. Otherwise O has no
                window with k - 1 stones and an empty cell, or O would win. Then
                - if H has such windows, O must play on their empty cells E, or H wins: if E has
                  several cells, H holds; if it has one, a tree follows for O on it;
                - or there are pairs;
                - or there is a tree for every live cell that O may play. Of cells that symmetries
                  of the position map to each other, one is enough.
    Pairs       Two empty cells each, no cell in two pairs, and every window open to O contains
                both cells of a pair. (If no window is open to O, no pairs are needed.)
    Steals      H is to move on an empty board.

WHY IT HOLDS. Pairs: whenever O plays in a pair, H plays its other cell (or anywhere, if that is
occupied), so no window open to O is ever filled. Stealing: if the other side won as second player,
H would place a stone anywhere and then follow that strategy as if the stone were not there. An
extra stone never does harm. So the second player cannot win.

Cells that are not live need no tree. Suppose O plays such a cell while some cell c is live; if no
cell is live, no window is open to O, and H holds. H pretends that O has played c, and
follows the tree for it. The pretended board differs from the real one only in two ways: O lacks
stones that H sees, and cells that were not live when they were played have other stones or none.
Neither does harm. A cell that is not live is in no open window, so it does not count. Each window
that H believes closed to O received a stone of H while it was open. That cell was live, so the
stone is real. And a cell that H believes empty in a window open to O is empty or H's own. If O
later plays a cell that H believes occupied, H pretends another move again, as above; if H is to
play on an occupied cell, any other cell will do. Each time H sees more stones of O, so this ends.

The fours that H believes to have are real, so O must really answer them. The window of such a four
is open to H, so its cells have always been live, and O has played none of them while H pretended
another move. So H's stones in it are real, and its empty cell is really empty; or it is H's own,
and H has won.

docs/solve.md specifies the file format.
"""

from __future__ import annotations

import lzma
import re
import sys
from collections.abc import Callable, Iterator
from itertools import product
from typing import NamedTuple

HEADER = re.compile(rb"tengen hold 1\nboard ([1-9]\d?) ([1-9]\d?)\nline ([1-9]\d{0,2})\n\n")
END, KEEP, AGAIN, PAIRS = -1, -2, -3, -4  # tokens, as negative cells
TREE, STOLEN = 1, 2
SIDES = ("first", "second")
SHORT_BOARD = 240
LETTERS = "abcdefghijklmnopqrstuvwxyz"

WIDEST = 52  # these limits keep damaged files from using all memory
DEEPEST = 250
MOST_BYTES = 1 << 28
MOST_KEPT = 1 << 21
MOST_MEMORY = 1 << 27  # bytes for kept positions


class DrawRefused(Exception):
    """The file is not a proof: the side, the moves, the byte of its tree, and the reason."""

    def __init__(self, reason: str, side: str | None, node: tuple[str, ...], offset: int) -> None:
        self.reason, self.side, self.node, self.offset = reason, side, node, offset
        place = f"{side} player, node {' '.join(node) or 'start'}" if side else "header"
        super().__init__(f"{place}, byte {offset}: {reason}")


class _Fault(Exception):
    """The reason for a refusal; `check` adds the place."""


class DrawCounts(NamedTuple):
    """What was read for one side: its moves, leaves with pairs, and repeated trees."""

    nodes: int
    pairs: int
    agains: int


class DrawVerdict(NamedTuple):
    """Neither side can win from this position. A side without counts steals."""

    width: int
    height: int
    k: int
    turn: int
    first: frozenset[int]
    second: frozenset[int]
    counts: tuple[DrawCounts | None, DrawCounts | None]


class _Board:
    """The windows and symmetries of a board. A set of cells is an integer, a bit for each cell."""

    def __init__(self, width: int, height: int, k: int) -> None:
        self.width, self.height, self.k = width, height, k
        self.area = width * height
        self.cells = (1 << self.area) - 1
        self.bytes = 1 if self.area <= SHORT_BOARD else 2  # for each cell
        self.windows = [sum(1 << cell for cell in window) for window in self._windows()]
        self.symmetries = [self._symmetry(bits) for bits in range(8 if width == height else 4)]

    def _windows(self) -> Iterator[list[int]]:
        steps = ((0, 1), (1, 0), (1, 1), (1, -1))
        for row, col, (down, right) in product(range(self.height), range(self.width), steps):
            window = [(row + n * down, col + n * right) for n in range(self.k)]
            if window[-1][0] < self.height and 0 <= window[-1][1] < self.width:
                yield [at * self.width + across for at, across in window]

    def _symmetry(self, bits: int) -> list[int]:
        """Return the image of each cell: bit 0 mirrors columns, 1 rows, 2 then swaps the two."""
        table = []
        for cell in range(self.area):
            row, col = divmod(cell, self.width)
            row = self.height - 1 - row if bits & 2 else row
            col = self.width - 1 - col if bits & 1 else col
            table.append(col * self.width + row if bits & 4 else row * self.width + col)
        return table

    def image(self, cells: int, symmetry: list[int]) -> int:
        """Return the image of a set under a symmetry."""
        return sum(1 << symmetry[cell] for cell in range(self.area) if cells >> cell & 1)

    def has_row(self, mine: int) -> bool:
        """Return whether a side has filled a window."""
        return any(window & mine == window for window in self.windows)

    def ends(self, mine: int, theirs: int) -> int:
        """Return the empty cells of windows with k - 1 stones of a side."""
        found = 0
        for window in self.windows:
            if not window & theirs and (window & mine).bit_count() == self.k - 1:
                found |= window & ~mine
        return found

    def live(self, mine: int, theirs: int) -> int:
        """Return the empty cells of windows that are open to one of the sides."""
        found = 0
        for window in self.windows:
            if not window & mine or not window & theirs:
                found |= window
        return found & ~mine & ~theirs

    def set_of(self, cells: int) -> frozenset[int]:
        """Return the numbers of the cells."""
        return frozenset(cell for cell in range(self.area) if cells >> cell & 1)

    def name(self, cell: int) -> str:
        """Return a cell as players write it: the column's letter, then the row from the bottom."""
        row, col = divmod(cell, self.width)
        return ("" if col < 26 else "a") + LETTERS[col % 26] + str(self.height - row)


class _Tree:
    """Reads how one side holds. A position is the cells of H and the cells of O."""

    def __init__(self, board: _Board, tree: bytes) -> None:
        self.board = board
        self.path: list[int] = []
        self.at = 0
        self.nodes = self.pairs = self.agains = 0
        self._tree = tree
        self._kept: list[tuple[int, int]] = []
        self._most_kept = min(MOST_KEPT, 8 * MOST_MEMORY // (2 * board.area))

    def read(self, mine: int, theirs: int, *, holder_moves: bool) -> DrawCounts:
        """Read and check the whole tree."""
        if holder_moves:
            self.holder_to_move(mine, theirs, self.take())
        else:
            self.opponent_to_move(mine, theirs)
        if self.at < len(self._tree):
            raise _Fault("there are bytes after the end of the tree")
        return DrawCounts(self.nodes, self.pairs, self.agains)

    def take(self) -> int:
        """Return the next cell, or a token, which is negative."""
        code = self._tree[self.at : self.at + self.board.bytes]
        self.at += self.board.bytes
        if len(code) < self.board.bytes:
            raise _Fault("the tree ends too early")
        value = int.from_bytes(code, "big")
        return value if value < self.board.area else value - (1 << 8 * self.board.bytes)

    def byte(self) -> int:
        """Return the next byte of the tree."""
        self.at += 1
        if self.at > len(self._tree):
            raise _Fault("the tree ends too early")
        return self._tree[self.at - 1]

    def holder_to_move(self, mine: int, theirs: int, token: int) -> None:
        """Read a tree with H to move that begins with this cell or token."""
        if token >= 0:
            self.move(mine, theirs, token)
        elif token == PAIRS:
            self.check_pairs(mine, theirs)
        elif token == AGAIN:
            self.again(mine, theirs)
        elif token == KEEP and (token := self.take()) != KEEP:
            self.holder_to_move(mine, theirs, token)
            if len(self._kept) >= self._most_kept:
                raise _Fault(f"more than {self._most_kept} trees are kept")
            self._kept.append((mine, theirs))
        else:
            raise _Fault("a move was expected here")

    def move(self, mine: int, theirs: int, cell: int) -> None:
        """Read what follows when H plays a cell."""
        self.nodes += 1
        self.put(mine | theirs, cell)
        mine |= 1 << cell
        if not self.board.has_row(mine):
            self.opponent_to_move(mine, theirs)
        self.path.pop()

    def put(self, taken: int, cell: int) -> None:
        """Add a cell, which must be empty, to the path."""
        if taken >> cell & 1:
            raise _Fault(f"{self.board.name(cell)} is not empty")
        self.path.append(cell)
        if len(self.path) > DEEPEST:
            raise _Fault(f"the tree is deeper than {DEEPEST} moves")

    def opponent_to_move(self, mine: int, theirs: int) -> None:
        """Read a tree with O to move."""
        wins = self.board.ends(theirs, mine)
        if wins:
            raise _Fault(f"the opponent is to move and wins on {self._names(wins)}")
        ends = self.board.ends(mine, theirs)
        if ends & ends - 1:
            return
        if ends:
            self.reply(mine, theirs, ends.bit_length() - 1)
        elif (token := self.take()) == PAIRS:
            self.check_pairs(mine, theirs)
        else:
            self.replies(mine, theirs, token)

    def reply(self, mine: int, theirs: int, cell: int) -> None:
        """Read the tree that follows when O plays a cell."""
        self.put(mine | theirs, cell)
        self.holder_to_move(mine, theirs | 1 << cell, self.take())
        self.path.pop()

    def replies(self, mine: int, theirs: int, token: int) -> None:
        """Read replies up to END; they must cover all live cells, up to symmetry."""
        listed = 0
        while token != END:
            if token < 0 or listed >> token:
                raise _Fault("a reply in ascending order was expected, or the end of the replies")
            self.reply(mine, theirs, token)
            listed |= 1 << token
            token = self.take()
        covered = 0
        for symmetry in self.board.symmetries:
            if all(self.board.image(side, symmetry) == side for side in (mine, theirs)):
                covered |= self.board.image(listed, symmetry)
        missing = self.board.live(mine, theirs) & ~covered
        if missing:
            raise _Fault(f"replies are missing: {self._names(missing)}")

    def check_pairs(self, mine: int, theirs: int) -> None:
        """Read pairs; every window open to O must contain one of them."""
        self.pairs += 1
        taken = mine | theirs
        pairs = []
        for _ in range(_number(self.byte)):
            one, other = self.take(), self.take()
            for cell in (one, other):
                if cell < 0 or taken >> cell & 1:
                    raise _Fault("a pair needs two empty cells that are in no other pair")
                taken |= 1 << cell
            pairs.append(1 << one | 1 << other)
        for window in self.board.windows:
            if not window & mine and not any(window & pair == pair for pair in pairs):
                raise _Fault(f"no pair is in the window {self._names(window)}")

    def again(self, mine: int, theirs: int) -> None:
        """Repeat a kept tree that has the same stones under a symmetry."""
        number, bits = _number(self.byte), self.byte()
        if number >= len(self._kept) or bits >= len(self.board.symmetries):
            raise _Fault(f"tree {number} is repeated but was not kept")
        symmetry = self.board.symmetries[bits]
        if [self.board.image(side, symmetry) for side in self._kept[number]] != [mine, theirs]:
            raise _Fault(f"tree {number} is repeated with different stones")
        self.agains += 1

    def _names(self, cells: int) -> str:
        named = [self.board.name(n) for n in range(self.board.area) if cells >> n & 1]
        return " ".join(named[:8]) + (" ..." if len(named) > 8 else "")


class _Reader:
    """The file, from its header to its end."""

    def __init__(self, file: lzma.LZMAFile) -> None:
        self._file = file
        self.side: str | None = None
        self.tree: _Tree | None = None
        self.at = 0

    def read(self) -> DrawVerdict:
        board = self.header()
        turn = self.byte()
        if turn not in {1, 2}:
            raise _Fault("1 or 2 was expected, for the side to move")
        first, second = self.stones(board), self.stones(board)
        if first & second or board.has_row(first) or board.has_row(second):
            raise _Fault("two stones are on one cell, or the game is already over")
        counts = (
            self.part(board, (first, second), turn, 1),
            self.part(board, (second, first), turn, 2),
        )
        self.side = self.tree = None
        if self.byte() != 0 or self._file.read(1):
            raise _Fault("the end was expected here")
        claim = (board.width, board.height, board.k, turn)
        return DrawVerdict(*claim, board.set_of(first), board.set_of(second), counts)

    def header(self) -> _Board:
        lines = b"".join(self._file.readline(20) for _ in range(4))
        found = HEADER.fullmatch(lines)
        if not found:
            raise _Fault("not a `tengen hold 1` file")
        width, height, k = map(int, found.groups())
        if max(width, height) > WIDEST:
            raise _Fault(f"boards wider than {WIDEST} cells are not supported")
        return _Board(width, height, k)

    def stones(self, board: _Board) -> int:
        count = _number(self.byte)
        if count > board.area:
            raise _Fault(f"{count} stones do not fit on the board")
        cells = [int.from_bytes(self.bytes(board.bytes), "big") for _ in range(count)]
        if any(cell >= board.area for cell in cells) or cells != sorted(set(cells)):
            raise _Fault("stones must be on cells of the board, in ascending order")
        return sum(1 << cell for cell in cells)

    def part(
        self, board: _Board, stones: tuple[int, int], turn: int, holder: int
    ) -> DrawCounts | None:
        """Read the proof that a side holds."""
        self.side, self.tree = SIDES[holder - 1], None
        method = self.byte()
        if method == STOLEN:
            if any(stones) or turn != holder:
                raise _Fault("only the side to move on an empty board steals a strategy")
            return None
        if method != TREE:
            raise _Fault("1 or 2 was expected, for a tree or a stolen strategy")
        size = _number(self.byte)
        if size > MOST_BYTES:
            raise _Fault(f"trees of more than {MOST_BYTES} bytes are not supported")
        self.tree = _Tree(board, self.bytes(size))
        return self.tree.read(*stones, holder_moves=turn == holder)

    def byte(self) -> int:
        return self.bytes(1)[0]

    def bytes(self, count: int) -> bytes:
        data = self._file.read(count)
        self.at += len(data)
        if len(data) < count:
            raise _Fault("the file ends too early")
        return data


def check(path: str) -> DrawVerdict:
    """Return what a certificate proves. Raises DrawRefused, or OSError if it cannot be read."""
    with lzma.open(path) as file:
        reader = _Reader(file)
        try:
            return reader.read()
        except _Fault as fault:
            tree = reader.tree
            node = tuple([tree.board.name(cell) for cell in tree.path]) if tree else ()
            offset = tree.at if tree else reader.at
            raise DrawRefused(str(fault), reader.side, node, offset) from None
        except (lzma.LZMAError, EOFError):
            raise DrawRefused(
                "not an xz file, or a damaged one", reader.side, (), reader.at
            ) from None


def describe(verdict: DrawVerdict) -> str:
    """Return a verdict as a sentence."""
    stones = len(verdict.first) + len(verdict.second)
    where = f"stones on the board: {stones}" if stones else "empty board"
    sides = [
        f"{side}: {_describe_counts(counts)}"
        for side, counts in zip(SIDES, verdict.counts, strict=True)
    ]
    return (
        f"proved: {verdict.width}x{verdict.height}, {verdict.k} or more in a row, {where}, "
        f"{SIDES[verdict.turn - 1]} to move: neither side can win ({'; '.join(sides)})"
    )


def _describe_counts(counts: DrawCounts | None) -> str:
    if counts is None:
        return "by stealing the other's strategy"
    return f"nodes {counts.nodes:,}, pairings {counts.pairs:,}, agains {counts.agains:,}"


def _number(byte: Callable[[], int]) -> int:
    """Read a number: seven bits in each byte, the low ones first."""
    found = 0
    for shift in range(0, 35, 7):
        value = byte()
        found |= (value & 127) << shift
        if value < 128:
            return found
    raise _Fault("a number is too long")


def main(arguments: list[str]) -> int:
    """Check the named files; the exit status is 0 if all of them are proofs."""
    status = 0
    for path in arguments:
        try:
            print(describe(check(path)))  # noqa: T201 - a script for a terminal
        except DrawRefused as refusal:
            print(f"refused: {path}: {refusal}", file=sys.stderr)  # noqa: T201
            status = 1
        except OSError as error:
            print(f"cannot read {path}: {error.strerror}", file=sys.stderr)  # noqa: T201
            status = 2
    return status


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
