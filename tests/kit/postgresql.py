"""A private PostgreSQL cluster: in a temporary directory, reached over a Unix socket."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from urllib.parse import quote

import psycopg

PATIENCE = 60.0
CONFIGURATION = """
listen_addresses = '{host}'
port = {port}
unix_socket_directories = '{directory}'
max_connections = 100
shared_buffers = 32MB
"""


class PostgresqlServer:
    """A cluster that ends with this process. It can be killed, started again and configured."""

    def __init__(self, programs: Path, *, host: str = "", port: int = 5432) -> None:
        """`programs` has `initdb` and `postgres`. With a `host` it also listens on TCP."""
        self._programs = str(programs)
        self._port = port
        self.directory = Path(tempfile.mkdtemp(prefix="tengen-postgresql-"))
        if os.geteuid() == 0:
            shutil.chown(self.directory, "postgres", "postgres")
        self._data = self.directory / "data"
        self._run("initdb", "--auth=trust", "--username=tengen", "--no-sync", "--encoding=UTF8")
        settings = CONFIGURATION.format(host=host, port=port, directory=self.directory)
        with (self._data / "postgresql.conf").open("a") as file:
            file.write(settings)
        self._count = 0
        self.start()

    def address(self, database: str) -> str:
        """Return the address of a database, over the Unix socket."""
        host = quote(str(self.directory), safe="")
        return f"postgresql://tengen@{host}:{self._port}/{database}"

    def make_database(self) -> str:
        """Create an empty database; return its address."""
        self._count += 1
        name = f"games{self._count}"
        with self.connect() as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return self.address(name)

    def connect(self, database: str = "postgres") -> psycopg.Connection:
        """Open a connection as the owner of the cluster."""
        return psycopg.connect(self.address(database), autocommit=True)

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        self.launch()
        self.wait_until_open()

    def launch(self) -> None:
        """Start the server. It ends with the thread that calls this, not only with the process."""
        with (self.directory / "log.txt").open("ab") as log:
            self._process = subprocess.Popen(
                [*self._as_user("INT"), f"{self._programs}/postgres", "-D", str(self._data)],
                stdout=log,
                stderr=log,
                cwd="/",
            )

    def wait_until_open(self) -> None:
        """Wait until the server answers."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                self.connect().close()
            except psycopg.OperationalError:
                assert self._process.poll() is None, (self.directory / "log.txt").read_text()
                assert time.monotonic() < end
                time.sleep(0.02)
            else:
                return

    def cpu_seconds(self) -> float:
        """Return the processor time of all processes of the server, also of those that ended."""
        ticks = 0
        for process in (self._process.pid, *_children_of(self._process.pid)):
            fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])
            if process == self._process.pid:
                ticks += int(fields[13]) + int(fields[14])
        return ticks / os.sysconf("SC_CLK_TCK")

    def kill(self) -> None:
        """Stop the server at once, as a crash would."""
        self._process.send_signal(signal.SIGQUIT)
        self._process.wait(PATIENCE)

    def close(self) -> None:
        """Stop the server, and delete the cluster."""
        self.kill()
        shutil.rmtree(self.directory)

    def _run(self, program: str, *arguments: str) -> None:
        command = [*self._as_user("KILL"), f"{self._programs}/{program}", "-D", str(self._data)]
        subprocess.run([*command, *arguments], check=True, stdout=subprocess.DEVNULL, cwd="/")

    def _as_user(self, signal_at_end: str) -> list[str]:
        """Return the start of a command that ends with this process; PostgreSQL refuses root."""
        ends = ["setpriv", f"--pdeathsig={signal_at_end}"]
        root = ["--reuid=postgres", "--regid=postgres", "--clear-groups"]
        return [*ends, *(root if os.geteuid() == 0 else [])]


def _children_of(process: int) -> list[int]:
    text = Path(f"/proc/{process}/task/{process}/children").read_text()
    return [int(child) for child in text.split()]
