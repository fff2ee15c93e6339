"""The parameters of the pattern search: each with its default, its range and what it does.

A search copies them once, when it is made. docs/tuning.md lists them, and `tengen tune` tunes them.
"""

from __future__ import annotations

import difflib
import math
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache

from tengen.errors import ParseError, quote


def _declare(default: int, low: int, high: int, about: str) -> int:
    """Declare a parameter with its range, both ends included."""
    about_it = {"default": default, "low": low, "high": high, "about": about}
    made: int = field(default=default, metadata=about_it)
    return made


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchParameters:
    """Values of all parameters. Raises ValueError for one that is out of range."""

    reduction_base: int = _declare(
        60, 0, 200, "Late move reductions: what all of them have in common, in hundredths of a ply."
    )
    reduction_divisor: int = _declare(
        190, 50, 600, "Late move reductions: log(depth) * log(move) is divided by it / 100."
    )
    reduction_depth: int = _declare(2, 1, 10, "Late move reductions: the least depth.")
    reduction_first: int = _declare(2, 1, 30, "Late move reductions: how many moves have none.")
    threat_reduction: int = _declare(
        50, 0, 100, "Late move reductions: the part that is left for threats, in per cent."
    )
    late_move_depth: int = _declare(
        9, 0, 30, "Late move pruning: the greatest depth at which late quiet moves are left out."
    )
    late_move_first: int = _declare(3, 0, 60, "Late move pruning: how many moves are always tried.")
    late_move_power: int = _declare(
        132, 50, 300, "Late move pruning: depth ** (this / 100) more quiet moves are tried."
    )
    late_move_worse: int = _declare(
        50,
        10,
        100,
        "Late move pruning: the part that is tried if the evaluation got worse, in per cent.",
    )
    late_move_threats: int = _declare(
        150, 50, 1000, "Late move pruning: how many threats are tried, in per cent of quiet moves."
    )
    futility_depth: int = _declare(
        6, 0, 20, "Futility: the greatest depth at which hopeless quiet moves are left out."
    )
    futility_margin: int = _declare(
        150, 0, 1000, "Futility: how far below alpha the evaluation must be at depth 0."
    )
    futility_step: int = _declare(100, 0, 500, "Futility: how much further for each ply of depth.")
    reverse_futility_depth: int = _declare(
        6, 0, 20, "Reverse futility: the greatest depth at which a good evaluation is believed."
    )
    reverse_futility_margin: int = _declare(
        110, 10, 500, "Reverse futility: how far above beta it must be, for each ply of depth."
    )
    null_move_depth: int = _declare(3, 1, 30, "Null move: the least depth.")
    null_move_reduction: int = _declare(
        3, 1, 8, "Null move: how many plies less the position after it is searched."
    )
    null_move_divisor: int = _declare(
        4, 1, 30, "Null move: the depth divided by it is taken off as well."
    )
    internal_reduction_depth: int = _declare(
        4, 1, 30, "Internal reduction: the least depth at which a lack of a hash move costs a ply."
    )
    worse_reduction: int = _declare(
        1, 0, 3, "Late move reductions: more if the evaluation got worse, in plies."
    )
    vcf_leaf_depth: int = _declare(12, 0, 40, "VCF at leaves: the most fours before the last.")
    vcf_leaf_nodes: int = _declare(60, 0, 1000, "VCF at leaves: the most positions.")
    candidate_reach: int = _declare(
        2,
        1,
        3,
        "Moves: 1 is one or two steps from a stone, 2 also a knight's move, 3 also three steps.",
    )
    attack_weight: int = _declare(
        200, 0, 1000, "Move ordering: the weight of the own patterns of a point, in per cent."
    )
    killer_bonus: int = _declare(150, 0, 1000, "Move ordering: what killer moves get.")
    answer_bonus: int = _declare(
        100, 0, 1000, "Move ordering: what the last good answer to the same move gets."
    )
    history_shift: int = _declare(
        4, 0, 12, "Move ordering: the history of a move counts after a right shift by it."
    )
    history_limit: int = _declare(
        400, 10, 4000, "Move ordering: the most that one cutoff adds to the history."
    )
    aspiration_depth: int = _declare(4, 1, 60, "Aspiration: the first depth with a window.")
    aspiration_window: int = _declare(60, 1, 2000, "Aspiration: half the width of the window.")
    aspiration_growth: int = _declare(4, 2, 20, "Aspiration: how many times as wide the next is.")
    vct_least_nodes: int = _declare(
        50_000, 1000, 10_000_000, "VCT before the search: the nodes of a search that has it."
    )
    vct_divisor: int = _declare(
        10, 2, 100, "VCT before the search: it gets the nodes of the search divided by this."
    )

    def __post_init__(self) -> None:
        for name, parameter in PARAMETERS.items():
            parameter.check(name, getattr(self, name))

    def changed(self, values: Mapping[str, int]) -> SearchParameters:
        """Return these parameters with some values changed. Raises ValueError."""
        for name in values:
            if name not in PARAMETERS:
                near = nearest_parameter(name)
                hint = f": did you mean {near}?" if near else ""
                raise ValueError(f"there is no parameter {quote(name)}{hint}")
        return replace(self, **values)

    def move_counts(self) -> tuple[int, ...]:
        """Return how many quiet moves are tried at each depth, worse and better; then threats."""
        return _move_counts(
            self.late_move_first, self.late_move_power, self.late_move_worse, self.late_move_threats
        )

    def reductions(self) -> tuple[int, ...]:
        """Return the reduction of quiet moves at 64 * depth + number, and then of threats."""
        return _reductions(self.reduction_base, self.reduction_divisor, self.threat_reduction)


