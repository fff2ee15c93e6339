"""The report of a match, and the file of its games.

The file has one line per game, written as soon as it ends, with tabs between the fields:

    number  first player  second player  result  reason  game

It is in the format `games`, Tengen text.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping

from tengen.arena.elo import Estimate, Sprt, estimate
from tengen.arena.game import FAILURES
from tengen.arena.match import MatchGame, Tally
from tengen.arena.schedule import Side
from tengen.printable import printable
from tengen.records import Record, Result, Score, record_of
from tengen.records.line_formats import format_line
from tengen.records.record import WIN_SCORES
from tengen.rules import Player, Termination
from tengen.rules.wording import counted

PAIR_POINTS = ("0", "1/2", "1", "3/2", "2")
NO_ESTIMATE = "unknown: no pair of games has ended"
INDENT = 26
TERMINATION_TEXTS = {
    Termination.LINE: "line",
    Termination.FULL_BOARD: "full board",
    Termination.NO_LEGAL_POINT: "no legal point",
    Termination.ILLEGAL_MOVE: "illegal move",
    Termination.ENGINE_ERROR: "engine error",
    Termination.TIME: "time out",
}


def format_elo(found: Estimate) -> str:
    """Format the Elo difference with its interval; only a bound if all were won, or all lost."""
    if not found.size:
        return NO_ESTIMATE
    if found.score >= 1:
        return f"> {found.elo_low:+.0f} (95 % bound, all won)"
    if found.score <= 0:
        return f"< {found.elo_high:+.0f} (95 % bound, all lost)"
    return f"{found.elo:+.0f} (95 %: {found.elo_low:+.0f} to {found.elo_high:+.0f})"


def format_score(found: Estimate) -> str:
    """Format the score in per cent with its interval."""
    if not found.size:
        return NO_ESTIMATE
    low, score, high = (f"{100 * part:.1f}" for part in (found.low, found.score, found.high))
    return f"{score} % (95 %: {low} to {high})"


def format_counts(tally: Tally) -> str:
    """Format the games won, drawn and lost by engine 1, as in `+3 =1 -2`."""
    lost, drawn, won = tally.games().counts
    return f"+{won} ={drawn} -{lost}"


def format_progress(tally: Tally, game: MatchGame, total: int, names: Mapping[Side, str]) -> str:
    """Format one line about the game that just ended and the score of the match."""
    planned, record = game.planned, game.record
    first, second = (plain_name(names[planned.seat_of(player)]) for player in Player)
    text = TERMINATION_TEXTS[record.cause]
    cause = f"{text} ({record.detail})" if record.detail else text
    score = WIN_SCORES[record.winner] if record.winner else Score.DRAW
    played = f"{first} - {second} {score.value}, {cause}"
    length = counted(len(record.board.moves), "move")
    standing = f"{format_counts(tally)}, Elo {format_elo(estimate(tally.pairs()))}"
    return f"game {len(tally.played)}/{total}: {played}, {length}; {standing}"


def plain_name(name: str) -> str:
    """Return a name in printable ASCII, without tabs and line ends."""
    return printable(name.encode("ascii", "backslashreplace").decode("ascii"))


def format_report(tally: Tally, names: Mapping[Side, str], sprt: Sprt | None = None) -> str:
    """Format the report of a match: a table of both engines, then the score and the estimates."""
    lines = [*_engine_lines(tally, names), "", *_match_lines(tally), *_estimate_lines(tally)]
    if sprt is not None:
        lines.append(_titled_line("test", format_sprt(sprt, tally)))
    return "".join(f"{line}\n" for line in lines)


def format_sprt(sprt: Sprt, tally: Tally) -> str:
    """Format the state of a sequential test."""
    pairs = tally.pairs()
    hypotheses = f"{sprt.elo1:+g} Elo rather than {sprt.elo0:+g}"
    bounds = f"{sprt.lower:.2f} to {sprt.upper:.2f}"
    return f"{hypotheses}: {sprt.verdict(pairs).value}, ratio {sprt.ratio(pairs):.2f} ({bounds})"


def _engine_lines(tally: Tally, names: Mapping[Side, str]) -> list[str]:
    heads = [plain_name(names[side]) for side in Side]
    width = max(8, *map(len, heads))

    def row(title: str, value: Callable[[Side], str | int]) -> str:
        cells = "  ".join(str(value(side)).rjust(width) for side in Side)
        return f"{title:<{INDENT}}{cells}"

    return [
        row("", lambda side: heads[side.value - 1]),
        row("won as first player", lambda side: tally.wins(side, Player.FIRST)),
        row("won as second player", lambda side: tally.wins(side, Player.SECOND)),
        *(row(f"lost by {TERMINATION_TEXTS[cause]}", _lost_by(tally, cause)) for cause in FAILURES),
        row("ms per move, mean", lambda side: _mean_ms(tally.seconds(side))),
        row("ms per move, longest", lambda side: _longest_ms(tally.seconds(side))),
    ]


def _lost_by(tally: Tally, cause: Termination) -> Callable[[Side], int]:
    return lambda side: tally.lost_by(side, cause)


def _match_lines(tally: Tally) -> list[str]:
    games, pairs = tally.games(), tally.pairs()
    kinds = zip(PAIR_POINTS, pairs.counts, strict=True)
    spread = ", ".join(f"{count} worth {points}" for points, count in kinds if count)
    return [
        _titled_line(
            "games", f"{games.size} ({format_counts(tally)}), repeated {tally.repeated()}"
        ),
        _titled_line("pairs", f"{pairs.size}" + (f" ({spread})" if spread else "")),
    ]


def _estimate_lines(tally: Tally) -> list[str]:
    paired, single = estimate(tally.pairs()), estimate(tally.games())
    likely = f"{100 * paired.superiority:.1f} %" if paired.size else NO_ESTIMATE
    return [
        _titled_line("score", format_score(paired)),
        _titled_line("Elo", format_elo(paired)),
        _titled_line("Elo, pairs ignored", format_elo(single)),
        _titled_line("likely to be stronger", likely),
    ]


def _titled_line(title: str, text: str) -> str:
    return f"{title:<{INDENT}}{text}"


def _mean_ms(seconds: list[float]) -> str:
    return f"{1000 * sum(seconds) / len(seconds):.1f}" if seconds else "-"


def _longest_ms(seconds: list[float]) -> str:
    return f"{1000 * max(seconds):.1f}" if seconds else "-"


def match_record(game: MatchGame, names: dict[Side, str]) -> Record:
    """Return the record of a game."""
    planned, played = game.planned, game.record
    record = record_of(played.board, names[planned.first], names[planned.first.other])
    score = WIN_SCORES[played.winner] if played.winner else Score.DRAW
    record.result = Result(score, played.cause)
    return record


class MatchGameFile:
    """A file to which games are appended. Opening and writing raise OSError."""

    def __init__(self, path: str) -> None:
        self._fd = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o666)
        size = os.fstat(self._fd).st_size
        if size and os.pread(self._fd, 1, size - 1) != b"\n":
            self._write(b"\n")  # the last line of the file is incomplete

    def add(self, record: Record, number: int) -> None:
        """Write a game at once, without a buffer."""
        self._write(format_line(record, number))

    def close(self) -> None:
        """Close the file."""
        os.close(self._fd)

    def _write(self, data: bytes) -> None:
        while data:
            data = data[os.write(self._fd, data) :]
