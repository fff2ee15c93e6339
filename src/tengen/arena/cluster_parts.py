"""What runs on the workers and the scheduler of a Dask cluster."""

from __future__ import annotations

import threading
from collections.abc import Iterable

from dask.typing import Key
from distributed import Scheduler, SchedulerPlugin

from tengen.arena.code_mark import code_mark
from tengen.arena.kept import KEPT
from tengen.arena.task_call import run_call

KEY_PREFIX = "tengen-"
"""How the keys of all our tasks begin."""
IDLE_SECONDS = 60.0
"""How long a worker without tasks keeps its engines."""


def run_cluster_call(mark: str, call: bytes) -> tuple[str, bytes]:
    """Return the mark of this worker and, if it is the expected one, the result of a call."""
    if mark != code_mark():
        return code_mark(), b""
    with KEPT.task(IDLE_SECONDS):
        return mark, run_call(call)


def close_kept() -> None:
    """Close what this worker keeps, as soon as it runs no task; do not wait for that."""
    threading.Thread(target=KEPT.close, daemon=True).start()


class SingleAttempts(SchedulerPlugin):
    """Has a task of ours fail when its worker dies; by default, a scheduler tries three others."""

    name = "tengen-single-attempts"
    idempotent = True

    def update_graph(self, scheduler: Scheduler, *, keys: Iterable[Key], **_kwargs: object) -> None:
        """Leave new tasks no more deaths."""
        for key in keys:
            if str(key).startswith(KEY_PREFIX):
                scheduler.tasks[key].suspicious = scheduler.allowed_failures
