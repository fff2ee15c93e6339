"""The same game line by line, for screen readers and for terminals that can do nothing else."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from typing import TextIO

from tengen.errors import ParseError, RuleError, SessionError, StoreError, TengenError, UsageError
from tengen.session.events import Event, RematchAgreed
from tengen.session.seat import Seat
from tengen.session.setup import Setup
from tengen.session.state import State
from tengen.session.words import STONES, describe_task, seat_name
from tengen.store import Store
from tengen.tui import hands
from tengen.tui.interview import Interview
from tengen.tui.kept import describe_summary, last_setup, remember_setup
from tengen.tui.plain_commands import follow
from tengen.tui.plain_words import describe_event
from tengen.tui.table import Table

TICK = 0.2
Job = Callable[[], None]


class Plain:
    """Reads a line, does what it says, tells what has happened."""

    def __init__(self, store: Store | None, source: TextIO, sink: TextIO) -> None:
        self._jobs: queue.SimpleQueue[Job | str | None] = queue.SimpleQueue()
        self._source = source
        self._sink = sink
        self.table = Table(store, self, self._jobs.put)
        self.store = store
        self.interview: Interview | None = None
        self.is_over = False

    @property
    def state(self) -> State:
        """How the game stands."""
        return self.table.state

    def run(self, setup: Setup | None) -> int:
        """Play until somebody leaves; without a setup, a game that was broken off is offered."""
        threading.Thread(target=self._read, daemon=True).start()
        try:
            self._begin(setup)
            while not self.is_over:
                self._wait()
        except KeyboardInterrupt:
            self.say("")
        finally:
            self.table.leave()
        return 0

    def _begin(self, setup: Setup | None) -> None:
        broken_off = self.store.unfinished(limit=1) if setup is None and self.store else []
        if broken_off:
            self.say(f"A game was broken off: {describe_summary(broken_off[0])}.")
            self.say("go: go on with it. new: another game. help: all that you can say.")
        else:
            self.table.start(setup or last_setup(self.store))

    def _read(self) -> None:
        for line in self._source:
            self._jobs.put(line)
        self._jobs.put(None)

    def _wait(self) -> None:
        """Do the next thing that there is to do."""
        try:
            job = self._jobs.get(timeout=TICK)
        except queue.Empty:
            self.table.tick()
            return
        if job is None:
            self.is_over = True
        elif isinstance(job, str):
            self._follow(job.strip())
        else:
            job()

    def _follow(self, line: str) -> None:
        """Do what a line says, or tell why that cannot be done."""
        try:
            if self.interview is not None:
                self._interview(line)
            else:
                follow(self, line)
        except (ParseError, RuleError, SessionError, StoreError, UsageError) as error:
            self.say(f"{str(error)[:1].upper()}{str(error)[1:]}.")

    def _interview(self, line: str) -> None:
        """Take the answer to a question about a new game."""
        assert self.interview is not None
        if line in {"cancel", "quit"}:
            self.interview = None
            self.say("Cancelled.")
            return
        setup = self.interview.answer(line)
        if setup is None:
            self.ask()
        else:
            self.interview = None
            remember_setup(self.store, setup)
            self.table.start(setup)

    def ask(self) -> None:
        """Say the next question of an interview."""
        assert self.interview is not None
        for line in self.interview.question():
            self.say(f"{line}.")

    def say(self, text: str) -> None:
        """A line for the reader."""
        self._sink.write(f"{text}\n")
        self._sink.flush()

    # What the table tells

    def happened(self, happened: tuple[Event, ...]) -> None:
        """Tell what has happened, and whose turn it is."""
        for event in happened:
            words = describe_event(self.state, event)
            if words:
                self.say(f"{words}.")
            if isinstance(event, RematchAgreed):
                self.table.start(self.state.setup.swapped())
                return
        if self.state.result is None:
            self.say(f"{describe_task(self.state)}.")
            for at, option in enumerate(hands.options(self.state, STONES), 1):
                self.say(f"{at}: {option}.")

    def failed(self, seat: Seat, error: TengenError) -> None:
        """Tell that a machine cannot go on."""
        self.say(f"{seat_name(self.state, seat)} cannot move: {error}. again: ask once more.")
