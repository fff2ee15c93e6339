"""What is told about a table that is somewhere else."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from tengen.notation.words import STONES
from tengen.online.news import SeatView, TableNews
from tengen.printable import printable
from tengen.session.seat import Seat
from tengen.session.state import State
from tengen.session.words import seat_name

WATCHING = "you are watching: both seats are taken"
NOT_BEGUN = "the game begins when somebody takes the other seat"
NOT_YOURS = "it is the other player's turn"
NO_LINE = "the connection is lost; trying again"
LOST = "The connection is lost. Trying again"
BACK = "Connected again"


def greeting(state: State, table: TableNews, ours: Collection[Seat]) -> str:
    """Who we are, and whether the others are here."""
    parts = [_role(state, ours)]
    for seat, view in _others(table, ours):
        if not view.is_here:
            parts.append(f"{name_of(state, seat)} is away")
    return ". ".join(parts)


def _role(state: State, ours: Collection[Seat]) -> str:
    if not ours:
        return "You are watching: both seats are taken"
    if len(ours) == len(Seat):
        return "You play both sides"
    (seat,) = ours
    colour = state.colour_of(seat)
    return f"You are {STONES[colour] if colour is not None else f'player {seat.value}'}"


def changes(
    state: State, before: TableNews, after: TableNews, ours: Collection[Seat]
) -> Iterator[str]:
    """Who has come or gone."""
    was_here = {seat: view.is_here for seat, view in _others(before, ours)}
    for seat, view in _others(after, ours):
        if was_here.get(seat, view.is_here) is not view.is_here:
            yield f"{name_of(state, seat)} is {'back' if view.is_here else 'away'}"


def away(table: TableNews, ours: Collection[Seat]) -> tuple[Seat, ...]:
    """The seats of people who are not here."""
    return tuple(seat for seat, view in _others(table, ours) if not view.is_here)


def _others(table: TableNews, ours: Collection[Seat]) -> Iterator[tuple[Seat, SeatView]]:
    """The people who are not at this keyboard."""
    for seat, view in zip(Seat, table.seats, strict=True):
        if view.kind == "person" and seat not in ours:
            yield seat, view


def name_of(state: State, seat: Seat) -> str:
    """What to call somebody who is elsewhere."""
    return printable(seat_name(state, seat))
