"""How fast an animation goes."""

from __future__ import annotations

from dataclasses import dataclass

from tengen.errors import RuleError

SHORTEST, LONGEST = 20, 600_000
MOST_LOOPS = 0xFFFF


@dataclass(frozen=True, slots=True)
class Pace:
    """How long frames are shown, in milliseconds, and how often the whole; 0 is for ever.

    Files count in hundredths of a second.
    """

    delay: int = 700
    last_delay: int = 4000
    loops: int = 0

    def __post_init__(self) -> None:
        """Raise RuleError for what a GIF cannot say."""
        for delay in (self.delay, self.last_delay):
            if not SHORTEST <= delay <= LONGEST:
                raise RuleError(f"a delay of {delay} ms is not between {SHORTEST} and {LONGEST}")
        if not 0 <= self.loops <= MOST_LOOPS:
            raise RuleError(f"{self.loops} loops are not between 0, for ever, and {MOST_LOOPS}")


USUAL_PACE = Pace()
