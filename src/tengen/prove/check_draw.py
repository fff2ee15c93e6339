"""Checks a certificate that neither side can win at k in a row. Only Python itself is needed.

    python check_draw.py FILE

THE GAME. Two sides put stones on empty cells in turn; k or more in a row win, and nothing is
forbidden. A *window* is k cells in a line: a side has won exactly when it fills one. A window is
*open* to a side while the other has no stone in it; a window that is not stays so. A cell is *live*
if it lies in a window that is open to one of the sides.

THE CLAIM. From a position, each side can keep the other from winning. There are two proofs, one
for each side as the *holder* H; its opponent is O. Each is a tree, or the word that H steals.

    H to move   H plays an empty cell; or a tree that was kept comes again, for the same stones, or
                for stones that a symmetry of the board makes the same; or there are pairs.
    O to move   If H's stone has completed a window, H has won, and all is held. Else O has no
                window with k - 1 stones and an empty cell, or O would win. Now,
                - if H has such windows, O must play on their empty cells E, or H wins: with more
                  than one cell in E all is held, with one a tree follows for O on it;
                - or there are pairs;
                - or there is a tree for every live cell O might play, one for all cells that
                  symmetries of the position take to each other.
    Pairs       Two empty cells each, no cell in two pairs, and every window open to O has both
                cells of some pair. (No pairs do where no window is open to O.)
    Steals      H is to move on an empty board.

WHY IT HOLDS. With pairs: whenever O plays in a pair, H plays its other cell (anywhere if that is
taken), so no window open to O is ever filled. Stealing: if the other side won as second player, H
would put a stone anywhere and then follow that strategy as if it were not there; an extra stone
never does harm. So the second player cannot win.

Cells that are not live need no tree. Let O play such a cell while some cell c is live; if none
is, no window is open to O and all is held. H pretends that O has played c, and follows the tree
for it. What H pretends may differ from the truth in this alone: O lacks stones that H sees, and
cells that were not live when they were played have other stones or none. Neither does harm. Such
a cell is in no open window, so it counts for nobody; each window that H believes closed to O has
got a stone of H when it was still open, hence on a live cell, hence truly; and what H believes
empty in a window that is open to O is empty or H's own. If O later plays a cell that H believes
taken, H pretends another move again, as above, and if H is to play where there is a stone, any
other cell will do. Each time H sees more stones of O, so this ends.

The fours that H believes to have are real, so that O must answer them in truth as well. Such a
window is open to H, hence its cells have been live all along, and O has played none of them while
H pretended another. So H's stones in it are truly there, and its empty cell is truly empty; or it
is H's own, and H has won.

docs/solve.md has the format of the file.
"""

from __future__ import annotations

import lzma
import re
import sys
from collections.abc import Callable, Iterator
from itertools import product
from typing import NamedTuple

HEADER = re.compile(rb"tengen hold 1\nboard ([1-9]\d?) ([1-9]\d?)\nline ([1-9]\d{0,2})\n\n")
END, KEEP, AGAIN, PAIRS = -1, -2, -3, -4  # counted from the highest value of a cell
TREE, STOLEN = 1, 2
SIDES = ("first", "second")
SHORT_BOARD = 240
LETTERS = "abcdefghijklmnopqrstuvwxyz"

WIDEST = 52  # the limits keep damaged files from taking all memory
DEEPEST = 250
MOST_BYTES = 1 << 28
MOST_KEPT = 1 << 21
MOST_MEMORY = 1 << 27  # bytes for positions that are kept


class DrawRefused(Exception):
    """A file proves nothing: whose tree, after which moves, at which byte of it, and why."""

    def __init__(self, reason: str, side: str | None, node: tuple[str, ...], offset: int) -> None:
        self.reason, self.side, self.node, self.offset = reason, side, node, offset
        place = f"{side} player, node {' '.join(node) or 'start'}" if side else "header"
        super().__init__(f"{place}, byte {offset}: {reason}")


class _Fault(Exception):
    """What is wrong; `check` adds where."""


class DrawCounts(NamedTuple):
    """What was read of one side: its moves, leaves with pairs, trees that came again."""

    nodes: int
    pairs: int
    agains: int


class DrawVerdict(NamedTuple):
    """Neither side can win from this position; without counts, a side steals."""

    width: int
    height: int
    k: int
    turn: int
    first: frozenset[int]
    second: frozenset[int]
    counts: tuple[DrawCounts | None, DrawCounts | None]


