"""Constants that the modules of the search share.

Compiled modules take the same constants from constants.pxd.
"""

import cython

if not cython.compiled:
    MARGIN = 5
    STRIDE = 32
    CELLS = 1024
    WALL = 3
    """The pattern search numbers its cells in rows of `STRIDE`, with a margin of walls."""

    DEAD = 0
    ONE_CLOSED = 1
    ONE = 2
    TWO_CLOSED = 3
    TWO_NARROW = 4
    TWO_WIDE = 5
    THREE_CLOSED = 6
    THREE_NARROW = 7
    THREE_WIDE = 8
    SIMPLE_FOUR = 9
    STRAIGHT_FOUR = 10
    FIVE = 11
    OVERLINE = 12
    TWO_FOURS = 13
    """Patterns: what a stone makes in one direction. A *wide* pattern can grow on two points or
    more, a *narrow* one on one; a *closed* one becomes a simple four at best. The last two exist
    only for the first player of renju, to whom they are forbidden; `TWO_FOURS` are two in one line.
    """

    NOTHING = 0
    QUIET = 1
    TWO = 2
    TWO_TWOS = 3
    THREE = 4
    THREE_AND_MORE = 5
    TWO_THREES = 6
    FOUR = 7
    FOUR_AND_MORE = 8
    FOUR_AND_THREE = 9
    WINS_IN_THREE = 10
    CATEGORIES = 12
    """Categories: what a stone makes in all four directions together. `FIVE` is one of them."""

    LEGAL = 0
    FOUL = 1
    DOUBTFUL = 2
    """Whether renju forbids a point. Where two threes meet, the patterns alone cannot decide."""

    OPEN = 0
    WON = 1
    LOST = 2
    STOPPED = 3
    """Results of a search for a win: none so far, won, no win exists, or stopped at a limit."""

    WIN = 30000
    PROVEN = 29000
    DECIDED = 28000
    UNSURE = 1000
    """A score above `PROVEN` is a proven win in `WIN - score` plies, one above `DECIDED` a likely
    win. `UNSURE` is added to a loss if not every move was tried.
    """

    DEEPEST = 120
    """The deepest ply of an alpha-beta search."""

    WINS = 3
    DEAD_WINDOW = 128
    LOW = 1
    HIGH = 2
    BOTH = 3
    """Of the general search: the level of a cell that wins, the lowest state of a dead window, and
    whether a score is a lower bound of the game's value, an upper bound, or both.
    """

    COLUMNS = 16
    INPUTS = 32
    LINE_WINDOWS = 65536
    INNER_SHIFT = 6
    SCORE_SHIFT = 23
    HIGHEST_SCORE = 15000
    """Of the learned evaluation."""
