"""The compiled and the uncompiled quick checker give the same results."""

from __future__ import annotations

import os
import pickle
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from kit.certificates import SAMPLES
from kit.random_proofs import damaged, random_certificates

import tengen

PACKAGE = Path(tengen.__file__).parent
MODULES = sorted(path.stem for path in (PACKAGE / "prove").glob("quick_*.pxd"))

SCRIPT = """
import importlib, io, pickle, sys
from tengen.prove.quick_check import QuickRefused, check
modules = [importlib.import_module("tengen.prove." + name) for name in sys.argv[2:]]
print(*{module.__file__.endswith(".py") for module in modules})
for packed in pickle.load(open(sys.argv[1], "rb")):
    try:
        print(check(io.BytesIO(packed)))
    except QuickRefused as refused:
        print(refused)
"""


def run(source: Path, data: Path) -> list[str]:
    """Return whether the modules are uncompiled, and the results for the certificates."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", SCRIPT, data, *MODULES],
        env={**os.environ, "PYTHONPATH": str(source)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_the_compiled_and_the_uncompiled_checker_agree(tmp_path: Path) -> None:
    if not any((PACKAGE / "prove").glob("quick_tree.*.so")):
        pytest.skip("the checker is not compiled here: there is nothing to compare")
    random, data = Random(3), tmp_path / "certificates"
    whole = [*SAMPLES.values(), *random_certificates(range(8), 0.2)]
    data.write_bytes(pickle.dumps([*whole, *[damaged(one, random) for one in whole * 5]]))
    leave_out = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
    shutil.copytree(PACKAGE, tmp_path / "tengen", ignore=leave_out)
    (installed, *expected), (plain, *lines) = run(PACKAGE.parent, data), run(tmp_path, data)
    assert (installed, plain) == ("False", "True")
    assert lines == expected
    assert any(line.startswith("QuickVerdict") for line in lines)
