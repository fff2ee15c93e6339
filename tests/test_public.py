from __future__ import annotations

import ast
import pkgutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import tengen

ROOMS = [
    "tengen",
    *(f"tengen.{room.name}" for room in pkgutil.iter_modules(tengen.__path__) if room.ispkg),
]


ROOT = Path(__file__).parent.parent
OF_NO_FILE = {
    "cluster",
    "constants",
    "docs",
    "page",
    "pages",
    "pictures",
    "proxy",
    "requirements",
    "uncompiled",
}
"""Subjects of test files other than modules: pages, scripts, pictures, whole rooms, programs."""


def as_sorted(names: list[str]) -> list[str]:
    """Sort names: CONSTANTS, then Classes, then functions, each from A to Z."""
    return sorted(names, key=lambda name: (not name.isupper(), not name[0].isupper(), name))


def names_for_type_checkers() -> dict[str, str]:
    """Return the names that the package shows to type checkers, each with its room."""
    tree = ast.parse(Path(str(tengen.__file__)).read_text("utf-8"))
    hidden = [node for node in tree.body if isinstance(node, ast.If)]
    imports = [node for block in hidden for node in block.body if isinstance(node, ast.ImportFrom)]
    return {alias.name: str(node.module) for node in imports for alias in node.names}


@pytest.mark.parametrize("room", ROOMS)
def test_the_public_names_of_a_room_are_sorted_and_exist(room: str) -> None:
    module = import_module(room)
    names = list(getattr(module, "__all__", []))
    assert names == as_sorted(names)
    assert len(set(names)) == len(names)
    assert [name for name in names if not hasattr(module, name)] == []


@pytest.mark.parametrize("room", ["tengen", "tengen.rules"])
def test_every_room_defines_its_public_names(room: str) -> None:
    module = import_module(room)
    assert len(module.__all__) >= 10
    assert all(getattr(module, name).__class__.__name__ != "module" for name in module.__all__)


def test_the_package_exports_the_names_that_type_checkers_see() -> None:
    shown = names_for_type_checkers()
    assert set(shown) == set(tengen.__all__)
    for name, room in shown.items():
        assert getattr(tengen, name) is getattr(import_module(room), name)


@pytest.mark.parametrize("name", ["board", "Bord", "", "__all", "parse_pair", "perft"])
def test_an_unknown_name_is_an_attribute_error(name: str) -> None:
    with pytest.raises(AttributeError, match=f"module 'tengen' has no attribute {name!r}"):
        getattr(tengen, name)
    assert not hasattr(tengen, name)


def test_importing_the_package_loads_none_of_its_rooms() -> None:
    program = "import sys, tengen; print([name for name in sys.modules if name[:7] == 'tengen.'])"
    output = subprocess.check_output([sys.executable, "-c", program], text=True)
    assert output == "[]\n"


def test_all_public_names_can_be_imported_at_once() -> None:
    program = "from tengen import *; print(Board(GAMES['tictactoe']), parse_rules('five'))"
    output = subprocess.check_output([sys.executable, "-c", program], text=True)
    assert output == "3x3/3 freestyle X 3/3/3 15x15/5 freestyle\n"


@pytest.mark.parametrize("room", [room.partition(".")[2] for room in ROOMS[1:]])
def test_a_test_file_is_named_after_what_it_tests(room: str) -> None:
    sources = [*(ROOT / "src" / "tengen" / room).rglob("*.py"), *(ROOT / "tools").glob("*.py")]
    known = {path.stem for path in sources} | {path.parent.name for path in sources} | OF_NO_FILE
    for path in (ROOT / "tests" / room).rglob("test_*.py"):
        words = path.stem.split("_")[1:]
        assert known & {"_".join(words[:count]) for count in range(1, len(words) + 1)}, path
