"""The page about formats in the documentation is complete and correct."""

from __future__ import annotations

from pathlib import Path

import pytest

from tengen.records.format import Feature, Format
from tengen.records.formats import FORMATS

PAGE = (Path(__file__).parents[2] / "docs" / "formats.md").read_text()


def row_of(format_: Format) -> str:
    files = ", ".join(f"`{suffix}`" for suffix in format_.suffixes)
    held = [feature.name.lower() for feature in Feature if feature in format_.holds]
    holds = "everything" if len(held) == len(Feature) else ", ".join(held)
    games = "many" if format_.many else "one"
    return f"| `{format_.name}` | {files} | {format_.title} | {games} | {holds} |"


@pytest.mark.parametrize("name", FORMATS)
def test_a_format_has_a_row_and_a_section(name: str) -> None:
    assert row_of(FORMATS[name]) in PAGE.splitlines()
    titles = [line for line in PAGE.splitlines() if line.startswith("### ")]
    assert any(f"`{name}`" in title for title in titles)
