"""The game line by line, for screen readers and for terminals that can do nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from tengen.errors import RuleError, TengenError, UsageError
from tengen.game import events
from tengen.game.descriptions import seat_name
from tengen.game.session import Session
from tengen.game.setup import Setup
from tengen.game.state import GameState
from tengen.game.tasks import Seat
from tengen.printable import printable
from tengen.rules.board import Board
from tengen.rules.point import Point
from tengen.storage import Store
from tengen.terminal import new_game, sentences
from tengen.terminal.engine_threads import PlainEngine
from tengen.terminal.input import LOW_TIME, ExitReason, InputQueue, describe_time, parse_point
from tengen.terminal.local_table import LocalTable
from tengen.terminal.plain_commands import run_line
from tengen.terminal.table import Callback, TableFactory
from tengen.terminal.view_state import ViewState

QUIET_EVENTS = (
    events.Declined,
    events.GameEnded,
    events.GamePaused,
    events.Offered,
    events.RematchAgreed,
)
"""After these there is nothing to do that was not said."""


class PlainGame:
    """Reads a line, does what it says, tells what has happened."""

    def __init__(
        self,
        store: Store | None,
        lines: Iterable[str],
        write: Callable[[str], None],
        sit: TableFactory | None = None,
    ) -> None:
        """`sit` makes a table other than one for all games of the store."""
        self._ear = InputQueue(lines)
        self._write = write
        self._interview: new_game.SetupInterview | None = None
        self._offer: Callable[[], None] | None = None
        self._asked = self._wants_again = ""
        self._ample_turn = 0  # the number of events when there was time enough last
        self.store = store
        self.table = (sit or partial(LocalTable, store))(self, self._ear.call)
        self.thoughts = PlainEngine(self._ear.call, self.say)
        self.desk = ViewState(ascii_only=True)
        self.is_seated = False
        """Whether there is a game."""
        self.is_over = False

    @property
    def state(self) -> GameState:
        """How the game stands."""
        return self.table.state

    @property
    def board(self) -> Board:
        """The position that is talked about: that of the game, or an earlier one."""
        return self.desk.board(self.state)

    def run(self, setup: Setup | None) -> ExitReason:
        """Play until it is over; without a setup, a game that was broken off is offered."""
        try:
            with self._ear.listening():
                self._begin(setup)
                return self._serve()
        finally:
            self.thoughts.forget()
            self.table.leave()

    def _begin(self, setup: Setup | None) -> None:
        if setup is not None:
            self.table.start(setup)
            return
        if self.table.sit_down():
            self.is_seated = True
            return
        broken_off = new_game.last_unfinished(self.store)
        if broken_off is not None:
            self.say(f"A game was broken off: {new_game.describe_summary(broken_off)}.")
            self._offer = lambda: self.table.resume(broken_off.game)
            self.say("Enter: go on with it. new: another game. help: all that you can say.")
        else:
            usual = new_game.last_setup(self.store)
            self.say(f"{sentences.describe_setup(Session.start(usual, 0).state)}.")
            self._offer = lambda: self.table.start(usual)
            self.say("Enter: play this. new: something else. help: all that you can say.")

    def parse_point(self, text: str) -> Point:
        """A point, with or without blanks in it. Raises ParseError."""
        return parse_point(text.replace(" ", ""), self.state.board.rules)

    # What comes in

    def _serve(self) -> ExitReason:
        """Do one thing after the other, and keep an eye on the clocks."""
        while not self.is_over:
            news = self._ear.next()
            if isinstance(news, ExitReason):
                if not self._goes_on_after(news):
                    return self._last_words(news)
            elif news is not None:
                self._attempt(news)
            self._attempt(self._look_at_clock)
        return ExitReason.LEFT

    def _goes_on_after(self, farewell: ExitReason) -> bool:
        """Whether Ctrl-C had something else to end than the game."""
        if farewell is ExitReason.INTERRUPTED and self.thoughts.stop():
            self.say("Stopped.")
            return True
        return False

    def _last_words(self, farewell: ExitReason) -> ExitReason:
        """An input that ends after the game does is as good as a word."""
        is_late = farewell is ExitReason.INPUT_ENDED and self.state.result is not None
        return ExitReason.LEFT if is_late else farewell

    def _attempt(self, job: Callback | str) -> None:
        """Do something, or tell why it cannot be done."""
        try:
            if isinstance(job, str):
                self._follow(job.strip())
            else:
                job()
        except TengenError as error:
            self.say(sentences.describe_error(error))

    def _follow(self, line: str) -> None:
        self._asked, self._wants_again = self._wants_again, ""
        if self._interview is not None:
            self._answer(self._interview, line)
        elif line:
            run_line(self, line)
        elif self.is_seated:
            self.say_task()
        elif self._offer is not None:
            self._offer()

    # Questions

    def is_sure(self, word: str) -> bool:
        """Whether a word was said twice in a row."""
        self._wants_again = word
        return self._asked == word

    def begin_interview(self, interview: new_game.SetupInterview) -> None:
        """Ask what to play."""
        self._interview = interview
        self.say("cancel: no new game.")
        self._ask(interview)

    def _answer(self, interview: new_game.SetupInterview, line: str) -> None:
        """Take the answer to a question about a new game."""
        if line in {"cancel", "quit"}:
            self._interview = None
            self.say("No new game.")
        elif line == "help" and interview.answers():
            self._ask(interview)
        else:
            self._take(interview, line)

    def _take(self, interview: new_game.SetupInterview, line: str) -> None:
        try:
            setup = interview.answer(line)
        except (RuleError, UsageError) as error:
            self.say(sentences.describe_error(error))
            self.say(f"{interview.question()}.")
            return
        if setup is None:
            self._ask(interview)
            return
        self._interview = None
        new_game.remember_setup(self.store, setup)
        self.table.start(setup)

    def _ask(self, interview: new_game.SetupInterview) -> None:
        self.say(f"{interview.question()}.")
        for line in interview.answers():
            self.say(f"{line}.")

    # What goes out

    def say(self, text: str) -> None:
        """A line for the reader."""
        self._write(f"{printable(text)}\n")

    def say_task(self) -> None:
        """Say whose turn it is and what to do, or how it ended."""
        for line in sentences.describe_need(self.state, is_ours=self._is_ours()):
            self.say(f"{line}.")

    def _is_ours(self) -> bool:
        """Whether a person at this keyboard owes the next step."""
        actor = self.state.actor
        return actor is not None and self.table.is_person(actor)

    def _look_at_clock(self) -> None:
        """Tell that somebody's time is up, or nearly."""
        self.table.tick()
        seat = self.state.clocks.running
        if seat is None or self.state.is_paused or not self.table.is_person(seat):
            return
        left = self.state.clocks.left(seat, self.table.now())
        turn = len(self.table.session.events)
        if left is not None and left > LOW_TIME + 1000:
            self._ample_turn = turn
        elif left is not None and left <= LOW_TIME and self._ample_turn == turn:
            self._ample_turn = 0
            self.say(f"{describe_time(left)} left.")

    def happened(self, happened: tuple[events.Event, ...]) -> None:
        """Tell what has happened, and whose turn it is where that is not clear."""
        if self.thoughts.stop():
            self.say("The engine stops looking.")
        if isinstance(happened[0], events.GameStarted):
            self.is_seated = True
            self.thoughts.forget()
        self.desk.ply = None
        for event in happened:
            words = (
                sentences.describe_event(self.state, event),
                sentences.possible_answers(self.table, event),
            )
            if any(words):
                self.say(f"{'. '.join(filter(None, words))}.")
        if self._is_task_news(happened[-1]):
            self.say_task()

    def _is_task_news(self, event: events.Event) -> bool:
        """Whether what to do next is not clear from what has happened."""
        if isinstance(event, QUIET_EVENTS):
            return False
        if not isinstance(event, events.Step):
            return True
        people = all(self.table.is_person(seat) for seat in Seat)
        is_plain = isinstance(event, events.MovePlayed) and self.state.opening.task is None
        return self._is_ours() and (people or not is_plain)

    def noticed(self, words: str, *, alarm: bool = False) -> None:  # noqa: ARG002 - all is said alike
        """Tell what is to be told beside the game."""
        self.say(f"{words}.")

    def failed(self, seat: Seat, error: TengenError) -> None:
        """Tell that a machine cannot go on, and what to do about it."""
        self.say(f"{seat_name(self.state, seat)} cannot move: {error}.")
        self.say("again: ask once more. instead 5: the computer goes on. instead person: you do.")
