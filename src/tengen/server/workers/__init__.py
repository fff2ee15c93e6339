"""Engine work in separate processes, scheduled fairly."""

from tengen.server.workers.jobs import (
    AnalyseJob,
    DrawReplyJob,
    EngineJob,
    EngineMessage,
    Moved,
    MoveJob,
    PuzzleJob,
    ReviewJob,
    ZoneJob,
)
from tengen.server.workers.scheduler import JobHandle, Workers
from tengen.server.workers.task_queue import Requester

__all__ = [
    "AnalyseJob",
    "DrawReplyJob",
    "EngineJob",
    "EngineMessage",
    "JobHandle",
    "MoveJob",
    "Moved",
    "PuzzleJob",
    "Requester",
    "ReviewJob",
    "Workers",
    "ZoneJob",
]
