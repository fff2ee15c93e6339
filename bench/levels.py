"""Measure the strength of the ten levels, and print the table of docs/levels.md.

    bench/run levels --folder levels --games 60 --processes 2

Each level plays the next two, in tournaments of the arena, each in a file of its own in the folder.
Ratings are those under which all results together are most likely, with 95 % intervals. The same
command goes on with what is missing. The table is printed at the end, also after Ctrl-C;
--write puts it into the page, between its two marks.

Without an anchor, level 1 has rating 0. An anchor is a public engine, NAME=COMMAND, that keeps the
rating of --anchor-elo. It plays the levels of --anchor-levels: choose those that neither win nor
lose all games against it.

    bench/run levels --folder levels --anchor "SomeBrain=./pbrain-some" --anchor-elo 1500 --write

By default the games begin with the 200 openings of Tengen, every one with both colours, so that
level 10 cannot play its proof; --openings empty begins on the empty board.

A game of the levels 1 to 9 takes one to three seconds, one of level 10 up to a minute: 60 games of
each two levels take one to two hours in one process, most of it for level 10. That level thinks for
two seconds by the wall clock, so measure it on a quiet machine, with no more processes than cores.
--levels 1 2 3 measures some levels only.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from stored_tournaments import StoredTournament, check_code, play_all

from tengen.arena import (
    ClockKind,
    EngineSpec,
    GameConditions,
    MoveTimes,
    PairScore,
    Rating,
    TournamentFacts,
    TournamentFormat,
    TournamentSettings,
    parse_engine,
    rate,
)
from tengen.arena.engine_spec import OWN_ENGINE
from tengen.arena.report import format_interval, format_rating
from tengen.arena.schedule import shipped_openings
from tengen.atomic_file import write_atomically
from tengen.engine.levels import LEVELS, Level
from tengen.errors import TengenError, UsageError, quote
from tengen.rules import format_moves, parse_rules

PAGE = Path(__file__).parent.parent / "docs" / "levels.md"
BEGIN, END = "<!-- the table of bench/levels.py begins -->\n", "<!-- it ends -->\n"
HEAD = (
    *("level", "overlooks", "foresight", "whim", "thinks ahead", "in haste"),
    *("Elo", "95 %", "against the one below", "ms a move"),
)
NEIGHBOURS = 2
"""How many of the next levels each level plays."""
TURN_MS = 10_000
"""More than any level needs for a move."""


def main(arguments: Sequence[str]) -> int:
    """Play what is missing, print the table, and return the exit status."""
    args = make_parser().parse_args(arguments)
    try:
        args.folder.mkdir(parents=True, exist_ok=True)
        check_code(args.folder)
        tournaments = list(make_tournaments(args))
        status = play_all(tournaments, args.processes)
        facts = [tournament.facts() for tournament in tournaments]
        table = format_table(LevelResults(facts, *anchor_of(args)), args.levels)
        if args.write and not status:
            write_atomically(str(PAGE), with_table(PAGE.read_text("utf-8"), table).encode())
    except (TengenError, OSError) as error:
        print(f"levels: {error}", file=sys.stderr)
        return 2
    print(table, end="")
    return status


def make_parser() -> argparse.ArgumentParser:
    """Return the parser of the arguments."""
    parser = argparse.ArgumentParser(
        prog="bench/run levels",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("--folder", type=Path, required=True, help="where all is stored, and goes on from")
    add("--games", type=int, default=60, metavar="N", help="games of two levels, even (60)")
    add("--levels", type=int, nargs="+", default=list(LEVELS), choices=LEVELS, metavar="LEVEL")
    add("--anchor", metavar="NAME=COMMAND", help="an engine whose rating is known")
    add("--anchor-elo", type=float, default=0.0, metavar="ELO", help="its rating (0)")
    add("--anchor-levels", type=int, nargs="+", choices=LEVELS, metavar="LEVEL", help="all")
    add("--rules", default="15x15/5 freestyle", help="which game (15x15/5 freestyle)")
    add("--openings", choices=("tengen", "empty"), default="tengen", help="how games begin")
    clocks = [kind.value for kind in ClockKind]
    add("--clock", choices=clocks, default=ClockKind.CPU.value, help="of the times shown (cpu)")
    add("--processes", type=int, default=1, metavar="N", help="pairs of games at once (1)")
    add("--write", action="store_true", help="write the table into docs/levels.md, if all is done")
    return parser


def anchor_of(args: argparse.Namespace) -> tuple[str, float]:
    """Return the name of the engine whose rating is given, and the rating. Raises UsageError."""
    if args.anchor is None:
        return name_of(min(args.levels)), 0.0
    name, is_named, command = args.anchor.partition("=")
    if not (is_named and name.strip() and command.strip()):
        raise UsageError(f"--anchor: expected NAME=COMMAND, not {quote(args.anchor)}")
    return name.strip(), args.anchor_elo


def make_tournaments(args: argparse.Namespace) -> Iterator[StoredTournament]:
    """Yield a gauntlet for each level but the last, and one for the anchor."""
    if args.games % 2 or args.games < 2 or len(set(args.levels)) < 2:
        raise UsageError("two levels or more play an even number of games")
    levels = sorted(set(args.levels))
    # With a seed and other openings, the levels below 10 play the same games in every run.
    seed = "" if args.openings == "empty" else " --seed 1"
    specs = {
        level: parse_engine(f"{OWN_ENGINE} --level {level}{seed}", name_of(level))
        for level in levels
    }
    for at, level in enumerate(levels[:-1]):
        others = levels[at + 1 : at + 1 + NEIGHBOURS]
        yield make_gauntlet(args, f"level-{level:02}", [specs[each] for each in (level, *others)])
    if args.anchor is not None:
        name, _ = anchor_of(args)
        anchor = parse_engine(args.anchor.partition("=")[2], name, ["thread_num=1"])
        others = [specs[each] for each in args.anchor_levels or levels if each in specs]
        yield make_gauntlet(args, "anchor", [anchor, *others])


def name_of(level: int) -> str:
    """Return the name of a level in tournaments."""
    return f"level-{level}"


def make_gauntlet(
    args: argparse.Namespace, stem: str, engines: Sequence[EngineSpec]
) -> StoredTournament:
    """Return the gauntlet of the first of these engines."""
    rules = parse_rules(args.rules)
    shipped = shipped_openings(rules) if args.openings == "tengen" else ()
    openings = tuple(format_moves(moves, rules) for moves in shipped) or ("",)
    settings = TournamentSettings(
        *(TournamentFormat.GAUNTLET, tuple(engines), rules),
        GameConditions(TURN_MS, clock=ClockKind(args.clock)),
        openings,
        args.games // 2,
        source="Tengen" if shipped else "",
    )
    return StoredTournament(args.folder / f"{stem}.tengen", settings)


@dataclass(frozen=True, slots=True)
class LevelResults:
    """The games of all tournaments, and the engine whose rating is given."""

    tournaments: Sequence[TournamentFacts]
    anchor: str
    anchor_elo: float

    def scores(self) -> list[PairScore]:
        """Return the points of all pairs of games."""
        return [score for facts in self.tournaments for score in facts.pair_scores()]

    def ratings(self) -> dict[str, Rating]:
        """Return the rating of each engine by its name."""
        found = rate(self.scores(), self.anchor, self.anchor_elo)
        return {rating.name: rating for rating in found}

    def times(self, name: str) -> MoveTimes:
        """Return the times of an engine's moves."""
        games = [game for facts in self.tournaments for game in facts.games]
        own = [game.times(name) for game in games if name in {game.first, game.second}]
        return sum(own, MoveTimes())

    def against(self, name: str, other: str) -> str:
        """Return the points of an engine against another one, as in `47 of 60`."""
        games, points = 0, 0.0
        for score in self.scores():
            if {score.one, score.two} == {name, other}:
                games += score.games
                points += score.points if score.one == name else score.games - score.points
        return f"{points:g} of {games}" if games else ""


