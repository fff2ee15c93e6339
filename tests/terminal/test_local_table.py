"""A local table: events are stored before they are shown; machines move, fail or are replaced."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from kit.seated import Machine, Watcher, wait_for_threads

from tengen.errors import EngineError, RuleError, SessionError, StoreError, TengenError
from tengen.game.clock import MonotonicClock, TimeControl
from tengen.game.commands import (
    ChangeSitter,
    LookAtClock,
    OfferDraw,
    OfferRematch,
    Pause,
    PlayMove,
    Resign,
    Resume,
    TakeBack,
)
from tengen.game.events import (
    Declined,
    Event,
    GameEnded,
    GameResumed,
    GameStarted,
    MovePlayed,
    Offered,
    RematchAgreed,
    SitterChanged,
)
from tengen.game.setup import Computer, ExternalEngine, Person, PlayerSpec, Setup
from tengen.game.tasks import Seat
from tengen.rules.outcome import Termination
from tengen.rules.point import Point
from tengen.rules.rules import GAMES, Rules
from tengen.storage import OpenedGame, Store
from tengen.terminal.local_table import LocalTable

ONE, TWO = Seat
H8 = Point(7, 7)
VERSUS = Setup(two=Computer(1))


class Fragile(Store):
    """A store that can be made to fail."""

    is_full = False

    def begin(self, start: GameStarted) -> OpenedGame:
        self.check()
        return super().begin(start)

    def append(self, game: int, first: int, events: Sequence[Event]) -> None:
        self.check()
        super().append(game, first, events)

    def check(self) -> None:
        if self.is_full:
            raise StoreError("here", "the disk is full")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Fragile]:
    with Fragile(str(tmp_path)) as store:
        yield store


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[Machine]:
    """Return the machines that a table makes, in order."""
    machines: list[Machine] = []

    def make(sitter: PlayerSpec) -> Machine:
        machines.append(Machine(sitter))
        return machines[-1]

    monkeypatch.setattr("tengen.terminal.local_table.make_player", make)
    return machines


def kept(store: Store, game: int = 1) -> list[type]:
    """Return the types of the stored events of a game."""
    return [type(event) for event in store.load(game)]


def test_events_are_stored_before_they_are_shown(store: Fragile) -> None:
    watcher = Watcher(store)
    shown: list[list[type]] = []
    watcher.on_event = lambda _event: shown.append(kept(store))
    watcher.table.start(Setup())
    watcher.table.do(PlayMove(ONE, H8))
    assert shown == [[GameStarted], [GameStarted, MovePlayed]]
    watcher.table.leave()


def test_a_move_that_cannot_be_stored_is_not_made(store: Fragile) -> None:
    watcher = Watcher(store)
    watcher.table.start(Setup())
    store.is_full = True
    before = watcher.table.session
    for command in (PlayMove(ONE, H8), Resign(ONE)):
        with pytest.raises(StoreError, match="disk is full"):
            watcher.table.do(command)
    with pytest.raises(StoreError, match="disk is full"):
        watcher.table.start(Setup())
    assert watcher.table.session is before
    assert (watcher.moves, len(watcher.events)) == ((), 1)
    store.is_full = False
    watcher.table.do(PlayMove(ONE, H8))
    assert watcher.moves == (H8,)


def test_a_game_is_stored_from_its_first_event(store: Fragile) -> None:
    watcher = Watcher(store)
    watcher.table.do(PlayMove(ONE, H8))
    watcher.table.do(PlayMove(TWO, Point(0, 0)))
    assert kept(store) == [GameStarted, MovePlayed, MovePlayed]
    watcher.table.leave()
    assert watcher.moves == ()
    watcher.table.do(PlayMove(ONE, H8))
    assert kept(store, 2) == [GameStarted, MovePlayed]
    watcher.table.leave()


def test_a_stored_game_is_resumed_where_it_was(store: Fragile) -> None:
    watcher = Watcher(store)
    watcher.table.start(Setup(clock=TimeControl(game=60_000)))
    watcher.table.do(PlayMove(ONE, H8))
    watcher.table.leave()
    other = Watcher(store)
    other.table.resume(1)
    assert [type(event) for event in other.events] == [GameStarted, GameResumed]
    assert other.moves == (H8,)
    other.table.do(PlayMove(TWO, Point(0, 0)))
    assert kept(store) == [GameStarted, MovePlayed, GameResumed, MovePlayed]
    other.table.leave()


def test_a_game_that_cannot_be_resumed_does_not_replace_the_current_one(store: Fragile) -> None:
    watcher = Watcher(store)
    watcher.table.start(Setup(clock=TimeControl(move=1)))
    watcher.table.start(Setup())
    before = watcher.table.session
    store.is_full = True
    with pytest.raises(StoreError, match="disk is full"):
        watcher.table.resume(1)
    with pytest.raises(StoreError, match="no game 7"):
        watcher.table.resume(7)
    with pytest.raises(SessionError, match="game 2 is already open"):
        watcher.table.resume(2)
    assert watcher.table.session is before
    store.is_full = False
    watcher.table.resume(1)  # its lock was released
    assert len(kept(store)) == 2
    watcher.table.leave()


def test_a_finished_game_can_be_viewed(store: Fragile) -> None:
    watcher = Watcher(store)
    watcher.table.start(Setup())
    watcher.table.do(Resign(ONE))
    watcher.table.start(Setup())
    watcher.table.resume(1)
    assert isinstance(watcher.events[-1], GameStarted)
    assert watcher.table.state.result is not None
    assert len(kept(store)) == 2
    watcher.table.leave()


def test_a_machine_answers(made: list[Machine]) -> None:
    watcher = Watcher()
    watcher.table.start(VERSUS)
    watcher.table.do(PlayMove(ONE, H8))
    assert watcher.table.is_thinking
    made[0].may_act.set()
    watcher.wait()
    assert watcher.moves == (H8, Point(0, 0))
    assert not watcher.table.is_thinking
    watcher.table.leave()


def begun(watcher: Watcher, made: list[Machine], setup: Setup = VERSUS) -> Machine:
    """Start a game in which a machine thinks about its first move."""
    watcher.table.start(setup)
    watcher.table.do(PlayMove(ONE, H8))
    assert made[-1].has_begun.wait(20)
    return made[-1]


@pytest.mark.parametrize(
    "deed",
    [
        lambda table: table.do(TakeBack(ONE)),
        lambda table: table.start(Setup()),
        lambda table: table.do(Pause(ONE)),
        lambda table: table.do(Resign(ONE)),
        lambda table: table.leave(),
    ],
)
def test_a_late_answer_is_ignored(made: list[Machine], deed: Callable[[LocalTable], None]) -> None:
    watcher = Watcher()
    begun(watcher, made)
    deed(watcher.table)
    moves, events = watcher.moves, len(watcher.events)
    wait_for_threads()
    watcher.catch_up()
    assert (watcher.moves, len(watcher.events)) == (moves, events)
    assert watcher.failures == []


def test_a_queued_answer_is_ignored_after_a_take_back(
    made: list[Machine],
) -> None:
    watcher = Watcher()
    machine = begun(watcher, made)
    machine.may_act.set()
    wait_for_threads()
    machine.may_act.clear()
    watcher.table.do(TakeBack(ONE))
    watcher.table.do(PlayMove(ONE, Point(3, 3)))
    assert watcher.catch_up() == 1
    assert watcher.moves == (Point(3, 3),)
    assert watcher.table.is_thinking
    watcher.table.leave()


@pytest.mark.parametrize(
    "setup, learned",
    [
        (Setup(two=Computer(1), clock=TimeControl(1000)), [GAMES["five"]]),
        (Setup(one=ExternalEngine(("./x",), "x"), clock=TimeControl(game=1000)), [GAMES["five"]]),
        (Setup(clock=TimeControl(1000)), []),
        (Setup(two=Computer(1)), []),
    ],
)
def test_tables_are_built_before_a_clock_starts(
    monkeypatch: pytest.MonkeyPatch, store: Fragile, setup: Setup, learned: list[Rules]
) -> None:
    watcher = Watcher(store)
    order: list[object] = []

    def now(_clock: MonotonicClock) -> int:
        order.append("now")
        return 0

    monkeypatch.setattr("tengen.terminal.local_table.prepare_tables", order.append)
    monkeypatch.setattr(MonotonicClock, "now", now)
    watcher.table.start(setup)
    assert order[: len(learned) + 1] == [*learned, "now"]
    order.clear()
    watcher.table.leave()
    watcher.table.resume(1)
    assert [one for one in order if one != "now"] == learned
    watcher.table.leave()


def test_leaving_stops_and_closes_machines(made: list[Machine], store: Fragile) -> None:
    watcher = Watcher(store)
    machine = begun(watcher, made)
    watcher.table.leave()
    wait_for_threads()
    assert machine.is_closed
    assert [game.game for game in store.unfinished()] == [1]
    watcher.table.leave()


def test_a_replacement_gets_its_own_machine(made: list[Machine]) -> None:
    watcher = Watcher()
    first = begun(watcher, made)
    watcher.table.do(ChangeSitter(TWO, Computer(5)))
    assert first.is_closed
    assert [machine.sitter for machine in made] == [Computer(1), Computer(5)]
    made[1].may_act.set()
    watcher.wait()
    assert len(watcher.moves) == 2
    assert not made[1].is_closed
    watcher.table.leave()


def test_a_person_who_takes_over_closes_the_machine(made: list[Machine]) -> None:
    watcher = Watcher()
    machine = begun(watcher, made)
    watcher.table.do(ChangeSitter(TWO, Person("Ben")))
    assert machine.is_closed
    assert not watcher.table.is_thinking
    watcher.table.do(PlayMove(TWO, Point(1, 1)))
    assert isinstance(watcher.events[-2], SitterChanged)


def test_a_machine_that_fails_is_reported_and_can_be_asked_again(made: list[Machine]) -> None:
    watcher = Watcher()
    machine = begun(watcher, made)
    machine.errors.append(EngineError("it", "is gone"))
    machine.may_act.set()
    watcher.wait()
    assert watcher.failures == [(TWO, "engine 'it' is gone")]
    assert (watcher.moves, watcher.table.is_thinking) == ((H8,), False)
    watcher.table.try_again()
    watcher.wait()
    assert len(watcher.moves) == 2


def test_a_thinking_machine_is_not_asked_again(made: list[Machine]) -> None:
    watcher = Watcher()
    machine = begun(watcher, made)
    watcher.table.try_again()
    machine.may_act.set()
    watcher.wait()
    wait_for_threads()
    assert watcher.catch_up() == 0
    assert (machine.acts, watcher.failures) == (1, [])


def test_a_machine_move_that_cannot_be_stored_is_reported(
    made: list[Machine], store: Fragile
) -> None:
    watcher = Watcher(store)
    machine = begun(watcher, made)
    store.is_full = True
    machine.may_act.set()
    watcher.wait()
    assert watcher.failures == [(TWO, "games at 'here': the disk is full")]
    assert watcher.moves == (H8,)
    store.is_full = False
    watcher.table.try_again()
    watcher.wait()
    assert len(watcher.moves) == 2
    watcher.table.leave()


def test_an_illegal_machine_move_is_reported(made: list[Machine]) -> None:
    watcher = Watcher()
    machine = begun(watcher, made)
    machine.act = lambda *_arguments: PlayMove(TWO, H8)  # type: ignore[method-assign]
    watcher.table.do(Pause(ONE))
    watcher.table.do(Resume(ONE))
    watcher.wait()
    assert watcher.failures == [(TWO, "H8 is taken")]


@pytest.mark.parametrize(
    "error, sitter",
    [
        (RuleError("there is no level 99: levels are 1 to 10"), Computer(99)),
        (EngineError("x", "has no command to start it"), ExternalEngine((), "x")),
    ],
)
def test_a_machine_that_cannot_be_started_is_reported(
    error: TengenError, sitter: PlayerSpec
) -> None:
    watcher = Watcher()
    watcher.table.start(Setup(one=sitter))
    assert watcher.failures == [(ONE, str(error))]


@pytest.mark.parametrize("agrees", [True, False])
def test_a_machine_answers_an_offer_and_then_moves(made: list[Machine], *, agrees: bool) -> None:
    watcher = Watcher()
    machine = begun(watcher, made)
    machine.likes_draws = agrees
    watcher.table.do(OfferDraw(ONE))
    watcher.wait()
    if agrees:
        result = watcher.table.state.result
        assert result is not None
        assert result.cause is Termination.AGREED
        assert not watcher.table.is_thinking
    else:
        assert [type(event) for event in watcher.events[-2:]] == [Offered, Declined]
        watcher.wait()
        assert len(watcher.moves) == 2


def test_awaited_is_the_seat_of_the_machine_to_answer(made: list[Machine]) -> None:
    watcher = Watcher()
    watcher.table.start(VERSUS)
    assert watcher.table.awaited is None
    watcher.table.do(OfferDraw(ONE))
    assert watcher.table.awaited is TWO
    watcher.wait()
    assert watcher.table.awaited is None
    watcher.table.do(PlayMove(ONE, H8))
    assert watcher.table.awaited is TWO
    watcher.table.start(Setup())
    watcher.table.do(OfferDraw(ONE))
    assert (watcher.table.awaited, len(made)) == (None, 1)


def test_a_game_without_moves_is_aborted_when_time_is_up(made: list[Machine]) -> None:
    watcher = Watcher()
    watcher.table.start(Setup(two=Computer(1), clock=TimeControl(move=1)))
    watcher.table.tick()
    while watcher.table.state.result is None:
        watcher.table.tick()
    assert isinstance(watcher.events[-1], GameEnded)
    assert watcher.table.state.result.cause is Termination.ABORTED
    assert made == []
    watcher.table.tick()
    assert len(watcher.events) == 2


def test_a_machine_whose_time_is_up_stops_thinking(made: list[Machine]) -> None:
    watcher = Watcher()
    watcher.table.start(Setup(one=Computer(1), clock=TimeControl(move=1)))
    while watcher.table.state.result is None:
        watcher.table.tick()
    wait_for_threads()
    assert not watcher.table.is_thinking
    assert len(made) == 1


def test_a_time_out_that_cannot_be_stored_is_retried(
    store: Fragile, monkeypatch: pytest.MonkeyPatch
) -> None:
    watcher = Watcher(store)
    watcher.table.start(Setup(clock=TimeControl(move=1)))
    store.is_full = True
    now = watcher.table.now() + 1000
    monkeypatch.setattr(MonotonicClock, "now", lambda _clock: now)
    with pytest.raises(StoreError):
        watcher.table.tick()
    watcher.table.tick()
    assert watcher.table.state.result is None
    now += 60_000
    with pytest.raises(StoreError):
        watcher.table.tick()
    store.is_full = False
    now += 60_000
    watcher.table.tick()
    assert isinstance(store.load(1)[-1], GameEnded)
    watcher.table.leave()


def test_a_machine_that_starts_a_rematch_is_asked_once(made: list[Machine]) -> None:
    watcher = Watcher()

    def react(event: Event) -> None:
        if isinstance(event, RematchAgreed):
            watcher.table.start(VERSUS.swapped())

    watcher.on_event = react
    watcher.table.start(VERSUS)
    watcher.table.do(Resign(ONE))
    watcher.table.do(OfferRematch(ONE))
    made[-1].may_act.set()
    watcher.wait()
    wait_for_threads()
    assert watcher.catch_up() == 0
    assert sum(machine.acts for machine in made) == 1
    assert watcher.moves == (Point(0, 0),)


def test_machines_do_not_think_during_a_pause(made: list[Machine]) -> None:
    watcher = Watcher()
    begun(watcher, made)
    watcher.table.do(Pause(ONE))
    watcher.table.try_again()
    assert not watcher.table.is_thinking
    watcher.table.do(Resume(ONE))
    watcher.wait()
    assert len(watcher.moves) == 2


def test_two_machines_play_to_the_end(made: list[Machine], store: Fragile) -> None:
    watcher = Watcher(store)
    watcher.table.start(Setup(GAMES["tictactoe"], one=Computer(1), two=Computer(1)))
    while watcher.table.state.result is None:
        for machine in made:
            machine.may_act.set()
        watcher.wait()
    assert len(made) == 2
    assert [game.result for game in store.games()] == [watcher.table.state.result]
    watcher.table.leave()
    assert all(machine.is_closed for machine in made)


def test_the_keyboard_plays_for_the_person_to_move(made: list[Machine]) -> None:
    watcher = Watcher()
    watcher.table.start(Setup())
    assert watcher.table.person() is ONE
    watcher.table.do(PlayMove(ONE, H8))
    assert watcher.table.person() is TWO
    watcher.table.start(VERSUS.swapped())
    assert watcher.table.person() is TWO
    watcher.table.start(Setup(one=Computer(1), two=Computer(1)))
    assert watcher.table.person() is ONE
    watcher.table.leave()
    assert made


def test_a_command_without_effect_reports_no_events() -> None:
    watcher = Watcher()
    watcher.table.start(Setup())
    watcher.table.do(LookAtClock(ONE))
    assert len(watcher.events) == 1
