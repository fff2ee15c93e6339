"""Generators of games between two seats, for property tests."""

from __future__ import annotations

from contextlib import suppress
from typing import get_args

from hypothesis import strategies as st

from kit.strategies import is_winnable, some_rules
from tengen.errors import RuleError, SessionError
from tengen.game.clock import MAX_CLOCK_MS, UNTIMED, TimeControl
from tengen.game.commands import (
    Command,
    CommandKey,
    DeclareFifths,
    LookAtClock,
    MakeChoice,
    PlayMove,
    ProposeFifth,
    Redo,
    Resume,
    TakeBack,
)
from tengen.game.events import (
    DRAW_TERMINATIONS,
    FOUL_REASONS,
    GAME_TERMINATIONS,
    Event,
    Foul,
    GameResult,
)
from tengen.game.opening_rules import OpeningRule, check_opening
from tengen.game.session import Session, refusal_of
from tengen.game.setup import Computer, ExternalEngine, Person, PlayerSpec, Setup
from tengen.game.state import GameState
from tengen.game.tasks import Choice, ChooseOption, DeclareCount, ProposeMove, Seat
from tengen.rules.outcome import Termination
from tengen.rules.point import Point
from tengen.rules.rules import MAX_SIDE, TIC_TAC_TOE, Rules, WinRule

SEATS = st.sampled_from(Seat)
NAMES = st.text(st.characters(codec="utf-8"), max_size=12)
WHENS = st.integers(-(2**53), 2**53)
LIMITS = st.none() | st.integers(1, MAX_CLOCK_MS)
POINTS = st.builds(Point, st.integers(0, 51), st.integers(0, 51))
PERSONS = st.builds(Person, NAMES)
EXTERNALS = st.builds(ExternalEngine, st.lists(NAMES, min_size=1, max_size=3).map(tuple), NAMES)
COMPUTERS = st.builds(Computer, st.integers(1, 10))
SITTERS: st.SearchStrategy[PlayerSpec] = PERSONS | EXTERNALS | COMPUTERS
CLOCKS = st.builds(TimeControl, LIMITS) | st.builds(
    TimeControl, LIMITS, st.integers(1, MAX_CLOCK_MS), st.integers(0, 10**6)
)
SHORT_CLOCKS = st.sampled_from(
    [
        UNTIMED,
        TimeControl(move=500),
        TimeControl(game=3000),
        TimeControl(game=1000, increment=200),
        TimeControl(move=700, game=2000, increment=50),
    ]
)
ANY_RULES = some_rules().filter(lambda rules: rules.k <= MAX_SIDE)
SMALL_RULES = st.sampled_from(
    [
        TIC_TAC_TOE,
        Rules(5, 5, 4, WinRule.STANDARD),
        Rules(7, 7, 3, WinRule.CARO),
        Rules(9, 9, 3),
        Rules(9, 10, 5, WinRule.RENJU),
        Rules(9, 9, 2),
    ]
)


@st.composite
def setups(
    draw: st.DrawFn,
    rules: st.SearchStrategy[Rules] = ANY_RULES,
    clocks: st.SearchStrategy[TimeControl] = CLOCKS,
) -> Setup:
    """Any setup of a game."""
    game, opening = draw(rules.filter(is_winnable)), draw(st.sampled_from(OpeningRule))
    try:
        check_opening(opening, game)
    except RuleError:
        opening = OpeningRule.FREE
    sitters, flags = (draw(SITTERS), draw(SITTERS)), (draw(st.booleans()), draw(st.booleans()))
    return Setup(game, opening, *sitters, draw(clocks), (), fouls_lose=flags[0], consent=flags[1])


SHORT_SETUPS = setups(SMALL_RULES, SHORT_CLOCKS)


@st.composite
def results(draw: st.DrawFn) -> GameResult:
    """Any result of a game."""
    cause = draw(st.sampled_from(sorted(GAME_TERMINATIONS, key=str)))
    foul = None
    if cause is Termination.FOUL:
        foul = Foul(draw(POINTS), draw(st.sampled_from(sorted(FOUL_REASONS, key=str))))
    return GameResult(None if cause in DRAW_TERMINATIONS else draw(SEATS), cause, foul)


