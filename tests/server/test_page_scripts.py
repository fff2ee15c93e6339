"""The unit tests of the page's scripts, run by node."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parent / "scripts"


@pytest.mark.parametrize("script", sorted(SCRIPTS.glob("*.test.mjs")), ids=lambda path: path.stem)
def test_the_unit_tests_of_the_scripts_pass(script: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is missing")
    command = [node, "--no-warnings", "--test", "--test-reporter=spec", str(script)]
    run = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    assert run.returncode == 0, run.stdout
