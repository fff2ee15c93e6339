"""Names of a package that are imported on first use.

    __getattr__ = lazy_names(__name__, {"format_moves": "notation"})

A package uses this for names from modules that most programs do not need.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def lazy_names(package: str, modules: Mapping[str, str]) -> Callable[[str], object]:
    """Return a `__getattr__` for a package; `modules` maps each name to its module."""

    def find(name: str) -> object:
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        from importlib import import_module  # noqa: PLC0415 - most programs do not need it

        return getattr(import_module(f"{package}.{modules[name]}"), name)

    return find
