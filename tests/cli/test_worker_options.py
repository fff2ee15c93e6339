"""The options `--processes` and `--cluster`."""

from __future__ import annotations

import os

import pytest

from tengen.cli.arguments import Parser
from tengen.cli.worker_options import add_worker_options, open_workers
from tengen.errors import UsageError


def parser(default: int | None = None) -> Parser:
    made = Parser(prog="tengen task", description="Run tasks.", epilog="")
    add_worker_options(made, default)
    return made


def test_without_options_all_processors_or_the_default_are_used() -> None:
    assert parser().parse_args([]).processes == os.cpu_count()
    assert parser(1).parse_args([]).processes == 1
    with open_workers(parser(1).parse_args([])) as workers:
        assert workers.submit(os.getpid).result() == os.getpid()


@pytest.mark.parametrize("address", ["tcp://host:8786", "tls://10.0.0.1:1", "tcp://[::1]:8786"])
def test_an_address_of_a_scheduler_is_accepted(address: str) -> None:
    assert parser().parse_args(["--cluster", address]).cluster == address


@pytest.mark.parametrize("address", ["host:8786", "tcp://host", "http://host:80", "tcp://a b:1"])
def test_another_address_is_refused(address: str) -> None:
    with pytest.raises(UsageError, match="expected tcp://HOST:PORT, not"):
        parser().parse_args(["--cluster", address])


def test_processes_and_a_cluster_exclude_each_other() -> None:
    with pytest.raises(UsageError, match="not allowed with"):
        parser().parse_args(["--processes", "2", "--cluster", "tcp://host:1"])
