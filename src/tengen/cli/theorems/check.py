"""`tengen theorem check`: a certificate of the theorem, checked by one of two programs."""

from __future__ import annotations

import argparse
import time
from importlib import import_module

from tengen.classic.screen import Screen
from tengen.cli.arguments import Parser
from tengen.cli.complain import complain
from tengen.cli.output import DONE, FAILED, show, with_screen
from tengen.cli.progress import Bar
from tengen.errors import UsageError, quote
from tengen.prove.check import ATTACKER, ProofCounts, ProofVerdict
from tengen.prove.theorem_book import THEOREM_RULES
from tengen.rules.point import Point, format_algebraic
from tengen.rules.rules import Rules
from tengen.rules.wording import counted

CHECKERS = {
    "quick": ("tengen.prove.quick_check", "QuickRefused"),
    "plain": ("tengen.prove.check", "ProofRefused"),
}
"""The module of each checker, and what it raises for a certificate that proves nothing."""
EPILOG = """\
Both checkers read the certificate alone and share no code with what has made it, nor with each
other. The plain one is a single file that needs nothing but Python, written to be read:
`tengen theorem check --where` says where it is.

A certificate must claim the theorem: the first player wins on the empty 15x15 board with five or
more in a row. With --any-claim, any claim will do that the certificate proves.

examples:
  tengen theorem check proof.xz
  tengen theorem check proof.xz --checker plain
  tengen theorem check part.xz --any-claim"""


def run(arguments: list[str]) -> int:
    """Check a certificate, and give the exit status."""
    return make_parser().run(arguments, _obey)


def make_parser() -> Parser:
    """The parser of what can be said about a check."""
    parser = Parser(
        prog="tengen theorem check",
        description="Check a certificate: that it proves that the first player wins.",
        epilog=EPILOG,
    )
    add = parser.add_argument
    add("file", nargs="?", metavar="FILE", help="the certificate")
    add("--checker", choices=tuple(CHECKERS), default="quick", help="which of the two (quick)")
    add("--any-claim", action="store_true", help="accept any claim, not only the theorem")
    add("--where", action="store_true", help="show where the plain checker is, and leave")
    return parser


def _obey(found: argparse.Namespace) -> int:
    if found.where:
        return show(f"{import_module(CHECKERS['plain'][0]).__file__}\n")
    if found.file is None:
        raise UsageError("a certificate is needed: `tengen theorem expand` makes one.")
    return with_screen(lambda screen: _check(screen, found))


def _check(screen: Screen, found: argparse.Namespace) -> int:
    name: str = found.checker
    module, refusal = CHECKERS[name]
    checker = import_module(module)
    bar = Bar(0, "part")
    start = time.process_time()
    try:
        verdict = checker.check(found.file, lambda counts: bar.update(0, counts.parts))
    except getattr(checker, refusal) as refused:
        bar.clear()
        screen.write(f"refused: {refused}\n")
        return FAILED
    except OSError as error:
        bar.clear()
        raise UsageError(f"cannot read {quote(found.file)}: {error.strerror}.") from None
    bar.clear()
    spent = time.process_time() - start
    screen.write(f"proved: {_claim(verdict)}\n{_counted(verdict.counts, name, spent)}\n")
    if found.any_claim or _is_theorem(verdict):
        return DONE
    complain("this is not the theorem: add --any-claim to accept other claims.")
    return FAILED


def _is_theorem(verdict: ProofVerdict) -> bool:
    """Whether the claim is that the first player wins five in a row from the empty board."""
    rules = Rules(verdict.width, verdict.height, verdict.k)
    is_empty = not verdict.attacker and not verdict.defender
    return rules == THEOREM_RULES and is_empty and verdict.turn == ATTACKER


def _claim(verdict: ProofVerdict) -> str:
    """What was proved, in a sentence."""
    rules = Rules(verdict.width, verdict.height, verdict.k)
    game = f"{rules.width}x{rules.height}, {rules.k} or more in a row"
    moves = counted((verdict.plies + 1) // 2, "move")
    if not verdict.attacker and not verdict.defender and verdict.turn == ATTACKER:
        return f"the first player wins {game}, in at most {moves}."
    sides = ((verdict.attacker, "attacker"), (verdict.defender, "defender"))
    listed = (f"{name} {_points(cells, rules)}" for cells, name in sides if cells)
    stones = "; ".join(listed) or "empty board"
    who = "attacker" if verdict.turn == ATTACKER else "defender"
    return f"{game}; {stones}; the {who} is to move: the attacker wins in at most {moves}."


def _points(cells: frozenset[int], rules: Rules) -> str:
    points = (Point(*divmod(cell, rules.width)) for cell in sorted(cells))
    return " ".join(format_algebraic(point, rules) for point in points)


def _counted(counts: ProofCounts, name: str, seconds: float) -> str:
    return (
        f"{counted(counts.parts, 'part')}, {counted(counts.nodes, 'move')} of the attacker,"
        f" {counts.fours:,} of them fours,"
        f" {counted(counts.agains + counts.uses, 'position')} named again; the {name} checker took"
        f" {seconds:.1f} s of CPU time."
    )
