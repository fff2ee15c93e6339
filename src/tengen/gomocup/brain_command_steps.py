"""The steps of a brain's check for its commands, settings and lines, and for its end."""

from __future__ import annotations

import time

from tengen import errors
from tengen.gomocup import commands, process_family, replies
from tengen.gomocup.brain_check import (
    StepFinding,
    ok,
    skipped,
    warning,
    wrong,
)
from tengen.gomocup.brain_talk import CENTRE, QUICK_TURN_MS, BrainTalk, scattered_point
from tengen.gomocup.connection import Deadline, LineSource
from tengen.gomocup.engine_process import check_swap, checked_move
from tengen.gomocup.faults import EngineFault
from tengen.rules import Board, Point, Rules
from tengen.rules.wording import counted

ABOUT_KEYS = ("name", "version", "author", "country")
SMALL_SIZE = 5
WIDTH, HEIGHT = 20, 15
OFF_BOARD = Point(99, 99)
SWAP2_STONES = (Point(7, 7), Point(6, 8), Point(9, 6), Point(3, 4), Point(11, 10))
REFUSALS = (replies.ErrorReply, replies.UnknownReply)
KNOWN_INFOS = (
    f"INFO timeout_turn {QUICK_TURN_MS}",
    "INFO timeout_match 60000",
    "INFO max_memory 367001600",
    "INFO time_left 60000",
    "INFO game_type 1",
    "INFO rule 0",
    "INFO folder .",
    "INFO evaluate 7,7",
)
UNKNOWN_INFOS = (
    f"INFO timeout_turn {QUICK_TURN_MS}",
    "INFO colour_of_the_table 7",
    "INFO colour_of_the_table dark green, with a border",
    "INFO ?!;% \\ \"'",
    "INFO",
)


# Starting


def start_15(talk: BrainTalk) -> StepFinding:
    """A brain may refuse this size, though tournaments use it."""
    try:
        talk.ask(commands.StartCommand(15, 15), replies.OkReply)
    except errors.EngineRefused as refusal:
        return warning(f"refuses 15x15: {refusal.what}", EngineFault.REFUSAL)
    return ok()


def start_20(talk: BrainTalk) -> StepFinding:
    """Every brain must accept this size."""
    talk.ask(commands.StartCommand(20, 20), replies.OkReply)
    return ok()


def odd_size(talk: BrainTalk) -> StepFinding:
    """A size that few brains play is accepted or refused."""
    command = commands.StartCommand(SMALL_SIZE, SMALL_SIZE)
    reply = talk.ask(command, replies.OkReply, *REFUSALS)
    if isinstance(reply, replies.UnknownReply):
        return warning("answers UNKNOWN instead of ERROR")
    return ok("accepted" if isinstance(reply, replies.OkReply) else "refused with ERROR")


def about(talk: BrainTalk) -> StepFinding:
    """The first line tells who the brain is."""
    talk.send(commands.AboutCommand())
    reply = talk.connection.read_reply(talk.deadline())
    if isinstance(reply, replies.OtherReply):
        return warning(f"free text, without {', '.join(ABOUT_KEYS)}")
    if isinstance(reply, REFUSALS):
        return wrong(EngineFault.REFUSAL, "refuses to answer")
    if not isinstance(reply, replies.AboutReply):
        return wrong(EngineFault.GARBAGE, "answers something else")
    fields = dict(reply.fields)
    missing = [key for key in ABOUT_KEYS if not fields.get(key, "").strip()]
    return warning(f"without {', '.join(missing)}") if missing else ok(_describe(fields))


def _describe(fields: dict[str, str]) -> str:
    return "{name} {version} by {author}, {country}".format_map(fields)


def unknown_command(talk: BrainTalk) -> StepFinding:
    """A command that nobody knows."""
    reply = talk.ask(commands.UnknownCommand("FLY 7,7"), *REFUSALS)
    if isinstance(reply, replies.ErrorReply):
        return warning("answers ERROR instead of UNKNOWN")
    return ok()


# Commands of a game


def turn_taken(talk: BrainTalk) -> StepFinding:
    """The same move twice."""
    talk.turn(talk.start(), CENTRE)
    return _refused_move(talk, CENTRE)


def turn_off_board(talk: BrainTalk) -> StepFinding:
    """A move that no board has."""
    talk.start()
    return _refused_move(talk, OFF_BOARD)


def _refused_move(talk: BrainTalk, point: Point) -> StepFinding:
    kinds = (*REFUSALS, replies.MovesReply, replies.SuggestReply)
    reply = talk.ask(commands.TurnCommand(point), *kinds)
    if isinstance(reply, replies.ErrorReply):
        return ok()
    instead = "UNKNOWN" if isinstance(reply, replies.UnknownReply) else "a move"
    return warning(f"answers {instead} instead of ERROR")


def restart(talk: BrainTalk) -> StepFinding:
    """A second game, in which the brain's first move of the first game is played against it."""
    first = talk.begin(talk.start())
    refusal = _refusal(talk.ask(commands.RestartCommand(), replies.OkReply, *REFUSALS))
    if refusal is None:
        talk.turn(Board(talk.rules), first)
    return refusal or ok()


