"""Recorded games: the game tree, and a reader and a writer for every format."""

from tengen.records.conversion import Conversion
from tengen.records.format import Feature, Format, survey, tell_losses
from tengen.records.formats import (
    FORMATS,
    detect_format,
    format_for,
    format_named,
    read_records,
    write_records,
)
from tengen.records.game_tree import (
    Mark,
    MarkKind,
    Node,
    Sign,
    Stone,
    Visit,
    main_line,
    tree_of,
    visits,
)
from tengen.records.reading import Problem, Problems, Reading, Writing
from tengen.records.record import (
    Record,
    Result,
    Score,
    add_moves,
    board_at,
    judged,
    last_board,
    record_of,
)
from tengen.rules.coordinates import RowOne

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
