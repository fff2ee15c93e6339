"""Write the lock files: the version and the hashes of every package that is installed in a clone.

Usage: lock.py [--upgrade]

The files are `tools/lock/NAME.txt`, made from pyproject.toml. Versions stay as they are unless
pyproject.toml no longer allows them, or `--upgrade` is given. Needs `uv`.
"""

import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ROOT / "tools" / "lock"
EXTRAS = {"test": "test", "tengen": "all", "bench": "bench"}
"""The extra of each lock file. The versions of the first file constrain the others."""
HEADER = "# Made by tools/lock.py from pyproject.toml. Do not edit.\n"


def main(*options: str) -> None:
    """Write all files."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as build:
        build.write("\n".join(project["build-system"]["requires"]))
        build.flush()
        first, *others = EXTRAS
        lock(first, build.name, options)
        for name in others:
            lock(name, build.name, (*options, "--constraint", str(LOCKS / f"{first}.txt")))


def lock(name: str, build: str, options: tuple[str, ...]) -> None:
    """Write one file."""
    path = LOCKS / f"{name}.txt"
    command = ["uv", "pip", "compile", "--quiet", "--no-header", "--no-annotate", "--universal"]
    wanted = ["--generate-hashes", "--python-version", "3.11", "--extra", EXTRAS[name]]
    where = ["--output-file", str(path), "pyproject.toml", build]
    subprocess.run([*command, *wanted, *options, *where], cwd=ROOT, check=True)
    own = (line for line in path.read_text().splitlines() if not line.startswith("#"))
    path.write_text(HEADER + "\n".join(own) + "\n")


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except FileNotFoundError:
        sys.exit("lock: uv was not found. Install it with `pip install uv`, then run this again.")
