"""Test Tengen with several versions of Python.

Usage: versions.py [PYTHON ...]. Each is a command such as python3.12, or a path. The default is
every installed Python from python3.11 to python3.14. For each, Tengen is built and installed into
a new environment in .cache/versions, and the tests that depend on the version are run.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PLACE = ROOT / ".cache" / "versions"
KNOWN = ("python3.11", "python3.12", "python3.13", "python3.14")
TESTS = (
    *("tests/rules", "tests/classic", "tests/records", "tests/engine"),
    *("tests/cli", "tests/game", "tests/storage", "tests/gomocup"),
    *("tests/test_extras.py", "tests/test_atomic_file.py", "tests/test_public.py"),
)
OPTIONS = ("--numprocesses=2", "--dist=worksteal", "--quiet")


def main(commands: list[str]) -> int:
    """Test with each Python; return 0 if all tests pass with all of them."""
    found = [path for path in map(shutil.which, commands or KNOWN) if path]
    missing = [name for name in commands if shutil.which(name) is None]
    if missing or not found:
        print(f"versions: not found: {', '.join(missing or KNOWN)}", file=sys.stderr)
        return 2
    results = {path: check(path) for path in found}
    for path, is_good in results.items():
        print(f"{version_of(path)}: {'passed' if is_good else 'FAILED'} ({path})")
    return 0 if all(results.values()) else 1


def version_of(python: str) -> str:
    """Return the version, such as 3.12.1."""
    command = [python, "-c", "import platform; print(platform.python_version())"]
    return subprocess.check_output(command, text=True).strip()


def check(python: str) -> bool:
    """Install Tengen for this Python, and run the tests."""
    place = PLACE / version_of(python)
    inside = str(place / "bin" / "python")
    print(f"versions: {version_of(python)} ({python}) in {place}", flush=True)
    steps = [
        [python, "-m", "venv", "--clear", str(place)],
        [inside, "-m", "pip", "install", "--quiet", f"{ROOT}[test]"],
        [inside, "-m", "pytest", *OPTIONS, f"--basetemp={place / 'tmp'}", *TESTS],
    ]
    environment = {**os.environ, "PIP_CACHE_DIR": str(ROOT / ".cache" / "pip")}
    return all(
        subprocess.run(step, cwd=ROOT, env=environment, check=False).returncode == 0
        for step in steps
    )


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
