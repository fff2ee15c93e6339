"""The weights of a learned evaluation: whole numbers, in a file with a checksum."""

from __future__ import annotations

import array
import hashlib
import json
import sys
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tengen.engine.constants import COLUMNS, INNER_SHIFT, INPUTS, SCORE_SHIFT
from tengen.engine.line_windows import exchanged_rows, row_count
from tengen.errors import ParseError
from tengen.rules import WinRule

VALUE_SCALE = 256
"""What 1 is in the table, in the bias and in the sums."""
LARGEST = 2047
"""The largest number in the table: eight windows change at a time, each by twice that at most, and
the sum of their changes must have 16 bits."""
INPUT_DIVISOR = 32
"""What the sums are divided by before they enter the net."""
INNER_SCALE = 1 << 13
SCORE_OF_LOGIT = 700
"""The score at which the odds of winning are e to one."""

FORMAT = "tengen-weights"
VERSION = 1
WHAT = "file of weights"
MAX_BYTES = 1 << 20
"""The size up to which a file is unpacked; all weights together have a quarter of that."""

Numbers = Sequence[float]


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights for one win rule. `origin` says how they were made."""

    win: WinRule
    table: array.array[int]
    """A row for each line window."""
    bias: array.array[int]
    inner: array.array[int]
    inner_bias: array.array[int]
    outer: array.array[int]
    skip: array.array[int]
    outer_bias: array.array[int]
    origin: str = ""
    joined_table: array.array[int] = field(init=False, repr=False, compare=False)
    """For each line window, its row in the first player's view, then in the second's."""

    def __post_init__(self) -> None:
        """Raise ValueError if a number of the table is too large for the sums to be exact."""
        if max(self.table) > LARGEST or min(self.table) < -LARGEST:
            raise ValueError(f"the numbers of the table must be from {-LARGEST} to {LARGEST}")
        object.__setattr__(self, "joined_table", _join_views(self.table))


PARTS = {
    "table": ("h", 0),
    "bias": ("h", COLUMNS),
    "inner": ("h", INPUTS * INPUTS),
    "inner_bias": ("i", INPUTS),
    "outer": ("i", INPUTS),
    "skip": ("i", INPUTS),
    "outer_bias": ("q", 1),
}
"""The arrays of a file in order, with their types and lengths.

The length of the table depends on the number of windows.
"""


def blank_weights(win: WinRule) -> Weights:
    """Return weights that give every position the score 0."""
    parts = {name: array.array(code, bytes(_size(name))) for name, (code, _) in PARTS.items()}
    return Weights(win, **parts, origin="")


def quantise(parameters: Mapping[str, Numbers], win: WinRule, origin: str = "") -> Weights:
    """Return the weights of a trained net, whose parameters are numbers in floating point.

    Numbers of the table are bounded. Raises OverflowError if another one is too large.
    """
    inner_unit = VALUE_SCALE * INNER_SCALE
    score_unit = SCORE_OF_LOGIT << SCORE_SHIFT
    return Weights(
        win,
        _bounded(_whole("i", parameters["table"], VALUE_SCALE)),
        _whole("h", parameters["bias"], VALUE_SCALE),
        _whole("h", parameters["w1"], INNER_SCALE / INPUT_DIVISOR),
        _whole("i", parameters["b1"], inner_unit),
        _whole("i", parameters["w2"], score_unit / (inner_unit >> INNER_SHIFT)),
        _whole("i", parameters["skip"], score_unit / VALUE_SCALE / INPUT_DIVISOR),
        _whole("q", parameters["b2"], score_unit),
        origin,
    )


def _whole(code: str, values: Numbers, scale: float) -> array.array[int]:
    return array.array(code, [round(float(value) * scale) for value in values])


def _bounded(numbers: array.array[int]) -> array.array[int]:
    return array.array("h", [max(-LARGEST, min(LARGEST, number)) for number in numbers])


def _join_views(table: array.array[int]) -> array.array[int]:
    joined = array.array("h")
    for row, other in enumerate(exchanged_rows()):
        joined += table[COLUMNS * row : COLUMNS * (row + 1)]
        joined += table[COLUMNS * other : COLUMNS * (other + 1)]
    return joined


def format_weights(weights: Weights) -> bytes:
    """Return a file: a line of JSON, then the compressed numbers, the lowest byte first."""
    numbers = b"".join(_little_endian(getattr(weights, name)).tobytes() for name in PARTS)
    header = {
        "format": FORMAT,
        "version": VERSION,
        "win": weights.win.value,
        "origin": weights.origin,
        "sha256": hashlib.sha256(numbers).hexdigest(),
    }
    return json.dumps(header).encode() + b"\n" + zlib.compress(numbers, 9)


def parse_weights(data: bytes) -> Weights:
    """Return the weights in a file. Raises ParseError if it is another one, or damaged."""
    line, _, packed = data.partition(b"\n")
    header = _parse_header(line)
    unpacker = zlib.decompressobj()
    try:
        numbers = unpacker.decompress(packed, MAX_BYTES)
    except zlib.error:
        numbers = b""
    if hashlib.sha256(numbers).hexdigest() != header.get("sha256"):
        raise ParseError(WHAT, header["win"], "it is damaged: its checksum is wrong")
    if len(numbers) != sum(_size(name) for name in PARTS):
        raise ParseError(WHAT, header["win"], "it has another number of weights")
    arrays = {}
    for name, (code, _) in PARTS.items():
        part, numbers = numbers[: _size(name)], numbers[_size(name) :]
        arrays[name] = _little_endian(array.array(code, part))
    return Weights(WinRule(header["win"]), **arrays, origin=str(header.get("origin", "")))


def _parse_header(line: bytes) -> dict[str, Any]:
    start = line[:60].decode("utf-8", "replace")
    try:
        header = json.loads(line)
    except ValueError:
        header = None
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise ParseError(WHAT, start, "it does not begin as such a file does")
    if header.get("version") != VERSION:
        raise ParseError(WHAT, str(header.get("version")), f"its version must be {VERSION}")
    if header.get("win") not in {win.value for win in WinRule}:
        raise ParseError(WHAT, str(header.get("win")), "its win rule is unknown")
    return header


def _size(name: str) -> int:
    """Return the number of bytes of an array."""
    code, length = PARTS[name]
    return array.array(code).itemsize * (length or COLUMNS * row_count())


def _little_endian(numbers: array.array[int]) -> array.array[int]:
    """Return numbers with the lowest byte first, or such numbers as this machine has them."""
    if sys.byteorder == "big":
        numbers = numbers[:]
        numbers.byteswap()
    return numbers
