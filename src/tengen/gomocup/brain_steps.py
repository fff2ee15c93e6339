"""The steps of a brain's check, in order, with what the protocol wants.

Those for its moves, with positions, time, memory and rules, are here, too.
"""

from __future__ import annotations

from functools import partial
from itertools import chain

from tengen import errors
from tengen.gomocup import brain_command_steps as of_commands
from tengen.gomocup import process_family
from tengen.gomocup.brain_check import CheckStep, StepFinding, ok, skipped, warning, wrong
from tengen.gomocup.brain_talk import CENTRE, QUICK_TURN_MS, BrainTalk, scattered_point
from tengen.gomocup.commands import InfoCommand
from tengen.gomocup.faults import EngineFault
from tengen.gomocup.text import format_coordinates
from tengen.rules import Board, Player, Point, Rules, WinRule
from tengen.rules.wording import counted

STONES = (Point(7, 7), Point(8, 8), Point(6, 8), Point(8, 6), Point(10, 4))
TIMED_MOVES = 3
TIME_LEFT_MS = 500
MEMORY_LIMIT = 350 << 20
"""The limit of tournaments, in bytes."""
RULE_TURN_MS = 100
LONGEST_GAME = 40
"""After how many moves of the brain a game is broken off, if not earlier for lack of time."""
EMPTY_POINTS = 3


def begin(talk: BrainTalk) -> StepFinding:
    """The first move of a game."""
    return _plays(talk.begin(talk.start()))


def turn(talk: BrainTalk) -> StepFinding:
    """The answer to a move in the centre."""
    return _plays(talk.turn(talk.start(), CENTRE))


def _plays(point: Point) -> StepFinding:
    return ok(f"plays {format_coordinates(point)}")


def position(talk: BrainTalk, stones: int) -> StepFinding:
    """A board with this number of stones."""
    return _plays(talk.position(_with_moves(talk.start(), stones)))


def position_in_game(talk: BrainTalk) -> StepFinding:
    """A board that has nothing to do with the moves before."""
    board = talk.start()
    talk.begin(board)
    talk.turn(board, scattered_point(board))
    return _plays(talk.position(_with_moves(Board(talk.rules), 3)))


def _with_moves(board: Board, count: int) -> Board:
    for point in STONES[:count]:
        board.play(point)
    return board


# Time and memory


def time_per_turn(talk: BrainTalk, limit: int) -> StepFinding:
    """Some moves as second player, for whom books are short, each within the limit."""
    board = talk.start(turn_ms=limit)
    talk.turn(board, CENTRE)
    for _ in range(TIMED_MOVES - 1):
        talk.turn(board, scattered_point(board))
    return _in_time(talk, limit)


def time_left(talk: BrainTalk) -> StepFinding:
    """A move for which little of the match's time is left."""
    talk.turn(talk.start(turn_ms=5_000, match_ms=60_000), CENTRE, TIME_LEFT_MS)
    return _in_time(talk, TIME_LEFT_MS)


def _in_time(talk: BrainTalk, limit: int) -> StepFinding:
    slowest, slack = talk.slowest_ms, talk.limits.slack
    if slowest <= limit + slack:
        return ok(f"slowest move {slowest} ms")
    note = f"took {slowest} ms; the limit is {limit} ms, with a slack of {slack} ms"
    return wrong(EngineFault.LATE_MOVE, note)


def memory(talk: BrainTalk) -> StepFinding:
    """The memory of all processes of the brain after a move."""
    if not process_family.CAN_LIST_PROCESSES:
        return skipped("memory can be measured on Linux only")
    board = talk.start()
    talk.send(InfoCommand("max_memory", str(MEMORY_LIMIT)))
    talk.turn(board, CENTRE)
    used = process_family.resident_bytes(process_family.family_of(talk.pid))
    note = f"{used / (1 << 20):.0f} MB"
    if used > MEMORY_LIMIT:
        return warning(f"{note}; the limit is {MEMORY_LIMIT >> 20} MB")
    return ok(note)


# Rules


