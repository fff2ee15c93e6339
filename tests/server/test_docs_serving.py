"""The guide for who runs a server: its commands work, its numbers are those of the program."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from urllib.parse import quote

import equipment
import pytest
from kit.postgresql import PostgresqlServer

from tengen.cli import store as store_command
from tengen.cli import web as web_command
from tengen.game import Session, Setup
from tengen.game.events import GameStarted
from tengen.server.rate_limits import DEFAULT_LIMITS, Rate
from tengen.server.workers.scheduler import MAX_JOBS
from tengen.storage import KeptRoom, RoomStore, Store
from tengen.storage.postgresql_database import LEASE, MAX_CONNECTIONS, RENEW_SECONDS
from tengen.storage.shared_store import SharedStore

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "serving.md").read_text()
NODES = (ROOT / "deploy" / "nginx" / "tengen-cluster.conf").read_text()
BLOCKS = re.findall(r"^```sh\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
PARSERS = {
    "web": web_command.make_parser,
    "check": store_command.make_parser,
    "copy": store_command.make_copy_parser,
}
NO_PROBLEMS = "Checked 1 game and 1 room: no problems.\n"


def block_with(text: str) -> str:
    (found,) = (str(block) for block in BLOCKS if text in block)
    return found


def run_block(block: str, directory: Path, **variables: str) -> str:
    """Run the commands of a block, except those of systemd; return what they print."""
    commands = [line for line in block.splitlines() if not line.startswith("systemctl")]
    program = f'tengen() {{ "{sys.executable}" -m tengen "$@"; }}'
    script = "\n".join(["set -e", program, *commands])
    environment = {**os.environ, "HOME": str(directory), **variables}
    ran = subprocess.run(
        ["sh", "-c", script],
        capture_output=True,
        text=True,
        check=False,
        cwd=directory,
        env=environment,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def add_game(store: RoomStore) -> None:
    started = Session.start(Setup(), now=0).events[0]
    assert isinstance(started, GameStarted)
    store.add_room(KeptRoom("aaaabbbbcccc", Setup(), (b"one", None), is_listed=True, made=0))
    store.begin_room("aaaabbbbcccc", Setup(), (b"one", b"two"), started)


def test_every_command_of_the_page_is_accepted() -> None:
    lines = [line for block in BLOCKS for line in block.splitlines() if "tengen " in line]
    commands = [shlex.split(line)[1:] for line in lines if line.startswith("tengen ")]
    assert {"web", "store"} == {command[0] for command in commands}
    for command in commands:
        words = command[1:] if command[0] == "store" else command
        PARSERS[words[0]]().parse_args(words[1:])


def test_every_shipped_file_is_explained() -> None:
    files = [path for path in (ROOT / "deploy").rglob("*") if path.is_file()]
    assert len(files) >= 5
    assert [path.name for path in files if str(path.relative_to(ROOT)) not in PAGE] == []


def test_every_metric_of_the_page_exists() -> None:
    names = set(re.findall(r"`((?:tengen|process)_[a-z_]+)`", PAGE))
    monitoring = (ROOT / "docs" / "monitoring.md").read_text()
    assert len(names) >= 8
    assert [name for name in names if f"| `{name}` |" not in monitoring] == []


@pytest.mark.parametrize(
    "what, rate",
    [
        ("new games", DEFAULT_LIMITS.games),
        ("requests", DEFAULT_LIMITS.requests),
        ("messages over sockets", DEFAULT_LIMITS.network_messages),
        ("messages over one socket", DEFAULT_LIMITS.messages),
        ("seconds of files and pictures", DEFAULT_LIMITS.network_work),
        ("seconds of files and pictures, one browser", DEFAULT_LIMITS.work),
    ],
)
def test_the_limits_are_those_of_the_server(what: str, rate: Rate) -> None:
    assert f"| {what} | {rate.burst:g} | {rate.per_second:g} a second |" in PAGE


def test_the_other_numbers_are_those_of_the_program() -> None:
    assert f"| open sockets | {DEFAULT_LIMITS.sockets} | |" in PAGE
    assert f"{MAX_JOBS} engine jobs at a time" in PAGE
    assert MAX_CONNECTIONS + 2 == 6
    assert f"every {RENEW_SECONDS:g} seconds. If it does not for {LEASE.total_seconds():g}" in PAGE


def test_nginx_limits_the_site_as_a_server_limits_itself() -> None:
    assert f"limit_conn tengen_sockets {DEFAULT_LIMITS.sockets};" in NODES
    assert f"rate={DEFAULT_LIMITS.games.per_second * 60:g}r/m;" in NODES
    assert f"burst={DEFAULT_LIMITS.games.burst:g} " in NODES


def test_a_directory_can_be_backed_up_and_restored(tmp_path: Path) -> None:
    if shutil.which("sqlite3") is None:
        pytest.skip("sqlite3 is not installed")
    data, backup = tmp_path / "data", tmp_path / "backup"
    backup.mkdir()

    def run(text: str) -> str:
        block = block_with(text).replace("/var/lib/private/tengen", str(data))
        return run_block(block.replace("/backup", str(backup)), tmp_path)

    with Store(str(data)) as store:
        add_game(store)
        run("VACUUM INTO")
    (data / "games.sqlite3").write_bytes(b"damaged")
    assert run("cp /backup/games.sqlite3") == NO_PROBLEMS
    assert (data / "before" / "games.sqlite3").read_bytes() == b"damaged"


def test_a_database_can_be_backed_up_and_restored(tmp_path: Path) -> None:
    programs = equipment.find_postgresql()
    if programs is None:
        pytest.skip(equipment.why_missing(equipment.POSTGRESQL))
    server = PostgresqlServer(programs)

    def run(text: str) -> str:
        block = block_with(text).replace("10.0.0.20", quote(str(server.directory), safe=""))
        path = f"{programs}:{os.environ['PATH']}"
        place = {"PGHOST": str(server.directory), "PGUSER": "tengen", "PATH": path}
        return run_block(block.replace("/backup", str(tmp_path)), tmp_path, **place)

    with server.connect() as connection:
        connection.execute("CREATE DATABASE tengen")
    with SharedStore(server.address("tengen")) as store:
        add_game(store)
        run("pg_dump --format")
    with server.connect() as connection:
        connection.execute("DROP DATABASE tengen WITH (FORCE)")
    assert run("pg_restore") == NO_PROBLEMS
    server.close()