def takeback(talk: BrainTalk) -> StepFinding:
    """Both moves are taken back, and the same move is played again."""
    answer = talk.turn(talk.start(), CENTRE)
    for point in (answer, CENTRE):
        reply = talk.ask(commands.TakebackCommand(point), replies.OkReply, *REFUSALS)
        refusal = _refusal(reply)
        if refusal is not None:
            return refusal
    talk.turn(Board(talk.rules), CENTRE)
    return ok()


def rectstart(talk: BrainTalk) -> StepFinding:
    """A board that is not square; a brain may refuse it with ERROR."""
    rules = Rules(WIDTH, HEIGHT, talk.rules.k)
    try:
        board = talk.start(rules)
    except errors.EngineRefused as refusal:
        return skipped(f"optional: {refusal.what}")
    talk.begin(board)
    return ok()


def swap2(talk: BrainTalk) -> StepFinding:
    """The three stages of a swap2 opening."""
    talk.start()
    kinds = (replies.MovesReply, replies.SwapReply, *REFUSALS)
    for count in (0, 3, 5):
        stones = SWAP2_STONES[:count]
        reply = talk.ask(commands.Swap2BoardCommand(stones), *kinds)
        refusal = _refusal(reply)
        if refusal is not None:
            return refusal
        added = reply.points if isinstance(reply, replies.MovesReply) else ()
        check_swap(talk.connection, talk.rules, stones, added)
    return ok()


def _refusal(reply: replies.BrainReply) -> StepFinding | None:
    """Return what a refusal of an optional command means, or None for any other reply."""
    if isinstance(reply, replies.UnknownReply):
        return skipped("optional: answered UNKNOWN")
    if isinstance(reply, replies.ErrorReply):
        return warning(f"optional, but answered ERROR {errors.quote(reply.text)}")
    return None


# Settings and lines


def infos(talk: BrainTalk, lines: tuple[str, ...]) -> StepFinding:
    """Settings before the first move; only START and BEGIN are answered."""
    talk.ask(commands.StartCommand(talk.rules.width, talk.rules.height), replies.OkReply)
    talk.send_lines(*lines)
    talk.begin(Board(talk.rules))
    return _count_answers(talk, 2)


def info_first(talk: BrainTalk) -> StepFinding:
    """Settings before START."""
    talk.send_lines(*KNOWN_INFOS)
    talk.ask(commands.StartCommand(talk.rules.width, talk.rules.height), replies.OkReply)
    talk.begin(Board(talk.rules))
    return _count_answers(talk, 2)


def one_line(talk: BrainTalk) -> StepFinding:
    """A few moves, with a single line for each."""
    board = talk.start()
    talk.begin(board)
    for _ in range(2):
        talk.turn(board, scattered_point(board))
    return _count_answers(talk, 4)


def _count_answers(talk: BrainTalk, questions: int) -> StepFinding:
    """Let the brain end, and compare the number of its lines with the number of questions."""
    talk.end()
    count = len(talk.plain_answers())
    if count > questions:
        note = f"{counted(count, 'line')} for {counted(questions, 'question')}"
        return wrong(EngineFault.EXTRA_OUTPUT, note)
    written = sum(source is LineSource.ERRORS for source, _ in talk.dialogue)
    return ok(f"{counted(written, 'line')} on standard error" if written else "")


def line_ends(talk: BrainTalk) -> StepFinding:
    """Lines that end in LF only."""
    _play_lines(talk, "START {size}", "INFO timeout_turn 200", "TURN 7,7", line_end="\n")
    return ok()


def blanks(talk: BrainTalk) -> StepFinding:
    """Blanks around the words, and empty lines; no manager sends them, so it is a warning."""
    try:
        _play_lines(talk, "  START {size} ", " INFO timeout_turn 200  ", "\r\n TURN 7,7  ")
    except errors.EngineTerminated:
        raise
    except errors.EngineError as error:
        return warning(error.what)
    return ok()


def _play_lines(talk: BrainTalk, *lines: str, line_end: str = "\r\n") -> None:
    start, *rest = (line.format(size=talk.rules.width) for line in lines)
    talk.send_lines(start, line_end=line_end)
    talk.connection.read_answer(talk.deadline(), replies.OkReply)
    talk.send_lines(*rest, line_end=line_end)
    board = Board(talk.rules)
    board.play(CENTRE)
    reply = talk.connection.read_answer(talk.deadline(), replies.MovesReply)
    checked_move(talk.connection, board, reply)


# The end


def end(talk: BrainTalk) -> StepFinding:
    """END after a move; no process may be left."""
    talk.begin(talk.start())
    family = process_family.family_of(talk.pid) if process_family.CAN_LIST_PROCESSES else []
    if not talk.end():
        return _still_running(talk)
    deadline = Deadline(talk.limits.exit)
    while (left := process_family.survivors_of(family)) and deadline.seconds_left:
        time.sleep(0.01)
    process_family.kill_all(left)
    if left:
        return wrong(EngineFault.CHILD_LEFT, f"leaves {counted(len(left), 'process', 'processes')}")
    return ok()


def end_of_input(talk: BrainTalk) -> StepFinding:
    """The manager has gone away."""
    talk.begin(talk.start())
    return ok() if talk.end_input() else _still_running(talk)


def _still_running(talk: BrainTalk) -> StepFinding:
    note = f"still runs after {talk.limits.exit} ms"
    return wrong(EngineFault.STILL_RUNNING, note)
