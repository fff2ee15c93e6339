"""A game between two seats: commands in, events out, time handed in."""

from tengen.session.openings import OpeningRule
from tengen.session.seat import Seat
from tengen.session.session import Session
from tengen.session.setup import Setup, TimeControl
from tengen.session.sitters import Computer, External, Person
from tengen.session.state import State

__all__ = [
    "Computer",
    "External",
    "OpeningRule",
    "Person",
    "Seat",
    "Session",
    "Setup",
    "State",
    "TimeControl",
]
