"""An external engine with the Gomocup protocol, in its own process."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterator, Sequence
from types import TracebackType
from typing import Self

from tengen import errors
from tengen.gomocup import commands, replies
from tengen.gomocup.command_text import format_script, rule_info
from tengen.gomocup.connection import Deadline, EngineConnection, LineProcess, ReplyListener
from tengen.gomocup.settings import GomocupLimits
from tengen.gomocup.text import format_coordinates, to_position
from tengen.rules import Board, Point, Rules

CLOSE_TIMEOUT_MS = 1_000
DEFAULT_LIMITS = GomocupLimits()
SWAP2_COUNTS = {0: (3,), 3: (0, 1, 2), 5: (0, 1)}
"""How many stones may be added in a swap2 opening, by the number of stones on the board."""


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
        self._child: LineProcess | None = None
        self._rules: Rules | None = None
        self._known: Board | None = None  # the engine's own board, if it is certain
        self._spent = 0  # milliseconds of this game
        self._played: Rules | None = None  # the rules by which it has made a move
        self._is_stopped = False

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
        self._rules = rules
        self._known = Board(rules)

    def choose(self, board: Board, *, time_left: int | None = None) -> Point:
        """Return the engine's move; `time_left` (milliseconds) is counted here if not given.

        Raises EngineRefusedGame if the engine refuses before it has ever moved by these rules.
        """
        if board.outcome.is_over:
            raise errors.RuleError(f"an engine cannot move when the game is over: {board}")
        question = self._question(board)
        time_left = self.limits.time_left(self._spent) if time_left is None else time_left
        started = time.monotonic()
        with self._refusals_of_game(board.rules), self._connect() as connection:
            point = self._ask(connection, board, question, time_left)
        self._spent += round((time.monotonic() - started) * 1000)
        self._played = board.rules
        self._known = board.copy()
        self._known.play(point)
        return point

    def choose_swap(
        self, rules: Rules, points: Sequence[Point], *, time_left: int | None = None
    ) -> tuple[Point, ...]:
        """Return the stones that the engine adds in a swap2 opening; none if it swaps."""
        self._ensure_game(rules)
        time_left = self.limits.time_left(self._spent) if time_left is None else time_left
        with self._connect() as connection:
            connection.read_leftovers()
            deadline = Deadline(self.limits.move_timeout(time_left))
            connection.send(
                deadline, _time_left_info(time_left), commands.Swap2BoardCommand(tuple(points))
            )
            reply = connection.read_answer(deadline, replies.MovesReply, replies.SwapReply)
            added = reply.points if isinstance(reply, replies.MovesReply) else ()
            _check_swap(connection, rules, points, added)
        self._known = None
        return added

    @contextlib.contextmanager
    def _connect(self) -> Iterator[EngineConnection]:
        """Yield a connection to the process, which is started if needed, and killed on errors."""
        if self._child is None:
            self._child = LineProcess(self.name, self._argv, self._cwd)
        try:
            self._check_stopped()
            yield EngineConnection(self.name, self._child, self._listener)
        except BaseException:
            child, self._child, self._rules = self._child, None, None
            child.kill()
            self._check_stopped()
            raise

    @contextlib.contextmanager
    def _refusals_of_game(self, rules: Rules) -> Iterator[None]:
        """Turn EngineRefused into EngineRefusedGame until the engine has moved by the rules."""
        try:
            yield
        except errors.EngineRefused as refusal:
            if self._played == rules:
                raise
            raise errors.EngineRefusedGame(refusal.engine, refusal.what, refusal.lines) from None

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

    def _question(self, board: Board) -> commands.ManagerCommand:
        """Return `BEGIN` or `TURN` if the engine has the position before, or else `BOARD`."""
        if self._rules != board.rules:
            to_position(board)  # raises for a board that cannot be sent, before a process starts
            self.new_game(board.rules)
        before = board.copy()
        if before == self._known and not before.stones:
            return commands.BeginCommand()
        last = before.undo() if before.moves else None
        return (
            commands.TurnCommand(last)
            if last is not None and before == self._known
            else to_position(board)
        )

    def _ask(
        self,
        connection: EngineConnection,
        board: Board,
        question: commands.ManagerCommand,
        time_left: int,
    ) -> Point:
        connection.read_leftovers()
        deadline = Deadline(self.limits.move_timeout(time_left))
        connection.send(deadline, _time_left_info(time_left), question)
        reply = _receive_move(connection, deadline, question)
        if isinstance(reply, replies.SuggestReply):
            connection.send(deadline, commands.PlayCommand(reply.point))
            reply = connection.read_answer(deadline, replies.MovesReply)
        return _checked_move(connection, board, reply)


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


def _checked_move(connection: EngineConnection, board: Board, reply: replies.BrainReply) -> Point:
    points = reply.points if isinstance(reply, replies.MovesReply) else ()
    if len(points) != 1:
        raise connection.protocol_error(f"made {len(points)} moves instead of one")
    refusal = board.refusal(points[0])
    if refusal is not None:
        raise connection.illegal_move(f"{format_coordinates(points[0])} {refusal.value}")
    return points[0]


def _check_swap(
    connection: EngineConnection, rules: Rules, points: Sequence[Point], added: tuple[Point, ...]
) -> None:
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


def _time_left_info(time_left: int) -> commands.InfoCommand:
    """Return the time left, which is always sent before a question.

    Some engines, such as Rapfi, miss a word or two right after their move, and report an error
    about the rest of that line. So the first line must be one that they can do without.
    """
    return commands.InfoCommand("time_left", str(time_left))
