"""The search gives the same results compiled, uncompiled, and with every index checked."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

import pytest
from kit.certificates import SAMPLES
from kit.clones import make_repository
from kit.missing import PACKAGE, copy_uncompiled

SCRIPT = """
import sys
from tengen.rules.notation import parse_position
from tengen.engine.vcf import VcfSearch
from tengen.engine.general_position import GeneralPosition
from tengen.engine.analysis import Limits
from tengen.engine.engine import Engine
from tengen.engine.search_parameters import SearchParameters
from tengen.engine.win_finder import Finder, make_proof_numbers, make_vct_memory
from tengen.engine.pattern_tables import make_position
from tengen.engine.vct import VctSearch
from tengen.engine.vct_proof_numbers import VctProofNumbers
from tengen.engine.winning_move_cache import make_winning_move_cache
from kit.learned import random_weights

WEIGHTS = random_weights()
TUNED = SearchParameters(
    reduction_base=95, threat_reduction=30, late_move_first=2, late_move_worse=30,
    late_move_threats=80, worse_reduction=2, futility_margin=40, null_move_depth=1,
    reverse_futility_depth=1, candidate_reach=3, attack_weight=137, history_shift=1,
)
MODULES = [module for name, module in sys.modules.items() if name in COMPILED]
print({module.__file__.endswith(".py") for module in MODULES}, len(MODULES) == len(COMPILED))
for text in TEXTS:
    board = parse_position(text)
    here = make_position(board)
    print("facts", here.facts())
    finder = VcfSearch(here)
    print("fours", finder.search(8), finder.moves(), finder.nodes)
    for limits in (Limits(depth=3, nodes=600), Limits(nodes=400)):
        for one in Engine(0.1).analyse(board, limits):
            print("search", one.move, one.score, one.plies, one.depth, one.nodes)
    for one in Engine(0.1, parameters=TUNED).analyse(board, Limits(nodes=400)):
        print("tuned", one.move, one.score, one.plies, one.depth, one.nodes)
    for one in Engine(0.1, weights=WEIGHTS).analyse(board, Limits(nodes=100)):
        print("learned", one.move, one.score, one.plies, one.depth, one.nodes)
    found = Finder(board).run(500)
    print("threats", found.win and found.win.line(), found.is_final, found.nodes)
    memories = make_vct_memory(), make_vct_memory(), make_winning_move_cache()
    numbers = VctProofNumbers(VctSearch(here, *memories), make_proof_numbers())
    print("proof numbers", numbers.run(500), numbers.winner())
    print("facts after it", make_position(board).facts() == here.facts())
for text in GENERAL:
    board = parse_position(text)
    print("general facts", GeneralPosition(board).facts())
    for one in Engine(0.1).analyse(board, Limits(nodes=500), 2):
        print("general", one.lines, one.depth, one.nodes)
"""

PROOFS = """
import io
from tengen.prove.prover import ThreatMemory, ThreatProver
from tengen.prove.quick_check import check
from tengen.rules.rules import FIVE_IN_A_ROW

stones = [[5 * 15 + 4, 7 * 15 + 7, 8 * 15 + 6, 8 * 15 + 7], [2 * 15 + 7, 3 * 15 + 6, 4 * 15 + 5]]
prover = ThreatProver(FIVE_IN_A_ROW, *map(frozenset, stones), ThreatMemory(1 << 12), None)
node = prover.prove(200000)
print("proof", node, node >= 0 and (prover.plies(node), prover.zone(node, 1)))
for packed in CERTIFICATES:
    print("certificate", check(io.BytesIO(packed)))
