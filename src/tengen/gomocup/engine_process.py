"""An external engine with the Gomocup protocol, in its own process."""

from __future__ import annotations

import contextlib
import functools
import os
import time
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from types import TracebackType
from typing import NamedTuple, NoReturn, Self

from tengen import errors
from tengen.gomocup import commands, replies
from tengen.gomocup.command_text import format_script, rule_info
from tengen.gomocup.connection import (
    Deadline,
    EngineConnection,
    LineListener,
    LineProcess,
    LineSource,
    ReplyListener,
    TimedLine,
)
from tengen.gomocup.evaluations import EngineEvaluation, last_evaluation
from tengen.gomocup.process_family import cpu_ms_of, resident_bytes_of
from tengen.gomocup.settings import GomocupLimits
from tengen.gomocup.text import format_coordinates, to_position
from tengen.rules import Board, Player, Point, Rules

CLOSE_TIMEOUT_MS = 1_000
KEPT_MESSAGES = 20
"""How many of the last messages before a move are searched for an evaluation."""
DEFAULT_LIMITS = GomocupLimits()
SWAP2_COUNTS = {0: (3,), 3: (0, 1, 2), 5: (0, 1)}
"""How many stones may be added in a swap2 opening, by the number of stones on the board."""


class GamePosition(NamedTuple):
    """A position as the moves that led to it."""

    setup: Mapping[Point, Player]
    first_turn: Player
    moves: tuple[Point, ...]

    def leads_to(self, board: Board, moves: tuple[Point, ...]) -> bool:
        """Return whether the last of these moves of the board leads from here to the board."""
        is_start = self.setup == board.setup and self.first_turn is board.first_turn
        return is_start and self.moves == moves[:-1]


