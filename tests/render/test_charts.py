"""Charts of winning chances as SVG."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest

from tengen.render.charts import (
    BOTTOM,
    CHART_COLOURS,
    LEFT,
    RIGHT,
    TOP,
    ChanceCurve,
    ChartMistake,
    MistakeKind,
    describe_chances,
    format_chart,
)
from tengen.render.style import THEMES, Theme

SVG = "{http://www.w3.org/2000/svg}"
MISTAKES = (
    ChartMistake(2, MistakeKind.MISTAKE),
    ChartMistake(3, MistakeKind.BLUNDER),
    ChartMistake(4, MistakeKind.MISSED_WIN),
)
COURSE = ChanceCurve((0.5, 0.5, 0.25, 1.0, 0.5), 0, MISTAKES, 3, "Anna - Bert", "By hand.")


def texts_of(svg: str) -> list[str]:
    return [text.text or "" for text in ET.fromstring(svg).iter(f"{SVG}text")]


def course_line(svg: str) -> list[tuple[float, float]]:
    """Return the points of the line."""
    path = re.findall(r'd="M([^"]+)"[^>]*stroke-width="2" stroke-linejoin', svg)
    assert len(path) == 1
    spots = [spot.split() for spot in path[0].split("L")]
    return [(float(x), float(y)) for x, y in spots]


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted(map(luminance, (one, other)))
    return (light + 0.05) / (dark + 0.05)


def test_the_line_goes_through_every_chance() -> None:
    spots = course_line(format_chart(COURSE))
    assert spots[0] == (LEFT, (TOP + BOTTOM) / 2)
    assert spots[3][1] == TOP
    assert spots[2][1] == BOTTOM - (BOTTOM - TOP) / 4
    assert spots[-1][0] == RIGHT


def test_a_stopped_review_begins_later() -> None:
    spots = course_line(format_chart(ChanceCurve((0.5, 0.5), 3)))
    assert spots[0][0] == LEFT + (RIGHT - LEFT) * 3 / 4


def test_the_axes_have_labels_and_the_marks_a_legend() -> None:
    texts = texts_of(format_chart(COURSE))
    assert {"Black wins", "even", "White wins", "after move", "By hand.", "Anna - Bert"} <= set(
        texts
    )
    assert {"mistake", "blunder", "missed win", "lost from here on"} <= set(texts)
    assert texts_of(format_chart(replace(COURSE, spoilt=MISTAKES[:1]))).count("blunder") == 0


def test_every_kind_of_mistake_has_its_shape() -> None:
    svg = format_chart(COURSE)
    assert svg.count("m0-6l5.5 9.5h-11z") == 2
    assert svg.count("m0-6.5l6.5 6.5l-6.5 6.5l-6.5-6.5z") == 2
    assert svg.count("<circle") == 2


def test_numbers_of_mistakes_never_overlap() -> None:
    chances = tuple(at % 2 for at in range(201))
    spoilt = tuple(ChartMistake(at, MistakeKind.BLUNDER) for at in range(1, 201))
    svg = format_chart(ChanceCurve(chances, 0, spoilt))
    labels = re.findall(r'<g font-size="11".*?</g>', svg, re.DOTALL)[0]
    found = re.findall(r'x="([\d.]+)" y="([\d.]+)">(\d+)', labels)
    above = [(float(x), 3 * len(text)) for x, y, text in found if float(y) < TOP]
    assert 10 < len(above) < 100
    for (left, half), (right, other) in pairwise(above):
        assert left + half < right - other


@pytest.mark.parametrize("last", [0, 1, 9, 58, 225, 2704])
def test_there_are_a_few_move_numbers_for_any_length(last: int) -> None:
    texts = texts_of(format_chart(ChanceCurve((0.5,) * (last + 1))))
    numbers = [int(text) for text in texts if text.isdigit()]
    assert numbers[0] == 0
    assert 2 <= len(numbers) <= 13
    assert numbers == list(range(0, max(1, last) + 1, numbers[1]))


@pytest.mark.parametrize("text", ["<&\">'", "\x00\x1b\ud800", "天元" * 60, "a" * 1000])
def test_any_title_fits_and_is_well_formed(text: str) -> None:
    svg = format_chart(replace(COURSE, title=text, caption=text, first=text))
    svg.encode()
    assert max(map(len, texts_of(svg))) < 130


def test_a_chart_without_chances_has_no_line() -> None:
    svg = format_chart(ChanceCurve(()))
    assert "stroke-linejoin" not in svg
    assert describe_chances(ChanceCurve(())) == "No chances are known."


def test_a_chart_has_a_description_in_words() -> None:
    root = ET.fromstring(format_chart(COURSE))
    found = {name: root.findtext(f"{SVG}{name}") for name in ("title", "desc")}
    assert found["title"] == root.get("aria-label") == "Anna - Bert"
    assert found["desc"] == (
        "Black's winning chance: 50 % after move 0, 50 % after move 4. Move 2 was a mistake. "
        "Move 3 was a blunder. Move 4 was a missed win. By hand."
    )


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_a_chart_has_enough_contrast_in_every_theme(theme: Theme) -> None:
    paper = CHART_COLOURS[theme.name]
    assert min(contrast(paper.page, text) for text in (paper.text, paper.quiet)) >= 4.5
    assert min(contrast(paper.page, mark) for mark in (paper.seal, paper.rule)) >= 3
    assert f'fill="{paper.page}"' in format_chart(COURSE, theme)
