"""Public class names are unique, and files stay short."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

import tengen

PACKAGE = Path(tengen.__file__).parent
MODULES = sorted(PACKAGE.rglob("*.py"))

LONGEST = 450
LONGER = {
    "prove/check.py": "stands alone: a proof's lemma and its checker are read as one text",
    "prove/quick_tree.py": "compiled: a C function calls another fastest within one module",
}
"""The modules that may have more lines, with the reason."""


def public_classes(module: Path) -> list[str]:
    """Return the public top-level classes of a module."""
    body = ast.parse(module.read_text("utf-8")).body
    classes = [node.name for node in body if isinstance(node, ast.ClassDef)]
    return [name for name in classes if not name.startswith("_")]


def test_a_public_class_name_is_defined_in_one_module() -> None:
    places = defaultdict(list)
    for module in MODULES:
        for name in public_classes(module):
            places[name].append(str(module.relative_to(PACKAGE)))
    assert len(places) >= 400
    repeated = [f"{name}: {', '.join(at)}" for name, at in places.items() if len(at) > 1]
    assert repeated == [], "a public class name must mean one thing: rename all but one of each"


def test_modules_stay_short_unless_they_have_a_reason() -> None:
    lengths = {
        str(module.relative_to(PACKAGE)): len(module.read_text("utf-8").splitlines())
        for module in MODULES
    }
    long = sorted(name for name, length in lengths.items() if length > LONGEST)
    message = f"more than {LONGEST} lines need a reason in LONGER; a shorter module needs none"
    assert long == sorted(LONGER), message
