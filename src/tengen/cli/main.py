"""What the words after `tengen` mean."""

from __future__ import annotations

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
    from tengen.cli.arguments import run_with  # noqa: PLC0415 - a plain game needs no parser

    try:
        return run_with(arguments)
    except UsageError as error:
        complain(str(error))
        return MISUSED