"""

TESTS = Path(__file__).parent.parent

TEXTS = [
    "15x15/5 freestyle X 15/15/15/15/15/15/6OX7/6XO7/8O6/9X5/15/15/15/15/15",
    "9x9/5 freestyle O 9/9/9/9/6OXX/7XX/4OO2O/4X1O1O/4XOXO1",
    "9x9/5 freestyle X 1OO1O4/1X7/4X4/XXOXO4/1X1O5/O1X1O4/9/9/9",
    "22x5/5 freestyle O 22/10X11/10XO10/9O12/22",
    "6x6/5 freestyle O XOO1O1/1X1XXX/2XXXO/XO1OOX/XOXXOO/OOO1XO",
    "9x9/5 standard X 9/9/9/4X4/4X4/2XX5/9/9/9",
    "7x7/5 standard X 7/7/1X1X3/XX5/OO2X2/1O4X/OO5",
    "9x9/5 renju O 4O4/4O4/4O4/9/2XX5/5X3/6X2/9/9",
    "11x11/5 renju X 11/11/11/4X6/4XOO4/2XX1O5/5O5/11/11/11/11",
]

GENERAL = [
    "3x3/3 freestyle X 3/3/3",
    "6x6/4 standard X 6/6/2XO2/6/6/6",
    "5x4/4 caro X 5/2XO1/2OX1/5",
    "9x9/4 caro-exact O 9/9/9/4X4/4OX3/9/9/9/9",
    "12x12/6 caro-long X 12/12/12/12/5XO5/4OX6/3XO7/12/12/12/12/12",
    "7x7/5 caro O OXOX3/2XO3/1XOXO2/3X3/7/7/7",
]


def run(source: Path, more: str = "") -> tuple[str, list[str]]:
    """Run the script, and more after it; return which modules are uncompiled, and its lines."""
    compiled = [f"tengen.engine.{path.stem}" for path in (PACKAGE / "engine").glob("*.pxd")]
    script = (SCRIPT + more).replace("TEXTS", repr(TEXTS)).replace("GENERAL", repr(GENERAL))
    script = script.replace("COMPILED", repr(compiled))
    script = script.replace("CERTIFICATES", repr([*SAMPLES.values()]))
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", script],
        env={**os.environ, "PYTHONPATH": f"{source}{os.pathsep}{TESTS}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "Error" not in done.stderr  # such as "Exception ignored in", from code without raise
    modules, *lines = done.stdout.splitlines()
    return modules, lines


@cache
def compiled(more: str = "") -> tuple[str, list[str]]:
    """Run the script with the installed package; skip the test if it is not compiled."""
    if not any((PACKAGE / "engine").glob("alpha_beta.*.so")):
        pytest.skip("the search is not compiled here, so there is nothing to compare")
    return run(PACKAGE.parent, more)


@cache
def uncompiled() -> tuple[str, list[str]]:
    """Run the script with a copy of the package that is not compiled."""
    with tempfile.TemporaryDirectory() as folder:
        return run(copy_uncompiled(Path(folder)))


def build_checked(to: Path) -> Path:
    """Compile a copy of the package with bounds checks, and return its path."""
    clone = make_repository(to, with_package=True)
    checks = {"TENGEN_BOUNDS_CHECKS": "1", "TENGEN_OPTIMISATION": "0"}
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "setup.py", "-q", "build_ext", "--inplace"],
        cwd=clone,
        env={**os.environ, **checks},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return clone / "src"


def test_compiled_and_uncompiled_modules_give_the_same_results() -> None:
    installed, expected = compiled()
    plain, lines = uncompiled()
    assert installed == "{False} True"
    assert plain == "{True} True"
    assert len(lines) == len(expected)
    for line, other in zip(lines, expected, strict=True):
        assert line == other


def test_the_uncompiled_search_finds_wins() -> None:
    plain, lines = uncompiled()
    assert plain == "{True} True"
    assert sum(line.startswith("facts after it True") for line in lines) == len(TEXTS)
    wins = [line for line in lines if line.startswith("fours") and " 0 " not in line[:9]]
    assert wins


def test_no_index_is_out_of_bounds(tmp_path: Path) -> None:
    installed, expected = compiled(PROOFS)
    checked, lines = run(build_checked(tmp_path), PROOFS)
    assert installed == checked == "{False} True"
    assert lines == expected
    assert sum(line.startswith("certificate QuickVerdict") for line in lines) == len(SAMPLES)
    assert not any(line.startswith("proof -1") for line in lines)
