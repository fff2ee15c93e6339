"""Every error that Tengen raises on purpose.

    TengenError
    ├── ParseError (ValueError)      a text cannot be parsed
    ├── RuleError (ValueError)       the rules do not allow something
    │   └── IllegalMove              the rules do not allow a move
    ├── RecordError (ValueError)     a record cannot be read or written
    ├── ProofError (ValueError)      a proof cannot be written or used
    ├── SettingsError (ValueError)   a TOML file has a wrong key or value
    ├── EngineError (RuntimeError)   an external engine failed
    │   ├── EngineTerminated         it could not be started, or its process ended
    │   ├── EngineTimedOut           it did not answer in time
    │   ├── EngineRefused            it refused a command
    │   │   └── EngineRefusedGame    it refused a game before its first move by these rules
    │   ├── EngineUsedTooMuchMemory  its processes used more memory than allowed
    │   └── EngineBrokeProtocol      it sent an answer that makes no sense
    │       └── EngineMovedIllegally it sent an illegal move
    ├── TaskError (RuntimeError)     a task for another process was not finished
    │   ├── WorkerDied               its worker died
    │   │   └── TaskLost             the connection to its worker was lost
    │   └── TaskKilled               it was given up after several workers died
    ├── ClusterError (RuntimeError)  a cluster cannot be used
    ├── SessionError                 a command is not allowed in a game now
    ├── StoreError (RuntimeError)    games cannot be saved or loaded
    │   └── RoomOutdated             a room in memory is no longer as it is stored
    ├── OnlineError (RuntimeError)   a game on a server cannot be reached
    ├── RunFileError (RuntimeError)  a file of a tournament, a tuning or a training cannot be used
    └── UsageError                   a command was called the wrong way

Attributes hold the details; the message is one line made from them.
"""

import enum

QUOTE_LIMIT = 60
"""Characters of a quoted text that are shown."""


class TengenError(Exception):
    """The base class: catch this to catch every error that Tengen raises on purpose."""


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
    """The rules do not allow something."""


class Refusal(enum.Enum):
    """Why a point cannot be played; the value completes the sentence "the point …"."""

    GAME_OVER = "comes after the end of the game"
    OFF_BOARD = "is not on the board"
    TAKEN = "is taken"
    OVERLINE = "makes six or more in a row, which is forbidden"
    DOUBLE_FOUR = "makes two fours at once, which is forbidden"
    DOUBLE_THREE = "makes two threes at once, which is forbidden"


class IllegalMove(RuleError):
    """A move at `point` (as row,column) is not allowed, for `reason`.

    `position` is the board as one line of text.
    """

    def __init__(self, point: str, reason: Refusal, position: str) -> None:
        self.point = point
        self.reason = reason
        self.position = position
        super().__init__(f"illegal move: {point} {reason.value}: {position}")

    def __reduce__(self) -> tuple[type, tuple[str, Refusal, str]]:
        return type(self), (self.point, self.reason, self.position)


class RecordError(TengenError, ValueError):
    """A record cannot be read, or cannot be written in this format; the message says why."""


class ProofError(TengenError, ValueError):
    """A proof cannot be written or used; the message says why."""


class SettingsError(TengenError, ValueError):
    """`key` of the TOML file at `path` is wrong; `why` says why and what to write instead."""

    def __init__(self, path: str, key: str, why: str) -> None:
        self.path = path
        self.key = key
        self.why = why
        place = f"{path}: {key}" if key else path
        super().__init__(f"{place}: {why}")

    def __reduce__(self) -> tuple[type, tuple[str, str, str]]:
        return type(self), (self.path, self.key, self.why)


class EngineError(TengenError, RuntimeError):
    """The engine called `engine` failed: `what` happened after it sent `lines`."""

    def __init__(self, engine: str, what: str, lines: tuple[str, ...] = ()) -> None:
        self.engine = engine
        self.what = what
        self.lines = lines
        sent = f"; it last said {', '.join(map(quote, lines))}" if lines else ""
        super().__init__(f"engine {quote(engine)} {what}{sent}")

    def __reduce__(self) -> tuple[type, tuple[str, str, tuple[str, ...]]]:
        return type(self), (self.engine, self.what, self.lines)


class EngineTerminated(EngineError):
    """The engine could not be started, or its process ended."""


class EngineTimedOut(EngineError):
    """The engine did not answer in time."""


class EngineRefused(EngineError):
    """The engine refused a command."""


class EngineRefusedGame(EngineRefused):
    """The engine refused a game, and has never moved by its rules."""


class EngineUsedTooMuchMemory(EngineError):
    """The processes of the engine used more memory than it was allowed."""


class EngineBrokeProtocol(EngineError):
    """The engine sent an answer that makes no sense."""


class EngineMovedIllegally(EngineBrokeProtocol):
    """The engine sent an illegal move."""


class TaskError(TengenError, RuntimeError):
    """A task for another process was not finished; the message says why."""


class WorkerDied(TaskError):
    """The process that ran a task has died; the task may be submitted again."""


class TaskLost(WorkerDied):
    """The connection to the process that ran a task was lost, which says nothing about the task."""


class TaskKilled(TaskError):
    """A task was given up, because the processes that ran it died `deaths` times in a row."""

    def __init__(self, task: str, deaths: int) -> None:
        self.task = task
        self.deaths = deaths
        super().__init__(f"given up after {deaths} workers died in a row: {task}")

    def __reduce__(self) -> tuple[type, tuple[str, int]]:
        return type(self), (self.task, self.deaths)


class ClusterError(TengenError, RuntimeError):
    """The cluster at `address` cannot be used."""

    def __init__(self, address: str, why: str) -> None:
        self.address = address
        self.why = why
        super().__init__(f"the cluster at {quote(address)}: {why}")

    def __reduce__(self) -> tuple[type, tuple[str, str]]:
        return type(self), (self.address, self.why)


class SessionError(TengenError):
    """A command is not allowed in a game now; the message says why."""


class StoreError(TengenError, RuntimeError):
    """Games cannot be saved to `place`, or cannot be loaded from it."""

    def __init__(self, place: str, why: str) -> None:
        self.place = place
        self.why = why
        super().__init__(f"games at {quote(place)}: {why}")

    def __reduce__(self) -> tuple[type, tuple[str, str]]:
        return type(self), (self.place, self.why)


class RoomOutdated(StoreError):
    """A room in memory is no longer as it is stored, and must be loaded again.

    Another server has taken it over, or it is not known whether its last events were saved.
    """


class OnlineError(TengenError, RuntimeError):
    """A game on the server at `host` cannot be reached."""

    def __init__(self, host: str, why: str) -> None:
        self.host = host
        self.why = why
        super().__init__(f"the game at {quote(host)}: {why}")

    def __reduce__(self) -> tuple[type, tuple[str, str]]:
        return type(self), (self.host, self.why)


class RunFileError(TengenError, RuntimeError):
    """The file at `path` of a tournament, a tuning or a training cannot be used.

    `why` says why and what to do.
    """

    def __init__(self, path: str, why: str) -> None:
        self.path = path
        self.why = why
        super().__init__(f"{path!a} {why}")

    def __reduce__(self) -> tuple[type, tuple[str, str]]:
        return type(self), (self.path, self.why)


class UsageError(TengenError):
    """A command was called the wrong way; the message says what to do instead."""


def quote(text: str) -> str:
    """Return the text in quotes, as one printable ASCII line of bounded length, for messages."""
    shown = text if len(text) <= QUOTE_LIMIT else text[:QUOTE_LIMIT] + "…"
    return ascii(shown).replace("\\u2026", "...")
