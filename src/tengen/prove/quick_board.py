"""The board of the quick checker, with the number of stones of each side in every window.

The attacker's stones are 1, the defender's 2. Sets of cells and of windows are words of 64 bits.
`levels` are sets of windows without a stone of the attacker, by the number of the defender's stones
in them. `fours` is the set of windows that have k - 1 stones of the attacker and an empty cell.
"""

import array
from itertools import accumulate

import cython

from tengen.prove.quick_geometry import find_images, find_windows, full_words, make_words

if not cython.compiled:

    def lowest(bits: int) -> int:
        """Return the place of the lowest bit."""
        return (bits & -bits).bit_length() - 1

    def count_bits(bits: int) -> int:
        """Return how many bits are set."""
        return bits.bit_count()


ONE = cython.declare(cython.ulonglong, 1)
EMPTY = cython.declare(cython.int, 0)
ATTACKER = cython.declare(cython.int, 1)
DEFENDER = cython.declare(cython.int, 2)


@cython.final
@cython.cclass
class QuickBoard:
    """The stones and the counts of all windows. Callers must check cells before `put` and `take`.

    `attacks` counts the fours of the attacker, `threats` those of the defender.
    """

    def __init__(self, width: int, height: int, line: int) -> None:
        self.width = width
        self.height = height
        self.line = line
        self.most = line - 1
        self.cells = width * height
        self.words = (self.cells + 63) // 64
        self.images = find_images(width, height)
        self.symmetries = len(self.images) // self.cells
        self._know_windows(find_windows(width, height, line))
        self.clear()

    def _know_windows(self, windows: list[list[int]]) -> None:
        """Store the cells of every window and the windows of every cell."""
        self.span = (len(windows) + 63) // 64
        self.masks = make_words(len(windows) * self.words)
        lists: list[list[int]] = [[] for _ in range(self.cells)]
        for number, cells in enumerate(windows):
            for cell in cells:
                lists[cell].append(number)
                self.masks[number * self.words + cell // 64] |= ONE << (cell % 64)
        self.start = array.array("i", [0, *accumulate(len(numbers) for numbers in lists)])
        self.through = array.array("i", [number for numbers in lists for number in numbers])
        self.mine = array.array("B", bytes(len(windows)))
        self.yours = array.array("B", bytes(len(windows)))

    def clear(self) -> None:
        """Remove all stones."""
        count = len(self.mine)
        self.stones = array.array("B", bytes(self.cells))
        self.mine = array.array("B", bytes(count))
        self.yours = array.array("B", bytes(count))
        self.sets = make_words(2 * self.words)
        self.found = make_words(self.words)
        self.levels = full_words(count) + make_words(self.line * self.span)
        self.fours = full_words(count) if self.line == 1 else make_words(self.span)
        self.attacks = self.threats = count if self.line == 1 else 0

    def is_empty(self, cell: int) -> bool:
        """Return whether a cell has no stone."""
        return self.stones[cell] == EMPTY

    def has_line(self) -> bool:
        """Return whether either side has k in a row."""
        return self.line in bytes(self.mine) or self.line in bytes(self.yours)

    @cython.ccall
    @cython.nogil
    @cython.exceptval(check=False)
    def put(self, cell: cython.int, who: cython.int) -> cython.void:
        """Place a stone of the attacker (1) or the defender (2) on an empty cell."""
        at: cython.int = (who - 1) * self.words + (cell >> 6)
        self.sets[at] |= ONE << (cell & 63)
        self.stones[cell] = who
        if who == ATTACKER:
            self.attack(cell)
        else:
            self.defend(cell)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def take(self, cell: cython.int) -> cython.void:
        """Remove the stone from a cell."""
        who: cython.int = self.stones[cell]
        at: cython.int = (who - 1) * self.words + (cell >> 6)
        self.sets[at] ^= ONE << (cell & 63)
        self.stones[cell] = EMPTY
        if who == ATTACKER:
            self.forget(cell)
        else:
            self.allow(cell)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def attack(self, cell: cython.int) -> cython.void:
        """Count one more stone of the attacker in the windows of a cell."""
        at: cython.int
        window: cython.int
        mine: cython.int
        yours: cython.int
        bit: cython.ulonglong
        for at in range(self.start[cell], self.start[cell + 1]):
            window = self.through[at]
            mine = self.mine[window]
            yours = self.yours[window]
            bit = ONE << (window & 63)
            self.mine[window] = mine + 1
            if mine == 0:
                self.levels[yours * self.span + (window >> 6)] ^= bit
                if yours == self.most:
                    self.threats -= 1
            if yours == 0 and mine >= self.most - 1:
                self.fours[window >> 6] ^= bit
                self.attacks += 1 if mine < self.most else -1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def forget(self, cell: cython.int) -> cython.void:
        """Count one stone of the attacker less in the windows of a cell."""
        at: cython.int
        window: cython.int
        mine: cython.int
        yours: cython.int
        bit: cython.ulonglong
        for at in range(self.start[cell], self.start[cell + 1]):
            window = self.through[at]
            mine = self.mine[window] - 1
            yours = self.yours[window]
            bit = ONE << (window & 63)
            self.mine[window] = mine
            if mine == 0:
                self.levels[yours * self.span + (window >> 6)] ^= bit
                if yours == self.most:
                    self.threats += 1
            if yours == 0 and mine >= self.most - 1:
                self.fours[window >> 6] ^= bit
                self.attacks -= 1 if mine < self.most else -1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def defend(self, cell: cython.int) -> cython.void:
        """Count one more stone of the defender in the windows of a cell."""
        at: cython.int
        window: cython.int
        place: cython.int
        mine: cython.int
        yours: cython.int
        bit: cython.ulonglong
        for at in range(self.start[cell], self.start[cell + 1]):
            window = self.through[at]
            mine = self.mine[window]
            yours = self.yours[window]
            bit = ONE << (window & 63)
            self.yours[window] = yours + 1
            if mine == 0:
                place = yours * self.span + (window >> 6)
                self.levels[place] ^= bit
                self.levels[place + self.span] ^= bit
                if yours >= self.most - 1:
                    self.threats += 1 if yours < self.most else -1
            if yours == 0 and mine == self.most:
                self.fours[window >> 6] ^= bit
                self.attacks -= 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def allow(self, cell: cython.int) -> cython.void:
        """Count one stone of the defender less in the windows of a cell."""
        at: cython.int
        window: cython.int
        place: cython.int
        mine: cython.int
        yours: cython.int
        bit: cython.ulonglong
        for at in range(self.start[cell], self.start[cell + 1]):
            window = self.through[at]
            mine = self.mine[window]
            yours = self.yours[window] - 1
            bit = ONE << (window & 63)
            self.yours[window] = yours
            if mine == 0:
                place = yours * self.span + (window >> 6)
                self.levels[place] ^= bit
                self.levels[place + self.span] ^= bit
                if yours >= self.most - 1:
                    self.threats -= 1 if yours < self.most else -1
            if yours == 0 and mine == self.most:
                self.fours[window >> 6] ^= bit
                self.attacks += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def completes(self, cell: cython.int) -> cython.int:
        """Return whether the attacker makes k in a row on an empty cell."""
        at: cython.int
        if self.attacks == 0:
            return 0
        for at in range(self.start[cell], self.start[cell + 1]):
            if self.mine[self.through[at]] == self.most:
                return 1
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def answers(self, cell: cython.int) -> cython.int:
        """Return whether the defender can make k in a row on no other cell than this."""
        at: cython.int
        left: cython.int = self.threats
        if left == 0:
            return 1
        for at in range(self.start[cell], self.start[cell + 1]):
            if self.yours[self.through[at]] == self.most:
                left -= 1
        return left == 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fives(self) -> cython.int:
        """Set `found` to the cells where the attacker makes k in a row; return how many."""
        group: cython.int
        word: cython.int
        place: cython.int
        count: cython.int = 0
        bits: cython.ulonglong
        for word in range(self.words):
            self.found[word] = 0
        for group in range(self.span):
            bits = self.fours[group]
            while bits:
                place = (64 * group + lowest(bits)) * self.words
                bits &= bits - 1
                for word in range(self.words):
                    self.found[word] |= self.masks[place + word] & ~self.sets[word]
        for word in range(self.words):
            count += count_bits(self.found[word])
        return count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def add_windows(self, level: cython.int) -> cython.void:
        """Add all cells of the windows of a level to `found`."""
        group: cython.int
        word: cython.int
        place: cython.int
        bits: cython.ulonglong
        for group in range(self.span):
            bits = self.levels[level * self.span + group]
            while bits:
                place = (64 * group + lowest(bits)) * self.words
                bits &= bits - 1
                for word in range(self.words):
                    self.found[word] |= self.masks[place + word]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def is_fixed(self, symmetry: cython.int) -> cython.int:
        """Return whether a symmetry leaves the stones unchanged."""
        cell: cython.int
        start: cython.int = symmetry * self.cells
        for cell in range(self.cells):
            if self.stones[self.images[start + cell]] != self.stones[cell]:
                return 0
        return 1
