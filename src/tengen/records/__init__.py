"""Recorded games: one tree for all of them, a reader and a writer for every format."""

from tengen.notation.rows import RowOne
from tengen.records.collection import read_records, write_records
from tengen.records.conversion import Conversion
from tengen.records.feature import Feature, survey
from tengen.records.format import Format, tell_losses
from tengen.records.formats import FORMATS, detect_format, format_for, format_named
from tengen.records.node import Mark, MarkKind, Node, Sign, Stone
from tengen.records.position import board_at, judged, last_board
from tengen.records.problems import Problem, Problems
from tengen.records.reading import Reading, Writing
from tengen.records.record import Record, add_moves, record_of
from tengen.records.result import Reason, Result, Score
from tengen.records.visits import Visit, main_line, tree_of, visits

__all__ = [
    "FORMATS",
    "Conversion",
    "Feature",
    "Format",
    "Mark",
    "MarkKind",
    "Node",
    "Problem",
    "Problems",
    "Reading",
    "Reason",
    "Record",
    "Result",
    "RowOne",
    "Score",
    "Sign",
    "Stone",
    "Visit",
    "Writing",
    "add_moves",
    "board_at",
    "detect_format",
    "format_for",
    "format_named",
    "judged",
    "last_board",
    "main_line",
    "read_records",
    "record_of",
    "survey",
    "tell_losses",
    "tree_of",
    "visits",
    "write_records",
]
