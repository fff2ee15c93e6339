"""Set up `.venv` with Tengen and, unless NAME is tengen, the optional dependencies of that name.

Usage: setup.py NAME. Run by tools/setup.sh with nothing but the standard library at hand.
"""

import fcntl
import os
import re
import shutil
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
CACHE = ROOT / ".cache"
PLACE = VENV / "set-up-in"
LOG = CACHE / "set-up.log"
ROOMS = [ROOT / "src" / "tengen" / name for name in ("proofs", "search", "solver")]
COMPILED = [ROOT / "setup.py", *(path for room in ROOMS for path in room.glob("*.p[yx]*"))]
NO_NETWORK = re.compile(
    "NewConnectionError|NameResolutionError|name resolution|Network is unreachable"
    "|Connection refused|Connection timed out|ConnectTimeout|ReadTimeout|ProxyError"
    r"|\(from versions: none\)"
)
"""What pip says where it gets no answer."""
INSIDE = {
    "PIP_CACHE_DIR": str(CACHE / "pip"),
    "PIP_DISABLE_PIP_VERSION_CHECK": "1",
    # pip asks any rustc for its version, and rustup's then makes a folder for itself.
    "RUSTUP_HOME": str(CACHE / "rustup"),
}
"""What keeps pip and its like from leaving anything outside the clone."""


def main(name: str) -> int:
    """Set up unless another process has just done it; tell the user in one line."""
    CACHE.mkdir(exist_ok=True)
    os.environ.update(INSIDE)
    with (CACHE / "set-up.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if is_done(name):
            return 0
        print(f"tengen: setting up {VENV} (once, a minute or two) ...", file=sys.stderr, flush=True)
        make_venv()
        if not install(name):
            why = cause(LOG.read_text(errors="replace"))
            print(f"tengen: could not set up: {why} (all of it in {LOG})", file=sys.stderr)
            return 1
        for done in {"tengen", name}:
            shutil.copyfile(ROOT / "pyproject.toml", mark(done))
        PLACE.write_text(f"{ROOT}\n")
    return 0


def mark(name: str) -> Path:
    """The file that says for which pyproject.toml a set-up was done."""
    return VENV / f"set-up-for-{name}"


def is_done(name: str) -> bool:
    """Whether nothing is left to do."""
    project = (ROOT / "pyproject.toml").read_bytes()
    same = is_here() and mark(name).exists() and mark(name).read_bytes() == project
    return same and not any(path.stat().st_mtime > PLACE.stat().st_mtime for path in COMPILED)


def is_here() -> bool:
    """Whether there is an environment that was made in this very place."""
    python = VENV / "bin" / "python"
    return python.exists() and PLACE.exists() and PLACE.read_text() == f"{ROOT}\n"


def make_venv() -> None:
    """Make the environment anew unless the one that is there can be used."""
    if not is_here():
        venv.create(VENV, clear=True, symlinks=True, with_pip=True)


def install(name: str) -> bool:
    """Install Tengen in place, with its optional dependencies of that name."""
    what = f"{ROOT}" if name == "tengen" else f"{ROOT}[{name}]"
    python = str(VENV / "bin" / "python")
    command = [python, "-I", "-m", "pip", "install", "--quiet", "--editable", what]
    with LOG.open("w") as log:
        run = subprocess.run(command, stdout=log, stderr=log, check=False)
    return run.returncode == 0


def cause(log: str) -> str:
    """Why pip failed, from what it said, and what to do."""
    if NO_NETWORK.search(log):
        return "no package server can be reached. Check the network, then run this again."
    if "No space left on device" in log:
        return "the disk is full. Make room, then run this again."
    errors = [line.strip() for line in log.splitlines() if line.strip().startswith("ERROR: ")]
    return errors[0].removeprefix("ERROR: ") if errors else "pip failed"


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1]))
    except KeyboardInterrupt:
        sys.exit(130)
    except (OSError, subprocess.SubprocessError) as error:
        sys.exit(f"tengen: could not set up: {error}")
