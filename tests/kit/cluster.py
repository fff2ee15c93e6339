"""Several servers, PostgreSQL and nginx on loopback, with the shipped files."""

from __future__ import annotations

import os
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType

import psycopg

from kit.postgresql import PostgresqlServer
from kit.program import PATIENCE

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
READY = re.compile(r"Tengen is at (http://127\.0\.0\.1:(\d+)) ")
NO_CHANGES: Mapping[str, str] = MappingProxyType({})
NGINX = """
daemon off;
worker_processes 2;
{user}
error_log {directory}/error.log warn;
pid {directory}/nginx.pid;
events {{ worker_connections 16384; }}
http {{
    access_log off;
    client_body_temp_path {directory}/body;
    proxy_temp_path {directory}/proxy;
    fastcgi_temp_path {directory}/fastcgi;
    uwsgi_temp_path {directory}/uwsgi;
    scgi_temp_path {directory}/scgi;
    include {directory}/tengen.conf;
}}
"""


PORTS = range(20_000, 32_000)
"""Ports that the system does not give to clients, so they stay free while a server is down."""


def free_port() -> int:
    """Return a port of loopback that is free now."""
    for port in random.SystemRandom().sample(PORTS, len(PORTS)):  # not the same in each process
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
    raise AssertionError("all ports are in use")


