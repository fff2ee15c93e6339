from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from kit.pictures import opened
from kit.tournaments import played, round_robin, small_tournament

from tengen.arena.elo import Sprt
from tengen.arena.report_file import (
    REPORT_ENDINGS,
    format_csv_report,
    format_json_report,
    write_report,
)
from tengen.arena.results import TournamentFacts
from tengen.errors import UsageError
from tengen.rules import Player


def loaded(facts: TournamentFacts) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(format_json_report(facts))
    return found


def test_json_has_the_facts_the_engines_and_the_cross_table() -> None:
    found = loaded(small_tournament())
    assert found["clock"] == "wall time"
    assert (found["games_planned"], found["games_played"]) == (240, 120)
    assert [row["engine"] for row in found["engines"]] == ["new", "old", "steady", "first"]
    assert len(found["cross_table"]) == 12
    assert found["engines"][3]["elo"] == found["anchor_elo"] == 1000
    assert found["match"] is None


def test_json_has_null_for_what_has_no_bound() -> None:
    games = tuple(played(pair, "a", "b", Player.FIRST) for pair in range(5))
    best, worst = loaded(TournamentFacts(("a", "b", "c"), games, anchor="b"))["engines"][:2]
    assert (best["elo"], best["elo_high"]) == (None, None)
    assert 45 < best["elo_low"] < 46
    assert (worst["elo"], worst["elo_low"], worst["elo_high"]) == (0, 0, 0)


def test_json_has_the_state_of_a_match() -> None:
    games = round_robin({"new": 0.0, "old": 0.0}, 10)
    match = loaded(TournamentFacts(("new", "old"), games, sprt=Sprt(0, 10)))["match"]
    assert sum(match["pairs"]) == 10
    assert match["elo_low"] < match["elo"] < match["elo_high"]
    assert match["sprt"]["verdict"] == "undecided"
    empty = loaded(TournamentFacts(("new", "old")))["match"]
    assert (empty["elo"], empty["score"], empty["sprt"]) == (None, None, None)


def test_csv_has_a_line_for_each_engine_and_its_points_against_each() -> None:
    rows = list(csv.DictReader(io.StringIO(format_csv_report(small_tournament()))))
    assert [row["engine"] for row in rows] == ["new", "old", "steady", "first"]
    assert rows[0]["against new"] == ""
    against = sum(float(rows[0][f"against {name}"]) for name in ("old", "steady", "first"))
    assert against == float(rows[0]["points"])


def test_csv_quotes_names() -> None:
    facts = TournamentFacts(('a,"b"', "c"), (played(1, 'a,"b"', "c", None),))
    rows = list(csv.DictReader(io.StringIO(format_csv_report(facts))))
    assert rows[0]["engine"] == 'a,"b"'


BEGINNINGS = {
    ".csv": b"rank,engine,games",
    ".json": b"{\n",
    ".md": b"# Spring round robin\n",
    ".png": b"\x89PNG",
    ".svg": b"<svg ",
    ".txt": b"Spring round robin\n",
}


@pytest.mark.parametrize("ending", REPORT_ENDINGS)
def test_the_end_of_the_name_decides_the_format(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"report{ending.upper()}"
    write_report(str(path), small_tournament())
    assert path.read_bytes().startswith(BEGINNINGS[ending])


@pytest.mark.parametrize("name", ["report.pdf", "report", ".png", "report.svg.gz"])
def test_any_other_name_is_refused_before_anything_is_written(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError, match=r"must end in \.csv, \.json, \.md, \.txt, \.svg or \.png"):
        write_report(str(tmp_path / name), small_tournament())
    assert list(tmp_path.iterdir()) == []


def test_svg_and_png_show_the_same_picture(tmp_path: Path) -> None:
    for ending in (".svg", ".png"):
        write_report(str(tmp_path / f"report{ending}"), small_tournament())
    svg = ET.fromstring((tmp_path / "report.svg").read_text())
    image = opened((tmp_path / "report.png").read_bytes())
    assert image.size == (int(svg.attrib["width"]), int(svg.attrib["height"]))
    assert svg.attrib["aria-label"] == "Spring round robin"