def format_table(results: LevelResults, levels: Sequence[int]) -> str:
    """Return the table in Markdown, with a row for each level and a last one for an anchor."""
    ratings = results.ratings()
    rows = [
        HEAD,
        ["---"] * len(HEAD),
        *(
            [str(level), *traits_of(LEVELS[level]), *measured(results, ratings, level)]
            for level in sorted(set(levels))
        ),
    ]
    if results.anchor in ratings and not results.anchor.startswith("level-"):
        shown = format_rating(ratings[results.anchor])
        rows.append([results.anchor, *[""] * 5, shown, "", "", time_of(results, results.anchor)])
    return "".join(f"{format_row(row)}\n" for row in rows)


def format_row(cells: Sequence[str]) -> str:
    """Return a row of a table in Markdown."""
    return "".join(f"| {cell} " if cell else "| " for cell in cells) + "|"


def traits_of(level: Level) -> list[str]:
    """Return the cells that say how a level plays."""
    seen, limits = level.perception, level.limits
    thought = "no"
    if limits is not None:
        thought = f"{limits.nodes:,} nodes" if limits.nodes else f"{limits.seconds:g} seconds"
    haste = f"{100 * level.haste:g} %" if level.haste else "never" if limits else ""
    overlooked = f"{100 * seen.overlook:g} %" if seen.overlook else "nothing"
    return [overlooked, f"{seen.foresight:g}", f"{seen.whim:g}", thought, haste]


def measured(results: LevelResults, ratings: Mapping[str, Rating], level: int) -> list[str]:
    """Return the cells that have been measured."""
    name = name_of(level)
    if name not in ratings:
        return [""] * 4
    below = results.against(name, name_of(level - 1))
    rating = ratings[name]
    return [format_rating(rating), format_interval(rating), below, time_of(results, name)]


def time_of(results: LevelResults, name: str) -> str:
    """Return the mean time of an engine's moves in milliseconds."""
    mean = results.times(name).mean_ms
    return "" if mean is None else f"{mean:.0f}"


def with_table(page: str, table: str) -> str:
    """Return a page with another table between its marks. Raises UsageError if it has none."""
    head, begin, rest = page.partition(BEGIN)
    _, end, tail = rest.partition(END)
    if not (begin and end):
        raise UsageError(f"--write: {BEGIN.strip()!r} and {END.strip()!r} are missing in the page")
    return f"{head}{begin}\n{table}\n{end}{tail}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