class EngineProcess:
    """An external engine as a player. Use it in a `with`, or close it.

    The process is started when it is first needed. If a method raises an exception, including
    KeyboardInterrupt, the process is killed, and the next game starts a new one.
    """

    def __init__(
        self,
        argv: Sequence[str],
        *,
        name: str | None = None,
        cwd: str | None = None,
        limits: GomocupLimits = DEFAULT_LIMITS,
        listener: ReplyListener | None = None,
    ) -> None:
        self.name = name or _name_of(argv[0])
        self.limits = limits
        self._argv = tuple(argv)
        self._cwd = cwd
        self._listener = listener
        self._line_listener: LineListener | None = None
        self._start_lines: list[TimedLine] = []
        self._is_starting = False
        self._messages: deque[str] = deque(maxlen=KEPT_MESSAGES)
        self._child: LineProcess | None = None
        self._rules: Rules | None = None
        self._known: GamePosition | None = None  # the engine's own board, if it is certain
        self._spent = 0  # milliseconds of this game
        self._played: Rules | None = None  # the rules by which it has made a move
        self._is_stopped = False
        self._refuses_swap2 = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Send END, wait for at most a second, and kill the process if it is still running."""
        child, self._child, self._rules = self._child, None, None
        if child is not None:
            child.close(format_script([commands.EndCommand()]), Deadline(CLOSE_TIMEOUT_MS))

    def stop(self) -> None:
        """Stop the engine for good, from any thread; all other calls raise EngineTerminated."""
        self._is_stopped = True
        child = self._child
        if child is not None:
            child.interrupt()

    def listen(self, listener: LineListener | None) -> None:
        """Let a listener get all lines to and from the process from now on, instead of another."""
        self._line_listener = listener
        if self._child is not None and not self._is_starting:
            self._child.listener = listener

    def start_lines(self) -> tuple[TimedLine, ...]:
        """Return the lines with which the running process was started, until it could play."""
        return () if self._child is None else tuple(self._start_lines)

    def cpu_ms(self) -> float:
        """Return the CPU time of the process and those that it has started, in milliseconds.

        It starts anew with each process. Works on systems with `/proc` only.
        """
        return 0 if self._child is None else cpu_ms_of(self._child.pid)

    def evaluation(self) -> EngineEvaluation | None:
        """Return the last evaluation in the engine's messages before its last move, if any."""
        return last_evaluation(self._messages) if self._messages else None

    def about(self) -> dict[str, str]:
        """Return the engine's answer to ABOUT; a line of free text is the `description`."""
        with self._connect() as connection:
            deadline = Deadline(self.limits.timeout_start)
            connection.send(deadline, commands.AboutCommand())
            reply = connection.read_reply(deadline)
        if isinstance(reply, replies.AboutReply):
            return dict(reply.fields)
        return {"description": reply.text} if isinstance(reply, replies.OtherReply) else {}

    def new_game(self, rules: Rules) -> None:
        """Start a game. Raises EngineRefusedGame if the engine does not support the rules."""
        rule = rule_info(rules)
        if self._rules == rules:
            with contextlib.suppress(errors.EngineError):  # after an error a new process starts
                self._get_ready(commands.RestartCommand(), rule)
        if self._rules != rules:
            with self._refusals_of_game(rules):
                self._get_ready(commands.StartCommand(rules.width, rules.height), rule)
        self._end_start()
        self._rules = rules
        self._known = GamePosition({}, Player.FIRST, ())

    def choose(self, board: Board, *, time_left: int | None = None) -> Point:
        """Return the engine's move; `time_left` (milliseconds) is counted here if not given.

        Raises EngineRefusedGame if the engine refuses before it has ever moved by these rules.
        """
        if board.outcome.is_over:
            raise errors.RuleError(f"an engine cannot move when the game is over: {board}")
        moves = board.moves
        question = self._question(board, moves)
        time_left = self.limits.time_left(self._spent) if time_left is None else time_left
        started = time.monotonic()
        try:
            point = self._ask_move(board, question, time_left)
        except BaseException as error:
            self._drop_process()
            if isinstance(error, errors.EngineRefused):
                self._raise_refusal(error, board.rules)
            raise
        self._spent += round((time.monotonic() - started) * 1000)
        self._played = board.rules
        self._known = GamePosition(board.setup, board.first_turn, (*moves, point))
        return point

    def _ask_move(self, board: Board, question: commands.ManagerCommand, time_left: int) -> Point:
        connection = self._connection()
        deadline = Deadline(self.limits.move_timeout(time_left))
        connection.read_leftovers()
        self._messages.clear()
        point = ask_move(connection, board, question, time_left, deadline)
        if self.limits.is_memory_checked:
            self._check_memory()
        return point

    def choose_swap(
        self, rules: Rules, points: Sequence[Point], *, time_left: int | None = None
    ) -> tuple[Point, ...]:
        """Return the stones that the engine adds in a swap2 opening; none if it swaps.

        An engine that has refused swap2 is not asked again.
        """
        if self._refuses_swap2:
            raise errors.EngineRefused(self.name, "does not know swap2")
        self._ensure_game(rules)
        time_left = self.limits.time_left(self._spent) if time_left is None else time_left
        with self._connect() as connection:
            connection.read_leftovers()
            deadline = Deadline(self.limits.move_timeout(time_left))
            connection.send(
                deadline, _time_left_info(time_left), commands.Swap2BoardCommand(tuple(points))
            )
            with self._refusals_of_swap2():
                reply = connection.read_answer(deadline, replies.MovesReply, replies.SwapReply)
            added = reply.points if isinstance(reply, replies.MovesReply) else ()
            check_swap(connection, rules, points, added)
        self._known = None
        return added

    @contextlib.contextmanager
    def _refusals_of_swap2(self) -> Iterator[None]:
        """Remember a refusal."""
        try:
            yield
        except errors.EngineRefused:
            self._refuses_swap2 = True
            raise

    @contextlib.contextmanager
    def _connect(self) -> Iterator[EngineConnection]:
        """Yield a connection to the process, which is started if needed, and killed on errors."""
        try:
            yield self._connection()
        except BaseException:
            self._drop_process()
            raise

    def _connection(self) -> EngineConnection:
        if self._child is None:
            self._start_lines, self._is_starting = [], True
            self._child = LineProcess(self.name, self._argv, self._cwd, self._hear_start)
            if self.limits.is_memory_checked:
                self._child.watch = self._check_memory
        self._check_stopped()
        return EngineConnection(self.name, self._child, self._hear)

    def _hear_start(self, source: LineSource, text: str) -> None:
        self._start_lines.append(TimedLine(time.monotonic(), source, text))
        if self._line_listener is not None:
            self._line_listener(source, text)

    def _end_start(self) -> None:
        """Keep no more lines: the process can play."""
        if self._is_starting and self._child is not None:
            self._is_starting = False
            self._child.listener = self._line_listener

    def _drop_process(self) -> None:
        """Kill the process after an error; raises EngineTerminated if the engine was stopped."""
        child, self._child, self._rules = self._child, None, None
        if child is not None:
            child.kill()
        self._check_stopped()

    @contextlib.contextmanager
    def _refusals_of_game(self, rules: Rules) -> Iterator[None]:
        """Turn EngineRefused into EngineRefusedGame until the engine has moved by the rules."""
        try:
            yield
        except errors.EngineRefused as refusal:
            self._raise_refusal(refusal, rules)

    def _raise_refusal(self, refusal: errors.EngineRefused, rules: Rules) -> NoReturn:
        if self._played == rules:
            raise refusal
        raise errors.EngineRefusedGame(refusal.engine, refusal.what, refusal.lines) from None

    def _hear(self, reply: replies.BrainReply) -> None:
        if isinstance(reply, (replies.MessageReply, replies.OtherReply)):
            self._messages.append(reply.text)
        if self._listener is not None:
            self._listener(reply)

    def _check_memory(self) -> None:
        child, allowed = self._child, self.limits.max_memory
        used = resident_bytes_of(child.pid) if child is not None and allowed else 0
        if child is not None and used > allowed:
            what = f"used {-(-used >> 20)} MB of memory instead of {allowed >> 20} MB"
            raise errors.EngineUsedTooMuchMemory(self.name, what, child.last_lines)

    def _check_stopped(self) -> None:
        if self._is_stopped:
            raise errors.EngineTerminated(self.name, "was stopped") from None

    def _ensure_game(self, rules: Rules) -> None:
        if self._rules != rules:
            self.new_game(rules)

    def _get_ready(self, command: commands.ManagerCommand, rule: commands.InfoCommand) -> None:
        deadline = Deadline(self.limits.timeout_start)
        first = [] if self._rules is None else [_time_left_info(self.limits.time_left(0))]
        with self._connect() as connection:
            connection.send(deadline, *first, command)
            connection.read_answer(deadline, replies.OkReply)
            connection.send(deadline, *self.limits.commands(), rule)
        self._spent = 0

    def _question(self, board: Board, moves: tuple[Point, ...]) -> commands.ManagerCommand:
        """Return `BEGIN` or `TURN` if the engine has the position before, or else `BOARD`."""
        if self._rules is not board.rules and self._rules != board.rules:
            to_position(board)  # raises for a board that cannot be sent, before a process starts
            self.new_game(board.rules)
        if self._known is None or not self._known.leads_to(board, moves):
            return to_position(board)
        if moves:
            return commands.TurnCommand(moves[-1])
        return to_position(board) if board.setup else commands.BeginCommand()


