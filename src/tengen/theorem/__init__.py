"""The first player wins five in a row on 15x15: the proof in short, played from and expanded."""

from tengen.theorem.book import Book, read_entries, the_book, write_entries
from tengen.theorem.entry import Entry, format_entry, parse_entry

__all__ = [
    "Book",
    "Entry",
    "format_entry",
    "parse_entry",
    "read_entries",
    "the_book",
    "write_entries",
]
