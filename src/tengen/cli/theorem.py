"""`tengen theorem`: the first player wins five in a row, and why."""

from __future__ import annotations

from tengen.cli.output import show
from tengen.cli.theorems import check, expand
from tengen.cli.theorems import show as show_lines
from tengen.errors import UsageError, quote

HELP = """\
usage: tengen theorem show | expand | check [OPTION ...]

On 15x15, where five or more in a row win and nothing is forbidden, the first player wins. Tengen
comes with the proof in short: what the first player plays wherever threats alone do not win.

  show    the tree, opening by opening; for any move of the second player, why it loses
  expand  the whole proof, made on this machine: a certificate
  check   a certificate, checked by a program that knows nothing of how it was found

options:
  --help  show this help; `tengen theorem show --help` and so on tell more

examples:
  tengen theorem show h8 h9
  tengen theorem expand proof.xz
  tengen theorem check proof.xz
"""
COMMANDS = {"show": show_lines.run, "expand": expand.run, "check": check.run}


def run(arguments: list[str]) -> int:
    """Do what the arguments say, and give the exit status."""
    if not arguments or arguments[0] in {"-h", "--help"}:
        return show(HELP)
    if arguments[0] in COMMANDS:
        return COMMANDS[arguments[0]](arguments[1:])
    raise UsageError(
        f"there is no {quote(arguments[0])} of the theorem: there are {', '.join(COMMANDS)};"
        " `tengen theorem --help` tells more."
    )
