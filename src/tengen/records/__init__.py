"""Recorded games: the game tree, and a reader and a writer for every format."""

from tengen.lazy import lazy_names
from tengen.rules.coordinates import RowOne

TYPE_CHECKING = False
if TYPE_CHECKING:
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

__getattr__ = lazy_names(
    __name__,
    {
        "Conversion": "conversion",
        "FORMATS": "formats",
        "Feature": "format",
        "Format": "format",
        "Mark": "game_tree",
        "MarkKind": "game_tree",
        "Node": "game_tree",
        "Problem": "reading",
        "Problems": "reading",
        "Reading": "reading",
        "Record": "record",
        "Result": "record",
        "Score": "record",
        "Sign": "game_tree",
        "Stone": "game_tree",
        "Visit": "game_tree",
        "Writing": "reading",
        "add_moves": "record",
        "board_at": "record",
        "detect_format": "formats",
        "format_for": "formats",
        "format_named": "formats",
        "judged": "record",
        "last_board": "record",
        "main_line": "game_tree",
        "read_records": "formats",
        "record_of": "record",
        "survey": "format",
        "tell_losses": "format",
        "tree_of": "game_tree",
        "visits": "game_tree",
        "write_records": "formats",
    },
)
