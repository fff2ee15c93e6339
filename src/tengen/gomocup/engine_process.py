"""An external engine that speaks the Gomocup protocol, in a process of its own."""

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
from tengen.rules.board import Board
from tengen.rules.point import Point
from tengen.rules.rules import Rules

CLOSE_TIMEOUT_MS = 1_000
DEFAULT_LIMITS = GomocupLimits()
SWAP2_COUNTS = {0: (3,), 3: (0, 1, 2), 5: (0, 1)}
"""How many stones may be added in a swap2 opening, by how many there are."""


class EngineProcess:
    """A seat taken by an external engine. Use it in a `with`, or close it.

    The process is started when it is first needed. Whenever a method raises, be it for Ctrl-C,
    the process is gone, and a new one will be started for the next game.
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
        self._known: Board | None = None  # the engine's own board, where we are sure of it
        self._spent = 0
        self._played: Rules | None = None  # by which it has moved
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
        """Say goodbye, wait a second at most, and leave no process behind."""
        child, self._child, self._rules = self._child, None, None
        if child is not None:
            child.close(format_script([commands.EndCommand()]), Deadline(CLOSE_TIMEOUT_MS))

    def stop(self) -> None:
        """End it for good, from any thread; whoever asks or waits gets EngineTerminated."""
        self._is_stopped = True
        child = self._child
        if child is not None:
            child.interrupt()

    def about(self) -> dict[str, str]:
        """How the engine introduces itself; an old one's line of free text is `description`."""
        with self._talk() as talk:
            deadline = Deadline(self.limits.timeout_start)
            talk.say(deadline, commands.AboutCommand())
            reply = talk.hear(deadline)
        if isinstance(reply, replies.AboutReply):
            return dict(reply.fields)
        return {"description": reply.text} if isinstance(reply, replies.OtherReply) else {}

    def new_game(self, rules: Rules) -> None:
        """Have the engine get ready; EngineRefusedGame if it says that it cannot."""
        rule = rule_info(rules)
        if self._rules == rules:
            with contextlib.suppress(errors.EngineError):  # then the process is gone
                self._get_ready(commands.RestartCommand(), rule)
        if self._rules != rules:
            with self._at_game_of(rules):
                self._get_ready(commands.StartCommand(rules.width, rules.height), rule)
        self._rules = rules
        self._known = Board(rules)

    def choose(self, board: Board, *, time_left: int | None = None) -> Point:
        """The engine's move; `time_left` (milliseconds) is counted here if it is not given.

        EngineRefusedGame if it says that it cannot, before it has ever moved by the rules.
        """
        if board.outcome.is_over:
            raise errors.RuleError(f"no engine can move when the game is over: {board}")
        question = self._question(board)
        time_left = self.limits.time_left(self._spent) if time_left is None else time_left
        started = time.monotonic()
        with self._at_game_of(board.rules), self._talk() as talk:
            point = self._ask(talk, board, question, time_left)
        self._spent += round((time.monotonic() - started) * 1000)
        self._played = board.rules
        self._known = board.copy()
        self._known.play(point)
        return point

    def choose_swap(
        self, rules: Rules, points: Sequence[Point], *, time_left: int | None = None
    ) -> tuple[Point, ...]:
        """The stones that the engine adds to these of a swap2 opening; none if it swaps."""
        self._have_game(rules)
        time_left = self.limits.time_left(self._spent) if time_left is None else time_left
        with self._talk() as talk:
            talk.hear_leftovers()
            deadline = Deadline(self.limits.patience(time_left))
            talk.say(
                deadline, _time_left_info(time_left), commands.Swap2BoardCommand(tuple(points))
            )
            reply = talk.hear_answer(deadline, replies.MovesReply, replies.SwapReply)
            added = reply.points if isinstance(reply, replies.MovesReply) else ()
            _check_swap(talk, rules, points, added)
        self._known = None
        return added

    @contextlib.contextmanager
    def _talk(self) -> Iterator[EngineConnection]:
        """A conversation with the running process, which does not survive an exception."""
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
    def _at_game_of(self, rules: Rules) -> Iterator[None]:
        """Tell a refusal of a game from a refusal of a move."""
        try:
            yield
        except errors.EngineRefused as refusal:
            if self._played == rules:
                raise
            raise errors.EngineRefusedGame(refusal.engine, refusal.what, refusal.lines) from None

    def _check_stopped(self) -> None:
        if self._is_stopped:
            raise errors.EngineTerminated(self.name, "was stopped") from None

    def _have_game(self, rules: Rules) -> None:
        if self._rules != rules:
            self.new_game(rules)

    def _get_ready(self, command: commands.ManagerCommand, rule: commands.InfoCommand) -> None:
        deadline = Deadline(self.limits.timeout_start)
        shield = [] if self._rules is None else [_time_left_info(self.limits.time_left(0))]
        with self._talk() as talk:
            talk.say(deadline, *shield, command)
            talk.hear_answer(deadline, replies.OkReply)
            talk.say(deadline, *self.limits.commands(), rule)
        self._spent = 0

    def _question(self, board: Board) -> commands.ManagerCommand:
        """`BEGIN` or `TURN` if the engine's own board leads there, or else the whole board."""
        if self._rules != board.rules:
            to_position(board)  # a board that cannot be told starts no process
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
        talk: EngineConnection,
        board: Board,
        question: commands.ManagerCommand,
        time_left: int,
    ) -> Point:
        talk.hear_leftovers()
        deadline = Deadline(self.limits.patience(time_left))
        talk.say(deadline, _time_left_info(time_left), question)
        reply = _receive_move(talk, deadline, question)
        if isinstance(reply, replies.SuggestReply):
            talk.say(deadline, commands.PlayCommand(reply.point))
            reply = talk.hear_answer(deadline, replies.MovesReply)
        return _checked_move(talk, board, reply)


