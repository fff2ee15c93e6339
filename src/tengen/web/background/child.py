"""A background process: jobs come in one after the other, reports go out.

    python -m tengen.web.background.child

Each message is four bytes with its length, and then the message. The process ends when its input
does: with the server, even if that is killed.
"""

from __future__ import annotations

import signal
import sys
from typing import BinaryIO

from tengen.engine.thread_priority import lower_thread_priority
from tengen.web.background.jobs import format_report, parse_job
from tengen.web.background.work import report_on

SIZE = 4


def work_through(jobs: BinaryIO, reports: BinaryIO) -> None:
    """Do all jobs that come in."""
    while head := jobs.read(SIZE):
        data = format_report(report_on(parse_job(jobs.read(int.from_bytes(head, "big")))))
        reports.write(len(data).to_bytes(SIZE, "big") + data)
        reports.flush()


def main() -> None:
    """Work for the server that has started this process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    lower_thread_priority()
    reports, sys.stdout = sys.stdout, sys.stderr
    work_through(sys.stdin.buffer, reports.buffer)


if __name__ == "__main__":
    main()
