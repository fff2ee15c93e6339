"""The clocks of the two seats, and the time that is handed to them: whole milliseconds."""

from __future__ import annotations

import time

from tengen.game.setup import TimeControl
from tengen.game.tasks import Seat


class Clocks:
    """A clock for each seat."""

    def __init__(self, control: TimeControl) -> None:
        self.control = control
        self.running: Seat | None = None
        self._left = dict.fromkeys(Seat, control.game or 0)
        self._since = 0  # when the running clock was last settled
        self._mover: Seat | None = None  # whose clock runs, or ran last
        self._turn = 0  # how much of their move's time was used before that
        self.is_paused = False
        self._deadline: int | None = None

    def left(self, seat: Seat, now: int) -> int | None:
        """What a seat has left for the move it is to make; None if that is no matter of time."""
        if seat is self.running and self._deadline is not None:
            return max(0, self._deadline - max(now, self._since))
        return self._left_of_both(seat, now)

    def has_run_out(self, seat: Seat) -> bool:
        """Whether nothing was left on a clock when it was last counted."""
        return self.left(seat, self._since) == 0

    def _left_of_both(self, seat: Seat, now: int) -> int | None:
        game = self.game_left(seat, now)
        if self.control.move is None:
            return game
        move = self.move_left(seat, now)
        return move if move is None or game is None else min(move, game)

    def move_left(self, seat: Seat, now: int) -> int | None:
        """What is left of the time for a move, whatever is left of the game."""
        if self.control.move is None:
            return None
        spent = self._turn if seat is self._mover else 0
        return max(0, self.control.move - spent - self._used(seat, now))

    def game_left(self, seat: Seat, now: int) -> int | None:
        """What is left of the time for the game, whatever is left of the move."""
        if self.control.game is None:
            return None
        return max(0, self._left[seat] - self._used(seat, now))

    @property
    def settled_at(self) -> int:
        """Until when the time is counted."""
        return self._since

    def deadline(self) -> int | None:
        """When the running clock will have run out."""
        return self._deadline

    def start(self, seat: Seat | None, now: int) -> None:
        """Have this clock run, for a new move."""
        self.settle(now)
        self._run(seat)

    def pass_on(self, seat: Seat, following: Seat | None, now: int) -> None:
        """Have the next clock run after a move, and give whoever made it what it brings in."""
        self.settle(now)
        if self.control.game is not None:
            self._left[seat] += self.control.increment
        self._run(following)

    def stop(self, now: int) -> None:
        """Stop both clocks: each shows from now on what was left on it."""
        self.settle(now)
        self._run(None)

    def _run(self, seat: Seat | None) -> None:
        self.running = seat
        if seat is not None:
            self._mover = seat
            self._turn = 0
        self._aim()

    def settle(self, now: int) -> None:
        """Count the time until now to the running clock."""
        if self.running is not None:
            used = self._used(self.running, now)
            self._left[self.running] -= used
            self._turn += used
        self._since = max(self._since, now)

    def pause(self, now: int) -> None:
        """Have no time pass from now on."""
        self.settle(now)
        self.is_paused = True
        self._aim()

    def resume(self, now: int) -> None:
        """Have time pass again; what passed since it was last counted is nobody's."""
        self._since = now
        self.is_paused = False
        self._aim()

    def _aim(self) -> None:
        """See when the clock that runs from now on will have run out."""
        self._deadline = None
        if self.running is not None and not self.is_paused:
            left = self._left_of_both(self.running, self._since)
            self._deadline = None if left is None else self._since + left

    def _used(self, seat: Seat, now: int) -> int:
        is_running = seat is self.running and not self.is_paused
        return max(0, now - self._since) if is_running else 0


class MonotonicClock:
    """Milliseconds since 1970 that only ever go forward while the program runs."""

    def __init__(self) -> None:
        self._base = time.time_ns() // 1_000_000 - time.monotonic_ns() // 1_000_000

    def now(self) -> int:
        """The time."""
        return self._base + time.monotonic_ns() // 1_000_000