def _receive_move(
    talk: EngineConnection, deadline: Deadline, question: commands.ManagerCommand
) -> replies.BrainReply:
    """The answer to a question, which is asked again if only the end of it was heard."""
    try:
        return talk.hear_answer(deadline, replies.MovesReply, replies.SuggestReply)
    except errors.EngineRefused as refusal:
        if not _is_about_point(refusal, question):
            raise
    talk.say(deadline, question)
    return talk.hear_answer(deadline, replies.MovesReply, replies.SuggestReply)


def _is_about_point(refusal: errors.EngineRefused, question: commands.ManagerCommand) -> bool:
    """Whether an engine complains of the point in a `TURN`: it has overlooked the word."""
    return (
        isinstance(question, commands.TurnCommand)
        and format_coordinates(question.point) in refusal.what
    )


def _checked_move(talk: EngineConnection, board: Board, reply: replies.BrainReply) -> Point:
    points = reply.points if isinstance(reply, replies.MovesReply) else ()
    if len(points) != 1:
        raise talk.broken(f"made {len(points)} moves instead of one")
    refusal = board.refusal(points[0])
    if refusal is not None:
        raise talk.illegal(f"{format_coordinates(points[0])} {refusal.value}")
    return points[0]


def _check_swap(
    talk: EngineConnection, rules: Rules, points: Sequence[Point], added: tuple[Point, ...]
) -> None:
    counts = SWAP2_COUNTS[len(points)]
    if len(added) not in counts:
        raise talk.broken(f"put {len(added)} stones where {' or '.join(map(str, counts))} can be")
    board = Board(rules)
    for point in (*points, *added):
        refusal = board.refusal(point)
        if refusal is not None:
            raise talk.illegal(f"{format_coordinates(point)} {refusal.value}")
        board.play_unchecked(point)


def _name_of(path: str) -> str:
    """`rapfi` for `somewhere/pbrain-rapfi.exe`."""
    return os.path.splitext(os.path.basename(path))[0].removeprefix("pbrain-") or path


def _time_left_info(time_left: int) -> commands.InfoCommand:
    """What is left of the time, which is always said first.

    Some engines overlook a word or two that come right after their move: Rapfi, which complains
    of the rest of that line. It should be one that they can do without.
    """
    return commands.InfoCommand("time_left", str(time_left))
