"""`tengen bench`: count the nodes of a fixed search, which identify it, and measure its speed."""

from __future__ import annotations

import time

from tengen.cli.output import print_text
from tengen.engine import Engine, Limits
from tengen.engine.alpha_beta import COMPILED, AlphaBetaSearch
from tengen.engine.engine import HashTable
from tengen.engine.pattern_tables import make_position
from tengen.engine.shipped_weights import shipped_weights
from tengen.engine.vcf import VcfSearch
from tengen.errors import UsageError
from tengen.rules import Board, parse_moves, parse_position
from tengen.rules.rules import FIVE_IN_A_ROW

HELP = """\
usage: tengen bench [DEPTH]

Search fixed positions to a fixed depth (10 by default). Print the number of nodes,
which is the same on every machine, and the speed.

example:
  tengen bench 6
"""
DEFAULT_DEPTH = 10
MEGABYTES = 16
VCF_DEPTH = 20
POSITIONS = (
    "h8 g7 g6 j5 e8 f7 h7 f5",
    "h8 j5 i6 k11 j6 h6 i7 k5 h5",
    "h8 k8 j10 f11 h10 k10 k9 i9 i11 h12",
    "h8 g11 k8 h10 i9 g7 i8 g8 g9 i7 j9",
    "h8 e7 f7 j11 e5 f8 g9 e11 g6 f6",
    "h8 h10 f9 k5 e8 g8 f10 e11 f7 f6",
    "h8 f8 k5 f11 e11 g9 h10 f9 f7 h9 e9 g10 e12",
    "h8 i7 f8 e10 g7 g8 f9 f6",
    "h8 e5 k10 f10 j10 i9 j8 k8",
    "h8 f5 g9 i10 f8 f10 g8 i8 g11 g10",
    "h8 j6 f10 f6 e11 g9 f11 f12 g11 h11",
    "h8 g8 g11 f8 h11 h10 i11 f11 k11 j11 i9 j10",
)
CROWDED = (
    (
        "15x15/5 freestyle X 5O3X1X3/O2O2O3O3O/6XX7/2O1X1X4XO2/XX5O3X1O1/2O8O3/4O4OO1XX1/4XX3O3X1/"
        "XX1O11/4X1X2X2O2/1O5O7/8X4X1/X5O2X5/2OOO4X3X1/1OO1X4X1X1X1"
    ),
    (
        "15x15/5 freestyle X 5X4X4/X3X2X1X4X/O2O7X1XX/5X7XO/6O1X1OOO2/4O1X1X3X2/2XX5X5/1O1O1X6X1X/"
        "1X6XO5/5X4OX2X/1O6X4X1/2O12/X2X6X3X/OO2XX3OX1O1X/3O11"
    ),
    (
        "15x15/5 freestyle X 2OO1X4OO3/6XXO1O1X1X/2X1X5O4/X3O7X2/4O7O2/1O1X1O5XO2/5XO5XX1/10O1O2/"
        "4X4O2O1X/2X6O1O1XO/5OX2X4X/XX3OO2X5/O1X1X1X3O3X/6O4OXO1/1XX3X1O2O2X"
    ),
)
"""Positions with many fours, but without a win by fours."""


def run(arguments: list[str]) -> int:
    """Search the positions, print the counts, and return the exit status."""
    if arguments in (["-h"], ["--help"]):
        return print_text(HELP)
    depth = _parse_depth(arguments)
    make_position(make_board(POSITIONS[0]))  # builds the tables before the time is measured
    start = time.process_time()
    nodes = sum(count_nodes(moves, depth) for moves in POSITIONS)
    spent = time.process_time() - start
    return print_text(
        f"{'compiled' if COMPILED else 'not compiled'}, depth {depth}\n"
        f"nodes            {nodes:>12,}\n"
        f"nodes a second   {nodes / spent:>12,.0f}\n"
        f"fours a second   {_vcf_nodes_per_second():>12,.0f}\n"
        f"ns a move        {1e9 / _moves_per_second():>12,.0f}  (played and taken back)\n"
    )


def count_nodes(moves: str, depth: int) -> int:
    """Return the number of nodes that a search to this depth visits."""
    nodes = 0
    for analysis in Engine(MEGABYTES).analyse(make_board(moves), Limits(depth=depth)):
        nodes = analysis.nodes
    return nodes


def make_board(moves: str) -> Board:
    """Return the board after these moves."""
    board = Board(FIVE_IN_A_ROW)
    for move in parse_moves(moves, board.rules):
        board.play(move)
    return board


def _parse_depth(arguments: list[str]) -> int:
    if not arguments:
        return DEFAULT_DEPTH
    if len(arguments) > 1 or arguments[0] not in {str(depth) for depth in range(1, 31)}:
        raise UsageError("expected a depth from 1 to 30; see `tengen bench --help`.")
    return int(arguments[0])


def _vcf_nodes_per_second() -> float:
    """Return the speed of the VCF search in crowded positions."""
    nodes = 0
    spent = 0.0
    for text in CROWDED * (40 if COMPILED else 1):
        search = VcfSearch(make_position(parse_position(text)))
        start = time.process_time()
        search.search(VCF_DEPTH)
        spent += time.process_time() - start
        nodes += search.nodes
    return nodes / spent


def _moves_per_second() -> float:
    board = make_board(POSITIONS[0])
    searcher = AlphaBetaSearch(make_position(board), HashTable(0), shipped_weights(board.rules.win))
    start = time.process_time()
    done = searcher.churn(100 if COMPILED else 1)
    return done / (time.process_time() - start)
