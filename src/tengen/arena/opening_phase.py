"""An opening rule played by two engines: who places which stones, and who then has which colour.

The protocol has a command for swap2 only. An engine that has it decides in swap2 itself; a move
that any player would make in their own interest is always the engine's own. For everything else
Tengen's engine decides, the same for the same seed; this takes none of the time of the engines.

Each answer of an engine may take as long as a move. It does not count for the time of the game.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass, replace
from typing import Protocol, TypeVar, runtime_checkable

from tengen import errors
from tengen.arena import game_run
from tengen.arena.game import (
    ClockKind,
    DialogueLine,
    EngineGame,
    EnginePlayer,
    GameConditions,
    ObservedEngine,
    PlayedOpening,
)
from tengen.arena.pair_task import PairTask
from tengen.arena.schedule import OpeningMoves
from tengen.engine import CancelToken
from tengen.game.computer_player import OpeningPlayer, is_plain_move
from tengen.game.external_player import SWAP2_CHOICES, is_swap2_task
from tengen.game.machine_player import command_for, current_task
from tengen.game.opening_rules import OpeningRule
from tengen.game.quick_evaluation import EvaluationSkill
from tengen.game.session import Session
from tengen.game.setup import Setup
from tengen.game.state import GameState
from tengen.game.tasks import PlaceStone, Seat, TaskAnswer
from tengen.gomocup.faults import EngineFault, fault_of
from tengen.rules import Board, Player, Point, Rules, Termination

CAUSES = {**game_run.CAUSES_OF_FAULTS, EngineFault.LATE_MOVE: Termination.TIME}
"""How a game ends by a fault in the opening; by all others it is an engine error."""
DECIDING_SKILL = EvaluationSkill(2000, 0.0)
"""Tengen's engine decides by so many nodes for each position, so that it repeats itself."""

PLAYERS = {Seat.ONE: Player.FIRST, Seat.TWO: Player.SECOND}
"""The colours at the start of an opening."""
SEATS = {player: seat for seat, player in PLAYERS.items()}

Reply = TypeVar("Reply")


@runtime_checkable
class SwapPlayer(Protocol):
    """An engine that may know swap2."""

    def choose_swap(
        self, rules: Rules, points: OpeningMoves, *, time_left: int | None = None
    ) -> OpeningMoves:
        """Return the stones to add; none to swap. Raises EngineRefused if it has no swap2."""


@dataclass(frozen=True, slots=True)
class OpeningLoss:
    """A failure in an opening, which loses the game."""

    loser: Seat
    fault: EngineFault
    detail: str


@dataclass(frozen=True, slots=True)
class OpeningPhase:
    """A finished opening: its board, and which seat then plays the first player's colour.

    Seat one is the engine that began. If the opening was lost, colours are those of its start.
    """

    rule: OpeningRule
    board: Board
    first: Seat
    decided_for: frozenset[Seat]
    """The engines for which Tengen's engine has decided something."""
    milliseconds: dict[Seat, float]
    """How long each engine has thought."""
    loss: OpeningLoss | None = None
    dialogue: tuple[DialogueLine, ...] = ()
    """All lines, if they are kept."""

    def player_of(self, seat: Seat) -> Player:
        """Return the colour of a seat."""
        return Player.FIRST if seat is self.first else Player.SECOND

    @property
    def played(self) -> PlayedOpening:
        """What is kept of the opening in its game."""
        decided_for = {self.player_of(seat) for seat in self.decided_for}
        players = tuple(player for player in Player if player in decided_for)
        return PlayedOpening(self.rule.value, self.first is Seat.TWO, players)

    def lost_game(self, loss: OpeningLoss) -> EngineGame:
        """Return the game that was lost in the opening."""
        moves = len(self.board.moves)
        cause = CAUSES.get(loss.fault, Termination.ENGINE_ERROR)
        winner = self.player_of(loss.loser.other)
        return EngineGame(
            *(self.board, moves, winner, cause, loss.fault, loss.detail),
            dialogue=self.dialogue,
            opening=self.played,
        )


def play_opened_game(
    engines: dict[Seat, EnginePlayer],
    rules: Rules,
    rule: OpeningRule,
    conditions: GameConditions,
    seed: int = 0,
) -> tuple[EngineGame, OpeningPhase]:
    """Play an opening and the game after it; the engine of seat one begins the opening.

    Raises what `play_opening` and `play_game` raise. Engines in processes must have been started
    with the limits of the conditions.
    """
    phase = play_opening(engines, rules, rule, conditions, seed)
    if phase.loss is not None:
        return phase.lost_game(phase.loss), phase
    first, second = engines[phase.first], engines[phase.first.other]
    game = game_run.play_game(first, second, rules, phase.board.moves, conditions)
    dialogue = _joined(phase.dialogue, game.dialogue)
    return replace(game, dialogue=dialogue, opening=phase.played), phase


def play_opened_task(task: PairTask, opener: EnginePlayer, other: EnginePlayer) -> EngineGame:
    """Play a game of a task with an opening rule."""
    engines = {Seat.ONE: opener, Seat.TWO: other}
    rule = OpeningRule(task.opening_rule)
    return play_opened_game(engines, task.rules, rule, task.conditions, task.seed)[0]


def _joined(
    before: tuple[DialogueLine, ...], after: tuple[DialogueLine, ...]
) -> tuple[DialogueLine, ...]:
    """Return the dialogue of an opening and of the game after it as one.

    The opening says how the engines were started: the game does not repeat it.
    """
    start = before[-1].milliseconds if before else 0
    later = (
        replace(line, milliseconds=start + line.milliseconds)
        for line in after
        if line.milliseconds >= 0
    )
    return (*before, *later)


