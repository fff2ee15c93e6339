"""Which way is up: texts disagree about where row 1 is."""

import enum


class RowOne(enum.Enum):
    """Where a text has row 1; Tengen itself has it at the bottom."""

    BOTTOM = "bottom"
    TOP = "top"
