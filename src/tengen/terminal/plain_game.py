"""The game line by line, for screen readers and simple terminals."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from tengen.errors import ParseError, RuleError, TengenError, UsageError
from tengen.game import GameState, Seat, Session, Setup, events
from tengen.game.descriptions import seat_name
from tengen.printable import printable
from tengen.rules import Board, Point
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
"""Events after which the turn is not announced: their own text says what to do."""


class PlainGame:
    """Reads commands line by line, and writes what happens."""

    def __init__(
        self,
        store: Store | None,
        lines: Iterable[str],
        write: Callable[[str], None],
        make_table: TableFactory | None = None,
    ) -> None:
        """Without `make_table`, games are played on this machine and stored."""
        self._input = InputQueue(lines)
        self._write = write
        self._interview: new_game.SetupInterview | None = None
        self._on_enter: Callable[[], None] | None = None
        self._said_before = self._needs_repeat = ""
        self._last_ample_turn = 0  # the number of events when there was last enough time
        self.store = store
        self.table = (make_table or partial(LocalTable, store))(self, self._input.call)
        self.engine = PlainEngine(self._input.call, self.say)
        self.view_state = ViewState(ascii_only=True)
        self.has_game = False
        """Whether a game has started."""
        self.is_over = False

    @property
    def state(self) -> GameState:
        """The state of the game."""
        return self.table.state

    @property
    def board(self) -> Board:
        """The position that commands are about: the current one, or an earlier one."""
        return self.view_state.board(self.state)

    def run(self, setup: Setup | None) -> ExitReason:
        """Play until the end. Without a setup, offer to resume the last unfinished game."""
        try:
            with self._input.listening():
                self._begin(setup)
                return self._serve()
        finally:
            self.engine.forget()
            self.table.leave()

    def _begin(self, setup: Setup | None) -> None:
        if setup is not None:
            self.table.start(setup)
            return
        if self.table.join():
            self.has_game = True
            return
        unfinished = new_game.last_unfinished(self.store)
        if unfinished is not None:
            self.say(f"Unfinished game: {sentences.describe_summary(unfinished)}.")
            self._on_enter = lambda: self.table.resume(unfinished.game)
            self.say(
                f"Press Enter to resume it, or type new for a new game. {sentences.HELP_HINT}."
            )
        else:
            usual = new_game.last_setup(self.store)
            self.say(f"{sentences.describe_setup(Session.start(usual, 0).state)}.")
            self._on_enter = lambda: self.table.start(usual)
            self.say(f"Press Enter to play this, or type new to change it. {sentences.HELP_HINT}.")

    def parse_point(self, text: str) -> Point:
        """Read a point, ignoring spaces. Raises ParseError."""
        return parse_point(text.replace(" ", ""), self.state.board.rules)

    # Input

    def _serve(self) -> ExitReason:
        """Handle one event after the other, and check the clocks."""
        while not self.is_over:
            event = self._input.next()
            if isinstance(event, ExitReason):
                if not self._has_stopped_engine(event):
                    return self._exit_reason(event)
            elif event is not None:
                self._attempt(event)
            self._attempt(self._check_clock)
        return ExitReason.LEFT

    def _has_stopped_engine(self, reason: ExitReason) -> bool:
        """Let Ctrl-C stop the engine instead of the game. Return whether it did."""
        if reason is ExitReason.INTERRUPTED and self.engine.stop():
            self.say("Stopped.")
            return True
        return False

    def _exit_reason(self, reason: ExitReason) -> ExitReason:
        """Treat the end of the input after the end of the game as leaving."""
        is_late = reason is ExitReason.INPUT_ENDED and self.state.result is not None
        return ExitReason.LEFT if is_late else reason

    def _attempt(self, action: Callback | str) -> None:
        """Run a line or a callback, or say its error."""
        try:
            if isinstance(action, str):
                self._handle_line(action.strip())
            else:
                action()
        except TengenError as error:
            self.say(sentences.describe_error(error))

    def _handle_line(self, line: str) -> None:
        self._said_before, self._needs_repeat = self._needs_repeat, ""
        if self._interview is not None:
            self._answer(self._interview, line)
        elif line:
            run_line(self, line)
        elif self.has_game:
            self.say_task()
        elif self._on_enter is not None:
            self._on_enter()

    # Questions

    def is_repeated(self, command: str) -> bool:
        """Whether a command that needs a confirmation was given twice in a row."""
        self._needs_repeat = command
        return self._said_before == command

    def begin_interview(self, interview: new_game.SetupInterview) -> None:
        """Start the questions about a new game."""
        self._interview = interview
        self.say("Type cancel to keep the current game.")
        self._ask(interview)

    def _answer(self, interview: new_game.SetupInterview, line: str) -> None:
        """Handle a line that answers a question about a new game."""
        if line in {"cancel", "quit"}:
            self._interview = None
            self.say("Cancelled.")
        elif line == "help" and interview.answers():
            self._ask(interview)
        else:
            self._submit_answer(interview, line)

    def _submit_answer(self, interview: new_game.SetupInterview, line: str) -> None:
        try:
            setup = interview.answer(line)
        except (ParseError, RuleError, UsageError) as error:
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

    # Output

    def say(self, text: str) -> None:
        """Write a line."""
        self._write(f"{printable(text)}\n")

    def say_task(self) -> None:
        """Say whose turn it is and what to do, or how the game ended."""
        for line in sentences.describe_next_step(self.state, is_ours=self._is_ours()):
            self.say(f"{line}.")

    def _is_ours(self) -> bool:
        """Whether a person at this keyboard is to move."""
        actor = self.state.actor
        return actor is not None and self.table.is_person(actor)

    def _check_clock(self) -> None:
        """End the game if time is up, and warn a person who is low on time."""
        self.table.tick()
        seat = self.state.clocks.running
        if seat is None or self.state.is_paused or not self.table.is_person(seat):
            return
        left = self.state.clocks.left(seat, self.table.now())
        turn = len(self.table.session.events)
        if left is not None and left > LOW_TIME + 1000:
            self._last_ample_turn = turn
        elif left is not None and left <= LOW_TIME and self._last_ample_turn == turn:
            self._last_ample_turn = 0
            self.say(f"{describe_time(left)} left.")

    def happened(self, happened: tuple[events.Event, ...]) -> None:
        """Say what has happened, and whose turn it is if that is not clear."""
        if self.engine.stop():
            self.say("The engine has stopped.")
        if isinstance(happened[0], events.GameStarted):
            self.has_game = True
            self.engine.forget()
        self.view_state.ply = None
        for event in happened:
            texts = (
                sentences.describe_event(self.state, event),
                sentences.possible_answers(self.table, event),
            )
            if any(texts):
                self.say(f"{'. '.join(filter(None, texts))}.")
        if self._needs_turn(happened[-1]):
            self.say_task()

    def _needs_turn(self, event: events.Event) -> bool:
        """Whether the turn is to be announced after an event."""
        if isinstance(event, QUIET_EVENTS):
            return False
        if not isinstance(event, events.Step):
            return True
        people = all(self.table.is_person(seat) for seat in Seat)
        is_plain = isinstance(event, events.MovePlayed) and self.state.opening.task is None
        return self._is_ours() and (people or not is_plain)

    def noticed(self, text: str, *, alarm: bool = False) -> None:  # noqa: ARG002 - an alarm looks the same
        """Say a notice."""
        self.say(f"{text}.")

    def failed(self, seat: Seat, error: TengenError) -> None:
        """Say that a machine cannot move, and what to do."""
        self.say(f"{seat_name(self.state, seat)} cannot move: {error}.")
        self.say("Type again to retry, instead 5 for the computer, or instead person to take over.")
