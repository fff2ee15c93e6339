from __future__ import annotations

import pytest
from kit.made_tournaments import made_settings

from tengen.arena.tournament_settings import PLANNERS, TournamentFormat
from tengen.rules.point import Point


@pytest.mark.parametrize("kind", TournamentFormat)
@pytest.mark.parametrize("engines", [2, 3, 5])
def test_the_expected_pairs_are_those_of_the_plan(kind: TournamentFormat, engines: int) -> None:
    settings = made_settings(kind, engines, pairs=2)
    plan, stage, count = settings.plan(), None, 0
    try:
        while True:
            stage = next(plan) if stage is None else plan.send([4] * len(stage))
            count += len(stage)
    except StopIteration:
        assert settings.expected_pairs() == count


def test_every_format_has_a_planner() -> None:
    assert set(PLANNERS) == set(TournamentFormat)


def test_openings_are_kept_as_text() -> None:
    openings = made_settings().opening_moves()
    assert openings == ((), (Point(1, 1),), (Point(2, 0), Point(0, 2)))
