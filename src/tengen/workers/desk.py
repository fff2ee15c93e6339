"""Where a worker does its jobs, and what it keeps between them."""

from __future__ import annotations

from collections.abc import Callable

from tengen.engine.cancel_token import CancelToken
from tengen.workers.jobs import Job, Look, Move, News, Reply, Review, Zone
from tengen.workers.looking import Looking
from tengen.workers.moving import Moving
from tengen.workers.reviewing import Reviewing
from tengen.workers.trying import try_puzzle
from tengen.workers.zoning import zone_of

Tell = Callable[[News], None]


class Desk:
    """Players, engines and reviews that may be of use again."""

    def __init__(self) -> None:
        self._moving = Moving()
        self._looking = Looking()
        self._reviews: dict[int, Reviewing] = {}

    def do(self, number: int, job: Job, halt: CancelToken, tell: Tell) -> None:
        """Do a job; TengenError if it cannot be done. What is told after a halt is not heard."""
        if isinstance(job, Move):
            tell(self._moving.move(job, halt))
        elif isinstance(job, Reply):
            tell(self._moving.reply(job))
        elif isinstance(job, Look):
            self._looking.look(job, halt, tell)
        elif isinstance(job, Zone):
            tell(zone_of(job, halt))
        elif isinstance(job, Review):
            self._review(number, job, halt, tell)
        else:
            tell(try_puzzle(job))

    def forget(self, number: int) -> None:
        """Keep nothing of a review that was stopped."""
        self._reviews.pop(number, None)

    def _review(self, number: int, job: Review, halt: CancelToken, tell: Tell) -> None:
        reviewing = self._reviews.pop(number, None) or Reviewing(job)
        self._reviews[number] = reviewing
        reviewing.go_on(job.known, halt, tell)
