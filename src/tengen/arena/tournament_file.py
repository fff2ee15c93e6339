"""The file of a tournament: its settings and its results."""

from __future__ import annotations

from dataclasses import replace

from tengen.arena.pair_task import PairResult
from tengen.arena.run_file import RunFile, RunKind, from_json, to_json
from tengen.arena.tournament_settings import TournamentSettings


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
