"""A game host, with a log and machines that answer at once, later, never, or fail."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tengen.errors import EngineError, RuleError, SessionError, StoreError, TengenError
from tengen.game.clock import TimeControl
from tengen.game.commands import (
    LookAtClock,
    OfferDraw,
    Pause,
    PlayMove,
    Resign,
    Resume,
    TakeBack,
)
from tengen.game.events import Event, GameEnded, GamePaused, MovePlayed
from tengen.game.host import RETRY_AFTER, Cancel, GameHost, OnAnswer, OnSaved, awaited_machine
from tengen.game.session import Session
from tengen.game.setup import Computer, Setup
from tengen.game.tasks import Seat
from tengen.rules.outcome import Termination
from tengen.rules.point import Point

ONE, TWO = Seat
FULL = StoreError("here", "the disk is full")
VERSUS = Setup(two=Computer(1))
TIMED = Setup(clock=TimeControl(game=60_000))


def play(seat: Seat, col: int) -> PlayMove:
    return PlayMove(seat, Point(7, col))


class Log:
    """A log that saves at once, or when `catch_up` is called; it can fail, or not answer."""

    def __init__(self, *, is_slow: bool) -> None:
        self.is_slow = is_slow
        self.errors: list[StoreError] = []
        self.saved: list[Event] = []
        self.waiting: list[Callable[[], None]] = []
        self.callbacks: list[OnSaved] = []

    def save(self, first: int, events: tuple[Event, ...], done: OnSaved) -> None:
        assert first == 1 + len(self.saved)
        self.callbacks.append(done)
        if self.is_slow:
            self.waiting.append(lambda: self._end(events, done))
        else:
            self._end(events, done)

    def _end(self, events: tuple[Event, ...], done: OnSaved) -> None:
        if self.errors:
            done(self.errors.pop())
        else:
            self.saved += events
            done(None)

    def catch_up(self) -> None:
        """Save everything that waits, and what follows from it."""
        while self.waiting:
            self.waiting.pop(0)()


class Machines:
    """Records which machines were asked and which were stopped."""

    def __init__(self) -> None:
        self.asked: list[tuple[Seat, OnAnswer]] = []
        self.cancelled: list[int] = []
        self.error: TengenError | None = None
        self.reply: PlayMove | None = None

    def ask(self, _session: Session, seat: Seat, answer: OnAnswer) -> Cancel:
        if self.error is not None:
            raise self.error
        number = len(self.asked)
        self.asked.append((seat, answer))
        if self.reply is not None:
            answer(self.reply)
        return lambda: self.cancelled.append(number)

    def answer(self, number: int, outcome: PlayMove | OfferDraw | TengenError) -> None:
        self.asked[number][1](outcome)


class Scene:
    """A host with its log, machines and listener, and a clock that is set by hand."""

    def __init__(self, setup: Setup, *, is_slow: bool = False) -> None:
        self.time = 1000
        self.log = Log(is_slow=is_slow)
        self.machines = Machines()
        self.events: list[Event] = []
        self.failures: list[str] = []
        self.refused: list[str] = []
        self.internal_errors: list[Exception] = []
        self.on_event: Callable[[], None] = lambda: None
        session = Session.start(setup, self.time)
        self.host = GameHost(session, self.log, self.machines, self, lambda: self.time)

    def happened(self, events: tuple[Event, ...]) -> None:
        assert self.log.saved[-len(events) :] == list(events)
        assert self.host.session.events[-len(events) :] == list(events)
        self.events += events
        self.on_event()

    def failed(self, seat: Seat, error: TengenError) -> None:
        self.failures.append(f"{seat.number}: {error}")

    def internal_error(self, error: Exception) -> None:
        self.internal_errors.append(error)

    def refuse(self, error: SessionError | StoreError) -> None:
        self.refused.append(str(error))

    def do(self, *commands: PlayMove | TakeBack | Resign | Pause | Resume | OfferDraw) -> None:
        for command in commands:
            self.host.submit(command, self.refuse)
        self.log.catch_up()

    def look_at_clock(self) -> None:
        self.host.submit(LookAtClock(ONE), self.refuse)

    @property
    def kinds(self) -> list[type]:
        return [type(event) for event in self.events]


MakeScene = Callable[[Setup], Scene]


@pytest.fixture(params=[False, True], ids=["at once", "later"])
def scene_of(request: pytest.FixtureRequest) -> MakeScene:
    """Return a function that makes scenes whose log saves at once, or later."""
    return lambda setup: Scene(setup, is_slow=request.param)


# With a fast log and with a slow one


def test_commands_are_executed_in_order(scene_of: MakeScene) -> None:
    scene = scene_of(Setup())
    scene.do(play(ONE, 7), play(TWO, 8), play(ONE, 9), Resign(TWO))
    assert scene.kinds == [MovePlayed, MovePlayed, MovePlayed, GameEnded]
    assert (scene.events, scene.refused) == (scene.log.saved, [])


def test_a_refused_command_is_reported_to_its_sender(scene_of: MakeScene) -> None:
    scene = scene_of(Setup())
    scene.do(play(TWO, 7), play(ONE, 7), play(TWO, 7))
    assert scene.refused == ["it is the other player's turn", "H8 is taken"]
    assert scene.kinds == [MovePlayed]


def test_events_that_cannot_be_saved_have_not_happened(scene_of: MakeScene) -> None:
    scene = scene_of(Setup())
    scene.log.errors = [FULL]
    scene.do(play(ONE, 7), play(ONE, 8))
    assert scene.refused == [str(FULL)]
    assert scene.host.session.state.board.moves == (Point(7, 8),)


def test_a_machine_is_asked_when_it_is_its_turn(scene_of: MakeScene) -> None:
    scene = scene_of(VERSUS)
    scene.do(play(ONE, 7))
    assert ([seat for seat, _ in scene.machines.asked], scene.host.is_thinking) == ([TWO], True)
    scene.machines.answer(0, play(TWO, 8))
    scene.log.catch_up()
    assert scene.kinds == [MovePlayed, MovePlayed]
    assert (scene.host.is_thinking, len(scene.machines.asked)) == (False, 1)


def test_a_machine_answers_an_offer_before_it_moves(scene_of: MakeScene) -> None:
    scene = scene_of(VERSUS)
    scene.do(OfferDraw(ONE))
    assert scene.host.awaited is TWO
    scene.machines.answer(0, OfferDraw(TWO))
    scene.log.catch_up()
    result = scene.host.session.state.result
    assert result is not None
    assert result.cause is Termination.AGREED


def test_an_answer_is_ignored_if_the_game_has_changed(scene_of: MakeScene) -> None:
    scene = scene_of(VERSUS)
    scene.do(play(ONE, 7), TakeBack(ONE), play(ONE, 9))
    scene.machines.answer(0, play(TWO, 8))
    scene.log.catch_up()
    assert scene.host.session.state.board.moves == (Point(7, 9),)
    assert (scene.machines.cancelled, scene.failures) == ([0], [])
    assert scene.host.is_thinking


def test_a_second_answer_to_a_request_is_ignored(scene_of: MakeScene) -> None:
    scene = scene_of(VERSUS)
    scene.do(play(ONE, 7))
    for col in (8, 9):
        scene.machines.answer(0, play(TWO, col))
    scene.log.catch_up()
    assert scene.host.session.state.board.moves[1:] == (Point(7, 8),)
    assert scene.failures == []


def test_a_failing_machine_is_reported_and_can_be_asked_again(scene_of: MakeScene) -> None:
    scene = scene_of(VERSUS)
    scene.do(play(ONE, 7))
    scene.machines.answer(0, EngineError("it", "is gone"))
    assert scene.failures == ["2: engine 'it' is gone"]
    assert (scene.host.is_thinking, len(scene.machines.asked)) == (False, 1)
    scene.host.ask_machine()
    scene.host.ask_machine()
    assert len(scene.machines.asked) == 2


def test_a_machine_move_that_cannot_be_saved_is_reported(scene_of: MakeScene) -> None:
    scene = scene_of(VERSUS)
    scene.do(play(ONE, 7))
    scene.log.errors = [FULL]
    scene.machines.answer(0, play(TWO, 8))
    scene.log.catch_up()
    assert (scene.failures, scene.kinds) == ([f"2: {FULL}"], [MovePlayed])
    assert not scene.host.is_thinking


def test_an_illegal_move_of_a_machine_is_reported(scene_of: MakeScene) -> None:
    scene = scene_of(VERSUS)
    scene.do(play(ONE, 7))
    scene.machines.answer(0, play(TWO, 7))
    assert scene.failures == ["2: H8 is taken"]


def test_a_machine_that_cannot_be_asked_is_reported(scene_of: MakeScene) -> None:
    scene = scene_of(VERSUS)
    scene.machines.error = RuleError("there is no level 99")
    scene.do(play(ONE, 7))
    assert scene.failures == ["2: there is no level 99"]
    assert not scene.host.is_thinking


def test_machines_are_stopped_in_a_pause(scene_of: MakeScene) -> None:
    scene = scene_of(VERSUS)
    scene.do(play(ONE, 7), Pause(ONE))
    scene.host.ask_machine()
    assert (scene.kinds, scene.machines.cancelled) == ([MovePlayed, GamePaused], [0])
    assert not scene.host.is_thinking
    scene.do(Resume(ONE))
    assert scene.host.is_thinking


def test_a_machine_is_stopped_if_nobody_watches(scene_of: MakeScene) -> None:
    scene = scene_of(VERSUS)
    scene.do(play(ONE, 7))
    scene.host.watch(is_watched=False)
    assert (scene.machines.cancelled, scene.host.is_thinking) == ([0], False)
    scene.machines.answer(0, play(TWO, 8))
    scene.host.ask_machine()
    assert (scene.kinds, len(scene.machines.asked)) == ([MovePlayed], 1)
    scene.host.watch(is_watched=True)
    scene.host.ask_machine()
    assert len(scene.machines.asked) == 2


def test_two_machines_that_answer_immediately_play_a_game() -> None:
    scene = Scene(Setup(one=Computer(1), two=Computer(1)))
    counts: list[int] = []

    def answer_next() -> None:
        moves = len(scene.host.session.state.board.moves)
        scene.machines.reply = PlayMove(tuple(Seat)[moves % 2], Point(*divmod(moves, 15)))
        counts.append(moves)
        if moves == 8:
            scene.host.close()

    scene.on_event = answer_next
    scene.machines.reply = PlayMove(ONE, Point(0, 0))
    scene.host.ask_machine()
    assert (counts, scene.failures) == ([*range(1, 9)], [])


def test_a_listener_may_submit_commands(scene_of: MakeScene) -> None:
    scene = scene_of(Setup())
    replies = [play(TWO, 8), play(ONE, 9)]

    def reply() -> None:
        if replies:
            scene.host.submit(replies.pop(0), scene.refuse)

    scene.on_event = reply
    scene.do(play(ONE, 7))
    assert (scene.kinds, scene.refused) == ([MovePlayed] * 3, [])


def test_a_command_of_the_listener_waits_until_the_one_before_is_done() -> None:
    scene, order = Scene(Setup()), list[str]()

    def reply() -> None:
        order.append(f"event {len(scene.events)}")
        if len(scene.events) == 1:
            scene.host.submit(play(TWO, 8), scene.refuse, lambda: order.append("done 2"))

    scene.on_event = reply
    scene.host.submit(play(ONE, 7), scene.refuse, lambda: order.append("done 1"))
    assert order == ["done 1", "event 1", "done 2", "event 2"]


def test_commands_that_wait_when_the_host_is_closed_are_dropped() -> None:
    scene = Scene(Setup())

    def resign_and_close() -> None:
        scene.host.submit(Resign(TWO), scene.refuse)
        scene.host.close()

    scene.on_event = resign_and_close
    scene.do(play(ONE, 7))
    assert (len(scene.log.saved), scene.host.pending) == (1, 0)


def test_a_closed_host_does_nothing(scene_of: MakeScene) -> None:
    scene = scene_of(VERSUS)
    scene.do(play(ONE, 7))
    scene.host.close()
    scene.machines.answer(0, play(TWO, 8))
    scene.host.ask_machine()
    scene.do(Resign(ONE))
    assert (scene.kinds, scene.refused, scene.machines.cancelled) == ([MovePlayed], [], [0])


# A slow or faulty log


def test_commands_wait_while_events_are_saved() -> None:
    scene = Scene(Setup(), is_slow=True)
    for command in (play(ONE, 7), play(TWO, 8), Resign(ONE)):
        scene.host.submit(command, scene.refuse)
    assert (scene.events, scene.host.is_saving, scene.host.pending) == ([], True, 2)
    assert len(scene.host.session.events) == 1
    scene.log.waiting.pop(0)()
    assert (scene.kinds, scene.host.pending) == ([MovePlayed], 1)


def test_a_log_that_does_not_answer_blocks_only_its_own_game() -> None:
    silent, other = Scene(VERSUS, is_slow=True), Scene(VERSUS)
    for scene in (silent, other):
        scene.host.submit(play(ONE, 7), scene.refuse)
        scene.look_at_clock()
    assert (silent.events, silent.machines.asked, silent.host.pending) == ([], [], 1)
    assert (other.kinds, len(other.machines.asked)) == ([MovePlayed], 1)


def test_the_listener_is_not_notified_after_the_host_is_closed() -> None:
    scene = Scene(VERSUS, is_slow=True)
    scene.host.submit(play(ONE, 7), scene.refuse)
    scene.host.submit(Resign(ONE), scene.refuse)
    scene.host.close()
    scene.log.catch_up()
    assert (scene.events, scene.machines.asked, len(scene.log.saved)) == ([], [], 1)


def test_a_second_answer_of_the_log_is_ignored() -> None:
    scene = Scene(Setup(), is_slow=True)
    scene.host.submit(play(ONE, 7), scene.refuse)
    scene.host.submit(play(TWO, 8), scene.refuse)
    scene.log.waiting.pop(0)()
    scene.log.callbacks[0](None)
    assert (scene.kinds, scene.host.is_saving) == ([MovePlayed], True)


def test_an_answer_that_waits_behind_a_command_can_become_outdated() -> None:
    scene = Scene(VERSUS, is_slow=True)
    scene.do(play(ONE, 7))
    scene.host.submit(TakeBack(ONE), scene.refuse)
    scene.machines.answer(0, play(TWO, 8))
    scene.log.catch_up()
    assert scene.host.session.state.board.moves == ()
    assert (scene.failures, scene.refused) == ([], [])


# Clocks


def test_the_deadline_changes_when_the_move_is_saved() -> None:
    scene = Scene(TIMED, is_slow=True)
    assert scene.host.deadline == 61_000
    scene.time = 60_000
    scene.host.submit(play(ONE, 7), scene.refuse)
    assert scene.host.deadline == 61_000
    scene.log.catch_up()
    assert scene.host.deadline == 120_000


def test_a_player_whose_move_is_being_saved_does_not_lose_on_time() -> None:
    scene = Scene(TIMED, is_slow=True)
    scene.time = 60_999
    scene.host.submit(play(ONE, 7), scene.refuse)
    scene.time = 61_000
    scene.look_at_clock()
    scene.log.catch_up()
    assert scene.kinds == [MovePlayed]


def test_a_time_out_that_cannot_be_saved_is_tried_again_later(scene_of: MakeScene) -> None:
    scene = scene_of(TIMED)
    scene.do(play(ONE, 7))
    scene.time = 61_000
    scene.log.errors = [FULL]
    scene.look_at_clock()
    scene.log.catch_up()
    assert (scene.refused, scene.host.deadline) == ([str(FULL)], 61_000 + RETRY_AFTER)
    scene.look_at_clock()
    scene.log.catch_up()
    assert scene.kinds == [MovePlayed, GameEnded]
    assert scene.host.deadline is None


# Internal errors


def test_an_error_in_a_listener_affects_only_its_own_game(scene_of: MakeScene) -> None:
    broken, other = scene_of(Setup()), scene_of(Setup())
    error = OverflowError("this game is broken")

    def fail() -> None:
        raise error

    broken.on_event = fail
    for scene in (broken, other):
        scene.do(play(ONE, 7))
    assert (broken.internal_errors, other.internal_errors) == ([error], [])
    assert other.kinds == [MovePlayed]


def test_a_draw_that_a_machine_offers_is_answered_by_the_person() -> None:
    session = Session.start(VERSUS, 0)
    session.handle(OfferDraw(TWO), 1)
    assert awaited_machine(session.state) is None
