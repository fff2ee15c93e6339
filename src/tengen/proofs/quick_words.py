"""What the quick checker says of cells and of what is wrong."""

from __future__ import annotations

REASONS = (
    "nothing is wrong",
    "the tree ends too early, or a number does not end",
    "{cell} stands where the attacker's move must be",
    "{cell} is not empty",
    "the attacker plays {cell}, but the defender makes {line} in a row elsewhere",
    "the defender is to move and makes {line} in a row",
    "{cell} stands where a reply of the defender must be",
    "the reply {cell} is out of order",
    "the reply {cell} is missing",
    "nulls nested too deep: nothing is known of further stones of the defender here",
    "no node has been kept under this number",
    "no used part has this number",
    "the stones are not those of the node that is repeated",
    "{cell} is no stone of the defender to leave out",
    "the stone {cell} that is left out is in the zone of what follows",
    "there is more after the end of the tree",
    "the tree is deeper than 500 moves",
    "the board is full: the game is a draw",
)
"""By the codes of `quick_tree`."""


def describe(reason: int, cell: str, line: int) -> str:
    """What is wrong, in words."""
    return REASONS[reason].format(cell=cell, line=line)


def name_cell(cell: int, width: int, height: int) -> str:
    """A cell as players write it: the column's letter, and the row counted from below."""
    row, col = divmod(cell, width)
    letters = ""
    col += 1
    while col:
        col, letter = divmod(col - 1, 26)
        letters = chr(ord("a") + letter) + letters
    return f"{letters}{height - row}"
