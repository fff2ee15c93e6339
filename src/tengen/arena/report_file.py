"""The report of a tournament as a file, in the format that the end of its name says."""

from __future__ import annotations

import csv
import io
import json
import math
import os
from collections.abc import Callable

from tengen.arena import report_tables
from tengen.arena.elo import estimate
from tengen.arena.rating_chart import describe_ratings, draw_ratings
from tengen.arena.results import TournamentFacts
from tengen.atomic_file import write_atomically
from tengen.errors import UsageError, quote
from tengen.render.style import LIGHT, Theme
from tengen.render.svg import picture_svg
from tengen.rules.wording import join_with_or

CSV_HEAD = (
    *("rank", "engine", "games", "won", "drawn", "lost", "points"),
    *("elo", "elo_low", "elo_high", "group", "faults", "mean_ms", "longest_ms"),
)


def format_json_report(facts: TournamentFacts) -> str:
    """Format a report as one JSON object."""
    rows = report_tables.make_rows(facts)
    found = {
        "title": facts.title,
        "rules": facts.rules,
        "conditions": facts.conditions,
        "clock": facts.clock,
        "openings": facts.openings,
        "games_planned": facts.planned,
        "games_played": len(facts.games),
        "anchor": facts.anchor,
        "anchor_elo": facts.anchor_elo if facts.anchor else None,
        "engines": [{**_row_data(row), "faults": dict(row.faults)} for row in rows],
        "cross_table": _cross_data(facts, rows),
        "match": _match_data(facts) if len(facts.engines) == 2 else None,
        "notes": list(facts.notes),
    }
    return json.dumps(found, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def format_csv_report(facts: TournamentFacts) -> str:
    """Format a report as CSV: a line for each engine, with its points against each other."""
    rows = report_tables.make_rows(facts)
    names = [row.name for row in rows]
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow([*CSV_HEAD, *(f"against {name}" for name in names)])
    for row, cells in zip(rows, report_tables.make_cross_table(facts, names), strict=True):
        data = _row_data(row)
        points = [each.points if each.games else None for each in cells]
        writer.writerow([*(data[key] for key in CSV_HEAD), *points])
    return file.getvalue()


def _row_data(row: report_tables.EngineRow) -> dict[str, object]:
    rating = row.rating
    return {
        "rank": row.rank,
        "engine": row.name,
        "games": row.games,
        "won": row.won,
        "drawn": row.drawn,
        "lost": row.lost,
        "points": row.points,
        "elo": _finite(rating.elo) if rating else None,
        "elo_low": _finite(rating.low) if rating else None,
        "elo_high": _finite(rating.high) if rating else None,
        "group": rating.group if rating else None,
        "faults": sum(count for _, count in row.faults),
        "mean_ms": None if row.times.mean_ms is None else round(row.times.mean_ms, 3),
        "longest_ms": round(row.times.longest_ms, 3) if row.times.moves else None,
    }


def _cross_data(
    facts: TournamentFacts, rows: list[report_tables.EngineRow]
) -> list[dict[str, object]]:
    names = [row.name for row in rows]
    return [
        {"engine": name, "opponent": other, "games": cell.games, "points": cell.points}
        for name, cells in zip(names, report_tables.make_cross_table(facts, names), strict=True)
        for other, cell in zip(names, cells, strict=True)
        if cell.games
    ]


def _match_data(facts: TournamentFacts) -> dict[str, object]:
    pairs, sprt = facts.match_sample(), facts.sprt
    found = estimate(pairs)
    test = None
    if sprt is not None:
        test = {
            "elo0": sprt.elo0,
            "elo1": sprt.elo1,
            "alpha": sprt.alpha,
            "beta": sprt.beta,
            "lower": sprt.lower,
            "upper": sprt.upper,
            "ratio": sprt.ratio(pairs),
            "verdict": sprt.verdict(pairs).value,
        }
    return {
        "engine": facts.engines[0],
        "opponent": facts.engines[1],
        "pairs": list(pairs.counts),
        "score": found.score if found.size else None,
        "score_low": found.low,
        "score_high": found.high,
        "elo": _finite(found.elo) if found.size else None,
        "elo_low": _finite(found.elo_low),
        "elo_high": _finite(found.elo_high),
        "superiority": found.superiority,
        "sprt": test,
    }


def _finite(value: float) -> float | None:
    return round(value, 2) if math.isfinite(value) else None


TEXT_REPORTS: dict[str, Callable[[TournamentFacts], str]] = {
    ".csv": format_csv_report,
    ".json": format_json_report,
    ".md": report_tables.format_markdown_report,
    ".txt": report_tables.format_text_report,
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
