"""A talk with a brain that is checked: one run of its process, and all lines of it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from tengen.gomocup import commands, replies
from tengen.gomocup.command_text import LINE_END, format_script, rule_info
from tengen.gomocup.connection import Deadline, EngineConnection, LineProcess, LineSource
from tengen.gomocup.engine_process import ask_move
from tengen.gomocup.settings import GOMOCUP_K, NO_TIME_LIMIT, GomocupLimits
from tengen.gomocup.text import to_position
from tengen.rules import Board, Point, Rules

QUICK_TURN_MS = 200
"""The time for a move where the step is not about time."""
MAX_DIALOGUE = 2000
"""How many lines of a talk are kept."""
CENTRE = Point(7, 7)


@dataclass(frozen=True, slots=True)
class TalkLimits:
    """How long to wait for a brain, in milliseconds."""

    silence: int = 5_000
    """For any answer."""
    slack: int = 200
    """How much later than its limit a move may be."""
    exit: int = 1_000
    """For the end of the process."""


class BrainTalk:
    """A run of a brain on a board of `size`; its methods raise an EngineError for wrong answers."""

    def __init__(self, argv: Sequence[str], limits: TalkLimits, size: int) -> None:
        self.limits = limits
        self.rules = Rules(size, size, GOMOCUP_K)
        self.dialogue: list[tuple[LineSource, str]] = []
        self.slowest_ms = 0
        """The time of the slowest move."""
        self._turn_ms = QUICK_TURN_MS
        self._has_exited: bool | None = None
        self._is_closing = False
        self._child = LineProcess(argv[0], argv, listener=self._record)
        self.connection = EngineConnection(argv[0], self._child)

    @property
    def pid(self) -> int:
        """The number of the brain's process."""
        return self._child.pid

    def deadline(self) -> Deadline:
        """Return the time until which an answer to a command is awaited."""
        return Deadline(max(self.limits.silence, self._turn_ms + self.limits.slack))

    def ask(
        self, command: commands.ManagerCommand, *kinds: type[replies.BrainReply]
    ) -> replies.BrainReply:
        """Send a command and return the answer, which must be of one of these kinds."""
        deadline = self.deadline()
        self.connection.send(deadline, command)
        return self.connection.read_answer(deadline, *kinds)

    def send(self, *sent: commands.ManagerCommand) -> None:
        """Send commands."""
        self.connection.send(self.deadline(), *sent)

    def send_lines(self, *lines: str, line_end: str = LINE_END) -> None:
        """Send lines as they are."""
        self._child.send("".join(line + line_end for line in lines).encode(), self.deadline())

    def start(
        self, rules: Rules | None = None, *, turn_ms: int = QUICK_TURN_MS, match_ms: int = 0
    ) -> Board:
        """Start a game as a match does, and return its empty board."""
        rules = rules or self.rules
        self._turn_ms = turn_ms
        limits = GomocupLimits(timeout_turn=turn_ms, timeout_match=match_ms)
        self.ask(commands.StartCommand(rules.width, rules.height), replies.OkReply)
        self.send(*limits.commands(), rule_info(rules))
        return Board(rules)

    def begin(self, board: Board) -> Point:
        """Let the brain make the first move, and play it on the board."""
        return self._ask_move(board, commands.BeginCommand(), NO_TIME_LIMIT)

    def turn(self, board: Board, point: Point, time_left: int = NO_TIME_LIMIT) -> Point:
        """Play a move against the brain, and its answer, on the board."""
        board.play(point)
        return self._ask_move(board, commands.TurnCommand(point), time_left)

    def position(self, board: Board) -> Point:
        """Send the whole board, and play the brain's move on it."""
        return self._ask_move(board, to_position(board), NO_TIME_LIMIT)

    def plain_answers(self) -> list[str]:
        """Return the lines so far that a manager takes for answers."""
        ignored = (replies.MessageReply, replies.DebugReply, replies.SuggestReply)
        lines = [line for source, line in self.dialogue if source is LineSource.OUTPUT]
        return [line for line in lines if not isinstance(replies.parse_reply(line), ignored)]

    def end(self) -> bool:
        """Send END, wait, and return whether the process has ended."""
        self.send(commands.EndCommand())
        return self._wait_for_exit()

    def end_input(self) -> bool:
        """Close the input of the process, wait, and return whether the process has ended."""
        self._child.end_input()
        return self._wait_for_exit()

    def close(self) -> bool:
        """End the process, and return whether it did so by itself; nothing more is recorded."""
        self._is_closing = True
        if self._has_exited is None:
            farewell = format_script([commands.EndCommand()])
            self._has_exited = self._child.close(farewell, Deadline(self.limits.exit))
        return self._has_exited

    def kill(self) -> None:
        """Kill the process and all processes that it has started."""
        self._is_closing = True
        self._child.kill()

    def _wait_for_exit(self) -> bool:
        self._has_exited = self._child.wait_for_exit(Deadline(self.limits.exit))
        return self._has_exited

    def _ask_move(self, board: Board, question: commands.ManagerCommand, time_left: int) -> Point:
        started = time.monotonic()
        self.connection.read_leftovers()
        point = ask_move(self.connection, board, question, time_left, self.deadline())
        self.slowest_ms = max(self.slowest_ms, round((time.monotonic() - started) * 1000))
        board.play(point)
        return point

    def _record(self, source: LineSource, line: str) -> None:
        if not self._is_closing and len(self.dialogue) < MAX_DIALOGUE:
            self.dialogue.append((source, line))


def scattered_point(board: Board) -> Point:
    """Return a legal point for the opponent, the last one that makes no two in a row if any."""
    points = board.legal_points()
    scattered = [point for point in points if (point.col + 2 * point.row) % 4 == 0]
    return (scattered or points)[-1]
