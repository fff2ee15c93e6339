from __future__ import annotations

import operator
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest
from kit import tasks

from tengen.arena.worker import code_mark, hash_files, pack_call, resolve, run_call
from tengen.errors import ParseError, TaskError
from tengen.rules import parse_rules


@pytest.mark.parametrize("name", ["a.py", "room/b.py", "own.weights", "o.txt", "p.xz", "q.toml"])
def test_the_mark_depends_on_code_and_on_data_that_decides_results(
    tmp_path: Path, name: str
) -> None:
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    found = {hash_files(str(tmp_path))}
    for content in ("1", "2"):
        path.write_text(content)
        found.add(hash_files(str(tmp_path)))
    assert len(found) == 3


def test_compiled_modules_and_caches_do_not_count(tmp_path: Path) -> None:
    before = hash_files(str(tmp_path))
    for name in ("a.c", "a.so", "a.pyc"):
        (tmp_path / name).write_text("1")
    assert hash_files(str(tmp_path)) == before
    assert code_mark().startswith("Tengen ")


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
