"""The steps of a brain's check for its moves: positions, time, memory and rules."""

from __future__ import annotations

from itertools import chain

from tengen import errors
from tengen.gomocup import process_family
from tengen.gomocup.brain_check import StepFinding, ok, skipped, warning, wrong
from tengen.gomocup.brain_talk import QUICK_TURN_MS, BrainTalk
from tengen.gomocup.commands import InfoCommand
from tengen.gomocup.faults import EngineFault
from tengen.gomocup.text import format_coordinates
from tengen.rules import Board, Player, Point, Rules, WinRule
from tengen.rules.wording import counted

CENTRE = Point(7, 7)
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


def scattered_point(board: Board) -> Point:
    """Return a legal point for the opponent, the last one that makes no two in a row if any."""
    points = board.legal_points()
    scattered = [point for point in points if (point.col + 2 * point.row) % 4 == 0]
    return (scattered or points)[-1]


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
