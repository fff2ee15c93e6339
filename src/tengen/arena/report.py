"""The report of a match, lines about its games, and the words of all reports."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import lru_cache

from tengen.arena.elo import Estimate, Sample, Sprt, estimate
from tengen.arena.game import FAILURES, EngineGame
from tengen.arena.match import MatchGame, Tally
from tengen.arena.ratings import Rating
from tengen.arena.schedule import Side
from tengen.printable import printable
from tengen.records import Score
from tengen.records.record import WIN_SCORES
from tengen.rules import Player, Termination
from tengen.rules.wording import counted

NO_ESTIMATE = "unknown: no pair of games has ended"


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


def format_sprt(sprt: Sprt, pairs: Sample) -> str:
    """Format the state of a sequential test."""
    hypotheses = f"{sprt.elo1:+g} Elo rather than {sprt.elo0:+g}"
    bounds = f"{sprt.lower:.2f} to {sprt.upper:.2f}"
    return f"{hypotheses}: {sprt.verdict(pairs).value}, ratio {sprt.ratio(pairs):.2f} ({bounds})"


def format_rating(rating: Rating) -> str:
    """Format a rating without its interval: `> 120` if there is only a bound, `?` if nothing."""
    if math.isfinite(rating.elo):
        return f"{rating.elo:.0f}"
    if math.isnan(rating.elo):
        return "?"
    return f"> {rating.low:.0f}" if rating.elo > 0 else f"< {rating.high:.0f}"


def format_interval(rating: Rating) -> str:
    """Format the interval of a rating; nothing for a bound, or for the engine at zero."""
    if not math.isfinite(rating.elo) or rating.low == rating.high:
        return ""
    return f"{rating.low:.0f} to {rating.high:.0f}"


def plain_name(name: str) -> str:
    """Return a name in printable ASCII, without tabs and line ends."""
    return printable(name.encode("ascii", "backslashreplace").decode("ascii"))


PAIR_POINTS = ("0", "1/2", "1", "3/2", "2")
INDENT = 26
TERMINATION_TEXTS = {
    Termination.LINE: "line",
    Termination.FULL_BOARD: "full board",
    Termination.NO_LEGAL_POINT: "no legal point",
    Termination.ILLEGAL_MOVE: "illegal move",
    Termination.ENGINE_ERROR: "engine error",
    Termination.TIME: "time out",
    Termination.ADJUDICATED: "adjudicated",
}


def format_counts(tally: Tally) -> str:
    """Format the games won, drawn and lost by engine 1, as in `+3 =1 -2`."""
    lost, drawn, won = tally.games().counts
    return f"+{won} ={drawn} -{lost}"


def format_progress(tally: Tally, game: MatchGame, total: int, names: Mapping[Side, str]) -> str:
    """Format one line about the game that just ended and the score of the match."""
    players = {player: names[game.planned.seat_of(player)] for player in Player}
    standing = f"{format_counts(tally)}, Elo {_format_pairs(tally.pairs())}"
    return f"game {len(tally.played)}/{total}: {describe_game(game.record, players)}; {standing}"


@lru_cache(maxsize=1)
def _format_pairs(pairs: Sample) -> str:
    """Format the Elo difference, which changes with every second game only."""
    return format_elo(estimate(pairs))


def describe_game(game: EngineGame, names: Mapping[Player, str]) -> str:
    """Format who played, how the game ended, and its length."""
    first, second = (plain_name(names[player]) for player in Player)
    text = TERMINATION_TEXTS[game.cause]
    cause = f"{text} ({game.detail})" if game.detail else text
    score = WIN_SCORES[game.winner] if game.winner else Score.DRAW
    length = counted(len(game.board.moves), "move")
    return f"{first} - {second} {score.value}, {cause}, {length}"


def format_report(
    tally: Tally, names: Mapping[Side, str], sprt: Sprt | None = None, openings: str = ""
) -> str:
    """Format the report of a match: a table of both engines, then the score and the estimates."""
    lines = [*_engine_lines(tally, names), ""]
    if openings:
        lines.append(_titled_line("openings", openings))
    lines += [*_match_lines(tally), *_estimate_lines(tally)]
    if sprt is not None:
        lines.append(_titled_line("test", format_sprt(sprt, tally.pairs())))
    return "".join(f"{line}\n" for line in lines)


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
        row("ms per move, mean", lambda side: _mean_ms(tally.milliseconds(side))),
        row("ms per move, longest", lambda side: _longest_ms(tally.milliseconds(side))),
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


def _mean_ms(milliseconds: list[float]) -> str:
    return f"{sum(milliseconds) / len(milliseconds):.1f}" if milliseconds else "-"


def _longest_ms(milliseconds: list[float]) -> str:
    return f"{max(milliseconds):.1f}" if milliseconds else "-"
