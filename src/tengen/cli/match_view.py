"""What a running match or tournament shows: a live view with Rich, or one line for each game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from tengen.arena import Sample, Sprt, TournamentFacts
from tengen.cli.output import print_note
from tengen.cli.terminal import can_draw
from tengen.rules import Board


@dataclass(frozen=True, slots=True)
class ShownGame:
    """A game whose board is shown; `words` say who plays, and how it ended if it has."""

    words: str
    board: Board


@dataclass(frozen=True, slots=True)
class TournamentState:
    """What is known of a running tournament.

    `news` are the lines about games that ended since the last state. `seconds` is the time of this
    run, which began after `resumed_after` games. The boards are those of the latest games.
    """

    facts: TournamentFacts
    seconds: float = 0.0
    resumed_after: int = 0
    news: tuple[str, ...] = ()
    boards: tuple[ShownGame, ...] = ()

    @property
    def seconds_left(self) -> float | None:
        """The time that the other games will take if they are like those of this run."""
        played = len(self.facts.games)
        done = played - self.resumed_after
        if done <= 0 or not self.facts.planned:
            return None
        return self.seconds / done * max(0, self.facts.planned - played)


class TournamentView(Protocol):
    """Shows the state of a tournament until it is closed.

    It is told of every state, and about once a second if nothing new is known.
    """

    def update(self, state: TournamentState) -> None:
        """Show a new state."""

    def close(self) -> None:
        """Show the last state, and leave the terminal as it was; may be called twice."""


class PlainView:
    """Writes the lines about games to standard error."""

    def update(self, state: TournamentState) -> None:
        """Write the lines about the games that have ended."""
        left = format_time_left(state)
        for number, line in enumerate(state.news, start=1):
            print_note(f"{line}; {left}" if left and number == len(state.news) else line)

    def close(self) -> None:
        """Do nothing: every line is complete."""


def open_view(*, is_plain: bool = False) -> TournamentView:
    """Return a live view if standard error is a terminal that can draw it and Rich is installed."""
    if is_plain or not can_draw(2):
        return PlainView()
    try:
        from tengen.cli.match_live import LiveView  # noqa: PLC0415 - Rich is slow, and optional
    except ModuleNotFoundError:
        return PlainView()
    return LiveView()


def format_duration(seconds: float) -> str:
    """Format a time as in `45 s`, `12 min` or `3 h 05 min`."""
    if seconds < 60:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60:02} min"


def format_time_left(state: TournamentState) -> str:
    """Format how long the other games may take; nothing if it is not known, or if none is left."""
    left = state.seconds_left
    return f"about {format_duration(left)} left" if left else ""


def format_sprt_progress(sprt: Sprt, pairs: Sample) -> str:
    """Format how far a sequential test has gone towards one of its bounds."""
    ratio = sprt.ratio(pairs)
    bound, end = (sprt.upper, "accepted") if ratio >= 0 else (sprt.lower, "rejected")
    share = min(1.0, ratio / bound)
    test = f"{sprt.elo1:+g} Elo rather than {sprt.elo0:+g}"
    return f"{test}: ratio {ratio:.2f}, {100 * share:.0f} % of the way to {end} ({bound:+.2f})"
