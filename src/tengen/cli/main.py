"""What the words after `tengen` mean."""

from __future__ import annotations

from collections.abc import Callable

from tengen.classic import EDITIONS
from tengen.cli.complain import complain
from tengen.cli.edition import play_edition
from tengen.cli.options import Options
from tengen.cli.output import MISUSED
from tengen.errors import UsageError


def run(arguments: list[str]) -> int:
    """Do what the arguments say, and give the exit status."""
    name = arguments[0] if arguments else EDITIONS[0]
    if len(arguments) <= 1 and name in EDITIONS:
        return play_edition(name, Options())
    return _with_clear_errors(lambda: _run_with(arguments))


def run_brain() -> int:
    """The `pbrain-tengen` command."""
    return _with_clear_errors(_run_brain)


def _with_clear_errors(act: Callable[[], int]) -> int:
    """Act, and tell in one line what was called the wrong way or is not installed."""
    try:
        return act()
    except UsageError as error:
        complain(str(error))
    except ModuleNotFoundError as error:
        from tengen.extras import explain_missing  # noqa: PLC0415 - most games need no extras

        complain(explain_missing(error))
    return MISUSED


def _run_with(arguments: list[str]) -> int:
    from tengen.cli.arguments import run_with  # noqa: PLC0415 - a plain game needs no parser

    return run_with(arguments)


def _run_brain() -> int:
    from tengen.cli.brain import main  # noqa: PLC0415 - only managers need the engine

    return main()
