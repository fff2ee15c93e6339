"""Entry points of `python -m tengen` and of the commands `tengen` and `pbrain-tengen`."""

import sys


def main() -> int:
    """Run the command line. Ctrl-C ends it without a traceback, even during start-up."""
    try:
        from tengen.cli.main import run  # noqa: PLC0415 - catches Ctrl-C during the import, too

        return run(sys.argv[1:])
    except KeyboardInterrupt:
        return 130


def brain() -> int:
    """Run the engine for a Gomocup manager. Ctrl-C ends it without a traceback."""
    try:
        from tengen.cli.main import run_brain  # noqa: PLC0415 - likewise

        return run_brain()
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
