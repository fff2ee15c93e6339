"""Time controls, their text forms, and the clocks of the two seats. Times are milliseconds."""

from __future__ import annotations

import re
import time
from typing import Annotated

import msgspec
from msgspec import Meta

from tengen.errors import ParseError, RuleError
from tengen.game.tasks import Seat
from tengen.rules.wording import plural

MAX_CLOCK_MS = 24 * 60 * 60 * 1000
"""The most that a clock may give for a move, for a game, or as an increment."""

TimeLimit = Annotated[int, Meta(ge=1, le=MAX_CLOCK_MS)]
TimeIncrement = Annotated[int, Meta(ge=0, le=MAX_CLOCK_MS)]

CLOCK_PATTERN = re.compile(r"(?:([0-9]{1,4})s)?(?:(?:^|,? )([0-9]{1,3})\+([0-9]{1,3}))?")
CLOCK_HELP = "a clock is none, seconds a move as in 30s, or minutes and seconds a move as in 5+3"


class TimeControl(msgspec.Struct, frozen=True):
    """The time for each move and for the whole game; None means no limit."""

    move: TimeLimit | None = None
    game: TimeLimit | None = None
    increment: TimeIncrement = 0
    """What each move adds to the time for the game."""

    def __post_init__(self) -> None:
        for limit in (self.move, self.game):
            if limit is not None and limit <= 0:
                raise RuleError(f"a clock of {limit} ms has run out before the game begins")
        if max(self.move or 0, self.game or 0, self.increment) > MAX_CLOCK_MS:
            raise RuleError("a clock gives 24 hours at most")
        if self.increment < 0 or (self.increment and self.game is None):
            raise RuleError("only a time for the whole game can grow with every move")

    @property
    def longest_move(self) -> int | None:
        """The most that one move may take; None without a limit."""
        return self.move or self.game


UNTIMED = TimeControl()


def format_time_control(control: TimeControl) -> str:
    """As in `none`, `30s`, `5+3` for minutes and seconds a move, or `30s 5+3`."""
    parts = [f"{control.move / 1000:g}s"] if control.move is not None else []
    if control.game is not None:
        parts.append(f"{control.game / 60_000:g}+{control.increment / 1000:g}")
    return " ".join(parts) or "none"


def parse_time_control(text: str) -> TimeControl:
    """Read `none`, `30s`, `5+3` or `30s 5+3`. Raises ParseError."""
    text = text.strip()
    if text == "none":
        return UNTIMED
    match = CLOCK_PATTERN.fullmatch(text)
    if not text or match is None:
        raise ParseError("clock", text, CLOCK_HELP)
    seconds, minutes, increment = match.groups()
    try:
        return TimeControl(
            int(seconds) * 1000 if seconds else None,
            int(minutes) * 60_000 if minutes else None,
            int(increment or 0) * 1000,
        )
    except RuleError:
        raise ParseError("clock", text, "it has run out before the game begins") from None


def describe_time_control(control: TimeControl) -> str:
    """As in `30 seconds a move`, or `5 min each and 3 seconds a move`."""
    parts = [f"{_seconds(control.move)} a move"] if control.move is not None else []
    if control.game is not None:
        more = f" and {_seconds(control.increment)} a move" if control.increment else ""
        parts.append(f"{control.game / 60_000:g} min each{more}")
    return ", ".join(parts) or "no clock"


def _seconds(milliseconds: int) -> str:
    return f"{milliseconds / 1000:g} {plural(milliseconds / 1000, 'second')}"


class Clocks:
    """A clock for each seat."""

    def __init__(self, control: TimeControl) -> None:
        self.control = control
        self.running: Seat | None = None
        self._left = dict.fromkeys(Seat, control.game or 0)
        self._since = 0  # when the time was last counted
        self._mover: Seat | None = None  # the seat whose clock runs, or ran last
        self._turn = 0  # how much of the time for the move was used before that
        self.is_paused = False
        self._deadline: int | None = None

    def left(self, seat: Seat, now: int) -> int | None:
        """Return the time that a seat has left for its move; None without a limit."""
        if seat is self.running and self._deadline is not None:
            return max(0, self._deadline - max(now, self._since))
        return self._left_of_both(seat, now)

    def has_run_out(self, seat: Seat) -> bool:
        """Whether a seat had no time left when the time was last counted."""
        return self.left(seat, self._since) == 0

    def _left_of_both(self, seat: Seat, now: int) -> int | None:
        game = self.game_left(seat, now)
        if self.control.move is None:
            return game
        move = self.move_left(seat, now)
        return move if move is None or game is None else min(move, game)

    def move_left(self, seat: Seat, now: int) -> int | None:
        """Return what is left of the time for the move; None without a limit."""
        if self.control.move is None:
            return None
        spent = self._turn if seat is self._mover else 0
        return max(0, self.control.move - spent - self._used(seat, now))

    def game_left(self, seat: Seat, now: int) -> int | None:
        """Return what is left of the time for the game; None without a limit."""
        if self.control.game is None:
            return None
        return max(0, self._left[seat] - self._used(seat, now))

    @property
    def settled_at(self) -> int:
        """The moment up to which the time has been counted."""
        return self._since

    def deadline(self) -> int | None:
        """Return when the running clock runs out; None if it does not."""
        return self._deadline

    def start(self, seat: Seat | None, now: int) -> None:
        """Start the clock of a seat for a new move."""
        self.settle(now)
        self._run(seat)

    def pass_on(self, seat: Seat, following: Seat | None, now: int) -> None:
        """Add the increment for a move, and start the clock of the next seat."""
        self.settle(now)
        if self.control.game is not None:
            self._left[seat] += self.control.increment
        self._run(following)

    def stop(self, now: int) -> None:
        """Stop both clocks; they keep showing the time left."""
        self.settle(now)
        self._run(None)

    def _run(self, seat: Seat | None) -> None:
        self.running = seat
        if seat is not None:
            self._mover = seat
            self._turn = 0
        self._aim()

    def settle(self, now: int) -> None:
        """Subtract the time until now from the running clock."""
        if self.running is not None:
            used = self._used(self.running, now)
            self._left[self.running] -= used
            self._turn += used
        self._since = max(self._since, now)

    def pause(self, now: int) -> None:
        """Stop the clocks until `resume`."""
        self.settle(now)
        self.is_paused = True
        self._aim()

    def resume(self, now: int) -> None:
        """Let the clocks run again; the time since they last counted is not subtracted."""
        self._since = now
        self.is_paused = False
        self._aim()

    def _aim(self) -> None:
        """Compute when the running clock runs out."""
        self._deadline = None
        if self.running is not None and not self.is_paused:
            left = self._left_of_both(self.running, self._since)
            self._deadline = None if left is None else self._since + left

    def _used(self, seat: Seat, now: int) -> int:
        is_running = seat is self.running and not self.is_paused
        return max(0, now - self._since) if is_running else 0


class MonotonicClock:
    """A clock in milliseconds since 1970 that never goes back while the program runs."""

    def __init__(self) -> None:
        self._base = time.time_ns() // 1_000_000 - time.monotonic_ns() // 1_000_000

    def now(self) -> int:
        """Return the time."""
        return self._base + time.monotonic_ns() // 1_000_000
