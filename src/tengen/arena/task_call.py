"""A call of a function as bytes, and its result as bytes: what workers receive and send."""

from __future__ import annotations

import pickle
import traceback
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from tengen.errors import TaskError, TengenError, quote


def pack_call(function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> bytes:
    """Return a call as bytes."""
    return pickle.dumps((function, args, kwargs))


def run_call(call: bytes) -> bytes:
    """Run a call and return its result or its exception."""
    try:
        function, args, kwargs = pickle.loads(call)  # noqa: S301 - from our own main process
        return pickle.dumps((function(*args, **kwargs), None, ""))
    except Exception as error:  # noqa: BLE001 - it belongs to who asks for the result
        return _pack_error(error)


def _pack_error(error: Exception) -> bytes:
    """Return an exception as bytes, with its traceback if it was not raised on purpose."""
    trace = "" if isinstance(error, TengenError) else traceback.format_exc()
    try:
        packed = pickle.dumps((None, error, trace))
        pickle.loads(packed)  # noqa: S301 - some exceptions cannot be read back
    except Exception:  # noqa: BLE001 - whatever their own methods raise
        what = TaskError(f"a task failed with {type(error).__name__}: {quote(str(error))}")
        return pickle.dumps((None, what, trace))
    return packed


def resolve(future: Future[Any], answer: bytes) -> None:
    """Give a future the result of a call or its exception."""
    result, error, trace = pickle.loads(answer)  # noqa: S301 - from our own worker
    if error is None:
        future.set_result(result)
        return
    if trace:
        error.add_note(f"in a worker:\n{trace}")
    future.set_exception(error)
