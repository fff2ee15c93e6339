"""A job that somebody waits for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from tengen.workers.asker import Asker
from tengen.workers.jobs import Job, News, Rank, key_of, rank_of

Tell = Callable[[News], None]


@dataclass(eq=False, slots=True)
class Task:
    """A job with its number, whose it is, who is told, and how far it is."""

    number: int
    job: Job
    owner: Asker
    tell: Tell
    since: float
    """When it was last begun, put in line or set aside."""
    used: float = 0.0
    """Seconds of work since its turn came."""
    has_told: bool = False
    """Whether anything came of it since it was last begun."""
    losses: int = 0
    """How many workers were lost over it."""
    is_over: bool = False
    """Whether everything is told, or nobody wants to hear more."""
    rank: Rank = field(init=False)
    key: str = field(init=False)

    def __post_init__(self) -> None:
        self.rank = rank_of(self.job)
        self.key = key_of(self.job)

    @property
    def load(self) -> tuple[str, bool]:
        """What it counts as: something that its owner asked for, or a move of a game."""
        return self.owner.browser, self.rank is Rank.PLAY

    @property
    def lane(self) -> tuple[str, type]:
        """Of tasks with the same, one is worked on at a time."""
        return self.owner.browser, type(self.job)