def rule(talk: BrainTalk, win: WinRule) -> StepFinding:
    """A game by this rule, which the brain begins, against scattered stones."""
    board = talk.start(
        Rules(talk.rules.width, talk.rules.height, talk.rules.k, win), turn_ms=RULE_TURN_MS
    )
    try:
        talk.begin(board)
    except errors.EngineRefused as refusal:
        if win is WinRule.FREESTYLE:
            raise
        return skipped(f"not played: {refusal.what}")
    deadline = talk.deadline()
    moves = 1
    while not board.outcome.is_over and moves < LONGEST_GAME and deadline.seconds_left:
        talk.turn(board, scattered_point(board))
        moves += 1
    what = "wins in" if board.outcome.is_over else "not over after"
    return ok(f"{what} {counted(moves, 'move')}")


def near_full(talk: BrainTalk) -> StepFinding:
    """A board with a few empty points and no line, on which a search may take unusual ways."""
    talk.start()
    talk.position(_near_full_board(talk.rules))
    return _in_time(talk, QUICK_TURN_MS)


def _near_full_board(rules: Rules) -> Board:
    """Fill the board in twos, so that nobody has three in a row, and let the first player move."""
    points = Board(rules).empty_points()
    firsts = [point for point in points if (point.col + 2 * point.row) % 4 < 2]
    seconds = [point for point in points if (point.col + 2 * point.row) % 4 >= 2]
    count = min(len(firsts), len(seconds), (rules.area - EMPTY_POINTS) // 2)
    setup = dict.fromkeys(firsts[:count], Player.FIRST)
    setup.update(dict.fromkeys(seconds[:count], Player.SECOND))
    return Board(rules, setup, Player.FIRST)


ROW = tuple(Point(7, col) for col in range(5, 9))
ASIDE = (Point(2, 3), Point(12, 11), Point(3, 12), Point(11, 2))


def win(talk: BrainTalk) -> StepFinding:
    """Four own stones in a row, open at both ends."""
    board = _alternating(talk.start(), ROW, ASIDE)
    talk.position(board)
    return ok() if board.outcome.is_over else warning("does not make the five")


def block(talk: BrainTalk) -> StepFinding:
    """Four stones of the opponent, open at one end."""
    closed = Point(ROW[0].row, ROW[0].col - 1)
    board = _alternating(talk.start(), (closed, *ASIDE[:3]), ROW)
    answer = talk.position(board)
    is_blocked = answer == Point(ROW[0].row, ROW[-1].col + 1)
    return ok() if is_blocked else warning("does not block the five")


def _alternating(board: Board, firsts: tuple[Point, ...], seconds: tuple[Point, ...]) -> Board:
    for point in chain.from_iterable(zip(firsts, seconds, strict=True)):
        board.play(point)
    return board


START_STEPS = (
    CheckStep(
        "start-15",
        "START 15 gets OK, or ERROR if the brain plays other sizes",
        of_commands.start_15,
    ),
    CheckStep("start-20", "START 20 gets OK: every brain plays 20x20", of_commands.start_20),
    CheckStep("odd-size", "START 5 gets OK or ERROR", of_commands.odd_size),
    CheckStep("about", "ABOUT gets name, version, author and country", of_commands.about),
    CheckStep("unknown-command", "an unknown command gets UNKNOWN", of_commands.unknown_command),
)
MOVE_STEPS = (
    CheckStep("begin", "BEGIN gets a legal move", begin),
    CheckStep("turn", "TURN gets a legal move", turn),
    CheckStep("turn-taken", "TURN on a taken point gets ERROR", of_commands.turn_taken, ("turn",)),
    CheckStep(
        "turn-off-board", "TURN off the board gets ERROR", of_commands.turn_off_board, ("turn",)
    ),
    CheckStep(
        "board-odd",
        "BOARD with one own stone and two others gets a legal move",
        partial(position, stones=3),
    ),
    CheckStep(
        "board-even",
        "BOARD with two own stones and two others gets a legal move",
        partial(position, stones=4),
        ("board-odd",),
    ),
    CheckStep(
        "board-empty",
        "BOARD without stones gets the first move",
        partial(position, stones=0),
        ("board-odd",),
    ),
    CheckStep(
        "board-in-game",
        "BOARD within a game replaces the position",
        position_in_game,
        ("begin", "turn", "board-odd"),
    ),
)
OPTIONAL_STEPS = (
    CheckStep(
        "restart",
        "RESTART gets OK and empties the board, or gets UNKNOWN",
        of_commands.restart,
        ("begin", "turn"),
    ),
    CheckStep(
        "takeback",
        "TAKEBACK gets OK and removes the stone, or gets UNKNOWN",
        of_commands.takeback,
        ("turn",),
    ),
    CheckStep(
        "rectstart",
        "RECTSTART 20,15 gets OK, or else ERROR or UNKNOWN",
        of_commands.rectstart,
        ("begin",),
    ),
    CheckStep(
        "swap2",
        "SWAP2BOARD gets stones or SWAP, or else UNKNOWN",
        of_commands.swap2,
        ("board-odd",),
    ),
)
INFO_STEPS = (
    CheckStep(
        "info",
        "INFO with a known key gets no answer",
        partial(of_commands.infos, lines=of_commands.KNOWN_INFOS),
        ("begin",),
    ),
    CheckStep(
        "info-unknown",
        "INFO with an unknown key, or with nonsense, gets no answer",
        partial(of_commands.infos, lines=of_commands.UNKNOWN_INFOS),
        ("begin",),
    ),
    CheckStep("info-first", "INFO before START gets no answer", of_commands.info_first, ("begin",)),
)
LIMIT_STEPS = (
    *(
        CheckStep(
            f"time-{limit}",
            f"INFO timeout_turn {limit}: {what}",
            partial(time_per_turn, limit=limit),
            ("turn",),
        )
        for limit, what in (
            (1000, "a move takes at most a second"),
            (100, "a move takes at most a tenth of a second"),
            (0, "a move comes as fast as possible"),
        )
    ),
    CheckStep(
        "time-left",
        f"INFO time_left {TIME_LEFT_MS}: the move comes before the time is up",
        time_left,
        ("turn",),
    ),
    CheckStep(
        "memory",
        f"INFO max_memory {MEMORY_LIMIT}: all processes together use no more",
        memory,
        ("turn",),
    ),
)
RULE_STEPS = (
    *(
        CheckStep(
            f"rule-{number}",
            f"INFO rule {number}: a game of {name} has legal moves, or gets ERROR",
            partial(rule, win=win),
            ("begin", "turn"),
        )
        for number, name, win in (
            (0, "freestyle", WinRule.FREESTYLE),
            (1, "exactly five", WinRule.STANDARD),
            (4, "renju", WinRule.RENJU),
            (8, "caro with overlines", WinRule.CARO_LONG),
            (9, "caro", WinRule.CARO_EXACT),
        )
    ),
    CheckStep(
        "near-full",
        "BOARD with three or four empty points gets a legal move, in time",
        near_full,
        ("board-odd",),
    ),
    CheckStep("win", "a four is made a five (strength)", win, ("board-odd",)),
    CheckStep("block", "a four is blocked (strength)", block, ("board-odd",)),
)
LINE_STEPS = (
    CheckStep("line-ends", "lines may end in LF", of_commands.line_ends, ("turn",)),
    CheckStep("blanks", "blanks and empty lines change nothing", of_commands.blanks, ("turn",)),
    CheckStep(
        "one-line",
        "every question gets one line, apart from MESSAGE and DEBUG",
        of_commands.one_line,
        ("begin", "turn"),
    ),
)
END_STEPS = (
    CheckStep(
        "end",
        "END ends the process within a second, and leaves no other process",
        of_commands.end,
        ("begin",),
    ),
    CheckStep(
        "end-of-input",
        "the end of its input ends the process, too",
        of_commands.end_of_input,
        ("begin",),
    ),
)
STEPS: tuple[CheckStep, ...] = (
    *START_STEPS,
    *MOVE_STEPS,
    *OPTIONAL_STEPS,
    *INFO_STEPS,
    *LIMIT_STEPS,
    *RULE_STEPS,
    *LINE_STEPS,
    *END_STEPS,
)
"""All steps; a step comes after those that it needs."""
