"""Install what tests need and pip cannot install: Debian's programs and npm packages.

`./test` runs this each time. It installs what is missing if it can. If it cannot, it prints one
line that says why, and never fails: tests that need the part are skipped with the same reason.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
CACHE = ROOT / ".cache"
NODE = CACHE / "node"
"""The folder of the npm packages."""
LOG = CACHE / "equipment.log"
PACKAGES = ROOT / "tests" / "server" / "package.json"
LOCK = ROOT / "tests" / "server" / "package-lock.json"
"""The versions of these packages and of their dependencies, with hashes."""
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
TIMEOUT = 180
"""Seconds for one download."""
RETRY_INTERVAL = 3600
"""Seconds before a failed installation is tried again."""
INSIDE = {
    "DEBIAN_FRONTEND": "noninteractive",
    "RUNLEVEL": "1",  # Debian then starts no service of a new package
    "npm_config_cache": str(CACHE / "npm"),
    "npm_config_fetch_retries": "0",
    "npm_config_update_notifier": "false",
}
"""Environment variables that prevent questions, long retries and files outside the clone."""
NPM_INSTALL = "npm ci --no-audit --no-fund --ignore-scripts --loglevel=error"
APT = "apt-get -q -y -o DPkg::Lock::Timeout=60 -o Acquire::Retries=1 -o Acquire::http::Timeout=30"


class Part(NamedTuple):
    """Something that tests need."""

    name: str
    find: Callable[[], Path | None]
    obstacle: Callable[[], str]
    """Returns why it cannot be installed here; empty if it can."""
    install: Callable[[], None]


def main() -> int:
    """Install what is missing, with one line for each part that is installed or cannot be."""
    CACHE.mkdir(exist_ok=True)
    with (CACHE / "equipment.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for part in (CHROMIUM, NPM_PACKAGES, POSTGRESQL, NGINX):
            if why := provide(part):
                print_message(f"tests that need {part.name} are skipped: {why}")
    return 0


def provide(part: Part) -> str:
    """Install a part if it is missing. Return why that failed, or an empty text."""
    if part.find() is not None:
        return ""
    return part.obstacle() or recent_failure(part) or attempt(part)


def why_missing(part: Part) -> str:
    """Return why a part is missing, as the reason for a skipped test."""
    note = note_of(part)
    failure = note.read_text() if note.exists() else ""
    return f"{part.name} missing: {part.obstacle() or failure or 'run ./test'}"


def attempt(part: Part) -> str:
    """Install a part. Return why that failed, or an empty text."""
    print_message(f"installing {part.name} for the tests (once, a minute or two) ...")
    failure = ""
    try:
        part.install()
    except subprocess.TimeoutExpired as error:
        failure = f"{error.cmd[0]} took longer than {error.timeout:.0f} seconds"
    except OSError as error:
        failure = str(error)
    except subprocess.CalledProcessError:
        failure = f"{first_error()} (details: {LOG.relative_to(ROOT)})"
    if failure:
        note_of(part).write_text(failure)
    return failure


def recent_failure(part: Part) -> str:
    """Return why a recent installation failed, so that it is not tried at every run."""
    note = note_of(part)
    is_recent = note.exists() and time.time() - note.stat().st_mtime < RETRY_INTERVAL
    return note.read_text() if is_recent else ""


def note_of(part: Part) -> Path:
    """Return the file with the reason why an installation failed."""
    return CACHE / f"without-{part.name.replace(' ', '-')}"


def first_error() -> str:
    """Return the first error of the last command."""
    lines = LOG.read_text(errors="replace").rpartition("$ ")[2].splitlines()
    errors = (line for line in lines if line.startswith(("E: ", "npm error ")))
    return next(errors, f"{lines[0]} failed")


def find_chromium() -> Path | None:
    """Return the path of the browser for the tests, or None."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    return Path(found) if found else None


def find_packages() -> Path | None:
    """Return the folder of the npm packages if they match the lock file, or None."""
    mark = NODE / "set-up-for"
    is_done = mark.exists() and mark.read_bytes() == LOCK.read_bytes()
    return NODE / "node_modules" if is_done else None


def find_postgresql() -> Path | None:
    """Return the folder of the newest PostgreSQL's programs, or None."""
    if found := shutil.which("postgres"):
        return Path(found).parent
    programs = Path("/usr/lib/postgresql").glob("*/bin/postgres")
    newest = max(programs, key=lambda path: float(path.parts[-3]), default=None)
    return None if newest is None else newest.parent


def find_nginx() -> Path | None:
    """Return the path of nginx, or None."""
    found = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
    return Path(found) if found else None


def apt_obstacle(package: str) -> str:
    """Return why a Debian package cannot be installed, or an empty text."""
    if shutil.which("apt-get") is None:
        return "apt-get, which installs it, was not found"
    if os.geteuid() != 0:
        return f"only root may install it, with apt-get install {package}"
    return ""


def npm_obstacle() -> str:
    """Return why the npm packages cannot be installed, or an empty text."""
    return "" if shutil.which("npm") else "npm, which installs them, was not found"


def install_debian(package: str) -> None:
    """Install a Debian package. Only the download has a timeout, as dpkg must not be killed."""
    run(f"{APT} update", check=False)
    run(f"{APT} install --no-install-recommends --download-only {package}")
    run(f"{APT} install --no-install-recommends --no-download {package}", is_bounded=False)


def install_packages() -> None:
    """Install the npm packages inside the clone."""
    shutil.rmtree(NODE, ignore_errors=True)
    NODE.mkdir()
    shutil.copyfile(PACKAGES, NODE / "package.json")
    shutil.copyfile(LOCK, NODE / "package-lock.json")
    run(NPM_INSTALL, cwd=NODE)
    for program in ("biome", "tsc"):  # each runs only on some machines
        run(f"node_modules/.bin/{program} --version", cwd=NODE)
    shutil.copyfile(LOCK, NODE / "set-up-for")


def run(command: str, *, cwd: Path = ROOT, is_bounded: bool = True, check: bool = True) -> None:
    """Run a command, and write its output to the log."""
    with LOG.open("a") as log:
        print(f"$ {command}", file=log, flush=True)
        subprocess.run(
            command.split(),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            check=check,
            timeout=TIMEOUT if is_bounded else None,
            cwd=cwd,
            env={**os.environ, **INSIDE},
        )


def print_message(text: str) -> None:
    """Print a message to standard error."""
    print(f"tengen: {text}", file=sys.stderr, flush=True)


def debian_part(package: str, find: Callable[[], Path | None]) -> Part:
    """Return a part that a Debian package has."""
    return Part(package, find, partial(apt_obstacle, package), partial(install_debian, package))


CHROMIUM = debian_part("chromium", find_chromium)
POSTGRESQL = debian_part("postgresql", find_postgresql)
NGINX = debian_part("nginx-light", find_nginx)
NPM_PACKAGES = Part("npm packages", find_packages, npm_obstacle, install_packages)

if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
