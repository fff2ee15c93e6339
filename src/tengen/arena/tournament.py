"""A tournament that is being played: its plan, the results so far, and what is left to play."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from random import Random
from typing import TypeAlias

from tengen.arena.elo import Sample, SprtVerdict
from tengen.arena.engine_pool import play_pair
from tengen.arena.executor import TaskExecutor
from tengen.arena.formats import MOST_HALVES, OpeningPair, Ranking, Stage
from tengen.arena.pair_task import PairResult, PairTask
from tengen.arena.schedule import OpeningOrder
from tengen.arena.task_runner import run_tasks
from tengen.arena.tournament_file import TournamentFormat, TournamentSettings
from tengen.errors import EngineRefusedGame, RuleError, TaskKilled
from tengen.gomocup.faults import EngineFault

PairPlayer: TypeAlias = Callable[[PairTask], PairResult]
ResultSaver: TypeAlias = Callable[[PairResult], None]


def save_nothing(_: PairResult) -> None:
    """Keep no results."""


class Tournament:
    """A run of a tournament, which may have results of earlier runs."""

    def __init__(self, settings: TournamentSettings, known: Iterable[PairResult] = ()) -> None:
        self.settings = settings
        self.known = {result.number: result for result in known}
        self.ranking: Ranking = ()
        """The engines from the best to the worst, when the tournament has ended."""
        self._openings = OpeningOrder(settings.opening_moves(), settings.rules, settings.seed)

    def play(
        self,
        executor: TaskExecutor,
        save: ResultSaver = save_nothing,
        work: PairPlayer = play_pair,
    ) -> Generator[PairResult, None, None]:
        """Yield all results, known ones first, then others as they come and are saved.

        With a sequential test they come in the order of their numbers, and end when it is decided:
        quick games do not count before slow ones. Raises EngineError if an engine cannot be
        started, and TaskKilled, after all others, for a task that killed its workers. Close the
        iterator to stop.
        """
        sprt = self.settings.sprt
        pairs = Sample((0,) * (MOST_HALVES + 1))
        results = self._play_stages(executor, save, work)
        for result in results if sprt is None else in_order(results):
            yield result
            pairs = pairs.plus(result.halves)
            if sprt is not None and sprt.verdict(pairs) is not SprtVerdict.CONTINUE:
                results.close()
                return

    def _play_stages(
        self, executor: TaskExecutor, save: ResultSaver, work: PairPlayer
    ) -> Generator[PairResult, None, None]:
        plan = self.settings.plan()
        stage = next(plan)
        number = 1
        while True:
            tasks = [self._task(number + index, stage, index) for index in range(len(stage))]
            found: dict[int, PairResult] = {}
            for result in self._play_stage(tasks, executor, save, work):
                found[result.number] = result
                yield result
            number += len(tasks)
            try:
                stage = plan.send([found[task.number].halves for task in tasks])
            except StopIteration as end:
                self.ranking = end.value
                return

    def _play_stage(
        self,
        tasks: Sequence[PairTask],
        executor: TaskExecutor,
        save: ResultSaver,
        work: PairPlayer,
    ) -> Generator[PairResult, None, None]:
        for task in tasks:
            if task.number in self.known:
                yield _checked(self.known[task.number], task)
        missing = [task for task in tasks if task.number not in self.known]
        killed: list[TaskKilled] = []
        for _, result in run_tasks(executor, work, missing):
            if isinstance(result, TaskKilled):
                killed.append(result)
            else:
                self._check_rules_are_known(result)
                save(result)
                yield result
        if killed:
            raise killed[0]

    def _check_rules_are_known(self, result: PairResult) -> None:
        """Raise EngineRefusedGame if an engine of a match does not play the rules at all."""
        if self.settings.format is not TournamentFormat.MATCH:
            return
        for _, game, players in result.numbered_games(self.settings.names):
            if game.fault is EngineFault.REFUSAL and game.winner is not None:
                loser = game.winner.other
                if not game.moves_of(loser):
                    raise EngineRefusedGame(players[loser], game.detail)

    def _task(self, number: int, stage: Stage, index: int) -> PairTask:
        pairing, engines = stage[index], self.settings.engines
        return PairTask(
            number,
            pairing,
            (engines[pairing.first], engines[pairing.second]),
            self.settings.rules,
            self._openings[pairing.opening],
            self.settings.conditions,
            self.settings.opening_rule,
            self._seed(pairing),
        )

    def _seed(self, pairing: OpeningPair) -> int:
        """Return the seed of the decisions in an opening, the same in all meetings."""
        if not self.settings.opening_rule:
            return 0
        random = Random(f"{self.settings.seed} {pairing.opening}")  # noqa: S311 - not a secret
        return random.getrandbits(32)


def _checked(result: PairResult, task: PairTask) -> PairResult:
    """Return a known result. Raises RuleError if it is not that of the task."""
    length = len(task.opening)
    is_same = all(
        game.board.moves[:length] == task.opening and game.opening_rule == task.opening_rule
        for game in result.games
    )
    if result.pairing != task.pairing or not is_same:
        raise RuleError(f"the stored {task} is of another schedule, perhaps by another Tengen")
    return result


def in_order(results: Iterable[PairResult]) -> Generator[PairResult, None, None]:
    """Yield results in the order of their numbers, from 1, each when those before it are known."""
    waiting: dict[int, PairResult] = {}
    following = 1
    for result in results:
        waiting[result.number] = result
        while following in waiting:
            yield waiting.pop(following)
            following += 1
