from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from distributed import Client
from kit import tasks
from kit.dask_cluster import DaskCluster, dask_cluster

import tengen
from tengen.arena import cluster as cluster_module
from tengen.arena.cluster import ClusterExecutor
from tengen.arena.executor import open_executor
from tengen.arena.task_runner import run_tasks
from tengen.arena.worker import code_mark
from tengen.errors import ClusterError, ParseError, TaskKilled, WorkerDied
from tengen.rules import parse_rules


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DaskCluster]:
    """Return a cluster of two workers, which are replaced when they are killed."""
    with dask_cluster(tmp_path_factory.mktemp("cluster"), workers=2) as running:
        yield running


@pytest.fixture
def executor(cluster: DaskCluster) -> Iterator[ClusterExecutor]:
    """Return an executor that has seen both workers."""
    executor = ClusterExecutor(cluster.address)
    tasks.wait_for(lambda: executor.ahead == 6)
    yield executor
    executor.stop()


def test_results_and_errors_reach_who_asks(executor: ClusterExecutor) -> None:
    assert dict(run_tasks(executor, tasks.square, range(9))) == {n: n * n for n in range(9)}
    with pytest.raises(ParseError, match="nonsense"):
        executor.submit(parse_rules, "nonsense").result()


def test_programs_of_tasks_do_not_inherit_the_memory_setting_of_dask(
    executor: ClusterExecutor,
) -> None:
    assert executor.submit(os.getenv, cluster_module.TRIM_THRESHOLD).result() is None
    assert executor.submit(os.getenv, "PATH").result()


def test_a_client_whose_thread_starts_late_is_made_again(
    cluster: DaskCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    attempts = []

    def start_late(address: str, **options: object) -> Client:
        attempts.append(address)
        assert len(attempts) > 1
        return Client(address, **options)

    monkeypatch.setattr(cluster_module, "Client", start_late)
    ClusterExecutor(cluster.address).stop()
    assert len(attempts) == 2


def test_a_killed_worker_fails_its_own_task_only(executor: ClusterExecutor, tmp_path: Path) -> None:
    path = tmp_path / "pids"
    running = [executor.submit(tasks.record_and_wait, str(path)) for _ in range(2)]
    tasks.wait_for(lambda: path.exists() and path.read_text().count("\n") == 2)
    killed, other = map(int, path.read_text().split())
    os.kill(killed, signal.SIGKILL)
    tasks.wait_for(lambda: any(future.done() for future in running))
    (tmp_path / "pids.go").touch()
    results = [future.exception() or future.result() for future in running]
    assert other in results
    assert [type(result) for result in results if result != other] == [WorkerDied]


def test_nothing_is_lost_or_doubled_when_workers_are_killed(
    executor: ClusterExecutor, tmp_path: Path
) -> None:
    paths = [str(tmp_path / str(number)) for number in range(3)]
    done = list(run_tasks(executor, tasks.die_at_first, paths))
    assert sorted(done) == [(path, path) for path in paths]


def test_a_death_is_counted_before_another_task_is_sent(
    executor: ClusterExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster_module, "POLL_SECONDS", 300.0)
    with pytest.raises(WorkerDied):
        executor.submit(tasks.die, None).result()
    tasks.wait_for(lambda: executor.ahead == 3)


def test_a_task_is_given_up_after_three_workers_and_not_more(
    executor: ClusterExecutor, tmp_path: Path
) -> None:
    path = str(tmp_path / "pids")
    ((_, result),) = run_tasks(executor, tasks.record_and_die, [path])
    assert isinstance(result, TaskKilled)
    assert len(Path(path).read_text().split()) == 3


def test_a_task_is_not_given_up_for_the_deaths_of_another(executor: ClusterExecutor) -> None:
    results = dict(run_tasks(executor, tasks.die_if_negative, [1, -1, 2, 3, -2, 4, 5, 6]))
    given_up = [task for task, result in results.items() if isinstance(result, TaskKilled)]
    assert sorted(given_up) == [-2, -1]
    assert len(results) == 8


def test_nothing_is_lost_or_doubled_when_the_scheduler_is_restarted(tmp_path: Path) -> None:
    results = []
    with dask_cluster(tmp_path, 1) as cluster, open_executor(1, cluster.address) as executor:
        for result in run_tasks(executor, tasks.square, range(8)):
            results.append(result)
            if len(results) == 3:
                cluster.kill_all()
                cluster.start_scheduler()
                cluster.start_worker()
    assert sorted(results) == [(number, number * number) for number in range(8)]


def test_what_tasks_keep_is_closed_when_the_executor_is(
    cluster: DaskCluster, tmp_path: Path
) -> None:
    closed = tmp_path / "closed"
    with open_executor(1, cluster.address) as executor:
        executor.submit(tasks.keep, str(closed)).result()
        assert not closed.exists()
    tasks.wait_for(closed.exists)


@pytest.fixture
def _other_version(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(tengen, "__version__", "9.9")
    code_mark.cache_clear()
    yield
    code_mark.cache_clear()


@pytest.mark.usefixtures("_other_version")
def test_workers_with_another_version_are_refused(cluster: DaskCluster) -> None:
    expected = (
        r"the worker tcp://\S+ has Tengen .*, and this is Tengen 9\.9 \(code \w{8}\): install"
    )
    with pytest.raises(ClusterError, match=expected) as caught:
        ClusterExecutor(cluster.address)
    assert "\n" not in str(caught.value)


def test_a_worker_that_joins_later_with_other_code_runs_nothing() -> None:
    mark, answer = cluster_module.run_cluster_call("Tengen 9.9 (code 12345678)", b"never read")
    assert mark == code_mark()
    assert answer == b""


def test_a_cluster_without_workers_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster_module, "WORKERS_SECONDS", 0.0)
    with dask_cluster(tmp_path, 0) as cluster, pytest.raises(ClusterError) as caught:
        ClusterExecutor(cluster.address)
    hint = f"start some with `dask worker {cluster.address} --nthreads 1`"
    assert str(caught.value) == f"the cluster at {cluster.address!r}: it has no workers: {hint}"


def test_a_scheduler_that_does_not_answer_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_module, "CONNECT_SECONDS", 0.2)
    with pytest.raises(ClusterError) as caught:
        ClusterExecutor("tcp://127.0.0.1:9")
    expected = "no scheduler answers: start one with `dask scheduler`"
    assert str(caught.value) == f"the cluster at 'tcp://127.0.0.1:9': {expected}"


@pytest.mark.parametrize("address", ["nonsense://x:1", "tcp://:x"])
def test_an_address_that_is_none_is_one_line(address: str) -> None:
    with pytest.raises(ClusterError, match="this address cannot be used") as caught:
        ClusterExecutor(address)
    assert "\n" not in str(caught.value)