def ask_move(
    connection: EngineConnection,
    board: Board,
    question: commands.ManagerCommand,
    time_left: int,
    deadline: Deadline,
) -> Point:
    """Send a question about the board and return the move, confirmed if it was suggested.

    Raises EngineMovedIllegally, or another EngineError if there is no move.
    """
    connection.send(deadline, _time_left_info(time_left), question)
    reply = _receive_move(connection, deadline, question)
    if isinstance(reply, replies.SuggestReply):
        connection.send(deadline, commands.PlayCommand(reply.point))
        reply = connection.read_answer(deadline, replies.MovesReply)
    return checked_move(connection, board, reply)


def _receive_move(
    connection: EngineConnection, deadline: Deadline, question: commands.ManagerCommand
) -> replies.BrainReply:
    """Return the answer to a question, which is repeated if the engine missed its first word."""
    try:
        return connection.read_answer(deadline, replies.MovesReply, replies.SuggestReply)
    except errors.EngineRefused as refusal:
        if not _is_about_point(refusal, question):
            raise
    connection.send(deadline, question)
    return connection.read_answer(deadline, replies.MovesReply, replies.SuggestReply)


def _is_about_point(refusal: errors.EngineRefused, question: commands.ManagerCommand) -> bool:
    """Return whether a refusal names the point of a `TURN`: the engine has missed the word."""
    return (
        isinstance(question, commands.TurnCommand)
        and format_coordinates(question.point) in refusal.what
    )


def checked_move(connection: EngineConnection, board: Board, reply: replies.BrainReply) -> Point:
    """Return the move of a reply. Raises EngineBrokeProtocol if it is not one legal move."""
    points = reply.points if isinstance(reply, replies.MovesReply) else ()
    if len(points) != 1:
        raise connection.protocol_error(f"made {len(points)} moves instead of one")
    refusal = board.refusal(points[0])
    if refusal is not None:
        raise connection.illegal_move(f"{format_coordinates(points[0])} {refusal.value}")
    return points[0]


def check_swap(
    connection: EngineConnection, rules: Rules, points: Sequence[Point], added: tuple[Point, ...]
) -> None:
    """Raise EngineBrokeProtocol for stones that may not be added to a swap2 opening."""
    counts = SWAP2_COUNTS[len(points)]
    if len(added) not in counts:
        allowed = " or ".join(map(str, counts))
        raise connection.protocol_error(f"placed {len(added)} stones instead of {allowed}")
    board = Board(rules)
    for point in (*points, *added):
        refusal = board.refusal(point)
        if refusal is not None:
            raise connection.illegal_move(f"{format_coordinates(point)} {refusal.value}")
        board.play_unchecked(point)


def _name_of(path: str) -> str:
    """Return for example `rapfi` for `somewhere/pbrain-rapfi.exe`."""
    return os.path.splitext(os.path.basename(path))[0].removeprefix("pbrain-") or path


@functools.lru_cache(maxsize=16)
def _time_left_info(time_left: int) -> commands.InfoCommand:
    """Return the time left, which is always sent before a question.

    Some engines, such as Rapfi, miss a word or two right after their move, and report an error
    about the rest of that line. So the first line must be one that they can do without.
    """
    return commands.InfoCommand("time_left", str(time_left))
