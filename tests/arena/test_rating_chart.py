from __future__ import annotations

import math

import pytest
from kit.tournaments import played, small_tournament

from tengen.arena.rating_chart import WIDTH, describe_ratings, draw_ratings
from tengen.arena.report_tables import make_rows
from tengen.arena.results import TournamentFacts
from tengen.render.charts import CHART_COLOURS
from tengen.render.shapes import Circle, Picture, Polylines, Rectangle, TextLine
from tengen.render.style import THEMES, Theme
from tengen.rules import Player


def texts_of(picture: Picture) -> list[str]:
    return [shape.text for shape in picture.shapes if isinstance(shape, TextLine)]


def whiskers_of(picture: Picture) -> list[Polylines]:
    return [s for s in picture.shapes if isinstance(s, Polylines) and not s.is_crisp]


def all_won(pairs: int = 5) -> TournamentFacts:
    games = tuple(played(pair, "a", "b", Player.FIRST) for pair in range(pairs))
    return TournamentFacts(("a", "b"), games, anchor="b")


def test_points_are_in_the_order_and_at_the_distance_of_the_ratings() -> None:
    facts = small_tournament()
    points = [shape for shape in draw_ratings(facts).shapes if isinstance(shape, Circle)]
    elos = [row.rating.elo for row in make_rows(facts) if row.rating]
    scale = (points[0].x - points[-1].x) / (elos[0] - elos[-1])
    for point, elo in zip(points, elos, strict=True):
        assert point.x - points[-1].x == pytest.approx(scale * (elo - elos[-1]))
    assert [point.y for point in points] == sorted(point.y for point in points)


def test_whiskers_enclose_their_point() -> None:
    picture = draw_ratings(small_tournament())
    points = [shape for shape in picture.shapes if isinstance(shape, Circle)]
    whiskers = whiskers_of(picture)
    assert len(whiskers) == 3  # the anchor has none
    for whisker, point in zip(whiskers, points, strict=False):
        (low, _), (high, _) = whisker.paths[0]
        assert low < point.x < high


def test_an_interval_without_a_bound_ends_in_an_arrow() -> None:
    picture = draw_ratings(all_won())
    (whisker,) = whiskers_of(picture)
    _, cap, arrow = whisker.paths
    assert (len(cap), len(arrow)) == (2, 3)
    assert arrow[1][0] > arrow[0][0] > cap[0][0]
    assert any("an arrow has no bound" in text for text in texts_of(picture))


def test_nothing_is_drawn_for_a_rating_that_is_unknown() -> None:
    games = (played(1, "a", "b", Player.FIRST), played(2, "c", "b", Player.FIRST))
    picture = draw_ratings(TournamentFacts(("a", "b", "c"), games, anchor="a"))
    points = [shape for shape in picture.shapes if isinstance(shape, Circle)]
    assert "?" in texts_of(picture)
    assert len(points) == 1


def test_all_is_within_the_picture_even_with_long_names() -> None:
    names = ("x" * 300, "\u9ed2" * 80)
    facts = TournamentFacts(names, (played(1, *names, None),), title="t" * 500)
    picture = draw_ratings(facts)
    for shape in picture.shapes:
        if isinstance(shape, Circle):
            assert 0 < shape.x < WIDTH
            assert 0 < shape.y < picture.height
    assert all(len(text) < 140 for text in texts_of(picture))


def test_the_chart_says_what_was_measured() -> None:
    texts = texts_of(draw_ratings(small_tournament()))
    assert texts[0] == "Spring round robin"
    assert texts[1].endswith("1000 ms a move, 350 MB; wall time; balanced.txt, 100 openings")
    assert texts[-1] == "Elo with 95 % intervals after 120 games; first is at 1000"


def test_a_tournament_without_games_says_so() -> None:
    facts = TournamentFacts(("a", "b"))
    assert texts_of(draw_ratings(facts))[-1] == "No games have been played."
    assert describe_ratings(facts) == "No games have been played."


def test_a_description_has_every_rating() -> None:
    words = describe_ratings(small_tournament())
    assert words.count(" to ") == 3
    assert words.endswith("first: 1000")
    assert describe_ratings(all_won()).startswith("a: > 46")


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_each_theme_has_its_own_colours(theme: Theme) -> None:
    picture = draw_ratings(small_tournament(), theme)
    (page,) = picture.background
    assert isinstance(page, Rectangle)
    assert page.fill == CHART_COLOURS[theme.name].page
    assert {w.colour for w in whiskers_of(picture)} == {theme.hint}
    assert math.isclose(picture.width, WIDTH)


@pytest.mark.parametrize("pairs", range(1, 12))
def test_an_arrow_is_long_enough_to_be_seen(pairs: int) -> None:
    (whisker,) = whiskers_of(draw_ratings(all_won(pairs)))
    (low, _), (high, _) = whisker.paths[0]
    assert high - low > 25
