from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tengen.storage.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(str(tmp_path)) as store:
        yield store
