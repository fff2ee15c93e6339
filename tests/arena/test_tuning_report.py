"""The log and the plot of a tuning run."""

from __future__ import annotations

import io
from xml.etree import ElementTree as ET

import pytest

from tengen.arena.tuning import SpsaPlan, SpsaState, TunedParameter
from tengen.arena.tuning_report import check_plot_path, describe_run, format_log, format_plot
from tengen.errors import UsageError
from tengen.render.style import THEMES

PLAN = SpsaPlan(
    (TunedParameter("killer_bonus", 150, 0, 300), TunedParameter("late_move_first", 2, 0, 4)),
    iterations=3,
    seed=0,
    step=0.1,
    rate=0.5,
)
STATES = [SpsaState(0, (150.0, 2.0)), SpsaState(1, (165.5, 1.25)), SpsaState(2, (300.0, 0.0))]
SVG = "{http://www.w3.org/2000/svg}"


def test_the_log_has_a_line_for_the_start_and_each_iteration() -> None:
    assert format_log(PLAN, STATES, [0.25, -1.0]).splitlines() == [
        "iteration,score,killer_bonus,late_move_first",
        "0,,150.00,2.00",
        "1,0.2500,165.50,1.25",
        "2,-1.0000,300.00,0.00",
    ]


def test_the_plot_draws_every_parameter_within_its_range() -> None:
    picture = ET.fromstring(format_plot(".svg", PLAN, STATES))
    ways = [path.get("d") for path in picture.iter(f"{SVG}path") if path.get("fill") == "none"]
    lines = [way for way in ways if way is not None and way.count("L") == 2]
    assert lines == ["M78 90L387 87.11L696 62", "M78 182L387 192.5L696 210"]
    shown = "".join(picture.itertext())
    assert "killer_bonus: 150 to 300.0" in shown
    assert "iteration 2" in shown


def test_the_plot_is_described_in_words() -> None:
    words = "killer_bonus: from 150 to 300.0. late_move_first: from 2 to 0.0."
    assert describe_run(PLAN, STATES) == words
    assert f"<desc>{words}</desc>" in format_plot(".svg", PLAN, STATES).decode()


@pytest.mark.parametrize("count", [1, 2, 5000])
def test_a_plot_stays_small_however_long_the_run(count: int) -> None:
    states = [SpsaState(at, (150.0 + at % 7, 2.0)) for at in range(count)]
    for theme in THEMES.values():
        picture = format_plot(".svg", PLAN, states, theme).decode()
        assert len(picture) < 30_000
        assert f"after each of {count - 1} iterations" in picture


def test_the_plot_as_png_has_the_same_size() -> None:
    from PIL import Image  # noqa: PLC0415 - slow to load

    picture = Image.open(io.BytesIO(format_plot(".png", PLAN, STATES)))
    assert picture.format == "PNG"
    assert picture.size == (720, 44 + 2 * 92 + 34)
    assert len(picture.getcolors(99_999) or ()) > 8


def test_a_plot_with_another_ending_is_refused() -> None:
    assert [check_plot_path(name) for name in ("a.svg", "b.PNG")] == [".svg", ".png"]
    with pytest.raises(UsageError, match=r"'a\.jpg' has no known format: .* \.svg or \.png"):
        check_plot_path("a.jpg")
