"""Every error that Tengen raises on purpose.

    TengenError
    ├── ParseError (ValueError)      a text is not what it should be
    ├── RuleError (ValueError)       a thing the rules do not allow
    │   └── IllegalMove              a move the rules do not allow, and why
    ├── RecordError (ValueError)     a record cannot be read or written at all
    ├── ProofError (ValueError)      a proof cannot be written or used, and why
    ├── SettingsError (ValueError)   a TOML file has a wrong key or value, and what to do
    ├── EngineError (RuntimeError)   an engine in a process of its own did not do its part
    │   ├── EngineTerminated         it could not be started, or ended by itself
    │   ├── EngineTimedOut           it did not answer in time
    │   ├── EngineRefused            it answered that it cannot do what was asked
    │   │   └── EngineRefusedGame    it answered so before it had moved by these rules
    │   └── EngineBrokeProtocol      it answered what makes no sense
    │       └── EngineMovedIllegally it answered with a move that the rules do not allow
    ├── SessionError                 a game between two seats does not allow this now
    ├── StoreError (RuntimeError)    games cannot be kept, or cannot be read again
    ├── OnlineError (RuntimeError)   a game on a server cannot be got at
    └── UsageError                   a command was called the wrong way

What went wrong is kept in attributes; the message is one line made from them.
"""

import enum

QUOTE_LIMIT = 60


class TengenError(Exception):
    """The root: catch this to catch all that Tengen raises on purpose."""


class ParseError(TengenError, ValueError):
    """A text cannot be read as `what`; `at` is the index of the offending character, if known."""

    def __init__(self, what: str, text: str, why: str, at: int | None = None) -> None:
        self.what = what
        self.text = text
        self.why = why
        self.at = at
        place = "" if at is None else f" at character {at + 1}"
        super().__init__(f"not a {what}: {quote(text)}{place}: {why}")

    def __reduce__(self) -> tuple[type, tuple[str, str, str, int | None]]:
        return type(self), (self.what, self.text, self.why, self.at)


class RuleError(TengenError, ValueError):
    """The rules do not allow this."""


class Refusal(enum.Enum):
    """Why a point cannot be played; the value completes the sentence "the point …"."""

    GAME_OVER = "comes after the end of the game"
    OFF_BOARD = "is not on the board"
    TAKEN = "is taken"
    OVERLINE = "makes six or more in a row, which is forbidden"
    DOUBLE_FOUR = "makes two fours at once, which is forbidden"
    DOUBLE_THREE = "makes two threes at once, which is forbidden"


class IllegalMove(RuleError):
    """A move was refused: `point` (as row,column) for `reason` on `position` (one line of text)."""

    def __init__(self, point: str, reason: Refusal, position: str) -> None:
        self.point = point
        self.reason = reason
        self.position = position
        super().__init__(f"illegal move: {point} {reason.value}: {position}")

    def __reduce__(self) -> tuple[type, tuple[str, Refusal, str]]:
        return type(self), (self.point, self.reason, self.position)


class RecordError(TengenError, ValueError):
    """A record cannot be read, or not be written in this format; the message says why."""


class ProofError(TengenError, ValueError):
    """A proof cannot be written or used; the message says why."""


class SettingsError(TengenError, ValueError):
    """`key` of the TOML file at `path` is wrong; `why` says how, and what to write instead."""

    def __init__(self, path: str, key: str, why: str) -> None:
        self.path = path
        self.key = key
        self.why = why
        place = f"{path}: {key}" if key else path
        super().__init__(f"{place}: {why}")

    def __reduce__(self) -> tuple[type, tuple[str, str, str]]:
        return type(self), (self.path, self.key, self.why)


class EngineError(TengenError, RuntimeError):
    """The engine called `engine` did not do its part: `what` happened after it said `lines`."""

    def __init__(self, engine: str, what: str, lines: tuple[str, ...] = ()) -> None:
        self.engine = engine
        self.what = what
        self.lines = lines
        said = f"; it last said {', '.join(map(quote, lines))}" if lines else ""
        super().__init__(f"engine {quote(engine)} {what}{said}")

    def __reduce__(self) -> tuple[type, tuple[str, str, tuple[str, ...]]]:
        return type(self), (self.engine, self.what, self.lines)


class EngineTerminated(EngineError):
    """The engine could not be started, or its process ended by itself."""


class EngineTimedOut(EngineError):
    """The engine did not answer within its time."""


class EngineRefused(EngineError):
    """The engine answered that it cannot do what was asked."""


class EngineRefusedGame(EngineRefused):
    """The engine has never moved by these rules, and answered that it cannot."""


class EngineBrokeProtocol(EngineError):
    """The engine answered what makes no sense."""


class EngineMovedIllegally(EngineBrokeProtocol):
    """The engine answered with a move that the rules do not allow."""


class SessionError(TengenError):
    """A game between two seats does not allow this now; the message says why."""


class StoreError(TengenError, RuntimeError):
    """Games cannot be kept at `place`, or not be read again."""

    def __init__(self, place: str, why: str) -> None:
        self.place = place
        self.why = why
        super().__init__(f"games at {quote(place)}: {why}")

    def __reduce__(self) -> tuple[type, tuple[str, str]]:
        return type(self), (self.place, self.why)


class OnlineError(TengenError, RuntimeError):
    """A game on the server at `host` cannot be got at."""

    def __init__(self, host: str, why: str) -> None:
        self.host = host
        self.why = why
        super().__init__(f"the game at {quote(host)}: {why}")

    def __reduce__(self) -> tuple[type, tuple[str, str]]:
        return type(self), (self.host, self.why)


class UsageError(TengenError):
    """A command was called the wrong way; the message says what to do instead."""


def quote(text: str) -> str:
    """The text as one printable line of bounded length, for messages."""
    shown = text if len(text) <= QUOTE_LIMIT else text[:QUOTE_LIMIT] + "…"
    return ascii(shown).replace("\\u2026", "...")
