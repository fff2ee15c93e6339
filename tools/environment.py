"""Set up the environment of a clone, `.venv`, for NAME: `tengen`, `test` or `bench`.

This installs the packages of `tools/lock/NAME.txt`, checks their hashes, and compiles the search.
Everything that it downloads or makes stays inside the clone. If it is interrupted, the next run
continues. It needs only the standard library.
"""

import fcntl
import os
import re
import shutil
import subprocess
import sys
import venv
from collections.abc import Callable, Iterator
from pathlib import Path

from progress import Progress

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
CACHE = ROOT / ".cache"
LOG = CACHE / "set-up.log"
LOCKS = ROOT / "tools" / "lock"
PLACE = VENV / "set-up-in"
"""A file with the path of the clone, as an environment cannot be moved."""
COMPILED = VENV / "compiled"
"""A file with the time of the last compilation."""
ENVIRONMENT, PACKAGES, TRANSLATING, COMPILING = (
    "creating the environment",
    "installing packages",
    "translating the search",
    "compiling the search",
)
STAGES = {ENVIRONMENT: 3.0, PACKAGES: 6.0, TRANSLATING: 4.0, COMPILING: 12.0}
"""Roughly how many seconds each stage takes."""
NO_NETWORK = re.compile(
    "NewConnectionError|NameResolutionError|name resolution|Network is unreachable"
    "|Connection refused|Connection timed out|ConnectTimeout|ReadTimeout|ProxyError"
    r"|\(from versions: none\)"
)
"""What pip prints if a package index does not answer, or answers with an error."""
INSIDE = {
    "PIP_CACHE_DIR": str(CACHE / "pip"),
    "PIP_DISABLE_PIP_VERSION_CHECK": "1",
    # pip asks rustc for its version, and rustup then creates a folder.
    "RUSTUP_HOME": str(CACHE / "rustup"),
}
"""Environment variables that keep the files of pip inside the clone."""

OnLine = Callable[[str], None]
"""Called with each line that a program prints."""


class SetUpError(Exception):
    """The setup failed; the message says why and what to do."""


def main(name: str) -> int:
    """Set up, unless that has been done; return the exit status."""
    if is_done(name):
        return 0
    try:
        set_up(name)
    except KeyboardInterrupt:
        print_message("the setup was interrupted. The next start continues it.")
        return 130
    except (SetUpError, OSError, subprocess.SubprocessError) as error:
        print_message(f"could not set up: {error}")
        return 1
    return 0