for kind, strategy in (
    (Point, POINTS),
    (Person, PERSONS),
    (Computer, COMPUTERS),
    (ExternalEngine, EXTERNALS),
    (Setup, setups()),
    (GameResult, results()),
):
    st.register_type_strategy(kind, strategy)

COUNTS = st.integers(0, 5408)
IDS = st.text("abcXYZ019_-", max_size=24)
KEYS = st.none() | st.builds(CommandKey, SEATS, IDS)
BOUNDED = {
    "at": WHENS,
    "count": COUNTS,
    "steps": COUNTS,
    "wins_in": COUNTS,
    "id": IDS,
    "command": KEYS,
}


def built(kind: type[Event | Command]) -> st.SearchStrategy[Event | Command]:
    """Any event or command of a type, with numbers and ids within their bounds."""
    bounded = {name: BOUNDED[name] for name in kind.__struct_fields__ if name in BOUNDED}
    return st.builds(kind, **bounded)


EVENTS: st.SearchStrategy[Event] = st.one_of(*map(built, get_args(Event)))
COMMANDS: st.SearchStrategy[Command] = st.one_of(*map(built, get_args(Command)))


def answers(state: GameState) -> st.SearchStrategy[Command]:
    """Any legal command of the seat whose turn it is."""
    task = state.task
    if state.is_paused:
        return st.builds(Resume, SEATS)
    if task is None:
        return st.builds(TakeBack, SEATS) | st.builds(LookAtClock, SEATS)
    if isinstance(task, ChooseOption):
        return st.sampled_from(task.options).map(lambda choice: MakeChoice(task.seat, choice))
    if isinstance(task, DeclareCount):
        return st.integers(1, 3).map(lambda count: DeclareFifths(task.seat, count))
    kind = ProposeFifth if isinstance(task, ProposeMove) else PlayMove
    points = [point for point in state.board.empty_points() if refusal_of(state, point) is None]
    return st.sampled_from(points).map(lambda point: kind(task.seat, point))


@st.composite
def wishes(draw: st.DrawFn, state: GameState) -> Command:
    """Mostly legal commands, sometimes others, sometimes nonsense."""
    chance = draw(st.integers(0, 19))
    if chance < 13:
        return draw(answers(state))
    if chance < 17:
        return draw(st.builds(Redo, SEATS) if state.undone else answers(state))
    near = st.builds(Point, st.integers(-1, 10), st.integers(-1, 10))
    choices = st.builds(MakeChoice, SEATS, st.sampled_from(Choice))
    odd = st.builds(PlayMove, SEATS, near) | st.builds(ProposeFifth, SEATS, near) | choices
    back = st.builds(TakeBack, SEATS) | st.builds(Redo, SEATS) | st.builds(Resume, SEATS)
    return draw((COMMANDS, odd, back)[chance - 17])


PAUSES = st.sampled_from([0] * 6 + [1] * 6 + [9, 40, 100, 250, 499, 500, 3000, -30])


@st.composite
def sessions(draw: st.DrawFn) -> Session:
    """A game on a small board after some commands, including refused ones."""
    session, now = Session.start(draw(SHORT_SETUPS), 0), 0
    for _ in range(draw(st.integers(0, 25) | st.integers(15, 25))):
        now += draw(PAUSES)
        with suppress(SessionError):
            session.handle(draw(wishes(session.state)), now)
    return session


def everything(state: GameState, now: int) -> tuple[object, ...]:
    """Return all properties of a state."""
    clocks = state.clocks
    return (
        *(str(state.board), state.board.moves, state.task, state.actor, state.setup),
        *(tuple(state.steps), tuple(state.undone), dict(state.offers), state.result),
        *(state.is_paused, state.wants_rematch, clocks.running, clocks.deadline()),
        *(state.colour_of(Seat.ONE), lefts(state, now)),
    )


def lefts(state: GameState, now: int) -> list[int | None]:
    """Return the time left of both seats."""
    return [state.clocks.left(seat, now) for seat in Seat]
