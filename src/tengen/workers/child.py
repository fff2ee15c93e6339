"""A worker: orders come in line by line, reports go out.

    python -m tengen.workers.child

One thread reads, so that a stop is heard at once; another one works. The process ends as soon as
its input does: with the server, however that ends.
"""

from __future__ import annotations

import os
import queue
import signal
import sys
import threading
import traceback
from typing import BinaryIO

from tengen.engine.cancel_token import CancelToken
from tengen.engine.thread_priority import lower_thread_priority
from tengen.errors import TengenError
from tengen.online.study import Failed
from tengen.workers.desk import Desk
from tengen.workers.jobs import News
from tengen.workers.wire import (
    Begin,
    Ended,
    Forget,
    Report,
    Stop,
    Told,
    format_line,
    parse_job,
    parse_order,
)

BROKEN = "the engine failed, which is a mistake of ours; please try something else"

Orders = queue.SimpleQueue[tuple[Begin, CancelToken] | Forget]


class Child:
    """Reads orders in one thread and follows them in another."""

    def __init__(self, orders: BinaryIO, reports: BinaryIO) -> None:
        self._input = orders
        self._output = reports
        self._orders: Orders = queue.SimpleQueue()
        self._halts: dict[int, CancelToken] = {}
        self._desk = Desk()

    def run(self) -> None:
        """Work until there are no more orders, and then drop everything."""
        threading.Thread(target=self._work, daemon=True, name="worker").start()
        for line in self._input:
            order = parse_order(line)
            if isinstance(order, Begin):
                halt = self._halts[order.number] = CancelToken()
                self._orders.put((order, halt))
            elif isinstance(order, Stop):
                self._stop(order.number)
            else:
                self._orders.put(order)

    def _stop(self, number: int) -> None:
        halt = self._halts.get(number)  # none if it has ended meanwhile
        if halt is not None:
            halt.set()

    def _work(self) -> None:
        lower_thread_priority()
        while True:
            order = self._orders.get()
            if isinstance(order, Forget):
                self._desk.forget(order.number)
            else:
                self._do(*order)

    def _do(self, order: Begin, halt: CancelToken) -> None:
        def tell(news: News) -> None:
            if not halt.is_set:
                self._report(Told(order.number, news))

        try:
            self._desk.do(order.number, parse_job(order.job), halt, tell)
        except TengenError as error:
            tell(Failed(str(error)))
        except Exception:  # noqa: BLE001 - whoever waits must be told
            traceback.print_exc()
            tell(Failed(BROKEN))
        del self._halts[order.number]
        self._report(Ended(order.number))

    def _report(self, report: Report) -> None:
        try:
            self._output.write(format_line(report))
            self._output.flush()
        except OSError:  # nobody is there
            os._exit(1)


def main() -> None:
    """Work for whoever has started this process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    reports, sys.stdout = sys.stdout, sys.stderr
    Child(sys.stdin.buffer, reports.buffer).run()
    os._exit(0)  # a search that goes on is not waited for


if __name__ == "__main__":
    main()
