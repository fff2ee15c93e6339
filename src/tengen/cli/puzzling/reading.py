"""Files of puzzles, as the command line names them."""

from __future__ import annotations

from tengen.cli.complain import complain
from tengen.errors import UsageError
from tengen.puzzles.collection import Collection, read_collection, starter


def read_puzzles(path: str | None) -> Collection:
    """The puzzles of a file, or those that come with the program; at least one.

    Lines that are no puzzles are told and left out. Raises UsageError if nothing is left.
    """
    if path is None:
        return starter()
    try:
        collection = read_collection(path)
    except OSError as error:
        raise UsageError(f"cannot read {path!a}: {error.strerror}.") from None
    for problem in collection.problems:
        complain(f"{path!a}, {problem}")
    if not collection.puzzles:
        raise UsageError(f"there are no puzzles in {path!a}.")
    return collection
