"""The Gomocup protocol, both sides: text in, messages out. No streams, no clocks, no threads."""

from tengen.protocol.brain import Brain
from tengen.protocol.commands import Command
from tengen.protocol.lines import LineCutter
from tengen.protocol.manager import format_command, format_script, rule_info
from tengen.protocol.position import from_stones, to_position
from tengen.protocol.reader import CommandReader
from tengen.protocol.replies import BrainReply, parse_reply
from tengen.protocol.requests import ChooseSwap, Hurry, Quit, Reply, SwapStage, Think
from tengen.protocol.settings import Settings

__all__ = [
    "Brain",
    "BrainReply",
    "ChooseSwap",
    "Command",
    "CommandReader",
    "Hurry",
    "LineCutter",
    "Quit",
    "Reply",
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
