"""How much an engine may use."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tengen.protocol.commands import Info
from tengen.protocol.settings import UNLIMITED


@dataclass(frozen=True, slots=True)
class Limits:
    """Times in milliseconds, memory in bytes; 0 is no limit, but for a turn the quickest move."""

    timeout_turn: int = 30_000
    timeout_match: int = 0
    max_memory: int = 0
    timeout_start: int = 10_000
    """For getting ready, before the clock runs."""
    tolerance: int = 1_000
    """How much later than it should an answer may come."""
    infos: tuple[tuple[str, str], ...] = ()
    """More settings to send, such as `("max_node", "1000")`."""

    def commands(self) -> Iterator[Info]:
        """All that is told to an engine at the start of a game."""
        yield Info("max_memory", str(self.max_memory))
        yield Info("timeout_match", str(self.timeout_match))
        yield Info("timeout_turn", str(self.timeout_turn))
        for key, value in self.infos:
            yield Info(key, value)

    def time_left(self, spent: int) -> int:
        """What to say is left of the match."""
        return self.timeout_match - spent if self.timeout_match else UNLIMITED

    def patience(self, time_left: int) -> int:
        """How long to wait for a move."""
        return max(0, min(self.timeout_turn, time_left)) + self.tolerance
