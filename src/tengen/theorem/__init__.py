"""The first player wins five in a row on 15x15: the proof in short, played from and expanded."""

from tengen.theorem.book import Book, read_entries, the_book, write_entries
from tengen.theorem.entry import Entry, format_entry, parse_entry
from tengen.theorem.guided import Guided, guide
from tengen.theorem.winner import Step, Winner

__all__ = [
    "Book",
    "Entry",
    "Guided",
    "Step",
    "Winner",
    "format_entry",
    "guide",
    "parse_entry",
    "read_entries",
    "the_book",
    "write_entries",
]
