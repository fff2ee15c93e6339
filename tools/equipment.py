"""What tests in the browser need and pip cannot give: Debian's chromium, and packages of npm.

`./test` runs this each time. It gets what is missing where it may, says in one line what it could
not get and why, and fails nothing: tests that need it are skipped with the same reason.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
CACHE = ROOT / ".cache"
NODE = CACHE / "node"
"""Where packages of npm are."""
LOG = CACHE / "equipment.log"
PACKAGES = ROOT / "tests" / "server" / "package.json"
LOCK = ROOT / "tests" / "server" / "package-lock.json"
"""The versions of these packages and of what they need, with hashes."""
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PATIENCE = 180
"""Seconds for one download."""
AGAIN = 3600
"""Seconds after which what failed is tried again."""
INSIDE = {
    "DEBIAN_FRONTEND": "noninteractive",
    "npm_config_cache": str(CACHE / "npm"),
    "npm_config_fetch_retries": "0",
    "npm_config_update_notifier": "false",
}
"""What keeps both from asking questions, trying for long and leaving things outside the clone."""
NPM_INSTALL = "npm ci --no-audit --no-fund --ignore-scripts --loglevel=error"
APT = "apt-get -q -y -o DPkg::Lock::Timeout=60 -o Acquire::Retries=1 -o Acquire::http::Timeout=30"


class Part(NamedTuple):
    """Something that tests need."""

    name: str
    find: Callable[[], Path | None]
    obstacle: Callable[[], str]
    """Why it may not be got here; empty where it may."""
    get: Callable[[], None]


def main() -> int:
    """Get what is missing; one line for each part that is got, one for each that cannot be."""
    CACHE.mkdir(exist_ok=True)
    with (CACHE / "equipment.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for part in (CHROMIUM, NPM_PACKAGES):
            if why := provide(part):
                say(f"tests that need {part.name} are skipped: {why}")
    return 0


def provide(part: Part) -> str:
    """Get a part unless it is there; why it still is not, or nothing."""
    if part.find() is not None:
        return ""
    return part.obstacle() or failed_lately(part) or attempt(part)


def why_missing(part: Part) -> str:
    """Why a part is not there, for those who skip a test."""
    note = note_of(part)
    said = note.read_text() if note.exists() else ""
    return f"{part.name} missing: {part.obstacle() or said or 'run ./test'}"


def attempt(part: Part) -> str:
    """Try to get it; what went wrong, if anything did."""
    say(f"getting {part.name} for the tests of the pages (once, a minute or two) ...")
    failure = ""
    try:
        part.get()
    except subprocess.TimeoutExpired as error:
        failure = f"{error.cmd[0]} took longer than {error.timeout:.0f} seconds"
    except OSError as error:
        failure = str(error)
    except subprocess.CalledProcessError:
        failure = f"{complaint()} (all of it in {LOG.relative_to(ROOT)})"
    if failure:
        note_of(part).write_text(failure)
    return failure


def failed_lately(part: Part) -> str:
    """What went wrong when it was tried just now, so that it is not tried at every run."""
    note = note_of(part)
    is_fresh = note.exists() and time.time() - note.stat().st_mtime < AGAIN
    return note.read_text() if is_fresh else ""


def note_of(part: Part) -> Path:
    """The file that says what went wrong with a part."""
    return CACHE / f"without-{part.name.replace(' ', '-')}"


def complaint() -> str:
    """What the last command complained about first."""
    said = LOG.read_text(errors="replace").rpartition("$ ")[2].splitlines()
    errors = (line for line in said if line.startswith(("E: ", "npm error ")))
    return next(errors, f"{said[0]} failed")


def find_chromium() -> Path | None:
    """The browser that tests drive."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    return Path(found) if found else None


def find_packages() -> Path | None:
    """The folder with the packages of npm, if these are the ones that are wanted."""
    mark = NODE / "set-up-for"
    is_done = mark.exists() and mark.read_bytes() == LOCK.read_bytes()
    return NODE / "node_modules" if is_done else None


def apt_obstacle() -> str:
    """Why chromium cannot be installed."""
    if shutil.which("apt-get") is None:
        return "there is no apt-get to install it with"
    if os.geteuid() != 0:
        return "only root may install it, with apt-get install chromium"
    return ""


def npm_obstacle() -> str:
    """Why packages of npm cannot be installed."""
    return "" if shutil.which("npm") else "there is no npm to install it with"


def get_chromium() -> None:
    """Install Debian's chromium. Only the download has its time: dpkg is not to be interrupted."""
    run(f"{APT} update", check=False)
    run(f"{APT} install --no-install-recommends --download-only chromium")
    run(f"{APT} install --no-install-recommends --no-download chromium", is_bounded=False)


def get_packages() -> None:
    """Install the packages of npm, inside the clone."""
    shutil.rmtree(NODE, ignore_errors=True)
    NODE.mkdir()
    shutil.copyfile(PACKAGES, NODE / "package.json")
    shutil.copyfile(LOCK, NODE / "package-lock.json")
    run(NPM_INSTALL, cwd=NODE)
    for program in ("biome", "tsc"):  # each is made for some machines only
        run(f"node_modules/.bin/{program} --version", cwd=NODE)
    shutil.copyfile(LOCK, NODE / "set-up-for")


def run(command: str, *, cwd: Path = ROOT, is_bounded: bool = True, check: bool = True) -> None:
    """Run a command, with what it says in the log."""
    with LOG.open("a") as log:
        print(f"$ {command}", file=log, flush=True)
        subprocess.run(
            command.split(),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            check=check,
            timeout=PATIENCE if is_bounded else None,
            cwd=cwd,
            env={**os.environ, **INSIDE},
        )


def say(text: str) -> None:
    """Tell the user."""
    print(f"tengen: {text}", file=sys.stderr, flush=True)


CHROMIUM = Part("chromium", find_chromium, apt_obstacle, get_chromium)
NPM_PACKAGES = Part("npm packages", find_packages, npm_obstacle, get_packages)

if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
