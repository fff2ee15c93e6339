"""Find a newer Python. This file must run in old ones, from Python 3.6 on."""

import os
import shutil
import sys


def run() -> int:
    """Run the same command in a newer Python, or report that there is none."""
    for minor in range(19, 10, -1):
        python = shutil.which(f"python3.{minor}")
        if python is not None:
            os.execv(python, [python, "-I", "-S", "-B", *sys.argv])
    version = ".".join(map(str, sys.version_info[:3]))
    sys.stderr.write(
        f"tengen: Python 3.11 or later is needed, but {sys.executable} is {version}."
        " Install a newer one, then run this again.\n"
    )
    return 1
