"""A game between two seats: sessions, opening rules, clocks, and computers as players."""

from tengen.game.clock import TimeControl
from tengen.game.commands import Command
from tengen.game.events import Event
from tengen.game.opening_rules import OpeningRule
from tengen.game.session import Session
from tengen.game.setup import Computer, ExternalEngine, Person, PlayerSpec, Setup
from tengen.game.state import GameState
from tengen.game.tasks import Seat
from tengen.lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tengen.game.computer_player import make_player
    from tengen.game.machine_player import Actor, Analyst, MachinePlayer, Thinking, hint

__all__ = [
    "Actor",
    "Analyst",
    "Command",
    "Computer",
    "Event",
    "ExternalEngine",
    "GameState",
    "MachinePlayer",
    "OpeningRule",
    "Person",
    "PlayerSpec",
    "Seat",
    "Session",
    "Setup",
    "Thinking",
    "TimeControl",
    "hint",
    "make_player",
]

__getattr__ = lazy_names(
    __name__,
    {
        "Actor": "machine_player",
        "Analyst": "machine_player",
        "MachinePlayer": "machine_player",
        "Thinking": "machine_player",
        "hint": "machine_player",
        "make_player": "computer_player",
    },
)