class _Board:
    """The windows and symmetries of a board. A set of cells is an integer, one bit a cell."""

    def __init__(self, width: int, height: int, k: int) -> None:
        self.width, self.height, self.k = width, height, k
        self.area = width * height
        self.cells = (1 << self.area) - 1
        self.bytes = 1 if self.area <= SHORT_BOARD else 2  # for a cell
        self.windows = [sum(1 << cell for cell in window) for window in self._windows()]
        self.symmetries = [self._symmetry(bits) for bits in range(8 if width == height else 4)]

    def _windows(self) -> Iterator[list[int]]:
        steps = ((0, 1), (1, 0), (1, 1), (1, -1))
        for row, col, (down, right) in product(range(self.height), range(self.width), steps):
            window = [(row + n * down, col + n * right) for n in range(self.k)]
            if window[-1][0] < self.height and 0 <= window[-1][1] < self.width:
                yield [at * self.width + across for at, across in window]

    def _symmetry(self, bits: int) -> list[int]:
        """Where cells go: bit 0 mirrors columns, bit 1 mirrors rows, bit 2 then swaps the two."""
        table = []
        for cell in range(self.area):
            row, col = divmod(cell, self.width)
            row = self.height - 1 - row if bits & 2 else row
            col = self.width - 1 - col if bits & 1 else col
            table.append(col * self.width + row if bits & 4 else row * self.width + col)
        return table

    def image(self, cells: int, symmetry: list[int]) -> int:
        """A set put through a symmetry."""
        return sum(1 << symmetry[cell] for cell in range(self.area) if cells >> cell & 1)

    def has_row(self, mine: int) -> bool:
        """Whether a side has filled a window."""
        return any(window & mine == window for window in self.windows)

    def ends(self, mine: int, theirs: int) -> int:
        """The empty cells of windows with k - 1 stones of a side."""
        found = 0
        for window in self.windows:
            if not window & theirs and (window & mine).bit_count() == self.k - 1:
                found |= window & ~mine
        return found

    def live(self, mine: int, theirs: int) -> int:
        """The empty cells of windows that are open to one of the sides."""
        found = 0
        for window in self.windows:
            if not window & mine or not window & theirs:
                found |= window
        return found & ~mine & ~theirs

    def set_of(self, cells: int) -> frozenset[int]:
        """The cells by number."""
        return frozenset(cell for cell in range(self.area) if cells >> cell & 1)

    def name(self, cell: int) -> str:
        """A cell as people write it: letter of the column, then the row from below."""
        row, col = divmod(cell, self.width)
        return ("" if col < 26 else "a") + LETTERS[col % 26] + str(self.height - row)


