"""Tournaments without engines: settings, and results that depend on the task alone."""

from __future__ import annotations

from random import Random

from tengen.arena.elo import Sprt
from tengen.arena.engine_spec import EngineSpec
from tengen.arena.game import EngineGame, EngineMove, GameConditions
from tengen.arena.pair_task import PairResult, PairTask
from tengen.arena.tournament_file import TournamentFormat, TournamentSettings
from tengen.gomocup.evaluations import EngineEvaluation
from tengen.rules.board import Board
from tengen.rules.outcome import Termination
from tengen.rules.rules import TIC_TAC_TOE, Player

OPENINGS = ("", "b2", "a1 c3")


def made_settings(
    kind: TournamentFormat = TournamentFormat.ROUND_ROBIN,
    engines: int = 3,
    pairs: int = 1,
    seed: int = 0,
    sprt: Sprt | None = None,
) -> TournamentSettings:
    """Return settings with engines called a, b, c and so on."""
    specs = tuple(EngineSpec(name, f"./{name}") for name in "abcdefghijklm"[:engines])
    return TournamentSettings(
        *(kind, specs, TIC_TAC_TOE, GameConditions(), OPENINGS, pairs), seed=seed, sprt=sprt
    )


def judged(task: PairTask) -> PairResult:
    """Return games that end at once, with winners that depend on the engines and the opening."""
    random = Random(f"{task.pairing}")
    one, two = (random.choice([*Player, None]) for _ in range(2))
    return PairResult(task.number, task.pairing, (ended(task, one), ended(task, two)))


def first_wins(task: PairTask) -> PairResult:
    """Return games that the first engine of the task has won."""
    games = (ended(task, Player.FIRST), ended(task, Player.SECOND))
    return PairResult(task.number, task.pairing, games)


def ended(task: PairTask, winner: Player | None) -> EngineGame:
    """Return a game that is one move long, with all that a game may have."""
    board = Board(task.rules)
    for point in (*task.opening, board.legal_points()[1]):
        board.play(point)
    move = EngineMove(12.5, 3.0, EngineEvaluation(40, -3))
    cause = Termination.FULL_BOARD if winner is None else Termination.LINE
    return EngineGame(board, len(task.opening), winner, cause, detail="none", moves=(move,))
