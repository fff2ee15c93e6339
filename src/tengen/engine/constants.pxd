cpdef enum:
    MARGIN = 5
    STRIDE = 32
    CELLS = 1024
    WALL = 3

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

    LEGAL = 0
    FOUL = 1
    DOUBTFUL = 2

    OPEN = 0
    WON = 1
    LOST = 2
    STOPPED = 3

    WIN = 30000
    PROVEN = 29000
    DECIDED = 28000
    UNSURE = 1000

    DEEPEST = 120

    WINS = 3
    DEAD_WINDOW = 128
    LOW = 1
    HIGH = 2
    BOTH = 3

    COLUMNS = 16
    INPUTS = 32
    LINE_WINDOWS = 65536
    INNER_SHIFT = 6
    SCORE_SHIFT = 23
    HIGHEST_SCORE = 15000
