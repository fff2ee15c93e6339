from __future__ import annotations

from pathlib import Path

import pytest

from tengen.arena.code_mark import code_mark, hash_files


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
