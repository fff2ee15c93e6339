"""A place on a board."""

from tengen.core.value import Value


class Point(Value):
    """The point in `row` and `col`, both counted from 0 at the top left."""

    __slots__ = ("row", "col")

    row: int
    col: int

    def __init__(self, row: int, col: int) -> None:
        self._set(row=row, col=col)

    def __lt__(self, other: object) -> bool:
        """Reading order: from the top, from the left."""
        if not isinstance(other, Point):
            return NotImplemented
        return (self.row, self.col) < (other.row, other.col)

    def __str__(self) -> str:
        return f"{self.row},{self.col}"

    def __repr__(self) -> str:
        return f"Point({self.row}, {self.col})"
