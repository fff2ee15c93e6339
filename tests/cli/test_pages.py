"""The pages about commands name every option and no other."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tengen.cli import convert, grade, render, review, show, store, tune
from tengen.cli.arguments import Parser

DOCS = Path(__file__).parents[2] / "docs"
PAGES = {
    "formats": convert.make_parser,
    "grading": grade.make_parser,
    "keeping": store.make_parser,
    "pictures": render.make_parser,
    "review": review.make_parser,
    "show": show.make_parser,
    "tuning": tune.make_parser,
}
FOREIGN = {
    "formats": {"--keep", "--open", "--openings"},
    "grading": set[str](),
    "keeping": set[str](),
    "review": set[str](),
    "pictures": set[str](),
    "show": {"--open"},
    "tuning": {"--info", "--name", "--parameters", "--set", "--sprt"},
}
"""Options of other commands that a page mentions."""


def options_of(parser: Parser) -> set[str]:
    return set(re.findall(r"--[a-z][a-z-]+", parser.format_usage())) | set(
        re.findall(r"^  (?:-\w.*, )?(--[a-z][a-z-]+)", parser.format_help(), re.MULTILINE)
    )


@pytest.mark.parametrize("name", PAGES)
def test_a_page_has_every_option_and_no_other(name: str) -> None:
    options = options_of(PAGES[name]()) - {"--help", "--color"}
    page = (DOCS / f"{name}.md").read_text(encoding="utf-8")
    named = set(re.findall(r"--[a-z][a-z-]+", page)) - FOREIGN[name] - {"--help", "--color"}
    assert named == options
