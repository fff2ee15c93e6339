"""Our own engine as a player, at one of its levels; and the player that a spec asks for."""

from __future__ import annotations

import threading

from tengen.engine.analysis import Limits
from tengen.engine.cancel_token import CancelToken
from tengen.engine.levels import Opponent
from tengen.game.commands import Command, PlayMove
from tengen.game.machine_player import MachinePlayer, command_for, current_task, move_limits
from tengen.game.opening_play import OpeningPlayer, is_plain_move
from tengen.game.quick_evaluation import accepts_draw, prepare_tables, skill_of_level
from tengen.game.setup import Computer, ExternalEngine
from tengen.game.state import GameState
from tengen.prove.theorem_player import guide_player
from tengen.rules.rules import Rules


class ComputerPlayer:
    """Plays at a level. Once cancelled, it answers with what it has."""

    def __init__(self, level: int, seed: int | None = None) -> None:
        self.name = f"Computer {level}"
        self._guided = guide_player(Opponent(level, seed), level)
        self._care = skill_of_level(level)
        self._openings = OpeningPlayer(self._care, seed)
        self._seed = seed
        self._turn = threading.Lock()  # one act after the other
        self._cancel = CancelToken()

    def prepare(self, rules: Rules) -> None:
        """Have the tables that the engine needs for a game, and the theorem where that helps."""
        prepare_tables(rules)
        self._guided.learn(rules.win)

    def act(self, state: GameState, now: int, cancel: CancelToken | None = None) -> Command:
        """What to do about the task that a game waits for."""
        cancel = self._cancel = cancel or CancelToken()
        task, limits = current_task(state), move_limits(state, now)
        with self._turn:
            if is_plain_move(state):
                return self._move(state, limits, cancel)
            return command_for(task, self._openings.answer(state, limits.seconds, cancel))

    def _move(self, state: GameState, limits: Limits, cancel: CancelToken) -> PlayMove:
        point = self._guided.choose(state.board, limits, cancel)
        return PlayMove(current_task(state).seat, point, self._guided.left)

    def wants_draw(self, state: GameState) -> bool:
        """Whether it is losing, or not ahead on a board that is half full."""
        return accepts_draw(state, self._care, self._seed)

    def close(self) -> None:
        """Have the move at once."""
        self._cancel.cancel()


def make_player(sitter: Computer | ExternalEngine, seed: int | None = None) -> MachinePlayer:
    """Who acts for a sitter. Close it in the end.

    With a seed, a level below ten does the same again in the same game.
    """
    if isinstance(sitter, Computer):
        return ComputerPlayer(sitter.level, seed)
    from tengen.game.external_player import ExternalPlayer  # noqa: PLC0415 - few games need a protocol

    return ExternalPlayer(sitter, seed)
