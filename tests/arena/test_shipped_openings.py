from __future__ import annotations

from tengen.arena.opening_search import same_for_symmetry
from tengen.arena.shipped_openings import shipped_openings
from tengen.rules.rules import FIVE_IN_A_ROW, RENJU


def test_the_openings_are_distinct_and_as_their_header_says() -> None:
    found = shipped_openings(FIVE_IN_A_ROW)
    assert len(found) == 200
    assert len({same_for_symmetry(moves, FIVE_IN_A_ROW) for moves in found}) == 200
    assert {len(moves) for moves in found} == {5}


def test_rules_without_openings_have_none() -> None:
    assert shipped_openings(RENJU) == ()
