"""The windows of a game as bit sets, and pairs of cells that keep a player from filling any.

A cell is `row * width + column`; a set of cells is an integer with a bit for each cell. A window is
k cells in a row. It is open to a player while the other has no stone in it.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from itertools import product

from tengen.rules.geometry import DIRECTIONS

BYTE = 8


class Windows:
    """All windows of a board, and its symmetries."""

    def __init__(self, width: int, height: int, k: int) -> None:
        self.width, self.height, self.k = width, height, k
        self.area = width * height
        self.full = (1 << self.area) - 1
        self.windows = list(_windows(width, height, k))
        self.through = [
            [window for window in self.windows if window >> cell & 1] for cell in range(self.area)
        ]

    def completions(self, mine: int, theirs: int) -> int:
        """Return the set of cells where a stone completes a row."""
        found = 0
        lacking = self.k - 1
        for window in self.windows:
            if not window & theirs and (window & mine).bit_count() == lacking:
                found |= window & ~mine
        return found

    def completes(self, mine: int, cell: int) -> bool:
        """Return whether a stone on a cell completes a row."""
        after = mine | 1 << cell
        return any(window & after == window for window in self.through[cell])

    def cells_lacking(self, mine: int, theirs: int, lacking: int) -> int:
        """Return the empty cells of open windows that lack at most `lacking` stones."""
        found = 0
        least = self.k - lacking
        for window in self.windows:
            if not window & theirs and (window & mine).bit_count() >= least:
                found |= window
        return found & ~mine

    def by_stones(self, mine: int, theirs: int) -> list[int]:
        """Return, for t = 0 to k, the empty cells of open windows with at least t stones."""
        found = [0] * (self.k + 1)
        for window in self.windows:
            if not window & theirs:
                found[(window & mine).bit_count()] |= window
        for stones in range(self.k - 1, -1, -1):
            found[stones] |= found[stones + 1]
        return [cells & ~mine for cells in found]

    def live(self, mine: int, theirs: int) -> int:
        """Return the empty cells of windows that are open to one of the players."""
        found = 0
        for window in self.windows:
            if not window & mine or not window & theirs:
                found |= window
        return found & ~mine & ~theirs

    @functools.cached_property
    def images(self) -> list[list[int]]:
        """The images of all cells under every symmetry.

        In the number of a symmetry, bit 0 mirrors columns, bit 1 mirrors rows, and bit 2 then swaps
        rows and columns.
        """
        count = 8 if self.width == self.height else 4
        return [[self._image(cell, number) for cell in range(self.area)] for number in range(count)]

    def _image(self, cell: int, number: int) -> int:
        row, col = divmod(cell, self.width)
        col = self.width - 1 - col if number & 1 else col
        row = self.height - 1 - row if number & 2 else row
        return col * self.width + row if number & 4 else row * self.width + col

    @functools.cached_property
    def _tables(self) -> list[list[list[int]]]:
        """For every symmetry, byte of a set and value of that byte, the image of these cells."""
        return [
            [_byte_table(images[at : at + BYTE]) for at in range(0, self.area, BYTE)]
            for images in self.images
        ]

    def transformed(self, cells: int, number: int) -> int:
        """Return the image of a set under a symmetry."""
        found = 0
        for table in self._tables[number]:
            found |= table[cells & 255]
            cells >>= BYTE
        return found

    def canonical(self, mine: int, theirs: int) -> tuple[int, int, int]:
        """Return the least image of a position, and the symmetry to it."""
        return min(
            (self.transformed(mine, number), self.transformed(theirs, number), number)
            for number in range(len(self.images))
        )

    def symmetry_between(self, before: int, after: int) -> int:
        """Return the symmetry `before` followed by the inverse of `after`."""
        return self._symmetries_between[before][after]

    @functools.cached_property
    def _symmetries_between(self) -> list[list[int]]:
        return [
            [self._find_symmetry(before, after) for after in range(len(self.images))]
            for before in range(len(self.images))
        ]

    def _find_symmetry(self, before: int, after: int) -> int:
        back = {image: cell for cell, image in enumerate(self.images[after])}
        return self.images.index([back[image] for image in self.images[before]])

    def stabilizers(self, mine: int, theirs: int) -> list[int]:
        """Return the symmetries that leave a position unchanged, the identity first."""
        return [
            number
            for number in range(len(self.images))
            if self.transformed(mine, number) == mine and self.transformed(theirs, number) == theirs
        ]

    def representatives(self, cells: int, mine: int, theirs: int) -> Iterator[int]:
        """Yield one of each class of cells that symmetries of the position map to each other."""
        kept = [self.images[number] for number in self.stabilizers(mine, theirs)]
        for cell in bits(cells):
            if all(images[cell] >= cell for images in kept):
                yield cell


@functools.lru_cache(maxsize=8)
def make_windows(width: int, height: int, k: int) -> Windows:
    """Return the windows of a game; the result is cached."""
    return Windows(width, height, k)


def bits(cells: int) -> Iterator[int]:
    """Yield the cells of a set, ascending."""
    while cells:
        least = cells & -cells
        yield least.bit_length() - 1
        cells ^= least


def _windows(width: int, height: int, k: int) -> Iterator[int]:
    for row, col, (down, right) in product(range(height), range(width), DIRECTIONS):
        last, end = row + (k - 1) * down, col + (k - 1) * right
        if last < height and 0 <= end < width and (k > 1 or (down, right) == (0, 1)):
            cells = range(row * width + col, last * width + end + 1, down * width + right)
            yield sum(1 << cell for cell in cells)


def _byte_table(images: list[int]) -> list[int]:
    table = [0]
    for image in images:
        table += [part | 1 << image for part in table]
    return table + [0] * (256 - len(table))


Pair = tuple[int, int]
PAIRING_TRIES = 2000


def find_pairs(windows: Windows, holder: int, opponent: int) -> list[Pair] | None:
    """Return disjoint pairs of empty cells, one in every window open to the opponent, or None.

    A holder who always answers in the other cell of a pair keeps these windows from being filled.
    """
    left = [window for window in windows.windows if not window & holder]
    return _PairingSearch(windows.full & ~holder & ~opponent).run(left)


class _PairingSearch:
    """Searches for pairs: the window with the fewest empty cells first, then the best pairs."""

    def __init__(self, empty: int) -> None:
        self._empty = empty
        self._budget = PAIRING_TRIES

    def run(self, left: list[int]) -> list[Pair] | None:
        if not left:
            return []
        self._budget -= 1
        hardest = min(left, key=lambda window: (window & self._empty).bit_count())
        if self._budget < 0 or (hardest & self._empty).bit_count() < 2:
            return None
        for pair in self._candidates(hardest, left):
            both = 1 << pair[0] | 1 << pair[1]
            self._empty ^= both
            rest = self.run([window for window in left if window & both != both])
            self._empty ^= both
            if rest is not None:
                return [pair, *rest]
        return None

    def _candidates(self, window: int, left: list[int]) -> list[Pair]:
        """Return the pairs of a window that are in the most windows."""
        cells = list(bits(window & self._empty))
        pairs = [(one, other) for at, one in enumerate(cells) for other in cells[at + 1 :]]
        gains = [_gain(1 << one | 1 << other, left) for one, other in pairs]
        return [pair for pair, gain in zip(pairs, gains, strict=True) if gain == max(gains)]


def _gain(both: int, left: list[int]) -> int:
    return sum(window & both == both for window in left)
