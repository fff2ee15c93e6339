"""Start what the scripts at the root of a clone are for, with nothing but the standard library.

Usage: start.py tengen [ARGUMENT ...], or start.py NAME to set up `.venv` for that and return.

The classic games start at once, from the sources, and nothing is written to the disk. The other
commands need more. It is set up when one of them is first asked for, and they run from there.
"""

import gc
import os
import sys

TOOLS = os.path.dirname(os.path.abspath(__file__))
SOURCES = os.path.join(os.path.dirname(TOOLS), "src")


def main(name: str, arguments: "list[str]") -> int:
    """Run the command line, or set up; returns the exit status."""
    if sys.version_info < (3, 11):  # noqa: UP036 - any python3 may run this
        sys.path.append(TOOLS)
        import newer_python  # noqa: PLC0415 - rarely needed

        return newer_python.run()
    gc.disable()  # imports leave next to nothing to collect
    sys.path.insert(0, SOURCES)
    if name != "tengen":
        return set_up(name)
    if not starts_at_once(arguments):
        return set_up(name) or run_set_up(arguments)
    return run_at_once(arguments)


def starts_at_once(arguments: "list[str]") -> bool:
    """Whether the standard library is enough: for the classic games, to grade, and for mistakes."""
    from tengen.classic import EDITIONS  # noqa: PLC0415 - not for an old Python

    if not arguments or arguments[0] in EDITIONS or arguments[0].startswith("-"):
        return not needs_compiled_search(arguments)
    from tengen.cli.arguments import COMMANDS  # noqa: PLC0415 - a classic game starts without it

    return arguments[0] == "grade" or arguments[0] not in COMMANDS


def needs_compiled_search(arguments: "list[str]") -> bool:
    """Whether a classic game is played at a level that is slow otherwise."""
    if not any(word.startswith("--level") for word in arguments):
        return False
    from tengen.cli.edition import COMPILED_LEVELS  # noqa: PLC0415 - most games have no level

    words = " ".join(arguments).replace("=", " ").split()
    slow = {("--level", str(level)) for level in COMPILED_LEVELS}
    return not slow.isdisjoint(zip(words, words[1:], strict=False))  # noqa: RUF007 - an import less


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
    os._exit(status)  # taking the interpreter apart would cost more than drawing the board


def run_set_up(arguments: "list[str]") -> int:
    """Become the same command in the environment of the clone."""
    import environment  # noqa: PLC0415 - only where something is set up

    python = str(environment.PYTHON)
    os.execv(python, [python, "-I", "-m", "tengen", *arguments])


def set_up(name: str) -> int:
    """Set up what NAME needs, unless that has been done; returns the exit status."""
    sys.path.append(TOOLS)
    import environment  # noqa: PLC0415 - only where something is set up

    return environment.main(name)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1], sys.argv[2:]))
    except KeyboardInterrupt:
        sys.exit(130)
