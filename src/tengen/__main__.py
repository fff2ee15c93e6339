"""Start the command line: `python -m tengen`, and the `tengen` command."""

import sys


def main() -> int:
    """Run the command line; Ctrl-C ends it quietly, even while it is still loading."""
    try:
        from tengen.cli.main import run  # noqa: PLC0415 - so that Ctrl-C is caught here too

        return run(sys.argv[1:])
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
