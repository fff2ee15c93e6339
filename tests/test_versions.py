"""tools/versions.py, as far as it can be tested without another Python."""

import subprocess
import sys
from pathlib import Path

TOOL = Path(__file__).parent.parent / "tools" / "versions.py"


def test_a_missing_python_is_named() -> None:
    command = [sys.executable, str(TOOL), "no-such-python3.99"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr == "versions: not found: no-such-python3.99\n"
