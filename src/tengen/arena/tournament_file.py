"""A tournament that can go on: its settings, and the file that has them and its results."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field, replace

from tengen.arena import formats
from tengen.arena.elo import Sprt
from tengen.arena.engine_spec import EngineSpec
from tengen.arena.game import GameConditions
from tengen.arena.pair_task import PairResult
from tengen.arena.run_file import RunFile, RunKind, from_json, to_json
from tengen.arena.schedule import OpeningMoves
from tengen.rules import Rules, parse_moves


class TournamentFormat(enum.Enum):
    """Who meets whom; the value is its name on the command line."""

    MATCH = "match"
    GAUNTLET = "gauntlet"
    ROUND_ROBIN = "round-robin"
    SWISS = "swiss"
    KNOCK_OUT = "knock-out"


PLANNERS: dict[TournamentFormat, formats.FormatPlanner] = {
    TournamentFormat.MATCH: formats.plan_gauntlet,
    TournamentFormat.GAUNTLET: formats.plan_gauntlet,
    TournamentFormat.ROUND_ROBIN: formats.plan_round_robin,
    TournamentFormat.SWISS: formats.plan_swiss,
    TournamentFormat.KNOCK_OUT: formats.plan_knock_out,
}


@dataclass(frozen=True, slots=True)
class RunOptions:
    """Where a tournament is played, and what is written beside its file."""

    processes: int = 1
    """How many processes of this machine play."""
    cluster: str | None = None
    """The address of a cluster that plays instead."""
    keep: str | None = None
    """A file to which all games are added, one line each."""
    log: str | None = None
    """A folder for the dialogues of all games."""
    reports: tuple[str, ...] = ()
    """Files for reports, which are written at the end of a run."""


@dataclass(frozen=True, slots=True)
class TournamentSettings:
    """What a tournament is, so that it can be resumed without other words."""

    format: TournamentFormat
    engines: tuple[EngineSpec, ...]
    rules: Rules
    conditions: GameConditions
    openings: tuple[str, ...]
    """Moves such as `h8 i9`; an empty text is the empty board."""
    pairs: int
    """How many pairs of games each meeting has."""
    rounds: int = 0
    hero: int = 0
    seed: int = 0
    sprt: Sprt | None = None
    """A match ends as soon as this test is decided."""
    run: RunOptions = field(default_factory=RunOptions)
    opening_rule: str = ""
    """The name of a rule by which the engines play the openings themselves."""
    source: str = ""
    """Where the openings come from, for reports."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the engines."""
        return tuple(engine.name for engine in self.engines)

    def plan(self) -> formats.TournamentPlan:
        """Return the plan of the tournament."""
        options = formats.FormatOptions(
            len(self.engines), self.pairs, self.rounds, self.hero, self.seed
        )
        return PLANNERS[self.format](options)

    def opening_moves(self) -> tuple[OpeningMoves, ...]:
        """Return the openings as points."""
        return tuple(tuple(parse_moves(text, self.rules)) for text in self.openings)

    def expected_pairs(self) -> int:
        """Return how many pairs of games there are, without tie-breaks and early ends."""
        count = len(self.engines)
        meetings = count - 1
        if self.format is TournamentFormat.ROUND_ROBIN:
            meetings = count * (count - 1) // 2
        elif self.format is TournamentFormat.SWISS:
            meetings = (self.rounds or formats.default_rounds(count)) * (count // 2)
        return meetings * self.pairs


class TournamentFile(RunFile):
    """An open file, with its settings, and the results that it had when it was opened."""

    kind = RunKind("a tournament", 0x54474E54)
    settings: TournamentSettings
    results: dict[int, PairResult]

    def load(self, settings: str, results: dict[int, str]) -> None:
        """Read the settings and the results."""
        self.settings = from_json(settings, TournamentSettings)
        self.results = {number: from_json(text, PairResult) for number, text in results.items()}

    def add(self, result: PairResult) -> None:
        """Write a result, without the dialogues of its games. Raises RunFileError."""
        one, two = (replace(game, dialogue=()) for game in result.games)
        self.write(result.number, to_json(replace(result, games=(one, two))))


def create_tournament_file(path: str, settings: TournamentSettings) -> TournamentFile:
    """Create the file of a new tournament. Raises RunFileError if there is one already."""
    return TournamentFile.create(path, to_json(settings))


def open_tournament_file(path: str) -> TournamentFile:
    """Open the file of a tournament to go on with it. Raises RunFileError."""
    return TournamentFile.open(path)
