"""The parameters of a net: a table for line windows, and a small net behind it."""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from tengen.engine.constants import COLUMNS, INPUTS
from tengen.engine.line_windows import exchanged_rows, pattern_of_rows, row_count, window_rows
from tengen.rules import Rules

Floats = npt.NDArray[np.float32]
PATTERNS = 256
SIZES = {
    "pattern": PATTERNS * COLUMNS,
    "window": row_count() * COLUMNS,
    "bias": COLUMNS,
    "w1": INPUTS * INPUTS,
    "b1": INPUTS,
    "w2": INPUTS,
    "skip": INPUTS,
    "b2": 1,
}
"""The parts of a net, and how many numbers each has."""


class Net:
    """Parameters, or their gradients; all are zero at first.

    The table for the windows is the sum of a part for the patterns of a window and one for the
    window itself. `joined_table` and `joined_bias` have what the first player sees, and beside it
    what the second one does.
    """

    def __init__(self, rules: Rules) -> None:
        self.rows = window_rows()
        self.parts = {name: np.zeros(size, np.float32) for name, size in SIZES.items()}
        self.joined_table = np.zeros(2 * SIZES["window"], np.float32)
        self.joined_bias = np.zeros(INPUTS, np.float32)
        self._exchanged = np.array(exchanged_rows(), np.intp)
        self._patterns = _patterns(rules)
        self._order = np.argsort(self._patterns, kind="stable")
        kinds = self._patterns[self._order]
        self._kinds, self._starts = np.unique(kinds, return_index=True)

    def randomise(self, seed: int) -> None:
        """Set random values to start from."""
        random = np.random.default_rng(seed)
        spreads = {"pattern": 0.1, "w1": (2 / INPUTS) ** 0.5, "w2": (1 / INPUTS) ** 0.5}
        for name, spread in spreads.items():
            self.parts[name][:] = random.normal(0, spread, SIZES[name])

    def table(self) -> Floats:
        """Return the table: a row for each line window."""
        rows = self.parts["pattern"].reshape(-1, COLUMNS)[self._patterns]
        return rows + self.parts["window"].reshape(-1, COLUMNS)

    def join(self) -> None:
        """Make the joined table and bias from the parts."""
        table, joined = self.table(), self.joined_table.reshape(-1, INPUTS)
        joined[:, :COLUMNS] = table
        joined[:, COLUMNS:] = table[self._exchanged]
        self.joined_bias.reshape(2, COLUMNS)[:] = self.parts["bias"]

    def divide(self) -> None:
        """Give the joined table and bias, which hold gradients, to the parts; set them to zero."""
        joined = self.joined_table.reshape(-1, INPUTS)
        table = joined[:, :COLUMNS] + joined[self._exchanged, COLUMNS:]
        patterns = self.parts["pattern"].reshape(-1, COLUMNS)
        patterns[self._kinds] = np.add.reduceat(table[self._order], self._starts)
        self.parts["window"][:] = table.ravel()
        self.parts["bias"][:] = self.joined_bias.reshape(2, COLUMNS).sum(axis=0)
        self.joined_table[:] = 0
        self.joined_bias[:] = 0

    def parameters(self) -> dict[str, list[float]]:
        """Return the parameters by name, with the table instead of its parts."""
        named = {"table": self.table().ravel(), **self.parts}
        return {
            name: values.tolist()
            for name, values in named.items()
            if name not in {"pattern", "window"}
        }


@cache
def _patterns(rules: Rules) -> npt.NDArray[np.intp]:
    """Return the patterns of each row of the table."""
    return np.array(pattern_of_rows(rules), np.intp)
