"""The pictures of the report are up to date and easy to read."""

from itertools import combinations
from pathlib import Path

import pytest
import report_bytes
import report_charts
from flowchart import SLANT, WIDTH, Kind, Link, Node, Side, line_width
from kit.transcript import DIGIT, FORMAT, LEADING_ZERO, RANGE, TAKEN

DOCS = Path(__file__).parents[2] / "docs"
DRAWN = {**report_charts.draw_all(), **report_bytes.draw_all()}
CHARTS = report_charts.make_charts()
RENEW = "run `tools/report_charts.py` and `tools/report_bytes.py`, and look at the pictures"


@pytest.mark.parametrize("name", DRAWN)
def test_a_picture_is_up_to_date(name: str) -> None:
    kept = (DOCS / "pictures" / f"report-{name}.svg").read_text(encoding="utf-8")
    is_same = DRAWN[name] == kept
    assert is_same, f"report-{name}.svg is not what is drawn now: {RENEW}"


def test_every_picture_is_drawn_and_shown() -> None:
    kept = {path.name for path in (DOCS / "pictures").glob("report-*")}
    assert kept == {f"report-{name}.svg" for name in DRAWN}
    page = (DOCS / "report.md").read_text(encoding="utf-8")
    assert all(f"pictures/{name}" in page for name in kept)


@pytest.mark.parametrize("name", CHARTS)
def test_words_fit_into_their_shapes(name: str) -> None:
    for shape in CHARTS[name].nodes.values():
        assert max(map(line_width, shape.lines)) <= shape.room, shape.lines


def overlap(one: Node, two: Node) -> bool:
    across = abs(one.x - two.x) < (one.width + two.width) / 2
    return across and abs(one.y - two.y) < (one.height + two.height) / 2


@pytest.mark.parametrize("name", CHARTS)
def test_no_two_shapes_overlap(name: str) -> None:
    shapes = CHARTS[name].nodes.values()
    assert [pair for pair in combinations(shapes, 2) if overlap(*pair)] == []
    assert all(shape.x - shape.width / 2 > 0 for shape in shapes)
    assert all(shape.x + shape.width / 2 < WIDTH for shape in shapes)


def crosses(link: Link, shape: Node) -> bool:
    """Return whether an arrow crosses a shape, instead of only touching its side."""
    left, right = shape.x - shape.width / 2 + SLANT, shape.x + shape.width / 2 - SLANT
    top, bottom = shape.at(Side.TOP)[1] + 1, shape.at(Side.BOTTOM)[1] - 1
    return any(
        min(x0, x1) < right and max(x0, x1) > left and min(y0, y1) < bottom and max(y0, y1) > top
        for (x0, y0), (x1, y1) in zip(link.spots, link.spots[1:], strict=False)
    )


@pytest.mark.parametrize("name", CHARTS)
def test_no_arrow_runs_through_a_shape_or_out_of_the_picture(name: str) -> None:
    chart = CHARTS[name]
    for link in chart.links:
        assert [shape.lines for shape in chart.nodes.values() if crosses(link, shape)] == []
        assert all(0 < x < WIDTH and 0 < y < chart.height for x, y in link.spots)


def test_the_chart_of_five_has_the_warnings_of_the_program_in_their_order() -> None:
    shapes = [shape for shape in CHARTS["five"].nodes.values() if shape.kind is Kind.WARN]
    shapes.sort(key=lambda shape: shape.y)
    texts = [" ".join(line.removeprefix("`") for line in shape.lines) for shape in shapes]
    assert texts == [FORMAT, RANGE, DIGIT, LEADING_ZERO, RANGE, TAKEN]


def test_the_chart_of_the_outline_has_its_states_and_procedures() -> None:
    chart = CHARTS["outline"]
    assert [frame.state for frame in chart.frames] == [0, 1, 2, 3]
    words = {line for shape in chart.nodes.values() for line in shape.lines}
    assert {line.removeprefix("`") for line in words if "_" in line} == {
        *("init_board", "display_board", "get_move", "parse_input", "update_board"),
        *("check_win", "check_tie", "switch_player", "write_to_file"),
    }
