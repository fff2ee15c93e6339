"""Engine work in processes of its own, queued fairly."""

from tengen.workers.asker import Asker
from tengen.workers.jobs import Job, Look, Move, Moved, News, Reply, Review, Try, Zone
from tengen.workers.workers import Ticket, Workers

__all__ = [
    "Asker",
    "Job",
    "Look",
    "Move",
    "Moved",
    "News",
    "Reply",
    "Review",
    "Ticket",
    "Try",
    "Workers",
    "Zone",
]
