"""The report of a tournament: its rows, and its tables as text for a terminal and as Markdown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tengen.arena import report
from tengen.arena.elo import estimate
from tengen.arena.ratings import Rating, rate
from tengen.arena.results import MoveTimes, TournamentFacts, TournamentGame
from tengen.printable import printable


@dataclass(frozen=True, slots=True)
class EngineRow:
    """What a report says of an engine; the rating is None if it has played no game."""

    rank: int
    name: str
    won: int
    drawn: int
    lost: int
    rating: Rating | None
    faults: tuple[tuple[str, int], ...]
    """How often it lost by each fault."""
    times: MoveTimes

    @property
    def games(self) -> int:
        """The number of its games."""
        return self.won + self.drawn + self.lost

    @property
    def points(self) -> float:
        """One for each win, a half for each draw."""
        return self.won + self.drawn / 2

    @property
    def score(self) -> float | None:
        """The share of all points; None without games."""
        return self.points / self.games if self.games else None


@dataclass(frozen=True, slots=True)
class CrossCell:
    """The games of an engine against an opponent, and its points."""

    games: int
    points: float


def make_rows(facts: TournamentFacts) -> list[EngineRow]:
    """Return a row for each engine, the best first, and last those that have not played."""
    ratings = rate(facts.pair_scores(), facts.anchor, facts.anchor_elo)
    names = [rating.name for rating in ratings]
    found: dict[str, Rating] = {rating.name: rating for rating in ratings}
    names += [name for name in facts.engines if name not in found]
    return [
        _row(rank, name, found.get(name), facts.games) for rank, name in enumerate(names, start=1)
    ]


def _row(rank: int, name: str, rating: Rating | None, games: Sequence[TournamentGame]) -> EngineRow:
    own = [game for game in games if name in {game.first, game.second}]
    halves = [game.halves(name) for game in own]
    faults = Counter(game.fault for game in own if game.fault and not game.halves(name))
    times = sum((game.times(name) for game in own), MoveTimes())
    counts = halves.count(2), halves.count(1), halves.count(0)
    return EngineRow(rank, name, *counts, rating, tuple(sorted(faults.items())), times)


def make_cross_table(facts: TournamentFacts, names: Sequence[str]) -> list[list[CrossCell]]:
    """Return for each engine its results against each, in the order of the names."""
    halves: dict[tuple[str, str], list[int]] = {}
    for game in facts.games:
        for name, other in ((game.first, game.second), (game.second, game.first)):
            halves.setdefault((name, other), []).append(game.halves(name))
    found = {key: CrossCell(len(each), sum(each) / 2) for key, each in halves.items()}
    return [[found.get((name, other), CrossCell(0, 0)) for other in names] for name in names]


Cells = list[str]
ONESELF, NO_GAMES = "*", "-"


@dataclass(frozen=True, slots=True)
class ReportTable:
    """A table with a title; the columns of `names` are aligned to the left."""

    title: str
    head: Cells
    rows: list[Cells]
    left: frozenset[int]


def format_text_report(facts: TournamentFacts) -> str:
    """Format a report for a terminal, in ASCII."""
    rows = make_rows(facts)
    known = [
        (report.plain_name(title), report.plain_name(text)) for title, text in fact_lines(facts)
    ]
    width = max(len(title) for title, _ in known) + 2
    lines = [
        report.plain_name(facts.title),
        "",
        *(f"{title:<{width}}{text}" for title, text in known),
    ]
    for table in make_tables(facts, rows, report.plain_name):
        lines += ["", *_text_table(table)]
    lines += [line for note in report_notes(facts, rows) for line in ("", report.plain_name(note))]
    return "".join(f"{line.rstrip()}\n" for line in lines)


def format_markdown_report(facts: TournamentFacts) -> str:
    """Format a report as Markdown."""
    rows = make_rows(facts)
    lines = [f"# {_markdown_cell(facts.title)}", ""]
    lines += [
        f"- **{_markdown_cell(title)}**: {_markdown_cell(text)}"
        for title, text in fact_lines(facts)
    ]
    for table in make_tables(facts, rows, _markdown_cell):
        lines += ["", f"## {table.title}", "", *_markdown_table(table)]
    lines += [line for note in report_notes(facts, rows) for line in ("", _markdown_cell(note))]
    return "".join(f"{line}\n" for line in lines)


def fact_lines(facts: TournamentFacts) -> list[tuple[str, str]]:
    """Return what is known of the tournament, and the estimates if it is a match of two engines."""
    played = f"{len(facts.games)} of {facts.planned}" if facts.planned else str(len(facts.games))
    found = [
        ("Rules", facts.rules),
        ("Conditions", facts.conditions),
        ("Clock", facts.clock),
        ("Openings", facts.openings),
        ("Games", played),
        ("Ratings", _zero_words(facts)),
    ]
    if len(facts.engines) == 2:
        pairs = facts.match_sample()
        first, likely = estimate(pairs), f"{100 * estimate(pairs).superiority:.1f} %"
        found += [
            (f"Score of {facts.engines[0]}", report.format_score(first)),
            (f"Elo of {facts.engines[0]}", report.format_elo(first)),
            (f"{facts.engines[0]} is stronger", f"{likely} likely" if pairs.size else ""),
        ]
        if facts.sprt is not None:
            found.append(("Test", report.format_sprt(facts.sprt, pairs)))
    return [(title, text) for title, text in found if text]


def _zero_words(facts: TournamentFacts) -> str:
    if facts.anchor is None:
        return "Elo with 95 % intervals; the mean is 0"
    return f"Elo with 95 % intervals; {facts.anchor} is at {facts.anchor_elo:g}"


def report_notes(facts: TournamentFacts, rows: list[EngineRow]) -> list[str]:
    """Return sentences on what the ratings cannot say, and the notes of the tournament."""
    ratings = [row.rating for row in rows if row.rating]
    found = list(facts.notes)
    if max((rating.group for rating in ratings), default=1) > 1:
        what = "ratings can be compared only within a group"
        found.insert(0, f"No games connect some engines: {what}, and each group has its own zero.")
    return found


def make_tables(
    facts: TournamentFacts, rows: list[EngineRow], cell: Callable[[str], str]
) -> list[ReportTable]:
    """Return the table of the engines and, for three or more, the cross table."""
    tables = [_engine_table(rows, cell)]
    if len(rows) > 2:
        tables.append(_cross_table(facts, rows, cell))
    return tables


def _engine_table(rows: list[EngineRow], cell: Callable[[str], str]) -> ReportTable:
    is_grouped = any(row.rating and row.rating.group > 1 for row in rows)
    head = [
        *("#", "engine", "games", "won", "drawn", "lost", "score", "Elo", "95 %"),
        *("faults", "ms a move", "longest"),
        *(["group"] if is_grouped else []),
    ]
    body = [_engine_cells(row, cell) + ([_group_cell(row)] if is_grouped else []) for row in rows]
    return ReportTable("Engines", head, body, frozenset({1, 9}))


def _group_cell(row: EngineRow) -> str:
    return str(row.rating.group) if row.rating else NO_GAMES


def _engine_cells(row: EngineRow, cell: Callable[[str], str]) -> Cells:
    mean, rating = row.times.mean_ms, row.rating
    return [
        *(str(row.rank), cell(row.name)),
        *(str(row.games), str(row.won), str(row.drawn), str(row.lost)),
        NO_GAMES if row.score is None else f"{100 * row.score:.1f} %",
        NO_GAMES if rating is None else report.format_rating(rating),
        "" if rating is None else report.format_interval(rating),
        format_faults(row) or NO_GAMES,
        NO_GAMES if mean is None else f"{mean:.1f}",
        NO_GAMES if mean is None else f"{row.times.longest_ms:.1f}",
    ]


def format_faults(row: EngineRow) -> str:
    """Format the faults by which an engine lost, as in `2 crash, 1 late move`."""
    return ", ".join(f"{count} {fault}" for fault, count in row.faults)


def _cross_table(
    facts: TournamentFacts, rows: list[EngineRow], cell: Callable[[str], str]
) -> ReportTable:
    names = [row.name for row in rows]
    cells = make_cross_table(facts, names)
    body = []
    for row, results in zip(rows, cells, strict=True):
        texts = [f"{each.points:g}/{each.games}" if each.games else NO_GAMES for each in results]
        texts[row.rank - 1] = ONESELF
        body.append([str(row.rank), cell(row.name), *texts])
    head = ["#", "engine", *(str(row.rank) for row in rows)]
    return ReportTable("Points of games against each", head, body, frozenset({1}))


def _text_table(table: ReportTable) -> list[str]:
    widths = [max(map(len, column)) for column in zip(table.head, *table.rows, strict=True)]
    return [
        "  ".join(
            text.ljust(width) if at in table.left else text.rjust(width)
            for at, (text, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in (table.head, *table.rows)
    ]


def _markdown_table(table: ReportTable) -> list[str]:
    rule = [":---" if at in table.left else "---:" for at in range(len(table.head))]
    return [_markdown_row(row) for row in (table.head, rule, *table.rows)]


def _markdown_row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _markdown_cell(text: str) -> str:
    """Return a text in which nothing is taken as Markdown."""
    return "".join(
        f"\\{letter}" if letter in r"\`*_[]<>|#" else letter for letter in printable(text)
    )