class Node:
    """A server of a cluster, started as users start it."""

    def __init__(self, directory: Path, store: str) -> None:
        self._store = store
        self.port = free_port()
        self.log = directory / f"node-{self.port}.txt"
        self.start()

    def start(self) -> None:
        """Start the server, always on the same port."""
        options = ["--port", str(self.port), "--store", self._store]
        options += ["--address", "https://five.example", "--log-format", "text"]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "tengen", "web", *options],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        assert self.process.stdout is not None
        ready = READY.match(self.process.stdout.readline())
        assert ready, self.log.read_text()
        self.address = ready[1]

    def send(self, what: signal.Signals) -> None:
        """Send a signal to the server."""
        self.process.send_signal(what)

    def kill(self) -> None:
        """Kill the server, and wait until it has ended."""
        self.send(signal.SIGKILL)
        self._wait()

    def stop(self) -> int:
        """Ask the server to stop; return its exit status."""
        self.send(signal.SIGTERM)
        return self._wait()

    def cpu_seconds(self) -> float:
        """Return the processor time of the server process."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def _wait(self) -> int:
        status = self.process.wait(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return status


class Nginx:
    """nginx with a shipped configuration, a port of loopback, and its own certificate."""

    def __init__(
        self,
        program: Path,
        servers: list[str],
        configuration: str,
        changes: Mapping[str, str] = NO_CHANGES,
    ) -> None:
        """`changes` are texts to replace in the shipped file."""
        self.directory = Path(tempfile.mkdtemp(prefix="tengen-nginx-"))
        self.directory.chmod(0o755)
        self.port, self.plain_port = free_port(), free_port()
        self.address = f"https://127.0.0.1:{self.port}"
        self._make_certificate()
        text = (DEPLOY / "nginx" / configuration).read_text()
        for shipped, own in changes.items():
            assert shipped in text
            text = text.replace(shipped, own)
        (self.directory / "tengen.conf").write_text(self._with_addresses(text, servers))
        user = "user nobody nogroup;" if os.geteuid() == 0 else ""
        main = self.directory / "nginx.conf"
        main.write_text(NGINX.format(directory=self.directory, user=user))
        command = ["setpriv", "--pdeathsig=TERM", str(program), "-e", "stderr", "-c", str(main)]
        self._process = subprocess.Popen(command, cwd=self.directory)
        self._wait_until_open()

    @property
    def certificate(self) -> Path:
        """The certificate, which a client can be told to trust."""
        return self.directory / "certificate.pem"

    @property
    def log(self) -> str:
        """The error log."""
        return (self.directory / "error.log").read_text()

    def close(self) -> None:
        """Stop nginx."""
        self._process.terminate()
        self._process.wait(PATIENCE)
        shutil.rmtree(self.directory)

    def _with_addresses(self, text: str, servers: list[str]) -> str:
        """Return the shipped file with the addresses of this machine."""
        first = re.search(r" *server 10\.0\.0\.\d+:8000(.*?); *# <-.*\n", text)
        if first is not None:
            own = "".join(f"    server {server}{first[1]};\n" for server in servers)
            text = re.sub(r"( *server 10\.0\.0\.\d+:8000.*\n)+", own, text)
        else:
            text = text.replace("127.0.0.1:8000", servers[0])
        text = re.sub(r" *listen \[::\]:.*\n", "", text)
        text = re.sub(r"listen 443", f"listen 127.0.0.1:{self.port}", text)
        text = re.sub(r" *listen 80;.*\n", f"listen 127.0.0.1:{self.plain_port};\n", text)
        text = re.sub(r"ssl_certificate /\S+;", f"ssl_certificate {self.certificate};", text)
        key = self.directory / "key.pem"
        return re.sub(r"ssl_certificate_key /\S+;", f"ssl_certificate_key {key};", text)

    def _make_certificate(self) -> None:
        command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
        names = ["-subj", "/CN=five.example"]
        names += ["-addext", "subjectAltName=DNS:five.example,IP:127.0.0.1"]
        files = ["-keyout", "key.pem", "-out", "certificate.pem"]
        subprocess.run(
            [*command, *names, *files], cwd=self.directory, check=True, capture_output=True
        )

    def _wait_until_open(self) -> None:
        end = time.monotonic() + PATIENCE
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
            except OSError:
                assert self._process.poll() is None, "nginx has ended"
                assert time.monotonic() < end
                time.sleep(0.02)
            else:
                return


class Cluster:
    """PostgreSQL, some servers, and nginx in front of them."""

    def __init__(
        self,
        postgresql: PostgresqlServer,
        nginx: Path,
        nodes: int = 3,
        changes: Mapping[str, str] = NO_CHANGES,
    ) -> None:
        """`changes` are texts to replace in the shipped configuration of nginx."""
        self.postgresql = postgresql
        self.store = postgresql.make_database()
        self._directory = Path(tempfile.mkdtemp(prefix="tengen-nodes-"))
        self._roles = [f"node{number}" for number in range(nodes)]
        with self.connect() as connection:
            for role in self._roles:  # each server has its own, so that it can be cut off
                connection.execute(f"DROP ROLE IF EXISTS {role}".encode())
                connection.execute(f"CREATE ROLE {role} SUPERUSER LOGIN".encode())
        self.nodes = [
            Node(self._directory, self.store.replace("tengen@", f"{role}@", 1))
            for role in self._roles
        ]
        servers = [f"127.0.0.1:{node.port}" for node in self.nodes]
        self.nginx = Nginx(nginx, servers, "tengen-cluster.conf", changes)

    @property
    def address(self) -> str:
        """The address of the site."""
        return self.nginx.address

    def connect(self) -> psycopg.Connection:
        """Open a connection to the database."""
        return psycopg.connect(self.store, autocommit=True)

    def cut_off(self, number: int) -> None:
        """Cut a server off from the database."""
        role = self._roles[number]
        with self.connect() as connection:
            connection.execute(f"ALTER ROLE {role} NOLOGIN".encode())
            statement = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = %s"
            connection.execute(statement, (role,))

    def reconnect(self, number: int) -> None:
        """Let a server connect to the database again."""
        with self.connect() as connection:
            connection.execute(f"ALTER ROLE {self._roles[number]} LOGIN".encode())

    def logs(self) -> str:
        """What the servers have logged."""
        return "".join(node.log.read_text() for node in self.nodes)

    def close(self) -> None:
        """Stop everything but PostgreSQL."""
        self.nginx.close()
        for node in self.nodes:
            if node.process.poll() is None:
                node.send(signal.SIGCONT)
                node.kill()
        shutil.rmtree(self._directory)
