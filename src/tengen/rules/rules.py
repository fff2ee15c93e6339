"""Players, rules and named games; and `Value`, the base class of frozen values.

`Value` does what a frozen dataclass does. Importing `dataclasses` would take as long as everything
else that a game imports.
"""

from __future__ import annotations

import enum

from tengen.errors import RuleError, quote


class Value:
    """A frozen value with the fields that its class lists in `__slots__`."""

    __slots__: tuple[str, ...] = ()

    def _set(self, **fields: object) -> None:
        for name, value in fields.items():
            object.__setattr__(self, name, value)

    def _fields(self) -> tuple[object, ...]:
        return tuple([getattr(self, name) for name in self.__slots__])

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"cannot set {name}: a {type(self).__name__} is frozen")

    def __delattr__(self, name: str) -> None:
        self.__setattr__(name, None)

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._fields() == other._fields()

    def __hash__(self) -> int:
        return hash(self._fields())

    def __repr__(self) -> str:
        pairs = zip(self.__slots__, self._fields(), strict=False)
        fields = ", ".join(f"{name}={value!r}" for name, value in pairs)
        return f"{type(self).__name__}({fields})"

    def __reduce__(self) -> tuple[type[Value], tuple[object, ...]]:
        return type(self), self._fields()


class Player(enum.Enum):
    """A player; `FIRST` begins the game. The value is the mark in Tengen's own texts."""

    FIRST = "X"
    SECOND = "O"

    __hash__ = object.__hash__  # Enum's own hash is written in Python and slow.

    @property
    def other(self) -> Player:
        """The opponent."""
        return Player.SECOND if self is Player.FIRST else Player.FIRST

    @property
    def number(self) -> int:
        """1 for the first player, 2 for the second."""
        return 1 if self is Player.FIRST else 2


MAX_SIDE = 52
RENJU_K = 5


class WinRule(enum.Enum):
    """Which lines of k stones win. *Blocked* means an opponent's stone at both ends."""

    FREESTYLE = "freestyle"
    """k or more."""
    STANDARD = "standard"
    """Exactly k."""
    CARO = "caro"
    """k or more, not blocked."""
    CARO_EXACT = "caro-exact"
    """Exactly k, not blocked."""
    CARO_LONG = "caro-long"
    """Exactly k, not blocked; or more than k, blocked or not."""
    RENJU = "renju"
    """First player exactly five, with forbidden points; second player five or more."""


def _to_win_rule(win: WinRule | str) -> WinRule:
    try:
        return win if isinstance(win, WinRule) else WinRule(win)
    except ValueError:
        names = ", ".join(rule.value for rule in WinRule)
        raise RuleError(f"{win!r} is not a win rule: use one of {names}") from None


class Rules(Value):
    """The rules of a game. `str(rules)` is for example `15x15/5 freestyle`."""

    __slots__ = ("width", "height", "k", "win")

    width: int
    height: int
    k: int
    win: WinRule

    def __init__(
        self, width: int, height: int, k: int, win: WinRule | str = WinRule.FREESTYLE
    ) -> None:
        """The win rule may be given by its name, as in `"renju"`."""
        win = _to_win_rule(win)
        for name, number in (("width", width), ("height", height), ("k", k)):
            if not isinstance(number, int):
                raise TypeError(f"{name} must be a whole number, not {number!r}")
        for name, side in (("width", width), ("height", height)):
            if not 1 <= side <= MAX_SIDE:
                raise RuleError(f"{name} {side} is not between 1 and {MAX_SIDE}")
        if k < 1:
            raise RuleError(f"k must be at least 1, not {k}")
        if win is WinRule.RENJU and k != RENJU_K:
            raise RuleError(f"renju is played for {RENJU_K} in a row, not {k}")
        self._set(width=width, height=height, k=k, win=win)

    @property
    def area(self) -> int:
        """The number of points of the board."""
        return self.width * self.height

    def wins(self, length: int, player: Player, *, blocked: bool) -> bool:
        """Return whether `player` wins with an unbroken line of `length` stones."""
        win, k = self.win, self.k
        if win is WinRule.FREESTYLE or (win is WinRule.RENJU and player is Player.SECOND):
            return length >= k
        if win is WinRule.CARO:
            return length >= k and not blocked
        if win is WinRule.CARO_EXACT:
            return length == k and not blocked
        if win is WinRule.CARO_LONG:
            return length > k or (length == k and not blocked)
        return length == k

    def __str__(self) -> str:
        return f"{self.width}x{self.height}/{self.k} {self.win.value}"


def check_winnable(rules: Rules) -> None:
    """Raise RuleError if the board has no room for a line that wins."""
    if rules.k > max(rules.width, rules.height):
        size = f"{rules.width}x{rules.height}"
        raise RuleError(f"{rules.k} in a row do not fit on a board of {size}")


TIC_TAC_TOE = Rules(3, 3, 3)
GOMOKU_13 = Rules(13, 13, 5)
FIVE_IN_A_ROW = Rules(15, 15, 5)
STANDARD_15 = Rules(15, 15, 5, WinRule.STANDARD)
CARO_15 = Rules(15, 15, 5, WinRule.CARO_EXACT)
RENJU = Rules(15, 15, 5, WinRule.RENJU)
GOMOKU_19 = Rules(19, 19, 5)
FREESTYLE_20 = Rules(20, 20, 5)

GAMES = {
    "tictactoe": TIC_TAC_TOE,
    "gomoku13": GOMOKU_13,
    "five": FIVE_IN_A_ROW,
    "standard": STANDARD_15,
    "caro": CARO_15,
    "renju": RENJU,
    "gomoku19": GOMOKU_19,
    "freestyle20": FREESTYLE_20,
}
"""The ready-made games by name."""


def to_rules(game: Rules | str) -> Rules:
    """Return the rules themselves, or those of a named game. Raises RuleError and TypeError."""
    if isinstance(game, Rules):
        return game
    if not isinstance(game, str):
        raise TypeError(f"{game!r} is not a game: use Rules(15, 15, 5) or a name, such as 'five'")
    if game not in GAMES:
        names = ", ".join(GAMES)
        raise RuleError(f"unknown game {quote(game)}: use Rules(15, 15, 5) or one of {names}")
    return GAMES[game]
