"""The options that say where tasks run: `--processes` and `--cluster`."""

from __future__ import annotations

import argparse
import os
import re
from contextlib import AbstractContextManager

from tengen.arena.executor import TaskExecutor, open_executor
from tengen.cli.arguments import Parser, whole_number
from tengen.errors import quote

MAX_PROCESSES = 1024


def add_worker_options(
    parser: Parser, default: int | None = None, *, is_resumed: bool = False
) -> None:
    """Add the options; without a default there is one process per processor.

    A run that is resumed has its own workers: `processes` is None if no others are given.
    """
    shown = "one per processor" if default is None else str(default)
    shown = "as before" if is_resumed else shown
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "--processes",
        type=whole_number(MAX_PROCESSES),
        # A text, so that any given number is noticed.
        default=None if is_resumed else str(default or os.cpu_count() or 1),
        metavar="N",
        help=f"number of processes ({shown})",
    )
    where.add_argument(
        "--cluster",
        type=_cluster_address,
        metavar="tcp://HOST:PORT",
        help="run on the workers of the Dask scheduler at this address",
    )


def open_workers(
    args: argparse.Namespace, *, is_isolated: bool = False
) -> AbstractContextManager[TaskExecutor]:
    """Return the executor that the options ask for; see `open_executor`."""
    return open_executor(args.processes, args.cluster, is_isolated=is_isolated)


def _cluster_address(text: str) -> str:
    if not re.fullmatch(
        r"(tcp|tls)://[^/\s:]+:[0-9]{1,5}|(tcp|tls)://\[[0-9a-fA-F:]+\]:[0-9]{1,5}", text
    ):
        raise argparse.ArgumentTypeError(f"expected tcp://HOST:PORT, not {quote(text)}")
    return text
