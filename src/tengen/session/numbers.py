"""The numbers in commands, events and set-ups, with their bounds.

Text that is decoded keeps to them, whoever wrote it. A clock that counts ages, or a number of
a thousand digits, would break whatever has to wait for it or show it.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from tengen.rules.rules import MAX_SIDE

LONGEST_CLOCK = 24 * 60 * 60 * 1000
"""Milliseconds that a clock may give for a move, for a game, or as an increment."""
LAST_MOMENT = 2**53
"""JavaScript, too, counts this far exactly."""

Moment = Annotated[int, Meta(ge=-LAST_MOMENT, le=LAST_MOMENT)]
"""Milliseconds on whatever clock the caller has."""
Limit = Annotated[int, Meta(ge=1, le=LONGEST_CLOCK)]
"""Milliseconds that somebody has."""
Increment = Annotated[int, Meta(ge=0, le=LONGEST_CLOCK)]
"""Milliseconds that a move adds."""
Count = Annotated[int, Meta(ge=0, le=2 * MAX_SIDE * MAX_SIDE)]
"""Of moves, choices or other steps of a game."""
Level = Annotated[int, Meta(ge=1, le=10)]
"""How strong a computer plays."""
