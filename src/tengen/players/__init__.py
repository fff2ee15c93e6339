"""Who acts when it is no person's turn: computers, engines, and an analyst who looks on."""

from tengen.players.analyst import Analyst, hint
from tengen.players.halt import Halt
from tengen.players.maker import make_player
from tengen.players.player import Actor, Player
from tengen.players.thinking import Thinking

__all__ = ["Actor", "Analyst", "Halt", "Player", "Thinking", "hint", "make_player"]
