"""Measure the strength of the engine by matches against fixed opponents.

    bench/run gauntlet --folder may tengen@v1.0 "Rapfi, built-in table=./pbrain-rapfi"

Each opponent, by each of the rules, is a match in a file of its own in the folder, with the games
beside it. The same command goes on with what is missing. The table is printed at the end, also
after Ctrl-C, and stored in the folder as table.md.

An opponent is one of our own engines (tengen@REVISION, level-7), or NAME=COMMAND: any program that
speaks the Gomocup protocol, with the name that the table shows. The name should say which
configuration is meant. Rapfi, for example, uses its built-in table unless there is a config.toml
in its working directory or an option names one:

    "Rapfi, built-in table=./plain/pbrain-rapfi"
    "Rapfi, classical model=sh -c 'cd model && exec ./pbrain-rapfi'"
    "Rapfi, 1000 nodes=./plain/pbrain-rapfi" --info "Rapfi, 1000 nodes" max_node=1000

All engines are told to use one thread. By the CPU clock, other work on the machine costs nobody a
game, but who watches the wall clock thinks less on a busy machine.

Freestyle on 15x15 begins with the 200 openings of Tengen. For other rules, as many balanced
openings as there are pairs of games are looked for first, and stored in the folder: that takes
seconds for each. A game at one second a move takes about a minute.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from stored_tournaments import INTERRUPTED, StoredTournament, check_code, play_all, run_tengen

from tengen import errors
from tengen.arena import (
    ClockKind,
    EngineSpec,
    GameConditions,
    TournamentFacts,
    TournamentFormat,
    TournamentSettings,
    estimate,
    parse_engine,
    read_openings,
)
from tengen.arena.engine_spec import LEVEL, OWN_ENGINE, engine_words
from tengen.arena.report import format_elo, format_score
from tengen.arena.report_tables import format_faults, make_rows
from tengen.arena.schedule import shipped_openings
from tengen.arena.tournament_file import RunOptions
from tengen.arena.worker import code_mark
from tengen.rules import Rules, format_moves, parse_rules

RULES = ("freestyle", "standard", "renju")
ONE_THREAD = ("thread_num=1",)
HEAD = ("against", "rules", "time a move", "clock", "games", "score (95 %)", "Elo (95 %)")
WIDEST_NAME = 60


def main(arguments: Sequence[str]) -> int:
    """Play what is missing, print the table, and return the exit status."""
    args = make_parser().parse_args(arguments)
    try:
        args.folder.mkdir(parents=True, exist_ok=True)
        matches = list(make_matches(args))
        status = play_all(matches, args.processes)
    except (errors.TengenError, OSError) as error:
        print(f"gauntlet: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return INTERRUPTED
    table = format_table([match.facts() for match in matches])
    (args.folder / "table.md").write_text(table, "utf-8")
    print(table, end="")
    return status


def make_parser() -> argparse.ArgumentParser:
    """Return the parser of the arguments."""
    parser = argparse.ArgumentParser(
        prog="bench/run gauntlet",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("opponents", nargs="+", metavar="OPPONENT", help="our own engine, or NAME=COMMAND")
    add("--folder", type=Path, required=True, help="where all is stored, and goes on from")
    add("--engine", default=OWN_ENGINE, help="the engine to measure, likewise (tengen)")
    add("--info", action="append", nargs="+", default=[], metavar=("NAME", "KEY=VALUE"))
    add("--rules", nargs="+", choices=RULES, default=["freestyle"], help="on 15x15 (freestyle)")
    add("--time", type=int, default=1000, metavar="MS", help="time for each move (1000)")
    add("--slack", type=int, default=200, metavar="MS", help="how late a move may be (200)")
    clocks = [kind.value for kind in ClockKind]
    add("--clock", choices=clocks, default=ClockKind.CPU.value, help="which time counts (cpu)")
    add("--memory", type=int, default=0, metavar="MB", help="memory of each engine (no limit)")
    add("--games", type=even, default=100, metavar="N", help="games of each match, even (100)")
    add("--processes", type=int, default=1, metavar="N", help="pairs of games at once (1)")
    return parser


def even(text: str) -> int:
    """Read an even number above 0."""
    number = int(text)
    if number < 2 or number % 2:
        raise ValueError(text)
    return number


def make_matches(args: argparse.Namespace) -> Iterator[StoredTournament]:
    """Yield the matches, with openings that have been found. Raises TengenError."""
    hero, *opponents = (named_engine(text) for text in (args.engine, *args.opponents))
    infos = {name: tuple(words) for name, *words in args.info}
    unknown = infos.keys() - {name for name, _ in (hero, *opponents)}
    if unknown:
        raise errors.UsageError(f"--info: no engine is called {errors.quote(unknown.pop())}")
    specs = [
        parse_engine(text, name, (*ONE_THREAD, *infos.get(name, ())))
        for name, text in (hero, *opponents)
    ]
    if len({spec.name for spec in specs}) < len(specs):
        raise errors.UsageError("two engines have the same name: write NAME=COMMAND")
    if any(is_this_code(spec) for spec in specs):
        check_code(args.folder)
    conditions = GameConditions(
        args.time, slack_ms=args.slack, clock=ClockKind(args.clock), memory_mb=args.memory
    )
    for rules in (parse_rules(f"15x15/5 {name}") for name in args.rules):
        openings, source = find_openings(rules, args)
        for opponent in specs[1:]:
            yield make_match((specs[0], opponent), rules, conditions, (openings, source), args)


def make_match(
    engines: tuple[EngineSpec, EngineSpec],
    rules: Rules,
    conditions: GameConditions,
    openings: tuple[tuple[str, ...], str],
    args: argparse.Namespace,
) -> StoredTournament:
    """Return a match; its file and that of its games are named after what is played."""
    words = f"{engines[1].name} {rules.win.value} {args.time} ms {args.clock}"
    stem = re.sub(r"[^a-z0-9@.-]+", "-", words.lower()).strip("-.")[-WIDEST_NAME:]
    path = args.folder / f"{stem}.tengen"
    settings = TournamentSettings(
        *(TournamentFormat.MATCH, engines, rules, conditions, openings[0], args.games // 2),
        source=openings[1],
        run=RunOptions(keep=str(path.with_suffix(".jsonl").absolute())),
    )
    return StoredTournament(path, settings)


def named_engine(text: str) -> tuple[str, str]:
    """Return the name and the text of an engine. Raises UsageError."""
    first = engine_words(text)[0]
    if first.partition("@")[0] == OWN_ENGINE or LEVEL.fullmatch(first):
        return text, text
    name, is_named, command = text.partition("=")
    if not (is_named and name.strip() and command.strip()):
        what = "is neither an engine of ours nor NAME=COMMAND"
        raise errors.UsageError(f"{errors.quote(text)} {what}")
    return name.strip(), command.strip()


def is_this_code(spec: EngineSpec) -> bool:
    """Return whether an engine is that of this working copy, whatever its revision."""
    first = engine_words(spec.text)[0]
    return first == OWN_ENGINE or LEVEL.fullmatch(first) is not None


def find_openings(rules: Rules, args: argparse.Namespace) -> tuple[tuple[str, ...], str]:
    """Return balanced openings and where they come from; look for them if none are shipped."""
    shipped = shipped_openings(rules)
    if shipped:
        return tuple(format_moves(moves, rules) for moves in shipped), "Tengen"
    path = args.folder / f"openings-{rules.win.value}.txt"
    count = args.games // 2
    words = ("--rules", str(rules), "--count", str(count), "--processes", str(args.processes))
    status = run_tengen("openings", *words, "--out", str(path))
    if status == INTERRUPTED:
        raise KeyboardInterrupt
    if status:
        raise errors.UsageError(f"no openings for {rules} were found")
    found = read_openings(str(path), rules).found[:count]
    return tuple(format_moves(moves, rules) for moves in found), f"`tengen openings` for {rules}"


def format_table(rows: Sequence[TournamentFacts]) -> str:
    """Return the table in Markdown, with a line before it that says who is measured."""
    hero = rows[0].engines[0]
    head = [*HEAD, f"faults of {hero}", "faults of the other"]
    openings = "; ".join(dict.fromkeys(f"{each.rules}: {each.openings}" for each in rows))
    conditions = rows[0].conditions.partition(", ")[2]
    lines = [
        f"Score of {hero} ({code_mark()}); one thread, {conditions}; {openings}.",
        "",
        *(format_row(cells) for cells in (head, ["---"] * len(head))),
        *(format_row(cells_of(each)) for each in rows),
    ]
    return "".join(f"{line}\n" for line in lines)


def format_row(cells: Sequence[str]) -> str:
    """Return a row of a table in Markdown."""
    return f"| {' | '.join(cell.replace('|', '/') for cell in cells)} |"


def cells_of(facts: TournamentFacts) -> list[str]:
    """Return the cells of a match."""
    hero, other = facts.engines
    rows = {row.name: row for row in make_rows(facts)}
    found, own = estimate(facts.match_sample()), rows[hero]
    return [
        *(other, facts.rules, facts.conditions.partition(" a move")[0], facts.clock),
        f"{own.games} (+{own.won} ={own.drawn} -{own.lost})",
        *(words(found).replace("95 %: ", "") for words in (format_score, format_elo)),
        *(format_faults(rows[name]) or "none" for name in (hero, other)),
    ]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
