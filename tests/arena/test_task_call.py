"""Calls and results as bytes."""

from __future__ import annotations

import operator
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

import pytest
from kit import tasks

from tengen.arena.task_call import pack_call, resolve, run_call
from tengen.errors import ParseError, TaskError
from tengen.rules import parse_rules


def answer(function: Callable[..., Any], *args: object) -> Future[Any]:
    future: Future[Any] = Future()
    resolve(future, run_call(pack_call(function, args, {})))
    return future


def test_a_call_returns_its_result() -> None:
    assert answer(operator.mul, 6, 7).result() == 42


def test_an_error_that_was_raised_on_purpose_is_as_it_was() -> None:
    with pytest.raises(ParseError, match="not a set of rules: 'nonsense'") as caught:
        answer(parse_rules, "nonsense").result()
    assert not hasattr(caught.value, "__notes__")


def test_another_error_has_the_traceback_of_the_worker() -> None:
    error = answer(operator.truediv, 1, 0).exception()
    assert isinstance(error, ZeroDivisionError)
    assert "ZeroDivisionError: division by zero" in error.__notes__[0]


def test_an_error_that_cannot_be_sent_is_described() -> None:
    with pytest.raises(TaskError, match="a task failed with UnreadableError: 'one two'"):
        answer(tasks.raise_unreadable).result()