@dataclass(frozen=True, slots=True)
class ParameterRange:
    """The default and the range of a parameter, and what it does."""

    default: int
    low: int
    high: int
    about: str

    def check(self, name: str, value: int) -> None:
        """Raise ValueError for a value out of range."""
        if not self.low <= value <= self.high:
            raise ValueError(f"{name} must be from {self.low} to {self.high}, not {value}")


PARAMETERS: Mapping[str, ParameterRange] = {
    one.name: ParameterRange(**one.metadata) for one in fields(SearchParameters)
}
"""All parameters by name."""
DEFAULT_PARAMETERS = SearchParameters()


def parse_parameter(text: str) -> tuple[str, int]:
    """Parse NAME=VALUE. Raises ParseError, with the nearest name if there is none like it."""
    name, equals, value = text.partition("=")
    if not equals:
        raise ParseError("parameter", text, "expected NAME=VALUE")
    if name not in PARAMETERS:
        near = nearest_parameter(name)
        hint = f"did you mean {near}?" if near else "there is none of this name"
        raise ParseError("parameter", name, hint)
    try:
        number = int(value) if value.isascii() else None
    except ValueError:
        number = None
    parameter = PARAMETERS[name]
    if number is None or not parameter.low <= number <= parameter.high:
        expected = f"expected a whole number from {parameter.low} to {parameter.high}"
        raise ParseError(f"value of {name}", value, expected)
    return name, number


SIMILAR = 0.75
"""How similar names must be, from 0 to 1; no setting of the Gomocup protocol is."""


def nearest_parameter(name: str) -> str | None:
    """Return the most similar name of a parameter, or None if no name is similar."""
    return next(
        iter(difflib.get_close_matches(name.lower(), PARAMETERS, n=1, cutoff=SIMILAR)), None
    )


LARGEST_INDEX = 64
"""Greater depths and numbers of moves are reduced like the last ones of the table."""


@cache
def _reductions(base: int, divisor: int, threats: int) -> tuple[int, ...]:
    """Return the late move reductions by depth and number of the move."""
    quiet = [
        int(base / 100 + math.log(max(depth, 1)) * math.log(max(at, 1)) / (divisor / 100))
        for depth in range(LARGEST_INDEX)
        for at in range(LARGEST_INDEX)
    ]
    return (*quiet, *(less * threats // 100 for less in quiet))


@cache
def _move_counts(first: int, power: int, worse: int, threats: int) -> tuple[int, ...]:
    """Return the numbers of moves by depth."""
    counts = [first + depth ** (power / 100) for depth in range(LARGEST_INDEX)]
    quiet = [*(count * worse / 100 for count in counts), *counts]
    return tuple(int(part) for part in (*quiet, *(count * threats / 100 for count in quiet)))
