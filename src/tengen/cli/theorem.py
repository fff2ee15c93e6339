"""`tengen theorem`: the proof that the first player wins five in a row."""

from __future__ import annotations

from tengen.cli import theorem_certificate, theorem_show
from tengen.cli.output import print_text
from tengen.errors import UsageError, quote

HELP = """\
usage: tengen theorem show | expand | check [OPTION ...]

On 15x15, if five or more in a row win and nothing is forbidden, the first player wins. Tengen
comes with a short form of the proof: the moves of the first player where threats alone do not win.

  show    show the moves of the proof, and why each answer of the second player loses
  expand  make the complete proof on this machine, as a certificate
  check   check a certificate, with a program that shares no code with the one that made it

options:
  --help  show this help; see also `tengen theorem show --help` and so on

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
    """Run the subcommand of these arguments and return the exit status."""
    if not arguments or arguments[0] in {"-h", "--help"}:
        return print_text(HELP)
    if arguments[0] in COMMANDS:
        return COMMANDS[arguments[0]](arguments[1:])
    raise UsageError(
        f"there is no theorem command {quote(arguments[0])}: choose from {', '.join(COMMANDS)};"
        " see `tengen theorem --help`."
    )