def play_opening(
    engines: dict[Seat, EnginePlayer],
    rules: Rules,
    rule: OpeningRule,
    conditions: GameConditions,
    seed: int = 0,
) -> OpeningPhase:
    """Play an opening. An engine that fails loses.

    Raises RuleError if the rules do not allow the opening.
    """
    game_run.check_measurable(engines.values(), conditions)
    run, log = _OpeningRun(engines, Setup(rules, rule), conditions, seed), game_run.DialogueLog()
    players = {PLAYERS[seat]: engine for seat, engine in engines.items()}
    with log.listening(players) if conditions.is_logged else nullcontext():
        phase = run.play()
    lines = (replace(line, player=phase.player_of(SEATS[line.player])) for line in log.lines)
    return replace(phase, dialogue=tuple(lines))


class _OpeningFailed(Exception):
    """An engine has failed."""

    def __init__(self, loser: Seat, fault: EngineFault, detail: str) -> None:
        super().__init__(detail)
        self.loss = OpeningLoss(loser, fault, detail)


class _OpeningRun:
    def __init__(
        self,
        engines: dict[Seat, EnginePlayer],
        setup: Setup,
        conditions: GameConditions,
        seed: int,
    ) -> None:
        self._engines = engines
        self._session = Session.start(setup, 0)
        self._conditions = conditions
        self._deciders = {seat: OpeningPlayer(DECIDING_SKILL, seed) for seat in Seat}
        self._decided_for: set[Seat] = set()
        self._without_swap2: set[Seat] = set()
        self._milliseconds = dict.fromkeys(Seat, 0.0)

    @property
    def _state(self) -> GameState:
        return self._session.state

    def play(self) -> OpeningPhase:
        try:
            for seat in Seat:
                self._start(seat)
            while self._state.opening.task is not None:
                task = self._state.opening.task
                self._session.handle(command_for(task, self._answer(task.seat)), 0)
            self._play_announced()
        except _OpeningFailed as failed:
            return self._phase(failed.loss)
        return self._phase(None)

    def _phase(self, loss: OpeningLoss | None) -> OpeningPhase:
        state = self._state
        first = state.opening.black if state.opening.task is None else None
        facts = frozenset(self._decided_for), self._milliseconds
        return OpeningPhase(
            state.setup.opening, state.board.copy(), first or Seat.ONE, *facts, loss
        )

    def _play_announced(self) -> None:
        """Play the move that an engine has added to its choice of a colour."""
        seat = self._state.actor
        point = seat and self._deciders[seat].plan.next(self._state.board)
        if point is not None:
            self._session.handle(command_for(current_task(self._state), point), 0)

    def _answer(self, seat: Seat) -> TaskAnswer:
        if is_plain_move(self._state):
            return self._move(seat)
        if seat not in self._without_swap2 and is_swap2_task(self._state):
            answer = self._swap(seat)
            if answer is not None:
                return answer
        planned = self._deciders[seat].plan.next(self._state.board)
        if planned is None:
            self._decided_for.add(seat)
        return self._deciders[seat].answer(self._state, None, CancelToken())

    def _move(self, seat: Seat) -> Point:
        board, left = self._state.board, self._conditions.match_ms or None

        def choose(engine: EnginePlayer) -> Point:
            point = engine.choose(board.copy(), time_left=left)
            refusal = board.refusal(point)
            if refusal is not None:
                raise errors.EngineMovedIllegally(engine.name, f"{point} {refusal.value}")
            return point

        return self._ask(seat, choose)

    def _swap(self, seat: Seat) -> TaskAnswer | None:
        """Return the engine's answer in swap2; None if it does not know swap2."""
        board, left = self._state.board, self._conditions.match_ms or None

        def choose(engine: EnginePlayer) -> OpeningMoves | None:
            if not isinstance(engine, SwapPlayer):
                return None
            try:
                return engine.choose_swap(board.rules, board.moves, time_left=left)
            except errors.EngineRefusedGame:
                raise
            except errors.EngineRefused:
                return None

        stones = self._ask(seat, choose)
        if stones is None:
            self._without_swap2.add(seat)
            return None
        self._deciders[seat].plan.make(board, stones)
        is_first = isinstance(self._state.task, PlaceStone)
        return stones[0] if is_first else SWAP2_CHOICES[len(stones)]

    def _start(self, seat: Seat) -> None:
        rules = self._state.setup.rules
        self._ask(seat, lambda engine: engine.new_game(rules), is_timed=False)

    def _ask(
        self, seat: Seat, question: Callable[[EnginePlayer], Reply], *, is_timed: bool = True
    ) -> Reply:
        """Return the engine's answer. Raises _OpeningFailed for any failure."""
        engine = self._engines[seat]
        before = self._now(engine)
        try:
            answer = question(engine)
        except (Exception, SystemExit) as error:
            raise _OpeningFailed(seat, fault_of(error), game_run.describe_error(error)) from error
        spent = max(0.0, self._now(engine) - before)
        if is_timed:
            self._milliseconds[seat] += spent
            limits = self._conditions
            longest = limits.turn_ms or limits.match_ms
            if longest and spent > longest + limits.slack_ms:
                detail = f"an answer in the opening took {spent:.0f} ms instead of {longest} ms"
                raise _OpeningFailed(seat, EngineFault.LATE_MOVE, detail)
        return answer

    def _now(self, engine: EnginePlayer) -> float:
        """Return the milliseconds on the clock that counts for an engine."""
        if self._conditions.clock is ClockKind.CPU and isinstance(engine, ObservedEngine):
            return engine.cpu_ms()
        return 1000 * time.perf_counter()
