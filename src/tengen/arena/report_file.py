"""The report of a tournament as a file, in the format that the end of its name says."""

from __future__ import annotations

import os
from collections.abc import Callable

from tengen.arena.rating_chart import describe_ratings, draw_ratings
from tengen.arena.report_data import format_csv_report, format_json_report
from tengen.arena.report_tables import format_markdown_report, format_text_report
from tengen.arena.results import TournamentFacts
from tengen.atomic_file import write_atomically
from tengen.errors import UsageError, quote
from tengen.render.style import LIGHT, Theme
from tengen.render.svg import picture_svg
from tengen.rules.wording import join_with_or

TEXT_REPORTS: dict[str, Callable[[TournamentFacts], str]] = {
    ".csv": format_csv_report,
    ".json": format_json_report,
    ".md": format_markdown_report,
    ".txt": format_text_report,
}
REPORT_ENDINGS = (*TEXT_REPORTS, ".svg", ".png")


def check_report_path(path: str) -> str:
    """Return the ending of a report's name, in small letters. Raise UsageError for any other."""
    ending = os.path.splitext(path)[1].lower()
    if ending not in REPORT_ENDINGS:
        endings = join_with_or(REPORT_ENDINGS)
        raise UsageError(f"the report {quote(path)} has no known format: it must end in {endings}.")
    return ending


def write_report(path: str, facts: TournamentFacts, theme: Theme = LIGHT) -> None:
    """Write a report; the old file is replaced in one step.

    Raise UsageError for an unknown ending, OSError if the file cannot be written, and
    ModuleNotFoundError for .png without Pillow.
    """
    write_atomically(path, format_report_file(check_report_path(path), facts, theme))


def format_report_file(ending: str, facts: TournamentFacts, theme: Theme = LIGHT) -> bytes:
    """Return the content of a report file with this ending."""
    if ending == ".png":
        from tengen.render.png import picture_png  # noqa: PLC0415 - Pillow is slow to load

        return picture_png(draw_ratings(facts, theme))
    if ending == ".svg":
        svg = picture_svg(draw_ratings(facts, theme), facts.title, describe_ratings(facts))
        return svg.encode()
    return TEXT_REPORTS[ending](facts).encode()
