"""Three servers behind nginx share a PostgreSQL database. Whatever fails, nothing shown is lost."""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import Iterator

import equipment
import pytest
from kit.cluster import Cluster
from kit.cluster_faults import (
    FAULTS,
    Fault,
    exhaust_connections,
    fill_disk,
    play_with_faults,
    restart_node,
    slow_database,
    stop_database,
)
from kit.postgresql import PostgresqlServer

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]
GAMES = 24
THINK_SECONDS = 0.6


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    programs, nginx = equipment.find_postgresql(), equipment.find_nginx()
    if programs is None:
        pytest.skip(equipment.why_missing(equipment.POSTGRESQL))
    if nginx is None:
        pytest.skip(equipment.why_missing(equipment.NGINX))
    postgresql = PostgresqlServer(programs)
    cluster = Cluster(postgresql, nginx)
    yield cluster
    cluster.close()
    postgresql.close()


@pytest.mark.parametrize(
    "fault",
    [*FAULTS, restart_node, stop_database, exhaust_connections, slow_database],
    ids=lambda fault: fault.__name__,
)
def test_games_go_on_after_a_fault_and_nothing_is_lost(cluster: Cluster, fault: Fault) -> None:
    report = asyncio.run(
        play_with_faults(cluster, GAMES, THINK_SECONDS, [fault], random.Random(fault.__name__))
    )
    assert report.failures == []
    assert report.moves > GAMES
    assert "Traceback" not in cluster.logs()


def test_moves_are_refused_while_the_disk_is_full(cluster: Cluster) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root may mount a small disk")
    report = asyncio.run(
        play_with_faults(cluster, GAMES, THINK_SECONDS, [fill_disk], random.Random(1))
    )
    assert report.failures == []
    assert report.refused > 0
    assert "the disk of the database is full; free some space" in cluster.logs()
