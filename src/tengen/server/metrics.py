"""The metrics of a server: what it counts, measures and reads for its operator."""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Callable, Mapping

from tengen import __version__
from tengen.server.exposition import (
    CountMetric,
    HistogramMetric,
    LabelledCount,
    LabelledReader,
    Metric,
    ValueReader,
    format_metrics,
)

SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)
BATCH_SIZES = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)


class Metrics:
    """All metrics of a server.

    Those of the process are read when they are asked for. Other parts of the server add theirs
    with `read` and `read_each`.
    """

    def __init__(self) -> None:
        self._metrics: list[Metric] = []
        self._add_games()
        self._add_saving()
        self._add_refusals()
        self._add_cluster()
        self._add_process()

    def _add_games(self) -> None:
        self.moves = self._count(
            "tengen_moves_total", "Moves and choices of openings that were saved and sent."
        )
        self.commands = self._count(
            "tengen_commands_total",
            "Commands that were saved and sent: moves, offers, resignations, time-outs.",
        )
        self.command_seconds = self._histogram(
            "tengen_command_seconds",
            "Seconds from accepting a command until what it did was saved and sent.",
            SECONDS,
        )
        self.failed_rooms = self._count(
            "tengen_rooms_failed_total", "Rooms that were loaded again after an internal error."
        )

    def _add_saving(self) -> None:
        self.commits = self._count("tengen_commits_total", "Commits of events to the store.")
        self.commit_events = self._histogram(
            "tengen_commit_events", "Events that one commit has saved.", BATCH_SIZES
        )
        self.commit_seconds = self._histogram(
            "tengen_commit_seconds", "Seconds that a commit has taken.", SECONDS
        )
        self.failed_saves = self._count(
            "tengen_failed_saves_total", "Commands that could not be saved and were not done."
        )

    def _add_refusals(self) -> None:
        self.refused_commands = self._labelled_count(
            "tengen_refused_commands_total", "reason", "Commands of clients that were refused."
        )
        self.responses = self._labelled_count(
            "tengen_http_responses_total",
            "class",
            "Responses to HTTP requests, by the class of their status.",
            ("2xx", "3xx", "4xx", "5xx"),
        )
        self.limited = self._labelled_count(
            "tengen_limited_total",
            "limit",
            "Requests, messages, sockets and games that were over a limit.",
            ("requests", "messages", "sockets", "games"),
        )

    def _add_cluster(self) -> None:
        self.rooms_taken = self._count(
            "tengen_rooms_taken_total", "Rooms that this server has taken for itself."
        )
        self.rooms_released = self._count(
            "tengen_rooms_released_total", "Rooms that this server has left to others."
        )
        self.rooms_lost = self._count(
            "tengen_rooms_lost_total", "Rooms that another server has taken from this one."
        )
        self.leases_renewed = self._count(
            "tengen_leases_renewed_total", "Renewals of the lease of this server."
        )
        self.leases_late = self._count(
            "tengen_leases_late_total", "Renewals of the lease that came too late."
        )

    def _add_process(self) -> None:
        self.read(
            "counter",
            "process_cpu_seconds_total",
            "Seconds of processor time of the server, without its engine processes.",
            time.process_time,
        )
        self.read(
            "gauge",
            "process_resident_memory_bytes",
            "Bytes of memory of the server, without its engine processes.",
            resident_memory,
        )
        start = time.time()
        self.read(
            "gauge",
            "process_start_time_seconds",
            "When the server was started, in seconds since 1970.",
            lambda: start,
        )
        self._metrics.append(
            ValueReader(
                "gauge",
                "tengen_build_info",
                "The versions of Tengen and Python.",
                lambda: 1,
                {"version": __version__, "python": platform.python_version()},
            )
        )

    def read(self, kind: str, name: str, says: str, read: Callable[[], float | None]) -> None:
        """Add a metric that is read when it is asked for."""
        self._metrics.append(ValueReader(kind, name, says, read))

    def read_each(
        self, kind: str, name: str, label: str, says: str, read: Callable[[], Mapping[str, float]]
    ) -> None:
        """Add a metric with a label that is read when it is asked for."""
        self._metrics.append(LabelledReader(kind, name, label, says, read))

    def committed(self, events: int, seconds: float) -> None:
        """Count a commit that has saved this many events."""
        self.commits.increment()
        self.commit_events.observe(events)
        self.commit_seconds.observe(seconds)

    def text(self) -> str:
        """Return all metrics in the text format of Prometheus."""
        return format_metrics(self._metrics)

    def _count(self, name: str, says: str) -> CountMetric:
        metric = CountMetric(name, says)
        self._metrics.append(metric)
        return metric

    def _labelled_count(
        self, name: str, label: str, says: str, known: tuple[str, ...] = ()
    ) -> LabelledCount:
        metric = LabelledCount(name, label, says, known)
        self._metrics.append(metric)
        return metric

    def _histogram(self, name: str, says: str, bounds: tuple[float, ...]) -> HistogramMetric:
        metric = HistogramMetric(name, says, bounds)
        self._metrics.append(metric)
        return metric


def resident_memory() -> int | None:
    """Return the bytes of memory of this process; None if the system does not tell."""
    try:
        with open("/proc/self/statm", "rb") as file:
            pages = int(file.read().split()[1])
    except OSError:
        return None
    return pages * os.sysconf("SC_PAGESIZE")