def set_up(name: str) -> None:
    """Run all stages, holding a lock so that only one process does it at a time."""
    CACHE.mkdir(exist_ok=True)
    with (CACHE / "set-up.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if is_done(name):
            return
        print_message(f"setting up {VENV} (once, less than a minute) ...")
        progress = Progress(STAGES, sys.stderr)
        try:
            make_environment(progress)
            install_packages(name, progress)
            compile_search(progress)
        finally:
            progress.end()


def is_done(name: str) -> bool:
    """Return whether nothing is left to do."""
    return is_here() and has_packages(name) and is_compiled()


def is_here() -> bool:
    """Return whether there is an environment that was created at this path."""
    return PYTHON.exists() and PLACE.exists() and PLACE.read_text() == f"{ROOT}\n"


def has_packages(name: str) -> bool:
    """Return whether the packages are those of the lock file."""
    return mark(name).exists() and mark(name).read_bytes() == lock_file(name).read_bytes()


def is_compiled() -> bool:
    """Return whether no source has changed since the search was compiled."""
    if not COMPILED.exists():
        return False
    when = COMPILED.stat().st_mtime
    return not any(path.stat().st_mtime > when for path in sources())


def sources() -> Iterator[Path]:
    """Yield the sources of the compiled modules."""
    yield ROOT / "setup.py"
    for declared in (ROOT / "src" / "tengen").glob("*/*.pxd"):
        yield declared
        yield declared.with_suffix(".py")


def lock_file(name: str) -> Path:
    """Return the file with the versions and hashes of the packages for NAME."""
    return LOCKS / f"{name}.txt"


def mark(name: str) -> Path:
    """Return the path of a copy of the lock file that was installed."""
    return VENV / f"packages-for-{name}"


def make_environment(progress: Progress) -> None:
    """Create the environment, unless the existing one can be used."""
    if is_here():
        return
    progress.show(ENVIRONMENT)
    venv.create(VENV, clear=True, symlinks=True)
    run(["-m", "ensurepip"], lambda _line: None)
    (site,) = VENV.glob("lib/python3.*/site-packages")
    (site / "tengen.pth").write_text(f"{ROOT / 'src'}\n")
    PLACE.write_text(f"{ROOT}\n")


def install_packages(name: str, progress: Progress) -> None:
    """Install the packages of the lock file, and check their hashes."""
    if has_packages(name):
        return
    total = len(re.findall("^[a-z]", lock_file(name).read_text(), re.MULTILINE))
    seen = 0

    def show(line: str) -> None:
        nonlocal seen
        if line.startswith(("Collecting ", "Ignoring ", "Requirement already satisfied")):
            seen += 1
            progress.show(PACKAGES, seen - 1, total)

    progress.show(PACKAGES, 0, total)
    options = ("--require-hashes", "--no-deps", "--no-compile", "--progress-bar=off", "--no-input")
    run(["-m", "pip", "install", *options, "--requirement", str(lock_file(name))], show)
    for installed in {name, "tengen"}:  # every lock file includes the packages of tengen
        shutil.copyfile(lock_file(installed), mark(installed))


def compile_search(progress: Progress) -> None:
    """Compile the changed modules. Without a C compiler, the search stays uncompiled and slow."""
    if is_compiled():
        return
    total = len(list((ROOT / "src" / "tengen").glob("*/*.pxd"))) + 1
    seen = 0

    def show(line: str) -> None:
        nonlocal seen
        if "] Cythonizing " in line:
            progress.show(TRANSLATING, int(line[1:].partition("/")[0]) - 1, total)
        elif line.startswith("building '"):
            seen += 1
            progress.show(COMPILING, seen - 1, total)

    progress.show(TRANSLATING, 0, total)
    build = ["setup.py", "build_ext", "--inplace"]
    run([*build, "--force"] if is_built_otherwise() else build, show)
    if not works():
        run([*build, "--force"], show)  # a compiler was killed while it wrote a file
    COMPILED.touch()


def is_built_otherwise() -> bool:
    """Return whether setup.py has changed since the last compilation."""
    built = ROOT / "setup.py"
    return COMPILED.exists() and built.stat().st_mtime > COMPILED.stat().st_mtime


def works() -> bool:
    """Return whether the modules can be imported, compiled or not."""
    names = "tengen.prove.quick_check, tengen.engine, tengen.prove"
    command = [str(PYTHON), "-I", "-c", f"import {names}"]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def run(arguments: list[str], on_line: OnLine) -> None:
    """Run Python in the environment, and write its output to the log."""
    command = [str(PYTHON), "-I", *arguments]
    with (
        LOG.open("w") as log,
        subprocess.Popen(
            command,
            cwd=ROOT,
            env={"PIP_RETRIES": "2", **os.environ, **INSIDE},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        ) as child,
    ):
        assert child.stdout is not None
        for line in child.stdout:
            log.write(line)
            on_line(line)
    if child.returncode:
        raise SetUpError(f"{cause(LOG.read_text(errors='replace'))} (details: {LOG})")


def cause(log: str) -> str:
    """Return why a program failed, from its output, and what to do."""
    if NO_NETWORK.search(log):
        return "cannot download packages. Check the network, then run this again."
    if "No space left on device" in log:
        return "the disk is full. Free some space, then run this again."
    if "No module named ensurepip" in log:
        return "this Python cannot install pip. Install python3-venv, then run this again."
    if "DO NOT MATCH THE HASHES" in log:
        return "a package has a wrong hash. Check the package index, then run this again."
    errors = [line.strip() for line in log.splitlines() if line.strip().startswith("ERROR: ")]
    return errors[0].removeprefix("ERROR: ") if errors else "a program failed."


def print_message(text: str) -> None:
    """Print a message to standard error."""
    print(f"tengen: {text}", file=sys.stderr, flush=True)
