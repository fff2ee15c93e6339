"""The windows of a game, for the general search.

A window is k cells in a row. A player wins by filling a live window. A window is dead for a player
if it holds an opponent's stone or, depending on the win rule, if stones lie on its flanks, the
cells next to its ends. A dead window stays dead, because stones never leave. A flank stone has a
weight for each player, and a total weight of 2 makes the window dead:

- exactly k: a player's own stone makes the line too long and weighs 2;
- caro: an opponent's stone weighs 1, so it takes both ends; if longer lines do not win, the
  player's own stone weighs 2;
- caro with k or more: a line wins if one of its ends is empty or the edge. That end is empty when
  its last k stones are complete. So there are two windows for each k cells, one for each end, and
  any stone on that flank weighs 2.
"""

from __future__ import annotations

import functools
from array import array
from itertools import product

from tengen.rules import MAX_SIDE, Player, Rules, Symmetry, WinRule, cell_of, point_of, symmetries
from tengen.rules.geometry import DIRECTIONS, TURN_KEY, stone_key

SMALL = 64
"""On boards of up to this many points, symmetric positions share a hash entry, and the search
tries pairings."""
WEIGHTS = {
    WinRule.FREESTYLE: (0, 0),
    WinRule.STANDARD: (2, 0),
    WinRule.CARO: (2, 2),
    WinRule.CARO_EXACT: (2, 1),
    WinRule.CARO_LONG: (0, 1),
}
"""The weights of a player's own stone and of an opponent's stone on a flank."""

Place = tuple[int, int]
Window = tuple[list[Place], list[Place], tuple[int, int, int]]
"""The cells of a window, its flanks that matter, and its line on the board."""


class WindowTables:
    """The windows of a game as flat arrays.

    `through` lists the windows that contain each cell, `beside` those that it flanks.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.own_flank, self.other_flank = WEIGHTS[rules.win]
        self.size = min(rules.k, MAX_SIDE + 1)
        self.span = max(1, self.size - 1) * (2 if rules.win is WinRule.CARO else 1)
        windows = _windows(rules)
        self.windows = len(windows)
        self.cells = _ints([self.cell(place) for inner, _, _ in windows for place in inner])
        """The cells of the windows, k for each window."""
        self.through_from, self.through = self._index([inner for inner, _, _ in windows])
        self.beside_from, self.beside = self._index([flanks for _, flanks, _ in windows])
        lines = {line: number for number, line in enumerate({line: 0 for _, _, line in windows})}
        self.lines = len(lines)
        self.line_of = _ints([lines[line] for _, _, line in windows])
        self.small = rules.area <= SMALL
        turns = symmetries(rules) if self.small else (Symmetry.IDENTITY,)
        self.symmetries = len(turns)
        self.images = _ints([image for turn in turns for image in self._images(turn)])
        self.origins = _ints([image for turn in turns for image in self._images(turn.inverse)])
        self.keys = array("Q", [self._key(p, at) for p in Player for at in range(rules.area)])

    def cell(self, place: Place) -> int:
        """Return the number of a cell."""
        return place[0] * self.rules.width + place[1]

    def _key(self, player: Player, cell: int) -> int:
        return stone_key(point_of(cell, self.rules), player) ^ TURN_KEY

    def _images(self, turn: Symmetry) -> list[int]:
        points = [point_of(cell, self.rules) for cell in range(self.rules.area)]
        return [cell_of(turn.apply(point, self.rules), self.rules) for point in points]

    def _index(self, groups: list[list[Place]]) -> tuple[array[int], array[int]]:
        """Return, for every cell, where its list of groups begins, and all lists in one array."""
        found: list[list[int]] = [[] for _ in range(self.rules.area)]
        for number, group in enumerate(groups):
            for place in group:
                found[self.cell(place)].append(number)
        starts = [0]
        for numbers in found:
            starts.append(starts[-1] + len(numbers))
        return _ints(starts), _ints([number for numbers in found for number in numbers])


@functools.lru_cache(maxsize=8)
def window_tables(rules: Rules) -> WindowTables:
    """Return the tables of a game; they are made once."""
    return WindowTables(rules)


def _windows(rules: Rules) -> list[Window]:
    windows: list[Window] = []
    if rules.k > max(rules.width, rules.height):
        return windows
    for row, col in product(range(rules.height), range(rules.width)):
        for down, right in DIRECTIONS:
            before, *inner, after = [
                (row + far * down, col + far * right) for far in range(-1, rules.k + 1)
            ]
            if _on_board(rules, inner[-1]):
                line = _line((row, col), (down, right))
                windows += [(inner, flanks, line) for flanks in _flanks(rules, before, after)]
    return windows


def _flanks(rules: Rules, before: Place, after: Place) -> list[list[Place]]:
    """Return the flanks that matter for each window on the same k cells."""
    if rules.win is WinRule.FREESTYLE:
        return [[]]
    sides = [[place] if _on_board(rules, place) else [] for place in (before, after)]
    return sides if rules.win is WinRule.CARO else [sides[0] + sides[1]]


def _line(place: Place, step: Place) -> tuple[int, int, int]:
    """Return an identifier of a line: its direction, and its offset."""
    (row, col), (down, right) = place, step
    return down, right, row * right - col * down


def _on_board(rules: Rules, place: Place) -> bool:
    return 0 <= place[0] < rules.height and 0 <= place[1] < rules.width


def _ints(numbers: list[int]) -> array[int]:
    """Return an array that is never empty, because C needs a first element."""
    return array("i", numbers or [0])
