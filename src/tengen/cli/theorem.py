"""`tengen theorem`: the first player wins five in a row, and why."""

from __future__ import annotations

from tengen.cli import theorem_certificate, theorem_show
from tengen.cli.output import print_text
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
COMMANDS = {
    "show": theorem_show.run,
    "expand": theorem_certificate.run_expand,
    "check": theorem_certificate.run_check,
}


def run(arguments: list[str]) -> int:
    """Do what the arguments say, and give the exit status."""
    if not arguments or arguments[0] in {"-h", "--help"}:
        return print_text(HELP)
    if arguments[0] in COMMANDS:
        return COMMANDS[arguments[0]](arguments[1:])
    raise UsageError(
        f"there is no {quote(arguments[0])} of the theorem: there are {', '.join(COMMANDS)};"
        " `tengen theorem --help` tells more."
    )
