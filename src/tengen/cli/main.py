"""The entry point: starts a plain game at once, and parses the arguments for everything else."""

from __future__ import annotations

from collections.abc import Callable

from tengen.classic import EDITIONS
from tengen.cli.edition import EditionOptions, play_edition
from tengen.cli.output import MISUSED, print_error
from tengen.errors import UsageError


def run(arguments: list[str]) -> int:
    """Run the command of these arguments and return the exit status."""
    name = arguments[0] if arguments else EDITIONS[0]
    if len(arguments) <= 1 and name in EDITIONS:
        return play_edition(name, EditionOptions())
    return _with_clear_errors(lambda: _run_command(arguments))


def run_brain() -> int:
    """Run the `pbrain-tengen` command and return the exit status."""
    return _with_clear_errors(_run_brain)


def _with_clear_errors(act: Callable[[], int]) -> int:
    """Call `act`; report wrong use or a missing package in one line."""
    try:
        return act()
    except UsageError as error:
        print_error(str(error))
    except ModuleNotFoundError as error:
        from tengen.extras import explain_missing  # noqa: PLC0415 - most games need no extras

        print_error(explain_missing(error))
    return MISUSED


def _run_command(arguments: list[str]) -> int:
    from tengen.cli.arguments import run_command  # noqa: PLC0415 - a plain game needs no parser

    return run_command(arguments)


def _run_brain() -> int:
    from tengen.cli.brain import main  # noqa: PLC0415 - only managers need the engine

    return main()
