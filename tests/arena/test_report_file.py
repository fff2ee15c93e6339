from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from kit.pictures import opened
from kit.tournaments import small_tournament

from tengen.arena.report_file import REPORT_ENDINGS, write_report
from tengen.errors import UsageError

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
