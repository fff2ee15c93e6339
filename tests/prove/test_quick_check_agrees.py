"""The two independent checkers agree on thousands of correct and damaged certificates."""

from __future__ import annotations

import io
from functools import cache
from pathlib import Path
from random import Random

import pytest
from kit.both import agreed
from kit.certificates import SAMPLES
from kit.certified import some_wins, write_certificate
from kit.random_proofs import damaged, random_certificates

from tengen.prove import quick_check

ROUNDS = 60


@pytest.mark.parametrize("name", SAMPLES)
def test_both_checkers_agree_on_samples_and_damaged_samples(name: str) -> None:
    assert agreed(SAMPLES[name])[0] != "refused"
    random = Random(name)
    found = [agreed(damaged(SAMPLES[name], random)) for _ in range(ROUNDS)]
    assert sum(one[0] == "refused" for one in found) > ROUNDS / 3


@pytest.mark.parametrize("gaps", [0.0, 0.2])
def test_both_checkers_agree_on_random_certificates(gaps: float) -> None:
    random = Random(gaps)
    found = []
    for packed in random_certificates(range(40), gaps):
        found += [agreed(packed), *[agreed(damaged(packed, random)) for _ in range(10)]]
    refused = sum(one[0] == "refused" for one in found)
    assert 20 < refused < len(found) - 20


@cache
def proved(folder: Path) -> tuple[bytes, ...]:
    """Return certificates of wins that the engine found."""
    path = folder / "proof.xz"
    return tuple(write_certificate(path, *pair).read_bytes() for pair in some_wins(12))


def test_wins_of_the_engine_repeat_nodes(tmp_path: Path) -> None:
    counts = [quick_check.check(io.BytesIO(packed)).counts for packed in proved(tmp_path)]
    assert sum(one.agains for one in counts) > 50
    assert sum(one.nodes for one in counts) > 500


def test_both_checkers_agree_on_wins_of_the_engine_and_damaged_ones(tmp_path: Path) -> None:
    random = Random(7)
    for packed in proved(tmp_path):
        assert agreed(packed)[0] != "refused"
        found = [agreed(damaged(packed, random)) for _ in range(ROUNDS)]
        assert sum(one[0] == "refused" for one in found) > ROUNDS / 3
