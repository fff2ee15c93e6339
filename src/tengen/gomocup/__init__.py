"""The Gomocup protocol, for brains and for managers; and external engines as processes."""

from tengen.gomocup.command_text import CommandReader, format_command, format_script, rule_info
from tengen.gomocup.commands import ManagerCommand
from tengen.gomocup.replies import BrainReply, parse_reply
from tengen.gomocup.settings import GomocupLimits, Settings
from tengen.gomocup.text import LineCutter, from_stones, to_position
from tengen.lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tengen.gomocup.brain import (
        Brain,
        BrainAction,
        ChooseSwap,
        Hurry,
        Quit,
        SwapStage,
        Think,
    )
    from tengen.gomocup.engine_process import EngineProcess

__all__ = [
    "Brain",
    "BrainAction",
    "BrainReply",
    "ChooseSwap",
    "CommandReader",
    "EngineProcess",
    "GomocupLimits",
    "Hurry",
    "LineCutter",
    "ManagerCommand",
    "Quit",
    "Settings",
    "SwapStage",
    "Think",
    "format_command",
    "format_script",
    "from_stones",
    "parse_reply",
    "rule_info",
    "to_position",
]

__getattr__ = lazy_names(
    __name__,
    {
        "Brain": "brain",
        "BrainAction": "brain",
        "ChooseSwap": "brain",
        "EngineProcess": "engine_process",
        "Hurry": "brain",
        "Quit": "brain",
        "SwapStage": "brain",
        "Think": "brain",
    },
)
