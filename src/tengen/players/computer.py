"""Our own engine as a player, at one of its levels."""

from __future__ import annotations

import math
import threading

from tengen.engine.analysis import Limits
from tengen.engine.levels import Opponent
from tengen.players.draws import accepts_draw
from tengen.players.halt import Halt
from tengen.players.judge import care_of, learn
from tengen.players.openings import Openings, is_plain_move
from tengen.players.pace import limits_of
from tengen.players.player import command_of, task_of
from tengen.prove.theorem_player import guide_player
from tengen.rules.rules import Rules
from tengen.session.commands import Command, PlayMove
from tengen.session.state import State


class ComputerPlayer:
    """Plays at a level. Once stopped, it answers with what it has."""

    def __init__(self, level: int, seed: int | None = None) -> None:
        self.name = f"Computer {level}"
        self._opponent = Opponent(level, seed)
        self._guided = guide_player(self._opponent, level)
        self._care = care_of(level)
        self._openings = Openings(self._care, seed)
        self._seed = seed
        self._turn = threading.Lock()  # one act after the other
        self._halt = Halt()

    def prepare(self, rules: Rules) -> None:
        """Have the tables that the engine needs for a game, and the theorem where that helps."""
        learn(rules)
        self._guided.learn(rules.win)

    def act(self, state: State, now: int, halt: Halt | None = None) -> Command:
        """What to do about the task that a game waits for."""
        halt = self._halt = halt or Halt()
        task, limits = task_of(state), limits_of(state, now)
        with self._turn:
            if is_plain_move(state):
                return self._move(state, limits, halt)
            return command_of(task, self._openings.answer(state, limits.seconds, halt))

    def _move(self, state: State, limits: Limits, halt: Halt) -> PlayMove:
        self._opponent.get_ready(math.inf)
        self._guided.get_ready()
        with halt.watch(self._guided.stop):
            point = self._guided.choose(state.board, limits)
        return PlayMove(task_of(state).seat, point, self._guided.left)

    def wants_draw(self, state: State) -> bool:
        """Whether it is losing, or not ahead on a board that is half full."""
        return accepts_draw(state, self._care, self._seed)

    def stop(self) -> None:
        """Have the move at once."""
        self._halt.set()

    def close(self) -> None:
        """Stop."""
        self.stop()
