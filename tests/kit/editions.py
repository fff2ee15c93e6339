"""Input for each edition, and its result files."""

import os
from pathlib import Path

import pytest
from hypothesis import strategies as st

from kit.transcript import REFUSED, as_letters, as_lines, five, outline, race, rows_at_every_border

MOVES = {"five": b"7,7\n", "outline": b"7,7\n", "gomoku": b"E 6\n", "tictactoe": b"5\n"}
WON = as_lines(race(rows_at_every_border(15)[0], 1, 15))
WINS = {
    "five": WON,
    "outline": WON,
    "gomoku": as_letters(race(rows_at_every_border(13)[0], 1, 13)),
    "tictactoe": b"1\n4\n2\n5\n3\n",
}
EDITIONS = pytest.mark.parametrize("edition", list(MOVES))
KEEPERS = pytest.mark.parametrize("edition", ["five", "outline"])
NEEDS_A_FULL_DEVICE = pytest.mark.skipif(
    not Path("/dev/full").exists(), reason="there is no /dev/full on this system"
)
OLD = b"an older result\n"


def result_of(edition: str, typed: bytes) -> bytes:
    """Return the content of the result file of a game."""
    transcript = {"five": five, "outline": outline}[edition](typed)
    assert transcript.result is not None
    return transcript.result


def why(number: int) -> bytes:
    """Return the system's text of an error."""
    return os.strerror(number).encode()


def typed_lines() -> st.SearchStrategy[list[bytes]]:
    """Valid and invalid lines for a game of `row,column`."""
    number = st.integers(-1, 16).map(str)
    cells = st.builds("{},{}".format, number, number).map(str.encode)
    noise = st.binary(max_size=7).map(lambda line: line.replace(b"\n", b""))
    return st.lists(st.one_of(cells, cells, st.sampled_from(list(REFUSED)), noise), max_size=60)
