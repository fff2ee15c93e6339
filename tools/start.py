"""Run the scripts at the root of a clone, using only the standard library.

Usage: start.py tengen [ARGUMENT ...], or start.py NAME to set up `.venv` for NAME and return.

The classic games start at once from the sources, and write nothing to the disk. The other commands
need `.venv`, which is set up when one of them is first run.
"""

import gc
import os
import sys

TOOLS = os.path.dirname(os.path.abspath(__file__))
SOURCES = os.path.join(os.path.dirname(TOOLS), "src")


def main(name: str, arguments: "list[str]") -> int:
    """Run the command line, or set up `.venv`; return the exit status."""
    if sys.version_info < (3, 11):  # noqa: UP036 - any python3 may run this
        sys.path.append(TOOLS)
        import newer_python  # noqa: PLC0415 - rarely needed

        return newer_python.run()
    gc.disable()  # imports leave almost no garbage
    sys.path.insert(0, SOURCES)
    if name != "tengen":
        return set_up(name)
    if not starts_at_once(arguments):
        return set_up(name) or run_set_up(arguments)
    return run_at_once(arguments)


def starts_at_once(arguments: "list[str]") -> bool:
    """Return whether the standard library is enough: for classic games, grading and wrong use."""
    from tengen.classic import EDITIONS  # noqa: PLC0415 - needs a new Python

    if not arguments or arguments[0] in EDITIONS or arguments[0].startswith("-"):
        return not needs_compiled_search(arguments)
    from tengen.cli.arguments import COMMANDS  # noqa: PLC0415 - classic games do not need it

    return arguments[0] == "grade" or arguments[0] not in COMMANDS


def needs_compiled_search(arguments: "list[str]") -> bool:
    """Return whether a classic game is played at a level that is slow without compilation."""
    if not any(word.startswith("--level") for word in arguments):
        return False
    from tengen.cli.edition import COMPILED_LEVELS  # noqa: PLC0415 - most games have no level

    words = " ".join(arguments).replace("=", " ").split()
    slow = {("--level", str(level)) for level in COMPILED_LEVELS}
    return not slow.isdisjoint(zip(words, words[1:], strict=False))  # noqa: RUF007 - no import


def run_at_once(arguments: "list[str]") -> int:
    """Run the command line in this process."""
    sys.path.append(os.path.join(TOOLS, "uncompiled"))
    sys.argv = ["tengen", *arguments]
    from tengen.__main__ import main as run  # noqa: PLC0415 - only if it starts at once

    gc.freeze()
    gc.enable()
    status = run()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)  # a normal exit of the interpreter takes longer than drawing the board


def run_set_up(arguments: "list[str]") -> int:
    """Replace this process by the same command in `.venv`."""
    import environment  # noqa: PLC0415 - only for commands that need it

    python = str(environment.PYTHON)
    os.execv(python, [python, "-I", "-m", "tengen", *arguments])


def set_up(name: str) -> int:
    """Set up what NAME needs, unless that has been done; return the exit status."""
    sys.path.append(TOOLS)
    import environment  # noqa: PLC0415 - only for commands that need it

    return environment.main(name)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1], sys.argv[2:]))
    except KeyboardInterrupt:
        sys.exit(130)
