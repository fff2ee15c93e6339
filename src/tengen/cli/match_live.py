"""The live view of a running match or tournament: table, boards and progress, drawn with Rich."""

from __future__ import annotations

import time

from rich.cells import cell_len
from rich.columns import Columns
from rich.console import Console, Group, JustifyMethod, RenderableType
from rich.live import Live
from rich.table import Table
from rich.text import Text

from tengen.arena.elo import estimate
from tengen.arena.report import format_elo, format_interval, format_rating
from tengen.arena.report_tables import EngineRow, format_faults, make_rows
from tengen.cli import match_view
from tengen.cli.terminal import format_bar, has_unicode
from tengen.printable import in_line
from tengen.render.text import BOXES, DOTS, format_text
from tengen.render.view import view_of
from tengen.rules.wording import counted

LEAST_PAUSE = 0.2
"""Seconds between two drawings."""
SHARE = 20
"""The pause after a drawing is this many times as long as the drawing, at least."""
NEWS = 4
"""How many of the latest lines are shown."""
GAP = 3
TITLES = ("#", "engine", "games", "+", "=", "-", "score", "Elo", "95 %", "ms", "faults")
LEAST_WANTED = ("ms", "#", "games", "95 %", "faults", "=", "+", "-")
"""The columns that a narrow terminal does not show, the first of them first."""
PADDING = 2


class LiveView:
    """Draws the state of a tournament on standard error, again and again at the same place."""

    def __init__(self, console: Console | None = None, *, is_ascii: bool | None = None) -> None:
        self._console = console or Console(stderr=True, highlight=False)
        self._is_ascii = not has_unicode() if is_ascii is None else is_ascii
        self._live = Live(
            console=self._console,
            auto_refresh=False,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        self._news: list[str] = []
        self._state: match_view.TournamentState | None = None
        self._next = 0.0

    def update(self, state: match_view.TournamentState) -> None:
        """Draw a new state, unless one was just drawn; the next call draws it then."""
        self._news = [*self._news, *state.news][-NEWS:]
        self._state = state
        if time.monotonic() >= self._next:
            self._draw(state)

    def close(self) -> None:
        """Draw the last state without boards, and leave it on the terminal."""
        if self._state is not None:
            self._draw(self._state, is_last=True)
            self._state = None
        self._live.stop()

    def _draw(self, state: match_view.TournamentState, *, is_last: bool = False) -> None:
        start = time.monotonic()
        self._live.start()
        self._live.update(self._drawing(state, is_last=is_last), refresh=True)
        now = time.monotonic()
        self._next = now + max(LEAST_PAUSE, SHARE * (now - start))

    def _drawing(self, state: match_view.TournamentState, *, is_last: bool) -> RenderableType:
        facts = state.facts
        head = [facts.title, facts.rules, facts.conditions, facts.clock]
        rows = make_rows(facts)
        parts: list[RenderableType] = [
            Text(in_line("; ".join(filter(None, head))), style="bold"),
            _table(rows, self._console.width, is_ascii=self._is_ascii),
            *(Text(line) for line in _match_lines(state)),
            *(Text(in_line(line), no_wrap=True, overflow="ellipsis") for line in self._news),
            Text(progress_line(state, self._console.width)),
        ]
        if is_last:
            return Group(*parts)
        used = len(self._console.render_lines(Group(*parts)))
        return Group(*parts, *self._boards(state.boards, used))

    def _boards(self, games: tuple[match_view.ShownGame, ...], used: int) -> list[RenderableType]:
        """Return as many boards as there is room for, beside each other."""
        glyphs = DOTS if self._is_ascii else BOXES
        drawn = [(game.words, format_text(view_of(game.board), glyphs)) for game in games]
        shown: list[RenderableType] = []
        columns = self._console.width
        for words, text in drawn:
            width = max(map(len, text.splitlines()))
            columns -= width + GAP
            if columns < -GAP or used + len(text.splitlines()) + 2 >= self._console.height:
                break
            title = Text(in_line(words))
            title.truncate(width, overflow="ellipsis")
            shown.append(Group(title, Text(text)))
        return [Text(""), Columns(shown, padding=(0, GAP, 0, 0))] if shown else []


def progress_line(state: match_view.TournamentState, width: int) -> str:
    """Return how many games have been played, and the time left; with a bar if that fits."""
    played, planned = len(state.facts.games), state.facts.planned
    parts = [
        f"{played} of {planned} games" if planned else counted(played, "game"),
        match_view.format_duration(state.seconds),
        match_view.format_time_left(state),
    ]
    text = ", ".join(filter(None, parts))
    line = f"{format_bar(played, planned)} {text}"
    return line if len(line) <= width else text


def _match_lines(state: match_view.TournamentState) -> list[str]:
    facts = state.facts
    if len(facts.engines) != 2:
        return []
    pairs = facts.match_sample()
    lines = [f"Elo of {in_line(facts.engines[0])}: {format_elo(estimate(pairs))}"]
    if facts.sprt is not None:
        lines.append(match_view.format_sprt_progress(facts.sprt, pairs))
    return lines


def _table(rows: list[EngineRow], width: int, *, is_ascii: bool) -> Table:
    """Return the table with the columns for which there is room; names are cut if need be."""
    cells = [dict(zip(TITLES, _cells(row), strict=True)) for row in rows]
    shown = _titles_that_fit(cells, width)
    table = Table(box=None, padding=(0, PADDING, 0, 0), safe_box=is_ascii)
    for title in shown:
        justify: JustifyMethod = "left" if title in {"engine", "faults"} else "right"
        table.add_column(title, justify=justify, no_wrap=True, overflow="ellipsis")
    for row in cells:
        table.add_row(*(Text(row[title]) for title in shown))
    return table


def _titles_that_fit(cells: list[dict[str, str]], width: int) -> list[str]:
    """Return the columns for which there is room: empty ones go first, then the least wanted."""
    widths = {
        title: PADDING + max(map(cell_len, (title, *(row[title] for row in cells))))
        for title in TITLES
    }
    unwanted = sorted(LEAST_WANTED, key=lambda title: any(row[title] for row in cells))
    while unwanted and sum(widths.values()) > width:
        del widths[unwanted.pop(0)]
    return list(widths)


def _cells(row: EngineRow) -> list[str]:
    mean = row.times.mean_ms
    return [
        *(str(row.rank), in_line(row.name), str(row.games)),
        *(str(row.won), str(row.drawn), str(row.lost)),
        "" if row.score is None else f"{100 * row.score:.1f} %",
        "" if row.rating is None else format_rating(row.rating),
        "" if row.rating is None else format_interval(row.rating),
        "" if mean is None else f"{mean:.0f}",
        format_faults(row),
    ]
