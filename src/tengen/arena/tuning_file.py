"""The file of a tuning run: its plan, its games, and the scores of its finished iterations."""

from __future__ import annotations

from dataclasses import dataclass

from tengen.arena.run_file import RunFile, RunKind, from_json, to_json
from tengen.arena.tuning import SpsaPlan, SpsaState
from tengen.arena.tuning_games import TuningGames


@dataclass(frozen=True, slots=True)
class TuningSettings:
    """What is stored before the first iteration."""

    plan: SpsaPlan
    games: TuningGames


class TuningFile(RunFile):
    """An open file: the plan, the games, and the scores of the iterations so far."""

    kind = RunKind("a tuning run", 0x54475350)
    plan: SpsaPlan
    games: TuningGames
    scores: list[float]

    def load(self, settings: str, results: dict[int, str]) -> None:
        """Read the plan, the games and the scores."""
        if list(results) != list(range(len(results))):
            raise ValueError("an iteration is missing")
        found = from_json(settings, TuningSettings)
        self.plan, self.games = found.plan, found.games
        self.scores = [from_json(text, float) for text in results.values()]

    def add(self, score: float) -> None:
        """Store the score of the next iteration. Raises RunFileError."""
        self.write(len(self.scores), to_json(score))
        self.scores.append(score)

    def states(self) -> list[SpsaState]:
        """Return the state at the start and after every iteration."""
        states = [self.plan.start()]
        for score in self.scores:
            states.append(self.plan.advance(states[-1], score))
        return states


def create_tuning_file(path: str, plan: SpsaPlan, games: TuningGames) -> TuningFile:
    """Create the file of a new run. Raises RunFileError if there is one already."""
    return TuningFile.create(path, to_json(TuningSettings(plan, games)))


def open_tuning_file(path: str) -> TuningFile:
    """Open the file of a run to go on with it. Raises RunFileError."""
    return TuningFile.open(path)
