"""The program without its optional packages."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Collection, Sequence
from pathlib import Path

import tengen
from kit.program import PATIENCE, Ran

PACKAGE = Path(tengen.__file__).parent
OPTIONAL = (
    *(
        "Cython",
        "PIL",
        "cython",
        "distributed",
        "httptools",
        "numpy",
        "rich",
        "segno",
        "starlette",
        "textual",
    ),
    *("uvicorn", "uvloop", "websockets"),
)
"""The modules that the base install does not need."""

HIDE = """\
import sys
class Missing:
    def find_spec(name, path=None, target=None):
        if name.partition(".")[0] in {hidden!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Missing)
"""
RUN = "import runpy; runpy.run_module('tengen', run_name='__main__', alter_sys=True)"


def without(hidden: Collection[str], script: str = RUN) -> list[str]:
    """Return the command of a script that cannot import these modules; arguments can follow."""
    return [sys.executable, "-c", HIDE.format(hidden=set(hidden)) + script]


def run_without(
    hidden: Collection[str],
    args: Sequence[str],
    cwd: Path,
    typed: bytes = b"",
    source: Path = PACKAGE.parent,
) -> Ran:
    """Run the program without these modules; `source` is the folder of its package."""
    ran = subprocess.run(
        [*without(hidden), *args],
        input=typed,
        capture_output=True,
        cwd=cwd,
        check=False,
        timeout=PATIENCE,
        env={**os.environ, "PYTHONPATH": str(source), "HOME": str(cwd)},
    )
    return Ran(ran.returncode, ran.stdout, ran.stderr)


def copy_uncompiled(to: Path) -> Path:
    """Copy the package without its compiled modules."""
    leave_out = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
    shutil.copytree(PACKAGE, to / "tengen", ignore=leave_out)
    return to
