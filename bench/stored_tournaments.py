"""Tournaments in files, for measurements that go on after any break."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from tengen.arena import (
    PairResult,
    TournamentFacts,
    TournamentFormat,
    TournamentSettings,
    create_tournament_file,
    open_tournament_file,
)
from tengen.arena.results import tournament_facts, tournament_games
from tengen.arena.tournament_file import RunOptions
from tengen.arena.worker import code_mark
from tengen.errors import UsageError, quote

INTERRUPTED = 130


@dataclass(frozen=True, slots=True)
class StoredTournament:
    """A tournament and its file."""

    path: Path
    settings: TournamentSettings

    def create(self) -> None:
        """Create the file if there is none. Raises UsageError if it has another tournament."""
        if not self.path.exists():
            create_tournament_file(str(self.path), self.settings).close()
        with open_tournament_file(str(self.path)) as file:
            if replace(file.settings, run=RunOptions()) != replace(self.settings, run=RunOptions()):
                raise UsageError(f"{quote(str(self.path))} has other settings: use a new folder")

    def results(self) -> list[PairResult]:
        """Return the pairs of games that have been played."""
        with open_tournament_file(str(self.path)) as file:
            return list(file.results.values())

    def play(self, processes: int) -> int:
        """Play what is missing, and return the exit status of `tengen`."""
        if len(self.results()) == self.settings.expected_pairs():
            return 0
        is_match = self.settings.format is TournamentFormat.MATCH
        words = ("match" if is_match else "tournament", "--resume", str(self.path))
        return run_tengen(*words, "--processes", str(processes))

    def facts(self) -> TournamentFacts:
        """Return what is known so far."""
        games = [
            game for result in self.results() for game in tournament_games(self.settings, result)
        ]
        return tournament_facts(self.settings, games)


def run_tengen(*words: str) -> int:
    """Run a command of Tengen, and return its exit status; all that it says goes to stderr."""
    command = (sys.executable, "-m", "tengen", *words)
    with subprocess.Popen(command, stdout=sys.stderr.fileno()) as process:
        while True:
            try:
                return process.wait()
            except KeyboardInterrupt:  # the command has got it, too, and ends
                continue


def play_all(tournaments: Sequence[StoredTournament], processes: int) -> int:
    """Play all tournaments; return the greatest exit status. Ctrl-C ends this one and the rest."""
    status = 0
    for tournament in tournaments:
        tournament.create()
    for tournament in tournaments:
        status = max(status, tournament.play(processes))
        if status == INTERRUPTED:
            break
    return status


def check_code(folder: Path) -> None:
    """Raise UsageError if the games of a folder were played by another Tengen than this."""
    mark = folder / "code.txt"
    if not mark.exists():
        mark.write_text(f"{code_mark()}\n")
    known = mark.read_text().strip()
    if known != code_mark():
        what = f"the games in {quote(str(folder))} are those of {known}, and this is {code_mark()}"
        raise UsageError(f"{what}: use a new folder, or name the engine as tengen@REVISION")