class _Tree:
    """Reads how one side holds; positions are the cells of H and those of O."""

    def __init__(self, board: _Board, tree: bytes) -> None:
        self.board = board
        self.path: list[int] = []
        self.at = 0
        self.nodes = self.pairs = self.agains = 0
        self._tree = tree
        self._kept: list[tuple[int, int]] = []
        self._most_kept = min(MOST_KEPT, 8 * MOST_MEMORY // (2 * board.area))

    def read(self, mine: int, theirs: int, *, holder_moves: bool) -> DrawCounts:
        """Check all of it."""
        if holder_moves:
            self.holder_to_move(mine, theirs, self.take())
        else:
            self.opponent_to_move(mine, theirs)
        if self.at < len(self._tree):
            raise _Fault("the tree goes on after its end")
        return DrawCounts(self.nodes, self.pairs, self.agains)

    def take(self) -> int:
        """The next cell; or a token, which is negative."""
        code = self._tree[self.at : self.at + self.board.bytes]
        self.at += self.board.bytes
        if len(code) < self.board.bytes:
            raise _Fault("the tree ends too early")
        value = int.from_bytes(code, "big")
        return value if value < self.board.area else value - (1 << 8 * self.board.bytes)

    def byte(self) -> int:
        """The next byte."""
        self.at += 1
        if self.at > len(self._tree):
            raise _Fault("the tree ends too early")
        return self._tree[self.at - 1]

    def holder_to_move(self, mine: int, theirs: int, token: int) -> None:
        """A tree that begins with this cell or token, with H to move."""
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
        """H plays a cell."""
        self.nodes += 1
        self.put(mine | theirs, cell)
        mine |= 1 << cell
        if not self.board.has_row(mine):
            self.opponent_to_move(mine, theirs)
        self.path.pop()

    def put(self, taken: int, cell: int) -> None:
        """Somebody plays a cell."""
        if taken >> cell & 1:
            raise _Fault(f"{self.board.name(cell)} is not empty")
        self.path.append(cell)
        if len(self.path) > DEEPEST:
            raise _Fault(f"deeper than {DEEPEST} moves")

    def opponent_to_move(self, mine: int, theirs: int) -> None:
        """What follows when O is to move."""
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
        """O plays a cell, and a tree follows."""
        self.put(mine | theirs, cell)
        self.holder_to_move(mine, theirs | 1 << cell, self.take())
        self.path.pop()

    def replies(self, mine: int, theirs: int, token: int) -> None:
        """Replies up to END, which must be all that are live, up to symmetry."""
        listed = 0
        while token != END:
            if token < 0 or listed >> token:
                raise _Fault("a reply was expected here, in ascending order, or the end of replies")
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
        """Pairs that O's windows cannot do without."""
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
                raise _Fault(f"no pair lies in {self._names(window)}")

    def again(self, mine: int, theirs: int) -> None:
        """A tree that was kept, for these stones or for an image of them."""
        number, bits = _number(self.byte), self.byte()
        if number >= len(self._kept) or bits >= len(self.board.symmetries):
            raise _Fault(f"tree {number} comes again and was not kept before")
        symmetry = self.board.symmetries[bits]
        if [self.board.image(side, symmetry) for side in self._kept[number]] != [mine, theirs]:
            raise _Fault(f"tree {number} comes again with other stones")
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
            raise _Fault("1 or 2 was expected: who is to move")
        first, second = self.stones(board), self.stones(board)
        if first & second or board.has_row(first) or board.has_row(second):
            raise _Fault("stones on each other, or a game that is over")
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
            raise _Fault(f"boards wider than {WIDEST} cells are not read")
        return _Board(width, height, k)

    def stones(self, board: _Board) -> int:
        count = _number(self.byte)
        if count > board.area:
            raise _Fault(f"{count} stones do not fit on the board")
        cells = [int.from_bytes(self.bytes(board.bytes), "big") for _ in range(count)]
        if any(cell >= board.area for cell in cells) or cells != sorted(set(cells)):
            raise _Fault("stones were expected in ascending order")
        return sum(1 << cell for cell in cells)

    def part(
        self, board: _Board, stones: tuple[int, int], turn: int, holder: int
    ) -> DrawCounts | None:
        """The proof that a side holds."""
        self.side, self.tree = SIDES[holder - 1], None
        method = self.byte()
        if method == STOLEN:
            if any(stones) or turn != holder:
                raise _Fault("only who moves first on an empty board steals a strategy")
            return None
        if method != TREE:
            raise _Fault("1 or 2 was expected: a tree or a stolen strategy")
        size = _number(self.byte)
        if size > MOST_BYTES:
            raise _Fault(f"trees of more than {MOST_BYTES} bytes are not read")
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
    """What a certificate proves. Raises Refused, and OSError if the file cannot be read."""
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
    """A verdict in words."""
    stones = len(verdict.first) + len(verdict.second)
    where = f"stones on the board: {stones}" if stones else "empty board"
    ways = [
        f"{side}: {_describe_counts(counts)}"
        for side, counts in zip(SIDES, verdict.counts, strict=True)
    ]
    return (
        f"proved: {verdict.width}x{verdict.height}, {verdict.k} or more in a row, {where}, "
        f"{SIDES[verdict.turn - 1]} to move: neither side can win ({'; '.join(ways)})"
    )


def _describe_counts(counts: DrawCounts | None) -> str:
    if counts is None:
        return "by stealing the other's strategy"
    return f"nodes {counts.nodes:,}, pairings {counts.pairs:,}, agains {counts.agains:,}"


def _number(byte: Callable[[], int]) -> int:
    """The next number: seven bits a byte, the low ones first."""
    found = 0
    for shift in range(0, 35, 7):
        value = byte()
        found |= (value & 127) << shift
        if value < 128:
            return found
    raise _Fault("a number is too long")


def main(arguments: list[str]) -> int:
    """Check the files named; the exit status is 0 if all prove what they claim."""
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
